import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

/// Maps what the domain refuses to HTTP: the one place that knows both.
enum ProblemAnswer {
  /// The response to a refusal: `application/problem+json` (RFC 9457).
  ///
  /// - Parameters:
  ///   - refusal: The refusal.
  ///   - statuses: The statuses of modules' reasons.
  ///   - members: What the route has its problem bodies say besides.
  /// - Returns: The response.
  static func answer(
    to refusal: Refusal, statuses: [Reason: Int] = [:], members: JSONObject = [:]
  ) -> RouteAnswer {
    let status =
      statuses[refusal.reason].map { HTTPResponse.Status(code: $0) }
      ?? status(of: refusal.reason)
    var fields: HTTPFields = [.contentType: "application/problem+json"]
    if let seconds = refusal.retryAfterSeconds { fields[.retryAfter] = String(seconds) }
    if status == .unauthorized { fields[.wwwAuthenticate] = challenge(for: refusal) }
    let problem = Problem(
      status: status.code, title: title(of: refusal.reason), detail: refusal.detail,
      reason: refusal.reason, extensions: extensions(refusal, members))
    return RouteAnswer(status: status, body: problem.json, fields: fields)
  }

  /// The response to a fault of the server: nothing but the id under which the log knows it.
  static func answer(toFault requestID: String, _ members: (Refusal) -> JSONObject) -> RouteAnswer {
    let refusal = Refusal(
      .internalError, "the server failed; its log knows this as \(requestID)")
    var answer = answer(to: refusal, members: members(refusal))
    if case .object(var members)? = answer.body {
      members["requestID"] = .string(requestID)
      answer.body = .object(members)
    }
    return answer
  }

  /// The status of each reason; one without is a fault of this table, and a test's to find.
  static func status(of reason: Reason) -> HTTPResponse.Status {
    statuses[reason] ?? .internalServerError
  }

  static let statuses: [Reason: HTTPResponse.Status] = [
    .malformed: .badRequest,
    .unacceptableValue: .unprocessableContent,
    .unsupportedMediaType: .unsupportedMediaType,
    .bodyTooLarge: .contentTooLarge,
    .requestTimeout: .requestTimeout,
    .notFound: .notFound,
    .methodNotAllowed: .methodNotAllowed,
    .originNotAllowed: .forbidden,
    .sessionRequired: .unauthorized,
    .invalidPossessionProof: .unauthorized,
    .possessionNonceRequired: .unauthorized,
    .insufficientUserAuthentication: .unauthorized,
    .proofRequired: .badRequest,
    .proofNotAllowed: .forbidden,
    .verificationFailed: .unauthorized,
    .passkeyNotAccepted: .unprocessableContent,
    .challengeUnknown: .unauthorized,
    .challengeExpired: .unauthorized,
    .tokenExpired: .unauthorized,
    .transactionMismatch: .forbidden,
    .linkingRequired: .forbidden,
    .alreadyUsed: .conflict,
    .possibleDuplicate: .conflict,
    .secondFactorBlocked: locked,
    .penalised: .tooManyRequests,
    .attemptInProgress: .tooManyRequests,
    // Of all 503 these two alone say that nothing was done (`Reason.nothingDone`).
    .pinQueueFull: .serviceUnavailable,
    .overloaded: .serviceUnavailable,
    .tooManyRequests: .tooManyRequests,
    .pinMissing: .forbidden,
    .credentialMissing: .forbidden,
    .pinTooSimple: .unprocessableContent,
    .pinUnchanged: .unprocessableContent,
    .credentialExists: .conflict,
    .pinOnDevice: .forbidden,
    .deviceUnknown: .notFound,
    .deviceExists: .conflict,
    .generationMismatch: .conflict,
    .recoveryNotPossible: .conflict,
    .recoveredLimit: .forbidden,
    .factorWaits: .forbidden,
    .channelMissing: .forbidden,
    .phoneInvalid: .unprocessableContent,
    .linkOver: .notFound,
    .linkNotConfirmed: .conflict,
    .serviceKeyRequired: .unauthorized,
    .scopeMissing: .forbidden,
    .alreadyApproved: .conflict,
    .alreadyDenied: .conflict,
    .transactionExpired: .conflict,
    .tooManyPending: .tooManyRequests,
    .handoverPending: .conflict,
    .busy: .serviceUnavailable,
    .draining: .serviceUnavailable,
    .internalError: .internalServerError,
  ]

  private static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")

  /// `WWW-Authenticate` of a 401: a challenge of RFC 9449 where a token is bound to a key, the
  /// step-up challenge of RFC 9470, or a plain RFC 6750 one.
  private static func challenge(for refusal: Refusal) -> String {
    if [.invalidPossessionProof, .possessionNonceRequired].contains(refusal.reason) {
      return "DPoP realm=\"countersign\", error=\"\(refusal.reason)\", algs=\"ES256\""
    }
    let realm = "Bearer realm=\"countersign\""
    guard refusal.reason == .insufficientUserAuthentication else { return realm }
    let context = refusal.sufficientContext.map { ", acr_values=\"\($0)\"" } ?? ""
    let age = refusal.maximumAgeSeconds ?? 0
    return realm + ", error=\"insufficient_user_authentication\""
      + ", error_description=\"a proof by a factor is needed\"\(context), max_age=\"\(age)\""
  }

  private static func extensions(_ refusal: Refusal, _ members: JSONObject) -> JSONObject {
    var extensions = members
    extensions["transactionId"] = refusal.firstTransactionID.map(JSONValue.string)
    extensions["until"] = refusal.until.map { .string($0.rfc3339) }
    extensions["triesLeft"] = refusal.triesLeft.map(JSONValue.integer)
    extensions["secondFactor"] = refusal.secondFactor?.json
    return extensions
  }

  private static func title(of reason: Reason) -> String {
    String(reason.code.map { $0 == "_" ? " " : $0 })
  }
}
