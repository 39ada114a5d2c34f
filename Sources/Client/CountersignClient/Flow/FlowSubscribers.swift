import FlowModel

/// Who listens to a flow.
///
/// Belongs to one actor.
struct FlowSubscribers {
  private var continuations: [AsyncStream<Flow>.Continuation] = []

  /// A stream that begins with the present flow, taken in the same step as the registration.
  mutating func subscribe(current: Flow?) -> AsyncStream<Flow> {
    // Unbounded, so that a slow subscriber loses nothing: a flow has few updates.
    let (stream, continuation) = AsyncStream.makeStream(
      of: Flow.self, bufferingPolicy: .unbounded)
    if let current { continuation.yield(current) }
    if current?.isFinal == true {
      continuation.finish()
    } else {
      continuations.append(continuation)
    }
    return stream
  }

  /// Gives an update to all, and ends their streams after a final one.
  mutating func publish(_ flow: Flow) {
    // A subscriber that is gone says so when it is given something.
    continuations.removeAll { continuation in
      if case .terminated = continuation.yield(flow) { return true }
      if flow.isFinal { continuation.finish() }
      return flow.isFinal
    }
  }
}
