public import WireModel

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
