public import DocumentModel

/// A transaction as a screen shows it.
public struct FlowTransaction: Sendable, Hashable {
  /// The server's document: all that a screen shows, and what is signed; nil until the server was
  /// asked for it.
  public let document: Document?
  /// The review that it stands in; nil if the app itself asks for it.
  public let review: TransactionReview?

  /// A transaction to show.
  public init(document: Document?, review: TransactionReview? = nil) {
    self.document = document
    self.review = review
  }
}

/// How far the review of a transaction has come.
public enum ReviewStatus: String, Sendable, Hashable, CaseIterable {
  /// Nobody has decided.
  case pending
  /// It was approved.
  case approved
  /// It was denied.
  case denied
  /// Its time is over.
  case expired
}

/// A transaction that the host's backend wants reviewed (scenarios, "Pending transactions").
public struct TransactionReview: Sendable, Hashable {
  /// The transaction's id at the server.
  public let id: String
  /// When it was created, RFC 3339 in UTC.
  public let created: String
  /// When its time is over, RFC 3339 in UTC.
  public let expires: String
  /// How far it has come.
  public let status: ReviewStatus

  /// A review as the server described it.
  public init(id: String, created: String, expires: String, status: ReviewStatus) {
    self.id = id
    self.created = created
    self.expires = expires
    self.status = status
  }
}

/// What a protected action answered.
public struct ActionResult: Sendable, Hashable {
  /// How far the action has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is done.
    case completed
    /// It is paid; its supplier has not said yet what became of it.
    case pending
    /// It did not work; the money is back.
    case failed
  }

  /// The transaction's id at the server.
  public let transactionID: String
  /// How far it has come.
  public let status: Status
  /// What was paid.
  public let amount: Int64
  /// What the wallet holds now.
  public let balance: Int64
  /// When, RFC 3339 in UTC.
  public let timestamp: String

  /// A result as the server gave it.
  public init(
    transactionID: String, status: Status, amount: Int64, balance: Int64, timestamp: String
  ) {
    self.transactionID = transactionID
    self.status = status
    self.amount = amount
    self.balance = balance
    self.timestamp = timestamp
  }
}

/// An operation of an earlier flow whose answer was lost then and is known now.
public struct EarlierOperation: Sendable, Hashable {
  /// The operation.
  public let operation: OperationID
  /// What became of it.
  public let result: ActionResult

  /// An operation that was looked up.
  public init(operation: OperationID, result: ActionResult) {
    self.operation = operation
    self.result = result
  }
}
