import WebAuthnModel
public import WireModel

extension ServerConnection {
  /// Opens a session with a code that was mailed.
  ///
  /// - Parameters:
  ///   - codeRequest: The request that the code answers.
  ///   - code: The code. Secret.
  /// - Returns: The session.
  /// - Throws: ``ClientError``.
  public func openSession(
    codeRequest: String, code: SecretText
  ) async throws(ClientError) -> AccountSession {
    let body = SessionRequest.code(codeRequest: codeRequest, validateCode: code)
    let answer: SessionAnswer = try await call(WireRequest(.openSession, body: body.json))
    return AccountSession(
      connection: self, accountID: answer.accountID, accessToken: answer.accessToken)
  }
}
