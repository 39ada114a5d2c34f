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
