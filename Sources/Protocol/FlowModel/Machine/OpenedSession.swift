/// A session as the server opened it for a person to confirm.
public indirect enum OpenedSession: Sendable, Hashable {
  /// An enrolment.
  case enrol(EnrolSession)
  /// A login.
  case login(LoginSession)

  /// Its id at the server.
  public var id: String {
    switch self {
    case .enrol(let session): session.id
    case .login(let session): session.id
    }
  }
}

/// An enrolment that was opened.
public struct EnrolSession: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// What the server wants shown.
  public let announceInfo: AnnounceInfo?
  /// What is known of the enrolment.
  public let enrolInfo: EnrolInfo
  /// The accounts already on this device.
  public let accountsHere: [SessionAccount]
  /// Whether a second factor will be asked for.
  public let secondFactor: SecondFactorNeed

  /// An enrolment as the server described it.
  public init(
    id: String, announceInfo: AnnounceInfo?, enrolInfo: EnrolInfo, accountsHere: [SessionAccount],
    secondFactor: SecondFactorNeed
  ) {
    self.id = id
    self.announceInfo = announceInfo
    self.enrolInfo = enrolInfo
    self.accountsHere = accountsHere
    self.secondFactor = secondFactor
  }
}

/// A login that was opened.
public struct LoginSession: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// What the server wants shown.
  public let announceInfo: AnnounceInfo?
  /// The accounts of this device that could be logged in.
  public let accounts: [SessionAccount]
  /// The numbers of which one stands on the other screen; empty where there is none.
  public let numbers: [String]
  /// Whether a second factor will be asked for.
  public let secondFactor: SecondFactorNeed

  /// A login as the server described it.
  public init(
    id: String, announceInfo: AnnounceInfo?, accounts: [SessionAccount], numbers: [String],
    secondFactor: SecondFactorNeed
  ) {
    self.id = id
    self.announceInfo = announceInfo
    self.accounts = accounts
    self.numbers = numbers
    self.secondFactor = secondFactor
  }
}

/// Whether a session needs a second factor.
public enum SecondFactorNeed: Sendable, Hashable, CaseIterable {
  /// It will be asked for.
  case needed
  /// It will not.
  case notNeeded
}

/// A session that a person has confirmed.
public indirect enum ConfirmedSession: Sendable, Hashable {
  /// An enrolment.
  case enrol(EnrolSession)
  /// A login of this account.
  case login(LoginSession, SessionAccount)

  var subject: FlowSubject {
    switch self {
    case .enrol(let session): .session(.enrol(session), nil)
    case .login(let session, let account): .session(.login(session), account)
    }
  }

  /// A confirmation without a factor is known by its session.
  var operation: OperationID {
    switch self {
    case .enrol(let session): OperationID(session.id)
    case .login(let session, _): OperationID(session.id)
    }
  }
}
