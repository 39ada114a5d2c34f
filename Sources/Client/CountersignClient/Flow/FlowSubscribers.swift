import FlowModel

/// The listeners of a flow; they belong to one actor.
struct FlowSubscribers {
  /// Listeners to one flow.
  private var continuations: [AsyncStream<Flow>.Continuation] = []
  /// Listeners to every flow.
  private var followers: [AsyncStream<Flow>.Continuation] = []

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

  /// A stream of every flow, which does not end with one.
  mutating func follow(current: Flow?) -> AsyncStream<Flow> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Flow.self, bufferingPolicy: .unbounded)
    if let current { continuation.yield(current) }
    followers.append(continuation)
    return stream
  }

  /// Gives an update to all, and ends the streams of one flow after a final one.
  mutating func publish(_ flow: Flow) {
    followers.removeAll { follower in
      if case .terminated = follower.yield(flow) { true } else { false }
    }
    // A subscriber that is gone says so when it is given something.
    continuations.removeAll { continuation in
      if case .terminated = continuation.yield(flow) { return true }
      if flow.isFinal { continuation.finish() }
      return flow.isFinal
    }
  }
}
