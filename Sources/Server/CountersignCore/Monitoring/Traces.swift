public import CountersignCore
import Instrumentation
public import Tracing

/// Records a server's work by swift-distributed-tracing, whatever backend a host has chosen for it.
public struct ServerTracer: ServiceTracer {
  private let tracer: any Tracer

  /// The tracer of this process; nil if nothing records (`InstrumentationSystem.bootstrap`), so
  /// that no request pays for it.
  public static func ofProcess() -> ServerTracer? {
    let tracer = InstrumentationSystem.tracer
    return tracer is NoOpTracer ? nil : ServerTracer(tracer)
  }

  /// A server's tracer over another one.
  public init(_ tracer: any Tracer) { self.tracer = tracer }

  /// Runs a piece of work in a span of its own.
  public func trace<Outcome>(
    _ name: String, _ role: SpanRole, in parent: TraceContext?,
    _ work: (any ServiceSpan) async throws -> Outcome
  ) async rethrows -> Outcome {
    try await trace(name, role, in: parent, by: tracer, work)
  }

  private func trace<Backend: Tracer, Outcome>(
    _ name: String, _ role: SpanRole, in parent: TraceContext?, by tracer: Backend,
    _ work: (any ServiceSpan) async throws -> Outcome
  ) async rethrows -> Outcome {
    let span = tracer.startSpan(
      name, context: outer(role, parent), ofKind: role.kind, at: DefaultTracerClock.now)
    defer { span.end() }
    do {
      return try await InstrumentationContext.$current.withValue(span.context) {
        try await TraceContext.$current.withValue(inner(span.context)) {
          try await work(TracedSpan(span: span))
        }
      }
    } catch {
      // Only the reason: what else an error says can hold what a person typed.
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
  private func outer(_ role: SpanRole, _ parent: TraceContext?) -> InstrumentationContext {
    let running = InstrumentationContext.current
    // A host that traces its own requests has read the caller's field already.
    if role == .server, let running, !running.isEmpty { return running }
    guard let parent else { return .topLevel }
    // Of work in this process the backend knows by itself.
    if let running, parent == TraceContext.current { return running }
    var context = InstrumentationContext.topLevel
    tracer.extract(
      ["traceparent": parent.description], into: &context, using: FieldExtractor())
    return context
  }

  /// The context of a span; nil for a backend that has no W3C Trace Context.
  private func inner(_ context: InstrumentationContext) -> TraceContext? {
    if let own = context[TraceContextKey.self] { return own }
    var fields: [String: String] = [:]
    tracer.inject(context, into: &fields, using: FieldInjector())
    return fields["traceparent"].flatMap(TraceContext.init(traceparent:))
  }
}

extension SpanRole {
  fileprivate var kind: SpanKind {
    switch self {
    case .server: .server
    case .client: .client
    case .consumer: .consumer
    case .within: .internal
    }
  }
}

/// A span of any backend.
private struct TracedSpan: ServiceSpan {
  let span: any Span

  func rename(_ name: String) { span.operationName = name }
  func note(_ name: String, _ value: String) { span.attributes[name] = value }
  func note(_ name: String, _ value: Int64) { span.attributes[name] = value }
  func fail() { span.setStatus(SpanStatus(code: .error)) }
}

private struct FieldExtractor: Extractor {
  func extract(key: String, from fields: [String: String]) -> String? {
    fields[key.lowercased()]
  }
}

private struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
    fields[key.lowercased()] = value
  }
}
