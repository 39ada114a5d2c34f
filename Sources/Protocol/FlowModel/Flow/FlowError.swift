/// The reason for which a flow ended in ERROR.
public enum FlowError: Error, Sendable, Hashable {
  /// The app cancelled it. That denies nothing.
  case cancelled
  /// The person denied the transaction.
  case denied
  /// Too many refused proofs, or wrong codes.
  case triesUsedUp
  /// The server could not be reached; nothing was done.
  case network
  /// It took too long; nothing was authorised.
  case timeout
  /// The server refused.
  case serverValidation(FlowReason)
  /// The second factor is blocked.
  case secondFactorBlocked
  /// The transaction is past its time.
  case transactionExpired
  /// The transaction was decided before, and otherwise; the flow's transaction says how.
  case transactionAlreadyReviewed
  /// The session is over.
  case sessionExpired
  /// The device holds no account that could be logged in.
  case accountMissing
  /// The action was sent and its answer is lost: it may have been done. The next flow asks first.
  case outcomeUnknown(OperationID)
  /// Policy, of the server or of the device, does not allow it.
  case notAllowed(FlowReason)
  /// The device cannot do it.
  case deviceUnable(FlowReason)
  /// The server's answer was not understood.
  case unknown(FlowReason)
}

extension FlowError {
  /// The kind as it stands in documentation and logs.
  public var kind: String {
    switch self {
    case .cancelled: "cancelled"
    case .denied: "denied"
    case .triesUsedUp: "triesUsedUp"
    case .network: "network"
    case .timeout: "timeout"
    case .serverValidation: "serverValidation"
    case .secondFactorBlocked: "secondFactorBlocked"
    case .transactionExpired: "transactionExpired"
    case .transactionAlreadyReviewed: "transactionAlreadyReviewed"
    case .sessionExpired: "sessionExpired"
    case .accountMissing: "accountMissing"
    case .outcomeUnknown: "outcomeUnknown"
    case .notAllowed: "notAllowed"
    case .deviceUnable: "deviceUnable"
    case .unknown: "unknown"
    }
  }

  /// The reason beside the kind, where there is one.
  public var reason: FlowReason? {
    switch self {
    case .serverValidation(let reason), .notAllowed(let reason), .deviceUnable(let reason),
      .unknown(let reason):
      reason
    case .cancelled, .denied, .triesUsedUp, .network, .timeout, .secondFactorBlocked,
      .transactionExpired, .transactionAlreadyReviewed, .sessionExpired, .accountMissing,
      .outcomeUnknown:
      nil
    }
  }
}

/// The reason of a refusal or a failure: a stable snake_case code.
///
/// Open: a reason of the server is carried as it came. The device's own are below.
public struct FlowReason: Sendable, Hashable, CustomStringConvertible {
  /// The code.
  public let code: String
  /// The server's words beside it, for the developer: the field that is wrong, and what would be
  /// right.
  ///
  /// Two reasons of one code are equal, whatever their words.
  public let detail: String?

  /// A reason of a given code.
  public init(code: String, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }

  /// The code.
  public var description: String { code }

