import Synchronization

/// Spans that wait to be sent: bounded, so that a collector that is away costs no memory and no
/// request any time.
public final class SpanQueue: Sendable {
  /// The numbers of spans since the start.
  public struct Counts: Sendable, Hashable {
    /// Those that a collector has taken.
    public var sent = 0
    /// Those that were left out: there was no room, or no collector took them.
    public var dropped = 0

    /// So many spans.
    public init(sent: Int = 0, dropped: Int = 0) { (self.sent, self.dropped) = (sent, dropped) }
  }

  private struct State {
    var waiting: [FinishedSpan] = []
    var counts = Counts()
  }

  private let capacity: Int
  private let batch: Int
  private let pause: Duration
  private let resource: [String: String]
  private let state = Mutex(State())
  private let wakes: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - resource: The names and values by which a collector knows this process, as `service.name`.
  ///   - capacity: The most spans that wait.
  ///   - batch: The most spans that are sent at once.
  ///   - pause: The longest time that a span waits for others.
  public init(
    resource: [String: String], capacity: Int = 4096, batch: Int = 512,
    pause: Duration = .seconds(5)
  ) {
    (self.resource, self.capacity, self.batch, self.pause) = (resource, capacity, batch, pause)
    (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The numbers of spans that were sent and dropped.
  public var counts: Counts { state.withLock(\.counts) }

  /// Sends what waits, again and again, until the task is cancelled.
  ///
  /// - Parameter carry: Hands a body of OTLP's JSON to a collector. A body that is not taken is
  ///   sent twice more, and dropped then.
  public func run(_ carry: @Sendable ([UInt8]) async throws -> Void) async {
    await withDiscardingTaskGroup { group in
      group.addTask { [waker, pause] in
        while (try? await Task.sleep(for: pause)) != nil { waker.yield() }
        waker.finish()
      }
      for await _ in wakes {
        guard !Task.isCancelled else { break }
        await send(tries: 3, carry)
      }
      group.cancelAll()
    }
  }

  /// Sends all that waits, each body once.
  public func flush(_ carry: ([UInt8]) async throws -> Void) async { await send(tries: 1, carry) }

  /// Takes a span, if there is room.
  func add(_ span: FinishedSpan) {
    let isBatch = state.withLock { state in
      guard state.waiting.count < capacity else {
        state.counts.dropped += 1
        return false
      }
      state.waiting.append(span)
      return state.waiting.count == batch
    }
    if isBatch { waker.yield() }
  }

  private func send(tries: Int, _ carry: ([UInt8]) async throws -> Void) async {
    while true {
      let spans = state.withLock { state in
        let spans = Array(state.waiting.prefix(batch))
        state.waiting.removeFirst(spans.count)
        return spans
      }
      guard !spans.isEmpty else { return }
      let body = OTLPText.body(of: spans, resource)
      let isTaken = await isTaken(body, tries, carry)
      state.withLock { state in
        if isTaken { state.counts.sent += spans.count } else { state.counts.dropped += spans.count }
      }
      // One that takes nothing is not asked for each of many bodies.
      if !isTaken { return }
    }
  }

  private func isTaken(
    _ body: [UInt8], _ tries: Int, _ carry: ([UInt8]) async throws -> Void
  ) async -> Bool {
    for number in 1...tries {
      if (try? await carry(body)) != nil { return true }
      guard number < tries, (try? await Task.sleep(for: .seconds(number))) != nil else { break }
    }
    return false
  }
}
