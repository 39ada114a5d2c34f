public import WebAuthnModel

/// Answer of `GET /service/accounts`: a page of the accounts, by name.
public struct AccountList: JSONBody, Hashable {
  /// An account in the list.
  public struct Item: Sendable, Hashable {
    /// The account's id.
    public var accountID: String
    /// Its name.
    public var userName: String
    /// The name to show.
    public var displayName: String
    /// When it was made, RFC 3339 in UTC.
    public var createdAt: String
    /// Whether it has, or ever had, a factor, or an administrator revoked all: then a mailed code
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

    init(reading reader: inout JSONObjectReader) throws(JSONShapeError) {
      accountID = try reader.string("accountID")
      userName = try reader.string("userName")
      displayName = try reader.string("displayName")
      createdAt = try reader.string("createdAt")
      hadFactor = try reader.bool("hadFactor")
    }

    var members: JSONObject {
      [
        "accountID": .string(accountID), "userName": .string(userName),
        "displayName": .string(displayName), "createdAt": .string(createdAt),
        "hadFactor": .bool(hadFactor),
      ]
    }
  }

  /// The accounts, by name.
  public var accounts: [Item]
  /// What `after` takes for the next page; nil on the last one.
  public var next: String?

  /// A page to send.
  public init(accounts: [Item], next: String?) {
    self.accounts = accounts
    self.next = next
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    accounts = []
    for value in try reader.array("accounts") {
      var item = try JSONObjectReader(value)
      accounts.append(try Item(reading: &item))
    }
    next = try reader.optionalString("next")
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "accounts": .array(accounts.map { .object($0.members) }),
      "next": next.map(JSONValue.string) ?? .null,
    ]
  }
}

/// Answer of `POST /service/accounts/find`: an account as its administration sees it.
public struct AccountAnswer: JSONBody, Hashable {
  /// The account.
  public var account: AccountList.Item
  /// Its second-factor account, as a screen that is no device of it sees it.
  public var secondFactor: SecondFactorAnswer
  /// The factors at which attempts were refused since the last right one.
  public var refusals: [RefusedFactor]
  /// Its devices.
  public var devices: DeviceList
  /// Its credentials.
  public var credentials: CredentialList
  /// Its open sessions.
  public var sessions: SessionList
  /// How far its recovery has come.
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

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    account = try AccountList.Item(reading: &reader)
    secondFactor = try SecondFactorAnswer(json: reader.optionalValue("secondFactor") ?? .null)
    refusals = []
    for value in try reader.array("refusals") { refusals.append(try RefusedFactor(json: value)) }
    devices = try DeviceList(json: json)
    credentials = try CredentialList(json: json)
    sessions = try SessionList(json: json)
    recovery = try RecoveryAnswer(json: reader.optionalValue("recovery") ?? .null)
  }

  /// The answer's fields: the lists stand in it as in the person's own routes.
  public var json: JSONValue {
    var members = account.members
    members["secondFactor"] = secondFactor.json
    members["refusals"] = .array(refusals.map(\.json))
    for case .object(let list) in [devices.json, credentials.json, sessions.json] {
      for name in list.names { members[name] = list[name] }
    }
    members["recovery"] = recovery.json
    return .object(members)
  }
}

/// A factor at which attempts were refused since the last right one.
public struct RefusedFactor: JSONBody, Hashable {
  /// What is counted together.
  public enum Factor: String, Sendable, Hashable, CaseIterable {
    /// A PIN: of a device where one is named, else the account's in the seed's form.
    case pin
    /// The assertions of the account's credentials.
    case credentials
    /// The codes that are mailed and texted.
    case codes
    /// The codes of the authenticator app.
    case authenticatorApp = "authenticator_app"
  }

  /// Which factor.
  public var factor: Factor
  /// Whose PIN, for a device's.
  public var deviceID: String?
  /// How many attempts in a row were refused.
  public var failedAttempts: Int64
  /// Whether it is blocked now.
  public var isBlocked: Bool
  /// When the next attempt is taken, RFC 3339 in UTC; nil for at once, and for a PIN that only
  /// unblocking opens.
  public var penalisedUntil: String?

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

  /// Reads the factor.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    factor = try reader.choice("factor")
    deviceID = try reader.optionalString("deviceId")
    failedAttempts = try reader.integer("failedAttempts")
    isBlocked = try reader.bool("isBlocked")
    penalisedUntil = try reader.optionalString("penalisedUntil")
  }

  /// The factor's fields.
  public var json: JSONValue {
    [
      "factor": .string(factor.rawValue), "deviceId": deviceID.map(JSONValue.string) ?? .null,
      "failedAttempts": .integer(failedAttempts), "isBlocked": .bool(isBlocked),
      "penalisedUntil": penalisedUntil.map(JSONValue.string) ?? .null,
    ]
  }
}
