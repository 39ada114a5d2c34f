public import FlowModel
public import WireModel

/// Why an operation of the client has no result.
///
/// Sorted by whose doing it is.
public enum ClientError: Error, Sendable {
  /// There is no answer.
  case transport(TransportError)
  /// The server refuses, and says why.
  case refused(Problem)
  /// The mailed code is right and nothing was done yet: another was texted, and both are needed.
  case otpRequired(OTPRequired)
  /// The server failed: a status of 500 or more.
  case serverFailed(status: Int, retryAfterSeconds: Int?)
  /// The answer is not what the route answers; the text says what is wrong with it.
  case notUnderstood(String)
  /// What the server would execute, or its challenge, is not what was asked for.
  case mismatch(FlowReason)
  /// The authenticator did not sign.
  case authenticator(AuthenticatorError)
  /// The request cannot be put into words: a parameter is missing or a text is not showable.
  case malformed(String)
}

extension ClientError {
  /// The reason of a refusal.
  public var reason: Reason? {
    guard case .refused(let problem) = self else { return nil }
    return problem.reason
  }
}
