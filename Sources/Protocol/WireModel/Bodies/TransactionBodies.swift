public import WebAuthnModel

/// How far the review of a transaction has come, on the wire.
public enum TransactionStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved.
  case approved
  /// It was denied.
  case denied
  /// Its time is over.
  case expired
}

/// Body of `POST /service/transactions`.
public struct NewTransactionRequest: JSONBody, Hashable {
  /// Who reviews it.
  public var userName: String
  /// What is paid, in the unit in which the deployment counts the currency.
  @MoneyAmount public var amount: Int64
  /// ISO 4217 code of the currency.
  public var currency: String
  /// Who is paid.
  public var payee: String
  /// The last four digits of the card's number.
  public var lastFourPAN: String?
  /// Seconds until its time is over; nil for the server's default.
  public var expiresIn: Int64?

  /// A transaction to create.
  public init(
    userName: String, amount: Int64, currency: String, payee: String, lastFourPAN: String? = nil,
    expiresIn: Int64? = nil
  ) {
    self.userName = userName
    self.amount = amount
    self.currency = currency
    self.payee = payee
    self.lastFourPAN = lastFourPAN
    self.expiresIn = expiresIn
  }
}

/// A transaction under review, with how far it has come.
///
/// Answer of `POST /service/transactions`, `GET /transactions/{id}`, approve and deny, and the data
/// of each `transaction` event of `GET /transactions/events`.
public struct TransactionAnswer: JSONBody, ExtensibleJSON, Hashable {
  /// What is reviewed.
  @Flattened public var transaction: ReviewTransaction
  /// How far it has come.
  public var status: TransactionStatus
  /// When it was decided, RFC 3339 in UTC; nil while it is not.
  public var decidedAt: String?
  /// What the person said when it was approved.
  public var userInput: String?

  /// An answer to send.
  public init(
    transaction: ReviewTransaction, status: TransactionStatus, decidedAt: String?,
    userInput: String? = nil
  ) {
    self.transaction = transaction
    self.status = status
    self.decidedAt = decidedAt
    self.userInput = userInput
  }
}

/// Answer of `GET /transactions`.
public struct TransactionList: JSONBody, ExtensibleJSON, Hashable {
  /// The account's transactions: those to be decided first, in the order of their time; then newest
  /// first.
  public var transactions: [TransactionAnswer]

  /// A list to send.
  public init(transactions: [TransactionAnswer]) { self.transactions = transactions }
}

/// Body of `POST /transactions/{id}/approve`.
public struct ApprovalRequest: JSONBody, Hashable {
  /// The proof.
  @Flattened public var proof: Proof
  /// What the person said beside it: at most 256 characters, kept with the approval.
  public var userInput: String?

  /// A request to send.
  public init(proof: Proof, userInput: String? = nil) {
    self.proof = proof
    self.userInput = userInput
  }

  /// Refuses a text that no screen shows in full.
  public func checkMembers() throws(JSONShapeError) {
    guard userInput.flatMap(UserInputRule.fault) != .tooLong else {
      throw JSONShapeError(path: "userInput", problem: "must be at most 256 characters")
    }
  }

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Proof.CodingKeys.self] }
}

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
