import WebAuthnModel
import WireModel

/// Puts events for the host into the outbox.
final class HostEvents: Sendable {
  private let policy: HostEventPolicy

  init(policy: HostEventPolicy) {
    self.policy = policy
  }

  /// Puts in that the host is to be told of a transaction, with what happened to it: where the
  /// command commits, the host is told at least once.
  func put(
    _ kind: HostEvent.Kind, _ transactionAnswer: TransactionAnswer, of account: AccountID,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try put(
      kind, .transaction(transactionAnswer), named: transactionAnswer.id, of: account, at: now,
      in: transaction)
  }

  /// Puts in that the host is to be told of an action of its own that was performed.
  func put(
    _ action: PerformedAction, of account: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try put(
      .performed, .action(action), named: action.operationID, of: account, at: now,
      in: transaction)
  }

  private func put(
    _ kind: HostEvent.Kind, _ subject: HostEvent.Subject, named name: String,
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard policy.areSent, let userName = try account.userName(in: transaction) else { return }
    let event = HostEvent(
      kind: kind, timestamp: now.rfc3339, accountID: account.text, userName: userName,
      subject: subject)
    try Outbox.put(event: event, named: name, at: now, in: transaction)
  }
}

/// Tells a host of its transactions, at least once each, in no order.
struct EventJobs: JobKind {
  let courier: any HostCourier
  let policy: HostEventPolicy

  var name: JobName { .event }

  var terms: JobTerms {
    JobTerms(pace: policy.pace, end: .kept(afterTries: policy.attempts), alarm: .whenGivenUp)
  }

  func run(_ job: LeasedJob) async throws -> JobResult {
    let id = Outbox.eventID(ofEntry: job.lease.job)
    do {
      try await courier.carry(OutgoingEvent(id: id, body: Array(job.content.utf8)))
      return JobResult(.done)
    } catch {
      return JobResult(.again(reason: "event \(id) not delivered: \(error)"))
    }
  }
}

extension Outbox {
  /// Puts in that the host is to be told something: once for each name and kind of event.
  static func put(
    event: HostEvent, named name: String, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard case .object(let content) = event.json else { return }
    let job = NewJob(.event, id: eventEntry("\(event.kind)_\(name)"), content)
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

/// Carries events to a host.
public protocol HostCourier: Sendable {
  /// Hands an event over.
  ///
  /// - Throws: Where the host did not take it; it is tried again later.
  func carry(_ event: OutgoingEvent) async throws
}
