/// Points within a transaction at which a test looks on, waits, or kills the process.
///
/// No part of the server sets one; a hook runs on the writer's queue.
public struct StoreHooks: Sendable {
  /// Runs before each statement that writes, with its SQL.
  public var beforeStatement: (@Sendable (String) -> Void)?
  /// Runs before each commit; what it throws stands for a commit that failed.
  public var beforeCommit: (@Sendable () throws -> Void)?
  /// Runs after each commit, before any command is answered.
  public var afterCommit: (@Sendable () -> Void)?

  /// No hooks.
  public init() {}
}
