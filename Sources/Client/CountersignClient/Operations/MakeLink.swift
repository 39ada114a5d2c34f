import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Makes a link for another device to log this screen in: one call.
  public func makeLoginLink() async throws(ClientError) -> SessionLinkAnswer {
    try await call(WireRequest(.makeLink, body: SessionLinkRequest(type: .login).json))
  }
}

extension AccountSession {
  /// Makes a link by which the account comes to another device: one call.
  ///
  /// - Parameter proof: A proof by a factor; nil where the account has none.
  /// - Returns: The link.
  /// - Throws: ``ClientError``.
  public func makeEnrolLink(proof: Proof? = nil) async throws(ClientError) -> SessionLinkAnswer {
    try await connection.call(
      request(.makeLink, body: SessionLinkRequest(type: .enrol, proof: proof).json))
  }
}