  /// Compares the codes.
  public static func == (one: FlowReason, other: FlowReason) -> Bool { one.code == other.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension FlowReason {
  /// The person dismissed the biometric prompt.
  public static let biometricsCancelled = FlowReason(code: "biometrics_cancelled")
  /// The biometric check failed.
  public static let biometricsFailed = FlowReason(code: "biometrics_failed")
  /// The app was not in the foreground, where alone a prompt can be shown.
  public static let notInForeground = FlowReason(code: "not_in_foreground")
  /// The device has no biometrics, or does not offer them now.
  public static let biometricsNotAvailable = FlowReason(code: "biometrics_not_available")
  /// Nothing is enrolled on the device, or this installation has no key that the account knows.
  public static let nothingEnrolled = FlowReason(code: "nothing_enrolled")
  /// Too many failed checks: the device refuses for a while.
  public static let biometricsLockout = FlowReason(code: "biometrics_lockout")
  /// Too many failed checks: the device refuses until it was unlocked in another way.
  public static let biometricsPermanentLockout = FlowReason(code: "biometrics_permanent_lockout")
  /// The key is gone, because the biometrics enrolled on the device changed.
  public static let keyGone = FlowReason(code: "key_gone")
  /// The server does not accept the signed challenge.
  public static let proofRefused = FlowReason(code: "proof_refused")
  /// The PIN is wrong.
  public static let wrongPIN = FlowReason(code: "wrong_pin")
  /// The PIN is the app PIN, which a thief of the device can find: change one of the two.
  public static let pinIsAppPIN = FlowReason(code: "pin_is_app_pin")
  /// The new PIN is the one that it would replace.
  public static let pinUnchanged = FlowReason(code: "pin_unchanged")
  /// After a wrong PIN the next one is taken only later.
  public static let penalised = FlowReason(code: "penalised")
  /// The code is wrong.
  public static let wrongCode = FlowReason(code: "wrong_code")
  /// The person would rather give a code.
  public static let fallbackChosen = FlowReason(code: "fallback_chosen")
  /// The person does not want biometrics on this device.
  public static let biometricsDeclined = FlowReason(code: "biometrics_declined")
  /// The account has no PIN.
  public static let pinMissing = FlowReason(code: "pin_missing")
  /// The account has a second factor already.
  public static let secondFactorExists = FlowReason(code: "second_factor_exists")
  /// The challenge is past its time, twice in one flow.
  public static let challengeExpired = FlowReason(code: "challenge_expired")
  /// The server knows no such link, or it was used, or its time is over.
  public static let linkOver = FlowReason(code: "link_over")
  /// The server's transaction is not the one that was asked for.
  public static let transactionNotAsAsked = FlowReason(code: "transaction_not_as_asked")
  /// The challenge is not linked to the transaction that is shown.
  public static let challengeNotAsShown = FlowReason(code: "challenge_not_as_shown")
  /// This app does not speak for the relying party that asks.
  public static let relyingPartyNotAllowed = FlowReason(code: "relying_party_not_allowed")
  /// The authenticator holds a key of the account already.
  public static let credentialExists = FlowReason(code: "credential_exists")
  /// The authenticator knows none of the algorithms that the server takes.
  public static let algorithmNotSupported = FlowReason(code: "algorithm_not_supported")
  /// The action was executed and came to nothing; what it had changed is undone.
  public static let actionFailed = FlowReason(code: "action_failed")
  /// The vault could not be read or written.
  public static let vaultFailed = FlowReason(code: "vault_failed")
  /// The authenticator failed in a way of its own.
  public static let authenticatorFailed = FlowReason(code: "authenticator_failed")
  /// The server's answer is not what the route answers.
  public static let answerNotUnderstood = FlowReason(code: "answer_not_understood")
}

/// The reason for which the app may not do this now.
///
/// The flow is unchanged by it.
public enum FlowInputError: Error, Sendable, Hashable {
  /// A flow is active; it is not touched.
  case flowAlreadyActive
  /// There is no flow, or it has ended.
  case noFlow
  /// The flow asks nothing now.
  case notWaitingForInput
  /// The question that is asked is not answered in this way.
  case unexpectedInput(InteractionType)
  /// The question is not answered by this factor.
  case factorNotAllowed(Factor)
  /// A PIN must be given, alone or beside biometrics.
  case missingPIN
  /// No code was sent that could be given; ask for one first.
  case codeNotRequested
  /// Another code may be sent after so many seconds.
  case codeTooEarly(seconds: Int64)
  /// A login needs one of the accounts that were shown.
  case accountMissing
  /// A login from another screen needs one of the numbers that were shown.
  case numberMissing
  /// The PIN is not 4 to 12 digits.
  case malformedPIN
  /// The PIN that is to be set is easily guessed.
  case pinTooSimple
  /// The app PIN is the PIN.
  case appPINIsPIN
  /// No app PIN is set with this: factors are not set here, or the app takes no soft lock.
  case appPINNotTaken
  /// The text beside the factor is longer than 256 characters.
  case userInputTooLong
  /// The text beside the factor holds a control character or another that no screen can show
  /// truthfully.
  case userInputUnshowable
  /// Only what approves a transaction under review takes a text beside the factor.
  case userInputNotTaken
  /// The code is not 6 digits.
  case malformedCode
  /// The payload cannot be sent to any server.
  case malformedPayload
}
