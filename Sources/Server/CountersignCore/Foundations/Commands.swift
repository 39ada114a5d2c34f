import Tracing

/// Runs commands and queries on the store, with the time and the randomness that are drawn before
/// each, and writes what a refusal counts.
final class Commands: Sendable {
  let store: any Store
  let clock: any ServiceClock
  let random: any RandomBytes
  let limits: AttemptLimits
  let tracer: (any Tracer)?
  /// Rung by whoever has put something into the outbox.
  let outboxBell = OutboxBell()

  init(
    store: any Store, clock: any ServiceClock, random: any RandomBytes, limits: AttemptLimits,
    tracer: (any Tracer)?
  ) {
    self.store = store
    self.tracer = tracer
    self.clock = clock
    self.random = random
    self.limits = limits
  }

  /// The present moment.
  func now() -> Timestamp { clock.now() }

  /// Runs a command; a ``Refusal`` that it throws becomes its value, and what it wrote before is
  /// committed.
  ///
  /// So a command decides first, and before a refusal writes only what it counts.
  func run<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Decision<Outcome> {
    let now = now()
    return try await write { [limits] transaction in
      do {
        return .success(try command(transaction))
      } catch let refusal as Refusal {
        return .failure(try limits.write(refusal, at: now, in: transaction))
      }
    }
  }

  /// Runs a command that refuses nothing.
  func write<Outcome: Sendable>(
    _ command: @escaping @Sendable (any WriteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    let command = TraceContext.kept(command)
    return try await tracer.step("database transaction") { try await store.write(command) }
  }

  /// Runs a query against one snapshot.
  func read<Outcome: Sendable>(
    _ query: @escaping @Sendable (any ReadTransaction) throws -> Outcome
  ) async throws -> Outcome { try await store.read(query) }

  /// Runs one SELECT.
  func rows(_ sql: String, _ arguments: [SQLValue]) async throws -> [SQLRow] {
    try await store.rows(sql, arguments)
  }
}

/// Runs the steps of an operation; a ``Refusal`` that one of them throws becomes its value.
func decision<Outcome: Sendable>(
  _ steps: () async throws -> Outcome
) async throws -> Decision<Outcome> {
  do {
    return .success(try await steps())
  } catch let refusal as Refusal {
    return .failure(refusal)
  }
}
