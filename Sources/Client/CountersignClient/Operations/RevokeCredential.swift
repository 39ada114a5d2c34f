import FlowModel
public import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Has the server accept a key no more: one call.
  ///
  /// - Parameters:
  ///   - credential: The key's credential.
  ///   - proof: A fresh proof; nil where the session has proved a factor lately.
  /// - Throws: ``ClientError``; the server may want a fresh proof first.
  public func revokeCredential(
    _ credential: CredentialID, proof: Proof? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(revocationRequest(credential, proof: proof, operation: nil))
  }

  /// The call itself, so that the very same one can be sent again.
  func revocationRequest(
    _ credential: CredentialID, proof: Proof?, operation: OperationID?
  ) -> WireRequest {
    request(
      .revokeCredential, parameters: ["id": credential.base64URL],
      idempotencyKey: operation?.text,
      body: proof.map { RevocationRequest(proof: $0).json })
  }
}
