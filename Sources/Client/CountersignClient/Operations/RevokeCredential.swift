public import WebAuthnModel
import WireModel

extension AccountSession {
  /// Has the server accept a key no more: one call.
  ///
  /// - Parameter credential: The key's credential.
  /// - Throws: ``ClientError``; the server may want a fresh proof first.
  public func revokeCredential(_ credential: CredentialID) async throws(ClientError) {
    _ = try await connection.call(
      request(.revokeCredential, parameters: ["id": credential.base64URL]))
  }
}
