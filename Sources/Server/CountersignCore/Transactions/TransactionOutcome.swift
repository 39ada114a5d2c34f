public import WireModel

/// What an action on a transaction under review led to.
public struct TransactionOutcome: Sendable, Hashable {
  /// The transaction as it stands now.
  public let answer: TransactionAnswer
  /// Whether it is the first action's answer again, and nothing was executed.
  public let isReplayed: Bool
}
