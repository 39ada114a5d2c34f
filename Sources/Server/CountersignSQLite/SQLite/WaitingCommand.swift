import CountersignCore

/// A command in the writer's queue, with whoever waits for its outcome.
struct WaitingCommand: Sendable {
  /// Runs the command; gives what hands its outcome over, to be called once it is durable.
  let run: @Sendable (any WriteTransaction) throws -> @Sendable () -> Void
  /// Hands a failure over.
  let fail: @Sendable (any Error) -> Void

  init<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome,
    _ continuation: CheckedContinuation<Outcome, any Error>
  ) {
    run = { transaction in
      let outcome = try command(transaction)
      return { continuation.resume(returning: outcome) }
    }
    fail = { continuation.resume(throwing: $0) }
  }
}
