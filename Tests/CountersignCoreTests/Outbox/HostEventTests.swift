import CountersignCore
import CountersignSQLite
import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("A host is told of its transactions")
struct HostEventTests {
  @Test("of each that is created, approved and denied, with whose it is and how it stands")
  func told() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey { $0.hostEvents.areSent = true }
    let host = ToldHost()
    let approved = try await harness.review()
    let assertion = try await harness.reviewAssertion(approved, key, session)
    let approval = try await harness.approve(
      approved, .assertion(assertion), session, userInput: "lunch")
    let denied = try await harness.review()
    let denial = try await harness.deny(denied, session)
    // What is answered again happened once.
    _ = try await harness.approve(approved, .assertion(assertion), session, userInput: "lunch")
    _ = try await harness.deny(denied, session)
    await harness.tell(host)
    let events = try host.taken.map { try HostEvent(json: JSONValue(parsing: $0.body)) }
    #expect(events.count == 4)
    #expect(Set(host.taken.map(\.id)).count == 4)
    for event in events {
      #expect(event.userName == "ada@example.com")
      #expect(event.accountID == session.accountID.text)
      #expect(event.timestamp == harness.clock.now().rfc3339)
    }
    let expected: [(HostEvent.Kind, TransactionAnswer)] = [
      (.created, approved), (.approved, approval.answer), (.created, denied),
      (.denied, denial.answer),
    ]
    for (kind, answer) in expected {
      #expect(events.contains { $0.kind == kind && $0.transaction == answer.forHost }, "\(kind)")
    }
    await harness.tell(host)
    #expect(host.taken.count == 4)
  }

  @Test("without a host nothing is put in")
  func nobody() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    _ = try await harness.deny(try await harness.review(), session)
    #expect(try await harness.events().undelivered().get() == [])
  }

  // Holds: webhooks
  @Test("what is refused tells nobody, and what a crash left is told by whoever comes after it")
  func refusedAndCrashed() async throws {
    let harness = try await ServiceHarness {
      $0.hostEvents.areSent = true
      $0.hosts.pendingPerHost = 1
    }
    _ = try await harness.signUp()
    _ = try await harness.review()
    await #expect(throws: Refusal.self) { try await harness.review() }
    #expect(try await harness.events().undelivered().get().count == 1)
    // A worker took it and ended before the host answered: its lease runs out.
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        "UPDATE outbox SET attempts = 1, due_at = due_at + 30000 WHERE kind = 'event'", [])
    }
    let host = ToldHost()
    await harness.tell(host)
    #expect(host.taken.isEmpty)
    harness.clock.advance(seconds: 30)
    await harness.tell(host)
    #expect(host.taken.count == 1)
  }

  // Holds: webhooks
  @Test("what was not taken comes again, the same bytes under the same id, ever more rarely")
  func retries() async throws {
    let harness = try await ServiceHarness { $0.hostEvents.areSent = true }
    _ = try await harness.signUp()
    _ = try await harness.review()
    let host = ToldHost(refusing: 3)
    var waits: [Int64] = []
    while host.taken.isEmpty {
      let before = harness.clock.now()
      let tries = host.tries
      while host.tries == tries {
        await harness.tell(host)
        if host.tries == tries { harness.clock.advance(seconds: 1) }
      }
      waits.append(harness.clock.now().milliseconds(since: before) / 1000)
    }
    #expect(host.tries == 4)
    #expect(Set(host.all).count == 1)
    // 5, 10 and 20 seconds, each with at most a quarter more by chance.
    #expect(waits.count == 4 && waits[0] == 0)
    for (wait, base) in zip(waits.dropFirst(), [5, 10, 20] as [Int64]) {
      #expect((base...base + base / 4 + 1).contains(wait), "\(waits)")
    }
  }

  @Test("the tenth wait and each after it is an hour, and a quarter more at most")
  func longestWait() async throws {
    let harness = try await ServiceHarness { $0.hostEvents.areSent = true }
    _ = try await harness.signUp()
    _ = try await harness.review()
    _ = try await harness.store.write { transaction in
      try transaction.execute("UPDATE outbox SET attempts = 20 WHERE kind = 'event'", [])
    }
    await harness.tell(ToldHost(refusing: 1))
    let due = try await harness.store.read {
      try $0.rows("SELECT due_at FROM outbox WHERE kind = 'event'", []).first?.integer(0)
    }
    let wait = (due ?? 0) - harness.clock.now().milliseconds
    #expect((3_600_000...4_500_000).contains(wait))
  }

  @Test(
    "what was tried too often is given up with an alarm, kept, listed, and tried again on demand")
  func givenUp() async throws {
    let harness = try await ServiceHarness {
      $0.hostEvents.areSent = true
      $0.hostEvents.attempts = 2
    }
    _ = try await harness.signUp()
    let review = try await harness.review()
    let host = ToldHost(refusing: 2)
    for _ in 0..<3 {
      await harness.tell(host)
      harness.clock.advance(seconds: 10)
    }
    #expect(host.tries == 2)
    #expect(host.failures.count == 1 && host.alarms.count == 1)
    #expect(host.alarms.first?.contains("given up") == true)
    harness.clock.advance(seconds: 200_000)
    try await harness.service.prune()
    let kept = try await harness.events().undelivered().get()
    #expect(kept.map(\.id) == ["created_\(review.transaction.transactionID)"])
    #expect(kept.first?.givenUpAt != nil && kept.first?.attempts == 2)
    #expect(try await harness.events().retry().get() == 1)
    await harness.tell(host)
    #expect(host.taken.map(\.id) == kept.map(\.id))
    #expect(try await harness.events().undelivered().get() == [])
    // What was taken is forgotten after a day, as any other message is.
    harness.clock.advance(seconds: 200_000)
    try await harness.service.prune()
    let rows = try await harness.store.read {
      try $0.rows("SELECT 1 FROM outbox WHERE kind = 'event'", [])
    }
    #expect(rows.isEmpty)
  }

  // Holds: webhooks
  @Test("a host that wants no more is asked no more: the event is given up at once, and kept")
  func gone() async throws {
    let harness = try await ServiceHarness { $0.hostEvents.areSent = true }
    _ = try await harness.signUp()
    _ = try await harness.review()
    let host = ToldHost(refusing: 1, with: DeliveryError(.refused, reason: "answered 410"))
    for _ in 0..<3 {
      await harness.tell(host)
      harness.clock.advance(seconds: 7200)
    }
    #expect(host.tries == 1 && host.taken.isEmpty)
    #expect(host.alarms.first?.contains("answered 410") == true)
    let kept = try await harness.events().undelivered().get()
    #expect(kept.count == 1 && kept.first?.givenUpAt != nil)
    #expect(try await harness.events().retry().get() == 1)
    await harness.tell(host)
    #expect(host.taken.count == 1)
  }

  // Holds: webhooks
  @Test("an event holds no secret, and neither does what the log says of it")
  func secrets() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey { $0.hostEvents.areSent = true }
    let review = try await harness.review()
    let assertion = try await harness.reviewAssertion(review, key, session)
    _ = try await harness.approve(review, .assertion(assertion), session)
    let host = ToldHost(refusing: 1)
    await harness.tell(host)
    harness.clock.advance(seconds: 60)
    await harness.tell(host)
    let signature = Base64URL.encode(assertion.signature)
    for text in host.taken.map({ String(decoding: $0.body, as: UTF8.self) }) + host.failures {
      #expect(!text.contains(signature))
    }
    #expect(host.failures.allSatisfy { !$0.contains("ada@example.com") && !$0.contains("Ikeja") })
  }
}

