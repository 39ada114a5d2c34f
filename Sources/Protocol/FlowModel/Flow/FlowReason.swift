/// Why something was refused or failed: a stable snake_case code.
///
/// Open: a reason of the server is carried as it came. The device's own are below.
public struct FlowReason: Sendable, Hashable, CustomStringConvertible {
  /// The code.
  public let code: String

  /// A reason of a given code.
  public init(code: String) { self.code = code }

  /// The code.
  public var description: String { code }
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
  /// The supplier refused; the money is back.
  public static let supplierRefused = FlowReason(code: "supplier_refused")
  /// The vault could not be read or written.
  public static let vaultFailed = FlowReason(code: "vault_failed")
  /// The authenticator failed in a way of its own.
  public static let authenticatorFailed = FlowReason(code: "authenticator_failed")
  /// The server's answer is not what the route answers.
  public static let answerNotUnderstood = FlowReason(code: "answer_not_understood")
}
