import Synchronization
public import WireModel

/// What a stream of events is about: rung when it changes.
public struct ChangeTopic: Sendable, Hashable {
  private let text: String

  init(_ text: String) { self.text = text }
}

/// Wakes the streams of this process when what they are about has changed.
///
/// Rung after the commit, never before. A hint only: what another node changed rings nothing here,
/// so each stream looks at the store by itself as well.
public final class ChangeBell: Sendable {
  /// What wakes one stream.
  public typealias Waker = AsyncStream<Void>.Continuation

  private struct Listeners {
    var next = 0
    var wakers: [ChangeTopic: [Int: Waker]] = [:]
  }

  private let listeners = Mutex(Listeners())

  init() {}

  /// Wakes whoever listens.
  func ring(_ topic: ChangeTopic) {
    let wakers = listeners.withLock { $0.wakers[topic].map { Array($0.values) } ?? [] }
    for waker in wakers { waker.yield() }
  }

  /// Has a stream woken from now on.
  ///
  /// - Returns: What ends it again; nil where the topic has as many streams as it may have.
  public func listen(to topic: ChangeTopic, waking waker: Waker) -> (@Sendable () -> Void)? {
    let number: Int? = listeners.withLock { listeners in
      guard listeners.wakers[topic]?.count ?? 0 < Self.mostListeners else { return nil }
      listeners.next += 1
      listeners.wakers[topic, default: [:]][listeners.next] = waker
      return listeners.next
    }
    guard let number else { return nil }
    return { [self] in
      listeners.withLock { listeners in
        listeners.wakers[topic]?[number] = nil
        if listeners.wakers[topic]?.isEmpty == true { listeners.wakers[topic] = nil }
      }
    }
  }

  /// How many streams listen, over all topics.
  package var listenerCount: Int {
    listeners.withLock { $0.wakers.values.reduce(0) { $0 + $1.count } }
  }

  /// More than a person has screens; a stream holds a connection for as long as it lasts.
  package static let mostListeners = 16
}

/// What a stream of events sends: read from the store when it opens, after each ring, and again and
/// again in between.
public protocol EventFeed: Sendable {
  /// What rings when there may be something new.
  var topic: ChangeTopic { get }

  /// Reads what has happened since it read last.
  ///
  /// - Throws: `StoreError`; the stream ends then, and whoever listens opens another.
  mutating func next() async throws -> EventFeedTurn
}

/// What a feed read.
public struct EventFeedTurn: Sendable {
  /// What happened, in its order.
  public var events: [ServerSentEvent]
  /// Whether that was the end: nothing more will happen, or whoever listens may hear no more.
  public var isLast: Bool

  /// A turn to send.
  public init(events: [ServerSentEvent], isLast: Bool) {
    self.events = events
    self.isLast = isLast
  }
}
