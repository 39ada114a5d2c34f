public import FlowModel

/// A name and a sentence for an authenticator's failure.
public struct AuthenticatorOutcome: Sendable, Hashable {
  /// The reason that a flow carries; no other outcome has it.
  public let reason: FlowReason
  /// The sentence for the person: the failure and, if something helps, its remedy.
  ///
  /// It ends without a full stop, as a question may follow.
  public let sentence: String

  init(_ reason: FlowReason, _ sentence: String) {
    self.reason = reason
    self.sentence = sentence
  }
}

extension AuthenticatorError {
  /// The one table of outcomes.
  public var outcome: AuthenticatorOutcome {
    switch self {
    case .cancelled:
      AuthenticatorOutcome(.biometricsCancelled, "Biometric failed")
    case .failed:
      AuthenticatorOutcome(.biometricsFailed, "Biometric failed")
    case .notInForeground:
      AuthenticatorOutcome(.notInForeground, "Biometric failed: the app was not in front")
    case .notAvailable:
      AuthenticatorOutcome(.biometricsNotAvailable, "Biometric unavailable")
    case .nothingEnrolled:
      AuthenticatorOutcome(
        .nothingEnrolled, "Biometric unavailable: not set up for this account on this device")
    case .lockout:
      AuthenticatorOutcome(
        .biometricsLockout, "Biometric unavailable: too many failed tries, wait a while")
    case .permanentLockout:
      AuthenticatorOutcome(
        .biometricsPermanentLockout,
        "Biometric unavailable: too many failed tries, unlock this device by its own code first")
    case .keyGone:
      AuthenticatorOutcome(
        .keyGone,
        "Biometric unavailable: the biometrics of this device have changed, set them up anew")
    case .challengeNotAsShown:
      AuthenticatorOutcome(
        .challengeNotAsShown, "Nothing was signed: the server asks for another than is shown")
    case .relyingPartyNotAllowed:
      AuthenticatorOutcome(
        .relyingPartyNotAllowed, "Nothing was signed: this app is not one of the service's")
    case .credentialExists:
      AuthenticatorOutcome(.credentialExists, "This device is set up for the account already")
    case .algorithmNotSupported:
      AuthenticatorOutcome(
        .algorithmNotSupported, "This device cannot make a key as the server wants it")
    case .storageFailed:
      AuthenticatorOutcome(.vaultFailed, "The keys of this device cannot be read or written")
    }
  }
}

extension AuthenticatorError: CaseIterable {
  /// One of each kind.
  public static let allCases: [AuthenticatorError] = [
    .cancelled, .failed, .notInForeground, .notAvailable, .nothingEnrolled, .lockout,
    .permanentLockout, .keyGone, .challengeNotAsShown, .relyingPartyNotAllowed,
    .credentialExists, .algorithmNotSupported, .storageFailed(.damaged),
  ]
}

extension AuthenticatorOutcome {
  /// The sentence for each reason.
  public static let sentences = Dictionary(
    AuthenticatorError.allCases.map { ($0.outcome.reason, $0.outcome.sentence) },
    uniquingKeysWith: { first, _ in first })
}
