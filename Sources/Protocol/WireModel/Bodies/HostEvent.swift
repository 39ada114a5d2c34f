public import WebAuthnModel

/// What a host is told by webhook: that a transaction to review came, or was decided on.
///
/// The body of the post as it is signed. That a transaction's time is over is no event: the host
/// knows when that is, and asks then with `GET /service/transactions/{id}`.
public struct HostEvent: JSONBody, Hashable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
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

  /// Reads the body of a webhook.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    kind = try reader.choice("type")
    timestamp = try reader.string("timestamp")
    guard let data = reader.optionalValue("data") else {
      throw reader.failure("data", "is missing")
    }
    var members = try JSONObjectReader(data, path: "data")
    accountID = try members.string("accountID")
    userName = try members.string("userName")
    transaction = try TransactionAnswer(json: data)
  }

  /// The body's fields.
  public var json: JSONValue {
    var data: JSONObject = ["accountID": .string(accountID), "userName": .string(userName)]
    if case .object(let members) = transaction.json {
      for name in members.names { data[name] = members[name] }
    }
    return [
      "type": .string(kind.rawValue), "timestamp": .string(timestamp), "data": .object(data),
    ]
  }
}
