public import WebAuthnModel

/// An event for a host by webhook.
///
/// A transaction to review came or was decided on, an action of a declared scenario was performed,
/// or an account of the host's is on hold.
///
/// The body of the post as it is signed. That a transaction's time is over is no event: the host
/// knows when that is, and asks then with `GET /service/transactions/{id}`.
public struct HostEvent: JSONBody, ExtensibleJSON, Hashable {
  /// The kind of event.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A transaction waits for the person; the host sends its push message now.
    case created = "transaction.created"
    /// It was approved.
    case approved = "transaction.approved"
    /// It was denied.
    case denied = "transaction.denied"
    /// An action of a declared scenario was performed.
    case performed = "action.performed"
    /// Factors of an account that the host made are on hold.
    case hold = "account.hold"
  }

  /// The subject of the event.
  public enum Subject: Sendable, Hashable {
    /// A transaction as it stood then.
    case transaction(TransactionAnswer)
    /// An action that was performed.
    case action(PerformedAction)
    /// The hold of an account.
    case hold(AccountHold)
  }

  /// The kind of event.
  public var kind: Kind
  /// The time of the event, RFC 3339 in UTC.
  public var timestamp: String
  /// The account's id.
  public var accountID: String
  /// The account's name; nil for an account that another host made.
  public var userName: String?
  /// The label.
  public var subject: Subject

  /// An event to send.
  public init(
    kind: Kind, timestamp: String, accountID: String, userName: String?, subject: Subject
  ) {
    self.kind = kind
    self.timestamp = timestamp
    self.accountID = accountID
    self.userName = userName
    self.subject = subject
  }

  /// The transaction as it stood then; nil for an event about something else.
  public var transaction: TransactionAnswer? {
    if case .transaction(let answer) = subject { answer } else { nil }
  }
}

extension HostEvent {
  private enum CodingKeys: String, CodingKey {
    case kind = "type"
    case timestamp
    case data
  }

  /// The subject of the event, and its account.
  private struct Content<Body: Codable & Sendable>: Codable, ExtensibleJSON {
    var accountID: String
    var userName: String?
    @Flattened var body: Body
  }

  /// Reads the event.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    timestamp = try container.decode(String.self, forKey: .timestamp)
    switch kind {
    case .created, .approved, .denied:
      let content = try container.decode(Content<TransactionAnswer>.self, forKey: .data)
      (accountID, userName) = (content.accountID, content.userName)
      subject = .transaction(content.body)
    case .performed:
      let content = try container.decode(Content<PerformedAction>.self, forKey: .data)
      (accountID, userName) = (content.accountID, content.userName)
      subject = .action(content.body)
    case .hold:
      let content = try container.decode(Content<AccountHold>.self, forKey: .data)
      (accountID, userName) = (content.accountID, content.userName)
      subject = .hold(content.body)
    }
  }

  /// Writes the event.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(timestamp, forKey: .timestamp)
    switch subject {
    case .transaction(let answer):
      try container.encode(
        Content(accountID: accountID, userName: userName, body: answer), forKey: .data)
    case .action(let action):
      try container.encode(
        Content(accountID: accountID, userName: userName, body: action), forKey: .data)
    case .hold(let hold):
      try container.encode(
        Content(accountID: accountID, userName: userName, body: hold), forKey: .data)
    }
  }
}
