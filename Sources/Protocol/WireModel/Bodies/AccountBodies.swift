public import WebAuthnModel

/// Answer of `GET /service/accounts`: a page of the accounts, by name.
public struct AccountList: JSONBody, ExtensibleJSON, Hashable {
  /// An account in the list.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The id that every other route knows the account by.
    public var accountID: String
    /// The name that the person or the host gave it (`AccountName`).
    public var userName: String
    /// The name to show.
    public var displayName: String
    /// The time of the sign-up, RFC 3339 in UTC.
    public var createdAt: String
    /// True if it has, or ever had, a factor, or an administrator revoked all: then a mailed code
    /// alone adds none.
    public var hadFactor: Bool

    /// An account to list.
    public init(
      accountID: String, userName: String, displayName: String, createdAt: String, hadFactor: Bool
    ) {
      self.accountID = accountID
      self.userName = userName
      self.displayName = displayName
      self.createdAt = createdAt
      self.hadFactor = hadFactor
    }
  }

  /// The accounts, by name.
  public var accounts: [Item]
  /// The value for the next page's `after`; nil on the last page.
  @Nullable public var next: String?

  /// A page to send.
  public init(accounts: [Item], next: String?) {
    self.accounts = accounts
    self.next = next
  }
}

/// Answer of `POST /service/accounts/find`: an account as its administration sees it.
public struct AccountAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// Its id, names and time of sign-up.
  @Flattened public var account: AccountList.Item
  /// Its second-factor account, as a screen that is no device of it sees it.
  public var secondFactor: SecondFactorAnswer
  /// The factors at which attempts were refused since the last right one.
  public var refusals: [RefusedFactor]
  /// Its devices that are not revoked.
  @Flattened public var devices: DeviceList
  /// Its credentials that are not revoked.
  @Flattened public var credentials: CredentialList
  /// Its open sessions.
  @Flattened public var sessions: SessionList
  /// The progress of its recovery.
  public var recovery: RecoveryAnswer

  /// An answer to send.
  public init(
    account: AccountList.Item, secondFactor: SecondFactorAnswer, refusals: [RefusedFactor],
    devices: DeviceList, credentials: CredentialList, sessions: SessionList,
    recovery: RecoveryAnswer
  ) {
    self.account = account
    self.secondFactor = secondFactor
    self.refusals = refusals
    self.devices = devices
    self.credentials = credentials
    self.sessions = sessions
    self.recovery = recovery
  }
}

/// A factor at which attempts were refused since the last right one.
public struct RefusedFactor: JSONBody, ExtensibleJSON, Hashable {
  /// The kinds of attempts that are counted together.
  public enum Factor: String, Codable, Sendable, Hashable, CaseIterable {
    /// A PIN: of a device where one is named, else the account's PIN in a body.
    case pin
    /// The assertions of the account's credentials.
    case credentials
    /// The codes that are mailed and texted.
    case codes
    /// The codes of the authenticator app.
    case authenticatorApp = "authenticator_app"
  }

  /// The factor whose state this is.
  public var factor: Factor
  /// Whose PIN, for a device's.
  @Nullable public var deviceID: String?
  /// The number of attempts in a row that were refused.
  public var failedAttempts: Int64
  /// True if it is blocked now.
  public var isBlocked: Bool
  /// The time of the next attempt, RFC 3339 in UTC; nil for at once, and for a PIN that only
  /// unblocking opens.
  @Nullable public var penalisedUntil: String?

  /// A factor to tell of.
  public init(
    factor: Factor, deviceID: String?, failedAttempts: Int64, isBlocked: Bool,
    penalisedUntil: String?
  ) {
    self.factor = factor
    self.deviceID = deviceID
    self.failedAttempts = failedAttempts
    self.isBlocked = isBlocked
    self.penalisedUntil = penalisedUntil
  }

  private enum CodingKeys: String, CodingKey {
    case factor
    case deviceID = "deviceId"
    case failedAttempts
    case isBlocked
    case penalisedUntil
  }
}
