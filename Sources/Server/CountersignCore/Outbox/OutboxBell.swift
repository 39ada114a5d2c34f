/// Wakes the outbox's worker when a command has put something in.
///
/// A hint only: the worker looks by itself as well, so that a lost ring loses no job. One worker at
/// a time listens.
final class OutboxBell: Sendable {
  /// The rings; those that come while one is waiting are one.
  let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Says that there may be something to do.
  func ring() { continuation.yield() }

  /// Rings now, and by itself after each pause, until the task is cancelled.
  func ring(every pause: Duration) async {
    repeat { ring() } while (try? await Task.sleep(for: pause)) != nil
  }
}
