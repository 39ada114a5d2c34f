import WebAuthnModel
import WireModel

extension Reviews {
  /// The account's transactions as they come, are decided on and run out of time.
  ///
  /// - Parameters:
  ///   - lastEventID: The newest event that the listener has; nil for one that begins.
  ///   - session: Who listens; the feed ends when the session does, or may not read it any more,
  ///     and keeps it from ending no longer than it would.
  /// - Returns: The feed, or `malformed` for an id that no event has.
  public func events(
    after lastEventID: String?, session: AuthenticatedSession
  ) -> Decision<TransactionFeed> {
    guard let lastEventID else {
      return .success(
        TransactionFeed(
          commands: commands, sessions: sessions, policy: policy, session: session, change: nil))
    }
    guard let change = Int64(lastEventID), change >= 0 else {
      return .failure(Refusal(.malformed, "Last-Event-ID: is none of this stream's"))
    }
    return .success(
      TransactionFeed(
        commands: commands, sessions: sessions, policy: policy, session: session, change: change))
  }
}

extension ChangeTopic {
  /// The transactions of an account.
  static func transactions(of account: AccountID) -> ChangeTopic {
    ChangeTopic("transactions/" + account.text)
  }
}

/// The events `transaction` of one account.
///
/// A new listener gets every transaction that can be decided on; one that goes on, of every change
/// since. That a transaction's time is over is an event too; it has no id, since it is no change of
/// the store, and a listener who was away is told of it as it stands.
public struct TransactionFeed: EventFeed {
  private let commands: Commands
  private let sessions: Sessions
  private let policy: ServicePolicy
  private let session: AuthenticatedSession
  private var change: Int64?
  private var readAt: Timestamp?

  init(
    commands: Commands, sessions: Sessions, policy: ServicePolicy,
    session: AuthenticatedSession, change: Int64?
  ) {
    self.commands = commands
    self.sessions = sessions
    self.policy = policy
    self.session = session
    self.change = change
  }

  /// The topic that rings when there may be something new.
  public var topic: ChangeTopic { .transactions(of: session.accountID) }

  /// Reads what has happened since it read last.
  public mutating func next() async throws -> EventFeedTurn {
    guard try await sessions.mayFollow(session, .transactionEvents) else {
      return EventFeedTurn(events: [], isLast: true)
    }
    let now = commands.now()
    let (since, expiredSince) = (change, readAt ?? change.map(Timestamp.init(milliseconds:)))
    let account = session.accountID
    let (changed, expired, newest) = try await commands.read { transaction in
      let expired =
        try expiredSince.map {
          try ReviewRecords.expired(of: account, after: $0, by: now, in: transaction)
        } ?? []
      guard let since else {
        let pending = try ReviewRecords.pending(of: account, at: now, in: transaction)
        let newest = try ReviewRecords.newestChange(of: account, in: transaction)
        return (pending.sorted { $0.change < $1.change }, expired, newest)
      }
      let changed = try ReviewRecords.changes(of: account, after: since, in: transaction)
      return (changed, expired, changed.last?.change ?? since)
    }
    change = newest
    readAt = now
    let told = Set(changed.map(\.id))
    let events =
      changed.filter { !$0.isHanded(by: session) }
      .map { event(of: $0, id: String($0.change), at: now) }
      + expired.filter { !told.contains($0.id) && !$0.isHanded(by: session) }
      .map { event(of: $0, id: nil, at: now) }
    return EventFeedTurn(events: events, isLast: false)
  }

  private func event(
    of record: ReviewRecord, id: String?, at now: Timestamp
  ) -> ServerSentEvent {
    ServerSentEvent(
      name: "transaction", id: id,
      data: record.answer(at: now, policy, in: session.languages).json)
  }
}
