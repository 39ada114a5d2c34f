public import DocumentModel

/// The kind of a flow, with its payload.
///
/// Generic over what a SIGN_TRANSACTION signs: the machine uses ``Signing``, which is pure data; a
/// client uses a type that has the calls too, and starts the machine with ``map(_:)``.
public enum FlowKind<Signature: Sendable>: Sendable {
  /// ENROL, by a link.
  case enrol(LinkAddress)
  /// LOGIN of the app itself: nothing has to be confirmed if the device has one account.
  case login
  /// LOGIN of another screen, by the link that it shows: a person always confirms it.
  case linkLogin(LinkAddress)
  /// SIGN_TRANSACTION.
  case sign(Signature)
  /// CHANGE_PIN.
  case changePIN
  /// ADD_BIOMETRICS.
  case addBiometrics
  /// REMOVE_BIOMETRICS.
  case removeBiometrics
  /// HEADLESS_UPGRADE.
  case headlessUpgrade
}

extension FlowKind: Equatable where Signature: Equatable {}
extension FlowKind: Hashable where Signature: Hashable {}

extension FlowKind {
  /// The type, as a screen names it.
  public var type: FlowType {
    switch self {
    case .enrol: .enrol
    case .login, .linkLogin: .login
    case .sign: .signTransaction
    case .changePIN: .changePIN
    case .addBiometrics: .addBiometrics
    case .removeBiometrics: .removeBiometrics
    case .headlessUpgrade: .headlessUpgrade
    }
  }

  /// The signature that is at stake; nil outside SIGN_TRANSACTION.
  public var signature: Signature? {
    if case .sign(let signature) = self { signature } else { nil }
  }

  /// Returns the same kind with another payload of SIGN_TRANSACTION.
  public func map<Other>(_ transform: (Signature) -> Other) -> FlowKind<Other> {
    switch self {
    case .enrol(let link): .enrol(link)
    case .login: .login
    case .linkLogin(let link): .linkLogin(link)
    case .sign(let signature): .sign(transform(signature))
    case .changePIN: .changePIN
    case .addBiometrics: .addBiometrics
    case .removeBiometrics: .removeBiometrics
    case .headlessUpgrade: .headlessUpgrade
    }
  }
}

/// A signature: what is signed, as far as it is known, and by which policy.
public indirect enum Signing: Sendable, Hashable {
  /// The scenario itself.
  case scenario(SigningPolicy)
  /// A transaction that the app asks for; nil until the server was asked for its document.
  case transaction(Document?, SigningPolicy)
  /// A transaction under review that was not fetched yet.
  ///
  /// If the person pressed "Authorize" on a screen that showed the review, that confirms it, as
  /// long as the server's review is the one that was shown.
  case unread(authorised: Review?, SigningPolicy)
  /// A transaction that the server holds for review.
  case review(Review, SigningPolicy)

  /// The policy.
  public var policy: SigningPolicy {
    switch self {
    case .scenario(let policy), .transaction(_, let policy), .unread(_, let policy),
      .review(_, let policy):
      policy
    }
  }

  /// The transaction as a screen shows it; nil if there is none, or before it is known.
  var transaction: FlowTransaction? {
    switch self {
    case .scenario, .unread(nil, _): nil
    case .transaction(let document, _): FlowTransaction(document: document)
    case .unread(let review?, _), .review(let review, _):
      FlowTransaction(document: review.document, review: review)
    }
  }
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
