import Synchronization

/// Wakes the delivery loop when a command has put something into the outbox.
///
/// A hint only: the loop looks by itself as well, so that a lost ring loses no message.
final class OutboxBell: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Says that there may be something to deliver.
  func ring() { continuation.yield() }

  /// The rings, to the one loop that listens.
  var rings: AsyncStream<Void> { stream }
}
