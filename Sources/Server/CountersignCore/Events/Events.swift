import Synchronization
public import WireModel

/// The topic of a stream of events: rung when it changes.
public struct ChangeTopic: Sendable, Hashable {
  fileprivate let text: String

  init(_ text: String) { self.text = text }
}

/// Wakes the streams of this process when what they are about has changed.
///
/// Rung after the commit, never before, here and on the other nodes of the store. A hint only: one
/// from another node may be lost, so each stream looks at the store by itself as well.
public final class ChangeBell: Sendable {
  /// The continuation that wakes one stream.
  public typealias Waker = AsyncStream<Void>.Continuation

  private struct Listeners {
    var next = 0
    var wakers: [ChangeTopic: [Int: Waker]] = [:]
    var ofStrangers: [RequesterNetwork: Int] = [:]

    /// The number of streams, over all topics.
    var count: Int { wakers.values.reduce(0) { $0 + $1.count } }
  }

  private let listeners = Mutex(Listeners())
  private let policy: EventStreamPolicy
  private let relay: (any ChangeRelay)?

  init(policy: EventStreamPolicy, relay: (any ChangeRelay)?) {
    (self.policy, self.relay) = (policy, relay)
    relay?.receive { [weak self] hint in self?.wake(ChangeTopic(hint)) }
  }

  /// Wakes whoever listens, on all nodes.
  func ring(_ topic: ChangeTopic) {
    wake(topic)
    relay?.send(topic.text)
  }

  private func wake(_ topic: ChangeTopic) {
    let wakers = listeners.withLock { $0.wakers[topic].map { Array($0.values) } ?? [] }
    for waker in wakers { waker.yield() }
  }

  /// Has a stream woken from now on.
  ///
  /// - Parameters:
  ///   - topic: What it is about.
  ///   - stranger: The network of whoever listens and is not signed in; nil for a session's.
  ///   - waker: What wakes it.
  /// - Returns: What ends it again.
  /// - Throws: ``Refusal``: `busy` where this process holds as many streams as it may,
  ///   `too_many_requests` where the topic or the network does.
  public func listen(
    to topic: ChangeTopic, by stranger: RequesterNetwork? = nil, waking waker: Waker
  ) throws(Refusal) -> @Sendable () -> Void {
    let number: Result<Int, Refusal> = listeners.withLock { listeners in
      if let refusal = refusal(of: topic, by: stranger, listeners) { return .failure(refusal) }
      listeners.next += 1
      listeners.wakers[topic, default: [:]][listeners.next] = waker
      if let stranger { listeners.ofStrangers[stranger, default: 0] += 1 }
      return .success(listeners.next)
    }
    return { [self, number = try number.get()] in
      listeners.withLock { listeners in
        guard listeners.wakers[topic]?.removeValue(forKey: number) != nil else { return }
        if listeners.wakers[topic]?.isEmpty == true { listeners.wakers[topic] = nil }
        guard let stranger, let count = listeners.ofStrangers[stranger] else { return }
        listeners.ofStrangers[stranger] = count > 1 ? count - 1 : nil
      }
    }
  }

  private func refusal(
    of topic: ChangeTopic, by stranger: RequesterNetwork?, _ listeners: Listeners
  ) -> Refusal? {
    guard listeners.wakers[topic]?.count ?? 0 < policy.perTopic else {
      return Refusal(.tooManyRequests, "close other streams of this kind first")
    }
    if let stranger {
      guard listeners.ofStrangers[stranger] ?? 0 < policy.perNetwork else {
        return Refusal(
          .tooManyRequests, "too many links are watched from this network; close others first")
      }
      guard listeners.ofStrangers.values.reduce(0, +) < policy.ofStrangers else { return .tooMany }
    }
    return listeners.count < policy.all ? nil : .tooMany
  }

  /// The number of streams that listen, over all topics.
  package var listenerCount: Int { listeners.withLock { $0.count } }
}

extension Refusal {
  /// The server holds as many streams as it may.
  fileprivate static let tooMany = Refusal(
    .busy, "this server holds as many streams of events as it may; try again in a moment"
  ).retry(afterMilliseconds: 5000)
}

/// The source of a stream of events: read from the store when it opens, after each ring, and again
/// and again in between.
public protocol EventFeed: Sendable {
  /// The topic that rings when there may be something new.
  var topic: ChangeTopic { get }

  /// Reads what has happened since it read last.
  ///
  /// - Throws: `StoreError`; the stream ends then, and whoever listens opens another.
  mutating func next() async throws -> EventFeedTurn
}

/// The result of one reading of a feed.
public struct EventFeedTurn: Sendable {
  /// The events, in their order.
  public var events: [ServerSentEvent]
  /// True if that was the end: nothing more will happen, or whoever listens may hear no more.
  public var isLast: Bool

  /// A turn to send.
  public init(events: [ServerSentEvent], isLast: Bool) {
    self.events = events
    self.isLast = isLast
  }
}
