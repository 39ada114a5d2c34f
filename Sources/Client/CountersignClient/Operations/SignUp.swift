import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Signs up, or signs in where the account exists: a code is mailed either way.
  ///
  /// - Parameters:
  ///   - userName: The person's e-mail address.
  ///   - displayName: The name to show.
  /// - Returns: The code request, to be given back with the code.
  /// - Throws: ``ClientError``.
  public func signUp(
    userName: String, displayName: String
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = SignUpRequest(userName: userName, displayName: displayName)
    return try await call(WireRequest(.signUp, body: body.json))
  }
}
