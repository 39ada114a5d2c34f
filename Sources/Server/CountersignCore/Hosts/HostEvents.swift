import WebAuthnModel
import WireModel

/// Puts events for hosts into the outbox.
final class HostEvents: Sendable {
  private let policy: HostEventPolicy

  init(policy: HostEventPolicy) {
    self.policy = policy
  }

  /// Puts in that the host of a transaction is to be told what happened to it: where the command
  /// commits, the host is told at least once.
  func put(
    _ kind: HostEvent.Kind, _ answer: TransactionAnswer, of record: ReviewRecord,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try put(
      kind, .transaction(answer), named: answer.id, to: record.hostID, of: record.accountID,
      at: now, in: transaction)
  }

  /// Puts in that a host is to be told of an action of its own that an account performed.
  func put(
    _ action: PerformedAction, of host: HostName, by account: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard let host = try Hosts.find(host, in: transaction) else { return }
    try put(
      .performed, .action(action), named: action.operationID, to: host, of: account, at: now,
      in: transaction)
  }

  private func put(
    _ kind: HostEvent.Kind, _ subject: HostEvent.Subject, named name: String, to host: HostID,
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard try isTold(host, in: transaction),
      let userName = try account.userName(in: transaction)
    else { return }
    // A host that asked by the id does not get another host's name.
    let isAnothers = try account.maker(in: transaction).map { $0 != host } ?? false
    let event = HostEvent(
      kind: kind, timestamp: now.rfc3339, accountID: account.text,
      userName: isAnothers ? nil : userName, subject: subject)
    try Outbox.put(event: event, named: name, to: host, at: now, in: transaction)
  }

  /// Tells if events are carried to a host.
  private func isTold(_ host: HostID, in transaction: any ReadTransaction) throws -> Bool {
    host.isOfDeployment
      ? policy.areSent : try HostEventTargets.exists(for: host, in: transaction)
  }
}

/// Tells hosts of their transactions, at least once each, in no order; each host has places of its
/// own.
struct EventJobs: JobKind {
  let courier: (any HostCourier)?
  let addressed: (any AddressedCourier)?
  let store: any Store
  let tracer: (any ServiceTracer)?
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
