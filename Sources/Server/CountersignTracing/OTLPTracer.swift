import CountersignCore
public import Instrumentation
import Synchronization
public import Tracing

/// A backend of swift-distributed-tracing that hands finished spans to a queue.
///
/// It follows W3C Trace Context: the work of a request whose trace is not recorded elsewhere is not
/// recorded here either, and its numbers go on.
public struct OTLPTracer: Tracer {
  private let queue: SpanQueue

  /// A tracer whose spans go to a queue.
  public init(_ queue: SpanQueue) { self.queue = queue }

  /// Makes a tracer and has all spans of this process go to its queue, once in a program.
  public static func bootstrap(_ queue: SpanQueue) {
    InstrumentationSystem.bootstrap(OTLPTracer(queue))
  }

  /// Begins a span.
  public func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> InstrumentationContext,
    ofKind kind: SpanKind, at instant: @autoclosure () -> Instant, function: String,
    file fileID: String, line: UInt
  ) -> OTLPSpan {
    OTLPSpan(
      operationName, kind, in: context(), at: instant().nanosecondsSinceEpoch, queue: queue)
  }

  /// Does nothing: spans leave the queue by its own ``SpanQueue/run(_:)``.
  public func forceFlush() {}

  /// Reads `traceparent`; what is not of its form is ignored.
  public func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {
    guard let text = extractor.extract(key: "traceparent", from: carrier),
      let parent = TraceContext(traceparent: text)
    else { return }
    context[TraceContextKey.self] = parent
  }

  /// Writes `traceparent`.
  public func inject<Carrier, Inject: Injector>(
    _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let own = context[TraceContextKey.self] else { return }
    injector.inject(own.description, forKey: "traceparent", into: &carrier)
  }
}

/// A piece of work that ``OTLPTracer`` records.
public final class OTLPSpan: Tracing.Span {
  private struct State {
    var name: String
    var attributes: SpanAttributes = [:]
    var status: SpanStatus?
    var hasEnded = false
  }

  /// The context of work within it.
  public let context: InstrumentationContext
  private let place: TraceContext
  private let parent: TraceContext?
  private let kind: SpanKind
  private let start: UInt64
  private let queue: SpanQueue
  private let state: Mutex<State>

  fileprivate init(
    _ name: String, _ kind: SpanKind, in context: InstrumentationContext, at start: UInt64,
    queue: SpanQueue
  ) {
    parent = context[TraceContextKey.self]
    var random = SystemRandomNumberGenerator()
    let trace =
      parent?.trace
      ?? (UInt64.random(in: 1...UInt64.max, using: &random), random.next())
    place = TraceContext(
      trace: trace, span: UInt64.random(in: 1...UInt64.max, using: &random),
      isSampled: parent?.isSampled ?? true)
    var own = context
    own[TraceContextKey.self] = place
    self.context = own
    (self.kind, self.start, self.queue) = (kind, start, queue)
    state = Mutex(State(name: name))
  }

  /// True if it is written down.
  public var isRecording: Bool { place.isSampled && !state.withLock(\.hasEnded) }

  /// The name.
  public var operationName: String {
    get { state.withLock(\.name) }
    set { state.withLock { $0.name = newValue } }
  }

  /// The names and values that belong to it.
  public var attributes: SpanAttributes {
    get { state.withLock(\.attributes) }
    set { state.withLock { $0.attributes = newValue } }
  }

  /// Says whether it failed.
  public func setStatus(_ status: SpanStatus) { state.withLock { $0.status = status } }

  /// Does nothing: no part of a server adds an event.
  public func addEvent(_ event: SpanEvent) {}

  /// Notes the type of an error: its text can hold what a person typed.
  public func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {
    state.withLock { $0.attributes["error.type"] = "\(type(of: error))" }
  }

  /// Does nothing: no part of a server links spans.
  public func addLink(_ link: SpanLink) {}

  /// Ends it, once, and hands it to the queue.
  public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    guard place.isSampled else { return }
    let end = instant().nanosecondsSinceEpoch
    let ended: State? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      return state
    }
    guard let ended else { return }
    queue.add(
      FinishedSpan(
        place: place, parent: parent, name: ended.name, kind: kind,
        // A clock that is set back makes no time negative.
        times: start...max(start, end), attributes: ended.attributes, status: ended.status?.code))
  }
}

/// A piece of work that is over.
struct FinishedSpan: Sendable {
  let place: TraceContext
  /// The work that it is part of; nil for the first of a trace.
  let parent: TraceContext?
  let name: String
  let kind: SpanKind
  /// Its beginning and its end, in nanoseconds since 1970.
  let times: ClosedRange<UInt64>
  let attributes: SpanAttributes
  let status: SpanStatus.Code?
}
