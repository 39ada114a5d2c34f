import Tracing
import WebAuthnModel
import WireModel

/// Puts events for hosts into the outbox.
final class HostEvents: Sendable {
  private let policy: HostEventPolicy

  init(policy: HostEventPolicy) {
    self.policy = policy
  }

  /// A host, by what a request knows of it.
  enum Address: Sendable {
    case id(HostID)
    case name(HostName)
    /// The one that put a transaction before the person.
    case ofReview(ReviewID)
  }

  /// A host that is told of an account's actions.
  struct Recipient: Sendable, Hashable {
    let host: HostID
    let account: AccountID
    /// The account's name; nil for a host that asked by the id, and does not get another host's
    /// name.
    let userName: String?
  }

  /// The query for a host and the account that it is told of; with a session, also if a proof in it
  /// is noted for the host.
  static func query(
    of address: Address, of account: AccountID, notedIn session: SessionID? = nil
  ) -> SQLStatement {
    let (condition, value): (String, String) =
      switch address {
      case .id(let id): ("h.id = ?", id.text)
      case .name(let name): ("h.name = ?", name.text)
      case .ofReview(let id): ("h.id = (SELECT host_id FROM transactions WHERE id = ?)", id.text)
      }
    let noted =
      session == nil
      ? ""
      : """
      , EXISTS (SELECT 1 FROM session_hosts s WHERE s.session_id = ? AND s.host_id = h.id)
      """
    return SQLStatement(
      """
      SELECT h.id, h.event_address IS NOT NULL, a.host_id, a.user_name, k.key\(noted)
      FROM hosts h JOIN accounts a ON a.id = ? JOIN account_keys k ON k.account_id = a.id
      WHERE \(condition)
      """, (session.map { [.text($0.text)] } ?? []) + [.text(account.text), .text(value)])
  }

  /// The host that is told of an account's action; nil where events are carried to none.
  func recipient(
    _ address: Address, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Recipient? {
    try recipient(
      transaction.row(Self.query(of: address, of: account)), of: account, by: transaction.seals)
  }

  /// The host of the row that ``query(of:of:notedIn:)`` found.
  func recipient(
    _ row: SQLRow?, of account: AccountID, by seals: StoreSeals
  ) throws -> Recipient? {
    guard let row else { return nil }
    let host = HostID(try row.text(0))
    guard try host.isOfDeployment ? policy.areSent : row.flag(1) else { return nil }
    let maker = try row.optionalText(2)
    let seal = try seals.unwrap(row.blob(4), of: account)
    let userName = try seal.text(row.blob(3), at: Accounts.userNamePlace(account))
    return Recipient(
      host: host, account: account,
      userName: maker.map { $0 == host.text } ?? true ? userName : nil)
  }

  /// Puts in that the host of a transaction is to be told what happened to it: where the command
  /// commits, the host is told at least once.
  func put(
    _ kind: HostEvent.Kind, _ answer: TransactionAnswer, to recipient: Recipient?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try put(
      kind, .transaction(answer), named: answer.id, to: recipient, at: now, in: transaction)
  }

  /// Puts in that a host is to be told of an action of its own that an account performed.
  func put(
    _ action: PerformedAction, to recipient: Recipient?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try put(
      .performed, .action(action), named: action.operationID, to: recipient, at: now,
      in: transaction)
  }

  /// Puts in that a host is to be told of the hold of an account, under a name of its own.
  func put(
    _ hold: AccountHold, named name: String, to recipient: Recipient?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try put(.hold, .hold(hold), named: name, to: recipient, at: now, in: transaction)
  }

  private func put(
    _ kind: HostEvent.Kind, _ subject: HostEvent.Subject, named name: String,
    to recipient: Recipient?, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let recipient else { return }
    let event = HostEvent(
      kind: kind, timestamp: now.rfc3339, accountID: recipient.account.text,
      userName: recipient.userName, subject: subject)
    try Outbox.put(event: event, named: name, to: recipient.host, at: now, in: transaction)
  }
}

/// Tells hosts of their transactions, at least once each, in no order; each host has places of its
/// own.
struct EventJobs: JobKind {
  let courier: (any HostCourier)?
  let addressed: (any AddressedCourier)?
  let store: any Store
  let tracer: (any Tracer)?
  let policy: HostEventPolicy

  var name: JobName { .event }

  var terms: JobTerms {
    JobTerms(pace: policy.pace, end: .kept(afterTries: policy.attempts), alarm: .whenGivenUp)
  }

  func reaches(_ target: String) async throws -> Bool {
    let host = HostID(target)
    guard !host.isOfDeployment else { return courier != nil }
    guard addressed != nil else { return false }
    return try await store.read { try HostEventTargets.exists(for: host, in: $0) }
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    let id = Outbox.eventID(ofEntry: job.lease.job)
    let body = Array(try job.content.get().utf8)
    do {
      try await tracer.step("deliver event", .client) {
        try await carry(OutgoingEvent(id: id, body: body), to: HostID(job.target.name))
      }
      return JobResult(.done)
    } catch let error as DeliveryError where error.kind == .refused {
      return JobResult(
        .over(
          reason: "event \(id) not delivered: \(error), so the host wants none: set another "
            + "address, and have countersign event retry send what is kept"))
    } catch {
      return JobResult(.again(reason: "event \(id) not delivered: \(error)"))
    }
  }

  private func carry(_ event: OutgoingEvent, to host: HostID) async throws {
    if host.isOfDeployment {
      try await courier?.carry(event)
    } else if let target = try await store.read({ try HostEventTargets.find(host, in: $0) }) {
      try await addressed?.carry(event, to: target)
    } else {
      throw StoreError(code: .failed, reason: "\(host) has no address any more")
    }
  }
}

extension Outbox {
  /// Puts in that a host is to be told something: once for each name and kind of event.
  static func put(
    event: HostEvent, named name: String, to host: HostID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard case .object(let content) = event.json else { return }
    let job = NewJob(
      .event, id: eventEntry("\(event.kind)_\(name)"), target: host.text, content)
    try put(job, due: now, in: transaction)
  }

  /// The id under which a host knows the event of an entry; the same with every try.
  static func eventID(ofEntry entry: String) -> String {
    String(entry.dropFirst(eventEntry("").count))
  }

  private static func eventEntry(_ id: String) -> String { "event:\(id)" }
}

/// An event as it goes to a host: the same bytes under the same id with every try.
public struct OutgoingEvent: Sendable, Hashable {
  /// By which the host knows a repetition.
  public let id: String
  /// The body, JSON.
  public let body: [UInt8]

  /// An event to carry.
  public init(id: String, body: [UInt8]) {
    self.id = id
    self.body = body
  }
}

/// Carries the events of the deployment's own hosts: of the default one, and of the app in whose
/// process the server runs.
public protocol HostCourier: Sendable {
  /// Hands an event over.
  ///
  /// - Throws: Where the host did not take it; it is tried again later.
  func carry(_ event: OutgoingEvent) async throws
}

/// Carries events to hosts that have addresses of their own.
public protocol AddressedCourier: Sendable {
  /// Hands an event over.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - target: The host's address, and the key with which the event is signed.
  /// - Throws: Where the host did not take it; it is tried again later.
  func carry(_ event: OutgoingEvent, to target: HostEventTarget) async throws
}
