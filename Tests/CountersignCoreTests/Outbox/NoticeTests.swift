import CountersignSQLite
import CountersignTesting
import Synchronization
import Testing
import WireModel

@testable import CountersignCore

@Suite("News of what changed")
struct NoticeTests {
  // Holds: notices
  @Test("are given up after their tries where nothing waits, and tried on while something does")
  func tries() async throws {
    for (waits, left) in [(false, 0), (true, 1)] as [(Bool, Int64)] {
      let (harness, account) = try await Self.harness(waits: waits)
      let carrier = Carrier { _ in .fails }
      for _ in 0..<6 {
        await harness.outbox(messenger: carrier).runDue(only: .notice)
        harness.clock.advance(seconds: 30)
      }
      #expect(carrier.tried.count == (waits ? 6 : 3))
      #expect(try await harness.open() == left)
      // With its wait the last try ends.
      _ = try await harness.store.write { transaction in
        try transaction.execute(
          "UPDATE waits SET ends_at = 0 WHERE account_id = ?", [.text(account.text)])
      }
      await harness.outbox(messenger: carrier).runDue(only: .notice)
      #expect(try await harness.open() == 0)
    }
  }

  @Test("somebody is alarmed once one was tried as often as other messages are")
  func alarm() async throws {
    let (harness, _) = try await Self.harness(waits: true)
    let alarms = Mutex<[String]>([])
    let log = OutboxLog(
      failure: { _, _ in },
      alarm: { name, text in alarms.withLock { $0.append("\(name): \(text)") } })
    for _ in 0..<4 {
      await harness.outbox(messenger: Carrier { _ in .fails }, log: log).runDue()
      harness.clock.advance(seconds: 30)
    }
    #expect(alarms.withLock { $0.count } == 2)
    #expect(alarms.withLock { $0.allSatisfy { $0.hasPrefix("notice: message not delivered") } })
  }

  // Holds: deliveries
  @Test("a target that is away has one place after its first failure, until it answers again")
  func failingTarget() async throws {
    let harness = try await ServiceHarness { $0.messages.pace.concurrentJobsPerTarget = 4 }
    let answer = Mutex(Carrier.Answer.fails)
    let carrier = Carrier(crowd: 4) { _ in answer.withLock { $0 } }
    let worker = harness.outbox(messenger: carrier)
    for number in 0..<8 { try await harness.ask(number) }
    await worker.runDue(only: .message)
    #expect(carrier.tried.count == 8 && carrier.mostAtOnce == 4)
    harness.clock.advance(seconds: 10)
    carrier.forget(crowd: 1)
    await worker.runDue(only: .message)
    #expect(carrier.tried.count == 8 && carrier.mostAtOnce == 1)
    harness.clock.advance(seconds: 20)
    answer.withLock { $0 = .takes }
    carrier.forget(crowd: 1)
    await worker.runDue(only: .message)
    #expect(carrier.tried.count == 8)
    for number in 8..<16 { try await harness.ask(number) }
    carrier.forget(crowd: 4)
    await worker.runDue(only: .message)
    #expect(carrier.mostAtOnce == 4)
  }

  /// A person with one notice that was not delivered yet, and a recovery that waits or none.
  private static func harness(waits: Bool) async throws -> (ServiceHarness, AccountID) {
    let harness = try await ServiceHarness {
      $0.notices.attempts = 3
      $0.notices.pace.backoff = Backoff(firstSeconds: 1, longestSeconds: 1)
    }
    let session = try await harness.signUp()
    let now = harness.clock.now()
    try await harness.store.write { transaction in
      try Outbox.put(
        notice: .recoveryBegun, to: session.accountID, id: "1", at: now, in: transaction)
      guard waits else { return }
      try Waits.insert(
        WaitID("wai_a"), .recovery, of: session.accountID, seconds: 86_400,
        beginsAtOnce: true, at: now, in: transaction)
    }
    return (harness, session.accountID)
  }
}

extension ServiceHarness {
  /// How many jobs are not done.
  fileprivate func open() async throws -> Int64? {
    try await store.rows("SELECT count(*) FROM outbox WHERE done_at IS NULL", []).first?.integer(0)
  }

  /// Has a code sent to somebody new.
  fileprivate func ask(_ number: Int) async throws {
    _ = try await service.accounts.signUp(
      SignUpRequest(userName: "person\(number)@example.com", displayName: "X"), from: .local
    ).get()
  }
}

/// A carrier that takes messages or fails.
private final class Carrier: Messenger {
  enum Answer { case takes, fails }
  private struct Away: Error {}
  private struct State {
    var tried: [String] = []
    var underWay = 0
    var mostAtOnce = 0
    /// So many are under way at once before the first of them ends.
    var crowd: Int
  }

  private let answer: @Sendable (String) -> Answer
  private let state: Mutex<State>

  init(crowd: Int = 1, _ answer: @escaping @Sendable (String) -> Answer) {
    self.answer = answer
    state = Mutex(State(crowd: crowd))
  }

  var tried: [String] { state.withLock(\.tried) }
  var mostAtOnce: Int { state.withLock(\.mostAtOnce) }

  func forget(crowd: Int) { state.withLock { $0 = State(crowd: crowd) } }

  func deliver(_ message: Message) async throws {
    state.withLock { state in
      state.tried.append(message.recipient)
      state.underWay += 1
      state.mostAtOnce = max(state.mostAtOnce, state.underWay)
    }
    // On a busy machine the others come late.
    for _ in 0..<10_000 where state.withLock({ $0.mostAtOnce < $0.crowd }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    for _ in 0..<100 { await Task.yield() }
    state.withLock { $0.underWay -= 1 }
    if answer(message.recipient) == .fails { throw Away() }
  }
}
