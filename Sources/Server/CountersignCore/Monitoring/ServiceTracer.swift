/// Records the pieces of work that a request takes, for whoever looks for where its time goes.
///
/// As a ``ServiceMonitor``, it learns no secret and nothing of a person.
public protocol ServiceTracer: Sendable {
  /// Runs a piece of work, and records it.
  ///
  /// Within it, ``TraceContext/current`` is its own. A ``Refusal`` that it throws is no failure.
  ///
  /// - Parameters:
  ///   - name: The name, one of few.
  ///   - role: Its place between this server and others.
  ///   - parent: The work that it is part of; nil for the first of a trace.
  ///   - work: The work, which can say more of itself.
  /// - Returns: What the work gives.
  /// - Throws: What the work throws.
  func trace<Outcome>(
    _ name: String, _ role: SpanRole, in parent: TraceContext?,
    _ work: (any ServiceSpan) async throws -> Outcome
  ) async rethrows -> Outcome
}

/// A piece of work that is being recorded.
public protocol ServiceSpan: Sendable {
  /// Gives it another name, where the first was only a guess.
  func rename(_ name: String)

  /// Notes something of it.
  func note(_ name: String, _ value: String)

  /// Notes a number of it.
  func note(_ name: String, _ value: Int64)

  /// Notes that it failed, with nothing of the cause.
  func fail()
}

/// The place of a piece of work between this server and others.
public enum SpanRole: Sendable, Hashable {
  /// The server answers.
  case server
  /// The server asks another one.
  case client
  /// The server takes up work that it has put aside.
  case consumer
  /// A part of one of these.
  case within
}

extension Optional where Wrapped == any ServiceTracer {
  /// Runs a part of the work that is traced now, and records it; where nothing is traced, it just
  /// runs.
  func step<Outcome>(
    _ name: String, _ role: SpanRole = .within, _ work: () async throws -> Outcome
  ) async rethrows -> Outcome {
    guard let self, let parent = TraceContext.current else { return try await work() }
    return try await self.trace(name, role, in: parent) { _ in try await work() }
  }
}
