public import DocumentModel

/// The purpose that a flow is started for.
public enum FlowPurpose: Sendable, Hashable {
  /// ENROL.
  case enrol
  /// LOGIN of the app itself: with its only account nothing has to be confirmed.
  case login
  /// LOGIN of another screen, by a link or a QR code: a person always confirms.
  case linkLogin
  /// A flow of an account of this device, in its session.
  case account(AccountPurpose)
}

/// The purpose of a flow that an account of this device is in.
public enum AccountPurpose: Sendable, Hashable {
  /// SIGN_TRANSACTION of a scenario that has no transaction.
  case scenario(SigningPolicy)
  /// SIGN_TRANSACTION of a transaction that the app asks for.
  case transaction(SigningPolicy)
  /// SIGN_TRANSACTION of a transaction that the server holds for review.
  ///
  /// If the person has pressed "Authorize" on a screen that showed the review, that is its
  /// confirmation, as long as the server's review is the very one that was shown.
  case review(authorised: Review?, SigningPolicy)
  /// CHANGE_PIN.
  case changePIN
  /// ADD_BIOMETRICS.
  case addBiometrics
  /// REMOVE_BIOMETRICS.
  case removeBiometrics
  /// HEADLESS_UPGRADE.
  case headlessUpgrade
}

/// The factors that may sign, and the path of the proof.
public struct SigningPolicy: Sendable, Hashable {
  /// The factors in place of biometrics.
  public enum Fallback: Sendable, Hashable, CaseIterable {
    /// The PIN.
    case pin
    /// VALIDATE_CODE, and an OTP that the server texts once the mailed code was right.
    case textedCode
    /// VALIDATE_CODE and TWO_FACTOR, given together.
    case authenticatorCode
    /// The PIN and codes together, each if it can act.
    case any
  }

  /// The factors that may be used.
  public let level: SecurityLevel
  /// The factors in place of biometrics.
  public let fallback: Fallback
  /// The path of a signed challenge to the action.
  public let proofPath: ProofPath
  /// The factors that could act; nil until the server has told.
  public internal(set) var ways: SigningWays?
  /// The reason for which biometrics cannot sign here, though they are wanted; nil if they can, or
  /// before it is known.
  public internal(set) var biometricsObstacle: FlowReason?

  /// A policy.
  public init(level: SecurityLevel, fallback: Fallback = .pin, proofPath: ProofPath) {
    self.level = level
    self.fallback = fallback
    self.proofPath = proofPath
  }
}

/// A signature: what is signed, as far as it is known, and by which policy.
public indirect enum Signing: Sendable, Hashable {
  /// The scenario itself.
  case scenario(SigningPolicy)
  /// A transaction that the app asks for; nil until the server was asked for its document.
  case transaction(Document?, SigningPolicy)
  /// A transaction that the server holds for review.
  case review(Review, SigningPolicy)

  /// The policy.
  public var policy: SigningPolicy {
    switch self {
    case .scenario(let policy), .transaction(_, let policy), .review(_, let policy): policy
    }
  }
}
