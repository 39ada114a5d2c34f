import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Has a code mailed or texted to the account's person.
  ///
  /// - Parameters:
  ///   - purpose: What the code is to be good for.
  ///   - channel: How it is sent.
  /// - Returns: The code request.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func requestCode(
    _ purpose: CodePurpose, channel: CodeChannel = .email
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = CodeRequest(purpose: purpose, channel: channel)
    return try await connection.call(request(.requestCode, body: body.json))
  }

  /// Has a code sent that stands in for a factor, for one action.
  ///
  /// - Parameters:
  ///   - action: The scenario and its payload.
  ///   - channel: How it is sent; texted only after the mailed one was given.
  /// - Returns: The code request.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func requestCode(
    approving action: LinkedOptionsRequest, channel: CodeChannel = .email
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = CodeRequest(approving: action, channel: channel)
    return try await connection.call(request(.requestCode, body: body.json))
  }
}
