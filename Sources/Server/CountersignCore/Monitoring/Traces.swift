package import Tracing

extension Tracer {
  /// Runs a piece of work in a span of its own.
  ///
  /// Within it, ``TraceContext/current`` is its own. A ``Refusal`` that it throws is no failure. Of
  /// any error the span has the type or the reason alone: its text can hold what a person typed.
  ///
  /// - Parameters:
  ///   - name: The name, one of few.
  ///   - kind: Its place between this server and others.
  ///   - parent: The work that it is part of; nil for the first of a trace.
  ///   - work: The work, which can say more of itself.
  /// - Returns: What the work gives.
  /// - Throws: What the work throws.
  package func trace<Outcome>(
    _ name: String, _ kind: SpanKind, in parent: TraceContext?,
    _ work: (any Tracing.Span) async throws -> Outcome
  ) async rethrows -> Outcome {
    let span = startSpan(
      name, context: outer(kind, parent), ofKind: kind, at: DefaultTracerClock.now)
    defer { span.end() }
    do {
      return try await InstrumentationContext.$current.withValue(span.context) {
        try await TraceContext.$current.withValue(inner(span.context)) { try await work(span) }
      }
    } catch {
      if let refusal = error as? Refusal {
        span.attributes["countersign.reason"] = refusal.reason.code
      } else {
        span.attributes["error.type"] = "\(type(of: error))"
        span.setStatus(SpanStatus(code: .error))
      }
      throw error
    }
  }

  /// The context of a backend for work that is part of another one.
  private func outer(_ kind: SpanKind, _ parent: TraceContext?) -> InstrumentationContext {
    let running = InstrumentationContext.current
    // A host that traces its own requests has read the caller's field already.
    if kind == .server, let running, !running.isEmpty { return running }
    guard let parent else { return .topLevel }
    // Of work in this process the backend knows by itself.
    if let running, parent == TraceContext.current { return running }
    var context = InstrumentationContext.topLevel
    extract(["traceparent": parent.description], into: &context, using: TraceFields())
    return context
  }

  /// The context of a span; nil for a backend that has no W3C Trace Context.
  private func inner(_ context: InstrumentationContext) -> TraceContext? {
    if let own = context[TraceContextKey.self] { return own }
    var fields: [String: String] = [:]
    inject(context, into: &fields, using: TraceFields())
    return fields["traceparent"].flatMap(TraceContext.init(traceparent:))
  }
}

extension Optional where Wrapped == any Tracer {
  /// Runs a part of the work that is traced now, and records it; where nothing is traced, it just
  /// runs.
  func step<Outcome>(
    _ name: String, _ kind: SpanKind = .internal, _ work: () async throws -> Outcome
  ) async rethrows -> Outcome {
    guard let self, let parent = TraceContext.current else { return try await work() }
    return try await self.trace(name, kind, in: parent) { _ in try await work() }
  }
}

extension InstrumentationSystem {
  /// The tracer of this process; nil if nothing records (`InstrumentationSystem.bootstrap`), so
  /// that no request pays for it.
  package static var recordingTracer: (any Tracer)? {
    let tracer = InstrumentationSystem.tracer
    return tracer is NoOpTracer ? nil : tracer
  }
}

/// The place in a trace, among what a task carries along.
package enum TraceContextKey: InstrumentationContextKey {
  package typealias Value = TraceContext
}

/// The fields by which any backend reads and writes a place in a trace.
private struct TraceFields: Extractor, Injector {
  func extract(key: String, from fields: [String: String]) -> String? {
    fields[key.lowercased()]
  }

  func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
    fields[key.lowercased()] = value
  }
}
