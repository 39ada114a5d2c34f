/// An account as a person knows it.
public struct SessionAccount: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// The name to show.
  public let displayName: String

  /// An account.
  public init(id: String, displayName: String) {
    self.id = id
    self.displayName = displayName
  }
}

/// The lines and the picture that the server wants shown of a session.
public struct AnnounceInfo: Sendable, Hashable {
  /// One line.
  public struct Entry: Sendable, Hashable {
    /// The label.
    public let key: String
    /// The value beside the label.
    public let value: String

    /// A line to show.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The address of a picture; nil for none.
  public let logo: String?
  /// The lines, in order.
  public let entries: [Entry]

  /// Lines and a picture to show.
  public init(logo: String?, entries: [Entry]) {
    self.logo = logo
    self.entries = entries
  }
}

/// An account of the person at the server, as it is enrolled on one device.
public struct ExistingAccount: Sendable, Hashable {
  /// The account.
  public let account: SessionAccount
  /// The name of the device.
  public let device: String

  /// An account on a device.
  public init(account: SessionAccount, device: String) {
    self.account = account
    self.device = device
  }
}

/// An enrolment as the server knows it.
public struct EnrolInfo: Sendable, Hashable {
  /// The person's account at the server on each device where it is enrolled already, oldest first;
  /// empty for a new account.
  public let existingAccounts: [ExistingAccount]
  /// The name under which the account is registered.
  public let displayName: String

  /// An enrolment as the server described it.
  public init(existingAccounts: [ExistingAccount], displayName: String) {
    self.existingAccounts = existingAccounts
    self.displayName = displayName
  }
}

/// The session of an ENROL or a LOGIN, as a screen shows it.
public struct FlowSession: Sendable, Hashable {
  /// Its id at the server.
  public let id: String
  /// ENROL or LOGIN.
  public let type: FlowType
  /// The lines that the server wants shown; nil for none.
  public let announceInfo: AnnounceInfo?
  /// The enrolment as the server knows it; only in ENROL.
  public let enrolInfo: EnrolInfo?
  /// Whose session it is; nil until that is known.
  public internal(set) var account: SessionAccount?

  /// A session that was opened, as the server described it.
  package init(
    id: String, type: FlowType, announceInfo: AnnounceInfo?, enrolInfo: EnrolInfo? = nil
  ) {
    self.id = id
    self.type = type
    self.announceInfo = announceInfo
    self.enrolInfo = enrolInfo
  }
}
