public import WebAuthnModel

/// What a host is told by webhook: that a transaction to review came, or was decided on.
///
/// The body of the post as it is signed. That a transaction's time is over is no event: the host
/// knows when that is, and asks then with `GET /service/transactions/{id}`.
public struct HostEvent: JSONBody, ExtensibleJSON, Hashable {
  /// What happened.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A transaction waits for the person; the host sends its push message now.
    case created = "transaction.created"
    /// It was approved.
    case approved = "transaction.approved"
    /// It was denied.
    case denied = "transaction.denied"
  }

  /// What happened.
  public var kind: Kind
  /// When it happened, RFC 3339 in UTC.
  public var timestamp: String
  /// Whose transaction it is: the account's id.
  public var accountID: String
  /// Whose transaction it is: the account's name.
  public var userName: String
  /// The transaction as it stood then.
  public var transaction: TransactionAnswer

  /// An event to send.
  public init(
    kind: Kind, timestamp: String, accountID: String, userName: String,
    transaction: TransactionAnswer
  ) {
    self.kind = kind
    self.timestamp = timestamp
    self.accountID = accountID
    self.userName = userName
    self.transaction = transaction
  }
}

extension HostEvent {
  private enum CodingKeys: String, CodingKey {
    case kind = "type"
    case timestamp
    case data
  }

  /// The transaction, and whose it is.
  private struct Content: Codable, ExtensibleJSON {
    var accountID: String
    var userName: String
    @Flattened var transaction: TransactionAnswer
  }

  /// Reads the event.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    timestamp = try container.decode(String.self, forKey: .timestamp)
    let content = try container.decode(Content.self, forKey: .data)
    accountID = content.accountID
    userName = content.userName
    transaction = content.transaction
  }

  /// Writes the event.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(timestamp, forKey: .timestamp)
    try container.encode(
      Content(accountID: accountID, userName: userName, transaction: transaction), forKey: .data)
  }
}
