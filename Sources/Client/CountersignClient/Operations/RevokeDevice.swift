import WebAuthnModel
public import WireModel

/// Which of an account's devices are revoked.
public enum DeviceSelection: Sendable, Hashable {
  /// One.
  case one(String)
  /// All but one.
  case others(keeping: String)
  /// All.
  case all
}

extension AccountSession {
  /// Revokes devices with their keys, PINs and sessions: one call.
  ///
  /// - Parameters:
  ///   - selection: Which.
  ///   - proof: A fresh proof; nil where the session has proved a factor lately.
  /// - Throws: ``ClientError``; the server may want a fresh proof first.
  public func revokeDevices(
    _ selection: DeviceSelection, proof: Proof? = nil
  ) async throws(ClientError) {
    let body = proof.map { RevocationRequest(proof: $0).json }
    let call =
      switch selection {
      case .one(let id): request(.revokeDevice, parameters: ["id": id], body: body)
      case .others(let kept):
        request(.revokeDevices, query: ["which": "others", "keep": kept], body: body)
      case .all: request(.revokeDevices, query: ["which": "all"], body: body)
      }
    _ = try await connection.call(call)
  }
}
