public import WireModel

/// Transactions that wait for the person, in the order in which they are shown.
public struct PendingQueue: Sendable, Hashable {
  private var waiting: [ReviewTransaction] = []
  private var handled: Set<String> = []

  /// A queue in which nothing waits.
  public init() {}

  /// What waits, first what comes first: by created, then expires, then id.
  public var transactions: [ReviewTransaction] { waiting }

  /// Adds a transaction that waits, unless it does already or was handled here.
  public mutating func add(_ transaction: ReviewTransaction) {
    let id = transaction.transactionID
    guard !handled.contains(id), !waiting.contains(where: { $0.transactionID == id }) else {
      return
    }
    let index = waiting.firstIndex { transaction.comesBefore($0) } ?? waiting.endIndex
    waiting.insert(transaction, at: index)
  }

  /// Adds a transaction that was shown and could not be answered.
  mutating func putBack(_ transaction: ReviewTransaction) {
    handled.remove(transaction.transactionID)
    add(transaction)
  }

  /// Notes that a transaction was shown or decided: it waits no more, and is not shown again by
  /// itself.
  public mutating func handle(_ id: String) {
    handled.insert(id)
    waiting.removeAll { $0.transactionID == id }
  }
}

extension ReviewTransaction {
  // Times are of one form and in UTC, so that their texts are in the order of the times.
  fileprivate func comesBefore(_ other: ReviewTransaction) -> Bool {
    (createdAt, expiresAt, transactionID)
      < (other.createdAt, other.expiresAt, other.transactionID)
  }
}
