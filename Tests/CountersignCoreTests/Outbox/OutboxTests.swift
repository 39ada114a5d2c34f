import CountersignTesting
import Foundation
import Synchronization
import Testing
import WireModel

@testable import CountersignCore

@Suite("The outbox", .timeLimit(.minutes(10)))
struct OutboxTests {
  @Test("a slow recipient delays no other recipient, no event and no order")
  func slowRecipient() async throws {
    let stage = try await OutboxStage()
    stage.target.slow = "slow@example.com"
    try await stage.listening {
      try await stage.signUp("slow@example.com")
      await stage.until { stage.target.isHeldUp }
      try await stage.signUp("bob@example.com")
      _ = try await stage.harness.review()
      stage.harness.clock.advance(seconds: 3)
      await stage.until { stage.target.taken.contains("bob@example.com") }
      await stage.until { stage.target.taken.contains { $0.hasPrefix("created_") } }
      await stage.until { stage.harness.bank.orders.count == 2 }
      #expect(!stage.target.taken.contains("slow@example.com"))
    }
  }

  @Test("a slow host delays no message, and a slow bank neither")
  func slowHost() async throws {
    let stage = try await OutboxStage()
    stage.target.slow = "created_"
    let (gate, open) = AsyncStream<Void>.makeStream()
    stage.harness.bank.script { _ in
      for await _ in gate { break }
      return .carried(reference: "late")
    }
    try await stage.listening {
      _ = try await stage.harness.review()
      stage.harness.clock.advance(seconds: 3)
      await stage.until {
        stage.target.isHeldUp && stage.harness.bank.orders.count == 2
      }
      try await stage.signUp("bob@example.com")
      await stage.until { stage.target.taken.contains("bob@example.com") }
      open.finish()
    }
  }

  @Test(
    "a worker that lost its lease changes nothing",
    arguments: [JobName.message, .event, .moneyOrder])
  func lostLease(kind: JobName) async throws {
    let stage = try await OutboxStage()
    try await stage.signUp("bob@example.com")
    _ = try await stage.harness.review()
    stage.harness.clock.advance(seconds: 3)
    // The first try is held up and then succeeds; the second fails meanwhile.
    stage.target.holdUpFirst(then: stage.harness.bank)
    let late = Alarms()
    let log = OutboxLog(
      failure: { if $1.contains("dropped") { late.ring() } }, alarm: { _, _ in })
    let worker = stage.harness.outbox(
      messenger: stage.target, courier: stage.target, log: log)
    async let first = worker.runDue(only: kind)
    await stage.until { stage.target.isHeldUp }
    stage.harness.clock.advance(seconds: 41)
    #expect(await stage.worker.runDue(only: kind) == 1)
    let before = try await stage.rows(of: kind)
    #expect(before.count == 1 && before.first?.values.last == .integer(kind == .moneyOrder ? 3 : 2))
    stage.target.release()
    // A code has a job for its address, and one for its delivery.
    #expect(await first == (kind == .message ? 2 : 1))
    #expect(late.count == 1)
    #expect(try await stage.rows(of: kind) == before)
    #expect(try await stage.harness.service.moneyOrders.balance(stage.session) == 4500)
    #expect(try await stage.harness.fault() == nil)
  }

