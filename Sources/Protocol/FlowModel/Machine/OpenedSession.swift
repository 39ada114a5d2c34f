/// An enrolment that was opened, for a person to confirm.
public struct EnrolSession: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// The lines that the server wants shown.
  public let announceInfo: AnnounceInfo?
  /// The enrolment as the server knows it.
  public let enrolInfo: EnrolInfo
  /// The accounts already on this device.
  public let accountsHere: [SessionAccount]
  /// True if a second factor will be asked for.
  public let secondFactorNeeded: Bool

  /// An enrolment as the server described it.
  public init(
    id: String, announceInfo: AnnounceInfo?, enrolInfo: EnrolInfo, accountsHere: [SessionAccount],
    secondFactorNeeded: Bool
  ) {
    self.id = id
    self.announceInfo = announceInfo
    self.enrolInfo = enrolInfo
    self.accountsHere = accountsHere
    self.secondFactorNeeded = secondFactorNeeded
  }

  /// The session as a screen shows it.
  var shown: FlowSession {
    FlowSession(
      id: id, type: .enrol, announceInfo: announceInfo, enrolInfo: enrolInfo, account: nil)
  }
}

/// A login that was opened, for a person to confirm.
public struct LoginSession: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// The lines that the server wants shown.
  public let announceInfo: AnnounceInfo?
  /// The accounts of this device that could be logged in.
  public let accounts: [SessionAccount]
  /// The numbers of which one stands on the other screen; empty if there is no other screen.
  public let numbers: [String]
  /// True if a second factor will be asked for.
  public let secondFactorNeeded: Bool

  /// A login as the server described it.
  public init(
    id: String, announceInfo: AnnounceInfo?, accounts: [SessionAccount], numbers: [String],
    secondFactorNeeded: Bool
  ) {
    self.id = id
    self.announceInfo = announceInfo
    self.accounts = accounts
    self.numbers = numbers
    self.secondFactorNeeded = secondFactorNeeded
  }

  /// The session as a screen shows it.
  var shown: FlowSession {
    FlowSession(id: id, type: .login, announceInfo: announceInfo, enrolInfo: nil, account: nil)
  }
}
