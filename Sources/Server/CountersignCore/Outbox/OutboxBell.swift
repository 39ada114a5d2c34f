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

  /// Works at each ring, and by itself as often as it is told, until the task is cancelled.
  ///
  /// One loop at a time listens.
  func answered(every pause: Duration, _ work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
      group.addTask {
        for await _ in self.stream { await work() }
      }
      group.addTask {
        while (try? await Task.sleep(for: pause)) != nil { self.ring() }
      }
      await group.waitForAll()
    }
  }
}
