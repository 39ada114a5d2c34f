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

/// What became of a protected action that the server executed.
public struct ActionResult: Sendable, Hashable {
  /// How far the action has come.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is done.
    case completed
    /// It is executed; what follows from it is not known yet.
    case pending
    /// It came to nothing, and what it had changed is undone.
    case failed
  }

  /// The operation, by which the server can be asked for it again.
  public let operation: OperationID
  /// How far it has come.
  public let status: Status
  /// The action's own answer as JSON; empty where there is no more to say.
  public let bytes: [UInt8]

  /// A result as the server gave it.
  public init(operation: OperationID, status: Status, bytes: [UInt8] = []) {
    self.operation = operation
    self.status = status
    self.bytes = bytes
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