  @Test("a try that could not begin within its lease is left to the next one, a request's own too")
  func lateLease() async throws {
    let clock = FakeClock()
    let slow = Mutex("")
    var hooks = StoreHooks()
    // So long is the way to the store, once.
    hooks.beforeStatement = { sql in
      let isSlow = slow.withLock { slow in
        guard !slow.isEmpty, sql.hasPrefix(slow) else { return false }
        slow = ""
        return true
      }
      if isSlow { clock.advance(seconds: 41) }
    }
    let harness = try await ServiceHarness(hooks: hooks, clock: clock)
    let session = try await harness.signUp()
    let key = try await harness.registerKey(session)
    await harness.deliverMessages()
    let late = Alarms()
    let log = OutboxLog(
      failure: { if $1.contains("before its try began") { late.ring() } }, alarm: { _, _ in })
    let worker = harness.outbox(log: log)

    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "bob@example.com", displayName: "Bob"), from: .local
    ).get()
    let sent = harness.messenger.messages.count
    slow.withLock { $0 = "UPDATE outbox SET lease" }
    #expect(await worker.runDue(only: .message) == 3)
    #expect(late.count == 1)
    #expect(harness.messenger.messages.count == sent + 1)

    let proof = try await harness.linkedAssertion(.sample, key, session)
    slow.withLock { $0 = "INSERT INTO outbox" }
    let answer = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(proof)), session)
    #expect(answer.answer.status == .pending && harness.bank.orders.isEmpty)
    #expect(await worker.runDue(only: .moneyOrder) == 1)
    #expect(harness.bank.orders.count == 1)
    #expect(try await harness.fault() == nil)
  }

  @Test("a person's next message waits for the one under way, whoever has it, for its lease alone")
  func lines() async throws {
    let stage = try await OutboxStage()
    stage.target.slow = "bob@example.com"
    try await stage.signUp("bob@example.com")
    async let first = stage.worker.runDue(only: .message, .notice)
    await stage.until { stage.target.isHeldUp }
    try await stage.signUp("bob@example.com")
    #expect(await stage.harness.outbox().runDue(only: .message, .notice) == 0)
    stage.harness.clock.advance(seconds: 39)
    #expect(await stage.harness.outbox().runDue(only: .message, .notice) == 0)
    // Whoever had the first one may be gone: both are due then, the second with two jobs.
    stage.harness.clock.advance(seconds: 1)
    #expect(await stage.harness.outbox().runDue(only: .message, .notice) == 3)
    stage.target.release()
    #expect(await first == 2)
  }

  @Test("no more jobs of a kind are under way than its pace allows, and all are done")
  func places() async throws {
    let stage = try await OutboxStage { $0.messages.pace.concurrentJobs = 2 }
    for name in 0..<7 { try await stage.signUp("person\(name)@example.com") }
    #expect(await stage.worker.runDue(only: .message, .notice) == 14)
    #expect(stage.target.taken.count == 7)
    #expect(stage.target.mostAtOnce <= 2)
  }

  @Test("jobs of a kind that nothing runs stay as they are, with an alarm each hour")
  func unknownKind() async throws {
    let stage = try await OutboxStage()
    try await stage.insert(id: "parcel:1", kind: "parcel", content: "{}")
    let before = try await stage.rows(of: JobName("parcel"))
    let alarms = Alarms()
    let log = OutboxLog(failure: { _, _ in }, alarm: { _, _ in alarms.ring() })
    let worker = stage.harness.outbox(log: log)
    try await stage.signUp("bob@example.com")
    for (seconds, count) in [(0, 1), (3599, 1), (1, 2)] as [(Int64, Int)] {
      stage.harness.clock.advance(seconds: seconds)
      await worker.runDue()
      #expect(alarms.count == count)
    }
    #expect(stage.harness.messenger.messages.last?.recipient == "bob@example.com")
    #expect(before.count == 1)
    #expect(try await stage.rows(of: JobName("parcel")) == before)
  }

  @Test("a job that cannot be read raises an alarm, waits as after any failure, and holds up none")
  func unreadable() async throws {
    let stage = try await OutboxStage()
    try await stage.insert(id: "code:1", kind: "message", content: "{\"to\": \"x\"")
    try await stage.signUp("bob@example.com")
    let alarms = Alarms()
    let log = OutboxLog(failure: { _, _ in }, alarm: { _, _ in alarms.ring() })
    let worker = stage.harness.outbox(messenger: stage.target, log: log)
    #expect(await worker.runDue(only: .message, .notice) == 3)
    #expect(alarms.count == 1)
    #expect(stage.target.taken == ["bob@example.com"])
    #expect(await worker.runDue(only: .message, .notice) == 0)
    stage.harness.clock.advance(seconds: 5)
    #expect(await worker.runDue(only: .message, .notice) == 1)
  }

  @Test("each wait is twice the one before, up to the longest, with up to a quarter by chance")
  func backoff() {
    let backoff = Backoff(firstSeconds: 4, longestSeconds: 100)
    let waits = (1...8).map { backoff.milliseconds(afterAttempts: $0, chance: 0) }
    #expect(waits == [4000, 8000, 16_000, 32_000, 64_000, 100_000, 100_000, 100_000])
    #expect(backoff.milliseconds(afterAttempts: 1, chance: 255) == 4996)
    #expect(backoff.milliseconds(afterAttempts: 1000, chance: 128) == 112_500)
  }

  @Test("messages are given up after some five hours, events after some 28, orders never")
  func policies() {
    let policy = ServicePolicy()
    // 24 tries, and 36: the waits between them, with the chance of the middle.
    let messages = hours(policy.messages.pace.backoff, tries: policy.messages.attempts)
    #expect((4.5...5.5).contains(messages), "\(messages)")
    let events = hours(policy.hostEvents.pace.backoff, tries: policy.hostEvents.attempts)
    #expect((26...30).contains(events), "\(events)")
    // A code's ten minutes have eight tries.
    let code = hours(policy.messages.pace.backoff, tries: 8)
    #expect(code * 3600 < Double(policy.codes.lifetimeSeconds))
  }

  private func hours(_ backoff: Backoff, tries: Int64) -> Double {
    let waits = (1..<tries).map { backoff.milliseconds(afterAttempts: $0, chance: 128) }
    return Double(waits.reduce(0, +)) / 3_600_000
  }
}
