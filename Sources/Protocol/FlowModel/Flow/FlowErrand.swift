public import DocumentModel

/// What a flow begins with; chance and configuration come in here.
public struct FlowStart: Sendable, Hashable {
  /// The new flow's id, random.
  public let id: FlowID
  /// What it is to do.
  public let errand: FlowErrand
  /// After so many wrong codes it ends (scenarios, "Retryable").
  public let triesPerCode: Int

  /// A start.
  public init(id: FlowID, errand: FlowErrand, triesPerCode: Int = 5) {
    self.id = id
    self.errand = errand
    self.triesPerCode = triesPerCode
  }
}

/// What a flow is to do.
public enum FlowErrand: Sendable, Hashable {
  /// Something that ends in a session: the account is not known before.
  case session(SessionErrand)
  /// Something that an account of this device does in its session.
  case account(AccountErrand)
}

/// What ends in a session.
public enum SessionErrand: Sendable, Hashable {
  /// ENROL.
  case enrol
  /// LOGIN.
  case login(LoginOrigin)

  /// Who wants a person logged in.
  public enum LoginOrigin: Sendable, Hashable, CaseIterable {
    /// The app itself: with its only account nothing has to be confirmed.
    case app
    /// Another screen, by a link or a QR code: a person always confirms.
    case link
  }
}

/// What an account of this device does.
public enum AccountErrand: Sendable, Hashable {
  /// SIGN_TRANSACTION.
  case sign(SignErrand)
  /// One of the four flows over the account's own factors.
  case manage(Management)
}

/// What is done to the account's own factors.
public enum Management: Sendable, Hashable, CaseIterable {
  /// CHANGE_PIN.
  case changePIN
  /// ADD_BIOMETRICS.
  case addBiometrics
  /// REMOVE_BIOMETRICS.
  case removeBiometrics
  /// HEADLESS_UPGRADE.
  case headlessUpgrade
}

/// A scenario as the machine knows it: what is signed, and with which factors.
public struct SignErrand: Sendable, Hashable {
  /// What is signed.
  public enum Request: Sendable, Hashable {
    /// No transaction, only the scenario.
    case scenario
    /// A transaction that the app asks for.
    case asked
    /// A transaction that the server holds for review.
    ///
    /// Where the person has pressed "Authorize" on a screen that showed it, that is its
    /// confirmation, as long as the server's transaction is the very one that was shown.
    case review(authorised: Review?)
  }

  /// What stands in for biometrics.
  public enum Fallback: Sendable, Hashable {
    /// The PIN.
    case pin
    /// VALIDATE_CODE, and another code.
    case codes(SecondCode)
  }

  /// The code beside the mailed one.
  public enum SecondCode: Sendable, Hashable, CaseIterable {
    /// OTP: the server texts it once the mailed one was right.
    case texted
    /// TWO_FACTOR: both are given together.
    case authenticatorApp
  }

  /// What is signed.
  public let request: Request
  /// Which factors may be used.
  public let level: SecurityLevel
  /// What stands in for biometrics.
  public let fallback: Fallback
  /// How a signed challenge reaches the action.
  public let proofPath: ProofPath

  /// An errand.
  public init(
    _ request: Request, level: SecurityLevel, fallback: Fallback = .pin, proofPath: ProofPath
  ) {
    self.request = request
    self.level = level
    self.fallback = fallback
    self.proofPath = proofPath
  }
}

extension SignErrand {
  /// Whether the person has said yes to a transaction under review on a screen before.
  var isAuthorised: Bool { if case .review(authorised: .some) = request { true } else { false } }
}

/// A transaction that the server holds for review.
public struct Review: Sendable, Hashable {
  /// The transaction's id at the server.
  public let id: String
  /// The document to show.
  public let document: Document
  /// When it was created, RFC 3339 in UTC.
  public let created: String
  /// When its time is over, RFC 3339 in UTC.
  public let expires: String

  /// A review as the server described it.
  public init(id: String, document: Document, created: String, expires: String) {
    self.id = id
    self.document = document
    self.created = created
    self.expires = expires
  }
}