extension ServiceHarness {
  /// Tells the host what is due.
  func tell(_ host: ToldHost) async {
    let log = OutboxLog(
      failure: { host.note(failure: $1) }, alarm: { host.note(alarm: $1) })
    await outbox(courier: host, log: log).runDue(only: .event)
  }

  fileprivate func events() -> HostEventAdministration {
    HostEventAdministration(store: store, clock: clock)
  }
}

/// A host that refuses what it is told so many times, and then takes it.
final class ToldHost: HostCourier {
  private struct Down: Error {}
  private struct State {
    var refusing: Int
    var all: [OutgoingEvent] = []
    var taken: [OutgoingEvent] = []
    var failures: [String] = []
    var alarms: [String] = []
  }

  private let state: Mutex<State>
  private let error: any Error

  init(refusing: Int = 0, with error: (any Error)? = nil) {
    state = Mutex(State(refusing: refusing))
    self.error = error ?? Down()
  }

  var tries: Int { state.withLock(\.all.count) }
  var all: [OutgoingEvent] { state.withLock(\.all) }
  var taken: [OutgoingEvent] { state.withLock(\.taken) }
  var failures: [String] { state.withLock(\.failures) }
  var alarms: [String] { state.withLock(\.alarms) }

  func note(failure: String) { state.withLock { $0.failures.append(failure) } }
  func note(alarm: String) { state.withLock { $0.alarms.append(alarm) } }

  func carry(_ event: OutgoingEvent) async throws {
    let isTaken = state.withLock { state in
      state.all.append(event)
      if state.refusing > 0 {
        state.refusing -= 1
        return false
      }
      state.taken.append(event)
      return true
    }
    if !isTaken { throw error }
  }
}
