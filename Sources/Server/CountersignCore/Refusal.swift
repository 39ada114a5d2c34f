package import RelyingParty
public import WireModel

/// An expected "no": what was asked for is not done, for a reason that can be told.
///
/// A value, not a fault: what a refusal counted (a try, an attempt) is committed with it. It knows
/// nothing of HTTP; one file of the server maps it to a response.
public struct Refusal: Error, Sendable, Hashable {
  /// The stable code.
  public let reason: Reason
  /// The next step of the person, in one sentence.
  public let detail: String
  /// Whole seconds after which the same request may be tried again, if that is known.
  public var retryAfterSeconds: Int64?
  /// True if a secret was verified: then the answer is released no sooner than the floor.
  public var concernsSecret = false
  /// The first operation's transaction, for a duplicate.
  public var firstTransactionID: String?
  /// The state of the second factor, for a device that has no session to ask in: only if its own
  /// key signed what is refused.
  public var secondFactor: SecondFactorAnswer?
  /// The end of the wait of the refused factor, or of the block of codes or of a network; nil where
  /// none has begun.
  public var until: Timestamp?
  /// The number of wrong codes after which those of the account are blocked; nil where no wrong
  /// code of an account was counted.
  public var triesLeft: Int64?
  /// False for codes of which nobody is to learn which one was wrong.
  var tellsTries = true
  /// The authentication context that would be sufficient (RFC 9470, `acr_values`).
  public var sufficientContext: String?
  /// Seconds for which a proof of it stays fresh (RFC 9470, `max_age`).
  public var maximumAgeSeconds: Int64?

  /// The step of WebAuthn that refused, for the operator's log and the audit log; the answer does
  /// not say it.
  package var cause: CeremonyRefusal?

  /// The attempts that it counts: written when the refusal commits, whatever was rolled back.
  var counted: [CountedAttempt] = []

  /// A refusal for a reason, with what the person can do.
  public init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  /// The same refusal after a secret was checked.
  func concerningSecret() -> Refusal {
    var refusal = self
    refusal.concernsSecret = true
    return refusal
  }

  /// The same refusal, counting an attempt.
  ///
  /// - Parameters:
  ///   - attempt: What counts.
  ///   - isOneOfTwo: True for a code beside another one: the tries that are left would tell which
  ///     of them was wrong.
  /// - Returns: The refusal.
  func counting(_ attempt: CountedAttempt, isOneOfTwo: Bool = false) -> Refusal {
    var refusal = self
    refusal.counted.append(attempt)
    refusal.tellsTries = !isOneOfTwo
    return refusal
  }

  /// The same refusal with its cause, which only the operator sees.
  func caused(by cause: CeremonyRefusal) -> Refusal {
    var refusal = self
    refusal.cause = cause
    return refusal
  }

  /// The same refusal with the end of what blocks it.
  func blocked(until end: Timestamp, at now: Timestamp) -> Refusal {
    var refusal = retry(afterMilliseconds: end.milliseconds(since: now))
    refusal.until = end
    return refusal
  }

  /// The same refusal with the time to wait.
  func retry(afterMilliseconds milliseconds: Int64) -> Refusal {
    var refusal = self
    refusal.retryAfterSeconds = max(1, (milliseconds + 999) / 1000)
    return refusal
  }
}

extension Refusal {
  /// The session is good but too weak: a factor has to be proved (RFC 9470).
  static let factorRequired: Refusal = {
    var refusal = Refusal(
      .insufficientUserAuthentication,
      "prove a factor that the account has, and send it as proof; a code alone is not enough")
    refusal.sufficientContext = Proofs.linkedContext
    return refusal
  }()

  /// A kind of proof that the scenario does not allow.
  static let proofNotAllowed = Refusal(
    .proofNotAllowed, "this action does not take that kind of proof; use a passkey or the PIN")

  /// A PIN, code, token or assertion that does not verify: one wording for all of them.
  static let verificationFailed = Refusal(
    .verificationFailed, "Verification failed. Try again or use another factor"
  ).concerningSecret()
}

/// The outcome of an operation, or its refusal.
public typealias Decision<Outcome> = Result<Outcome, Refusal>

/// A mistake of the host in its configuration, or in what it hands over.
///
/// No request causes one: what a caller gets wrong is a ``Refusal``.
public struct ServerMisuse: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable snake_case code; more may come.
  public let code: String
  /// The mistake in words.
  public let description: String

  package init(code: String, description: String) {
    self.code = code
    self.description = description
  }

  /// Two mistakes are equal if their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
