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
    var streams: [Int: Stream] = [:]
    var topics: [ChangeTopic: Set<Int>] = [:]
    /// The streams of strangers by network, and by those around it.
    var ofStrangers: [RequesterNetwork: Int] = [:]

    mutating func add(_ stream: Stream) -> Int {
      next += 1
      streams[next] = stream
      topics[stream.topic, default: []].insert(next)
      for level in stream.countedNetworks { ofStrangers[level, default: 0] += 1 }
      return next
    }

    mutating func remove(_ number: Int) -> Stream? {
      guard let stream = streams.removeValue(forKey: number) else { return nil }
      topics[stream.topic]?.remove(number)
      if topics[stream.topic]?.isEmpty == true { topics[stream.topic] = nil }
      for level in stream.countedNetworks {
        let count = ofStrangers[level] ?? 1
        ofStrangers[level] = count > 1 ? count - 1 : nil
      }
      return stream
    }

    /// The oldest stream of the network that has the most, over those that are chosen; nil where no
    /// network has more than a listener's own.
    func oldest(
      ofMoreThan network: RequesterNetwork?, where isChosen: (Stream) -> Bool
    ) -> Int? {
      let groups = Dictionary(
        grouping: streams.filter { isChosen($0.value) }, by: \.value.network?.widest)
      let most = groups.max {
        ($0.value.count, -($0.value.map(\.key).min() ?? 0))
          < ($1.value.count, -($1.value.map(\.key).min() ?? 0))
      }
      guard let most, most.value.count > groups[network?.widest]?.count ?? 0 else { return nil }
      return most.value.map(\.key).min()
    }
  }

  /// One stream that listens.
  private struct Stream {
    let topic: ChangeTopic
    /// Where whoever listens is; nil in this process.
    let network: RequesterNetwork?
    /// True for whoever is not signed in.
    let isOfStranger: Bool
    let waker: Waker

    /// The networks in which it is counted.
    var countedNetworks: [RequesterNetwork] { isOfStranger ? network?.levels ?? [] : [] }
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
    let wakers = listeners.withLock { listeners in
      (listeners.topics[topic] ?? []).compactMap { listeners.streams[$0]?.waker }
    }
    for waker in wakers { waker.yield() }
  }

  /// Has a stream woken from now on.
  ///
  /// - Parameters:
  ///   - topic: What it is about.
  ///   - network: Where whoever listens is; nil in this process.
  ///   - isSignedIn: Whether a session listens.
  ///   - waker: What wakes it; finished where another stream takes its place.
  /// - Returns: What ends it again.
  /// - Throws: ``Refusal``: `busy` where this process holds as many streams as it may and no
  ///   network has more of them, `too_many_requests` where the topic or the network does.
  public func listen(
    to topic: ChangeTopic, from network: RequesterNetwork? = nil, isSignedIn: Bool = true,
    waking waker: Waker
  ) throws(Refusal) -> @Sendable () -> Void {
    let stream = Stream(
      topic: topic, network: network, isOfStranger: !isSignedIn, waker: waker)
    let added: Result<(Int, displaced: [Waker]), Refusal> = listeners.withLock { listeners in
      var displaced: [Waker] = []
      do throws(Refusal) {
        try makeRoom(for: stream, in: &listeners, &displaced)
      } catch {
        return .failure(error)
      }
      return .success((listeners.add(stream), displaced))
    }
    let (number, displaced) = try added.get()
    // Outside of the lock: its end is noted there.
    for waker in displaced { waker.finish() }
    return { [self] in listeners.withLock { _ = $0.remove(number) } }
  }

  private func makeRoom(
    for stream: Stream, in listeners: inout Listeners, _ displaced: inout [Waker]
  ) throws(Refusal) {
    guard listeners.topics[stream.topic]?.count ?? 0 < policy.perTopic else {
      throw Refusal(.tooManyRequests, "close other streams of this kind first")
    }
    if stream.isOfStranger {
      let used = stream.countedNetworks.map { listeners.ofStrangers[$0] ?? 0 }
      guard SharedBound.firstFull(policy.perNetwork, used: used) == nil else {
        throw Refusal(
          .tooManyRequests, "too many links are watched from this network; close others first")
      }
      let count = listeners.streams.values.count { $0.isOfStranger }
      if count >= policy.ofStrangers {
        try displace(for: stream, in: &listeners, &displaced) { $0.isOfStranger }
      }
    }
    if listeners.streams.count >= policy.all {
      try displace(for: stream, in: &listeners, &displaced) { _ in true }
    }
  }

  private func displace(
    for stream: Stream, in listeners: inout Listeners, _ displaced: inout [Waker],
    where isChosen: (Stream) -> Bool
  ) throws(Refusal) {
    guard let number = listeners.oldest(ofMoreThan: stream.network, where: isChosen),
      let removed = listeners.remove(number)
    else { throw .tooMany }
    displaced.append(removed.waker)
  }

  /// The number of streams that listen, over all topics.
  package var listenerCount: Int { listeners.withLock { $0.streams.count } }
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
