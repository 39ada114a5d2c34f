package import CountersignClient
package import FlowModel
import WireModel

/// A client's errors in the command line's voice.
extension CommandFailure {
  /// The failure of a call.
  ///
  /// - Parameters:
  ///   - error: The call's error.
  ///   - texts: The words for reasons by their codes, which come before those in English.
  package init(_ error: ClientError, texts: [String: ReasonText] = [:]) {
    switch error {
    case .transport(let error):
      self.init(
        .environment, error.delivery == .notSent ? error.cause : "the answer is lost",
        hint: "is the server running? start one with countersign serve --demo")
    case .refused(let problem) where problem.reason == .sessionRequired:
      self = .sessionOver
    case .refused(let problem):
      self.init(problem.reason.code, problem.detail, texts)
    case .otpRequired(let required):
      self.init(
        .refused, "a code was texted to \(required.destination), and is needed too",
        hint: "give both codes")
    case .serverFailed(let status, _):
      self.init(.environment, "the server failed with status \(status)", hint: "try again")
    case .notUnderstood(let problem):
      self.init(
        .environment, "the answer is not understood: \(problem)",
        hint: "is --server the address that the server printed?")
    case .mismatch(let reason):
      self.init(
        .refused, "not signed: " + ReasonText.cause(reason.code, reason.detail),
        code: reason.code, hint: Self.hint(for: reason.code))
    case .authenticator(.cancelled):
      self.init(.refused, "cancelled")
    case .authenticator(.storageFailed(let error)):
      self.init(error)
    case .authenticator(let error):
      self.init(error.outcome.reason, texts)
    case .malformed(let problem):
      self.init(.wrongUse, problem)
    case .locked:
      self = .phoneLocked
    }
  }

  /// The session is over, or there was none.
  package static let sessionOver = CommandFailure(Reason.sessionRequired.code, nil)

  /// The phone is locked: nothing of an account is shown, and nothing done.
  package static let phoneLocked = CommandFailure(
    .refused, "this phone is locked",
    hint: "countersign phone unlock opens it, by biometrics or the app PIN")

  package init(_ error: VaultError) {
    switch error {
    case .damaged:
      self.init(
        .environment, "the phone's vault is damaged; it was not changed",
        hint: "put its files back from a copy, or give another --home and enrol anew")
    case .foreign:
      self.init(
        .environment, "what lies where the phone's vault should be is none; it was not changed",
        hint: "give another --home")
    case .unavailable(let problem):
      self.init(.environment, problem, hint: "check --home")
    case .locked:
      self = .phoneLocked
    }
  }

  /// The failure of a flow.
  ///
  /// - Parameters:
  ///   - error: The flow's error.
  ///   - texts: The words for reasons by their codes, and for other errors by their kinds, which
  ///     come before those in English.
  package init(_ error: FlowError, texts: [String: ReasonText] = [:]) {
    if let text = texts[error.kind] {
      self.init(Self(error).exit, text.sentence, hint: text.hint)
      return
    }
    switch error {
    case .cancelled:
      self.init(.refused, "cancelled")
    case .denied:
      self.init(.refused, "declined")
    case .transactionExpired:
      self.init(
        .refused, "the transaction is past its time", hint: "whoever wants it approved asks again")
    case .transactionAlreadyReviewed:
      self.init(.refused, "the transaction was decided before")
    case .accountMissing:
      self.init(
        .refused, "this phone has no account that could be logged in",
        hint: "countersign phone enrol brings one here")
    case .triesUsedUp:
      self.init(
        .refused, "too many tries were refused",
        hint: "begin again; a key that is refused each time is made anew by phone register")
    case .network:
      self.init(
        .environment, "the server cannot be reached; nothing was approved or changed",
        hint: "try again")
    case .timeout:
      // A decline may have arrived: its answer is what did not come in time.
      self.init(
        .environment, "it took too long, and the outcome is unknown; nothing was approved",
        hint: "see what became of it before you try again, by countersign phone transactions")
    case .secondFactorBlocked:
      self.init(Reason.secondFactorBlocked.code, nil)
    case .sessionExpired:
      self = .sessionOver
    case .outcomeUnknown(let operation):
      self.init(
        .environment, "the answer is lost, the outcome of \(operation) is unknown",
        hint: "run it again: the phone asks what became of it first, and pays nothing twice")
    case .serverValidation(let reason), .notAllowed(let reason):
      self.init(reason.code, reason.detail, texts)
    case .deviceUnable(let reason):
      self.init(reason, texts)
    case .unknown(let reason):
      self.init(.environment, "the answer is not understood: \(reason)")
    }
  }

  /// A refusal, in the words for its reason.
  ///
  /// - Parameters:
  ///   - code: The reason's code.
  ///   - detail: The server's words; nil for none.
  ///   - texts: The words for reasons by their codes, which come before those in English.
  package init(_ code: String, _ detail: String?, _ texts: [String: ReasonText] = [:]) {
    self.init(
      .refused, ReasonText.cause(code, detail, in: texts), code: code,
      hint: texts[code]?.hint ?? Self.hint(for: code))
  }

  /// An authenticator's refusal, in the person's words or else in its own.
  private init(_ reason: FlowReason, _ texts: [String: ReasonText]) {
    // Its own sentence for these says neither why nor what helps.
    let isUnsaid = [.biometricsCancelled, .biometricsFailed].contains(reason)
    let text = texts[reason.code] ?? (isUnsaid ? ReasonText.all[reason.code] : nil)
    self.init(
      .refused,
      text?.sentence ?? AuthenticatorOutcome.sentences[reason]?.asCause
        ?? "this phone cannot do it: \(reason)",
      hint: text?.hint ?? Self.hint(for: reason.code))
  }

  private static func hint(for code: String) -> String? { ReasonText.all[code]?.hint }
}
