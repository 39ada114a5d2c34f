/// How often a stream of events looks and speaks by itself.
public struct EventTiming: Sendable, Hashable {
  /// The time after which it looks at the store though nothing rang: another node changes the store
  /// without ringing here.
  public var poll = Duration.seconds(2)
  /// The time after which it says that it is there though nothing happened, so that nothing on the
  /// way takes the connection for a dead one.
  public var heartbeat = Duration.seconds(15)
  /// How long a stream that is told to end with the server may take to do so.
  public var farewell = Duration.seconds(5)

  /// Every 2 s, every 15 s, and 5 s.
  public init() {}
}
