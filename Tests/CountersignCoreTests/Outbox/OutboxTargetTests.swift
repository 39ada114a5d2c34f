import CountersignSQLite
import CountersignTesting
import Synchronization
import Testing
import WireModel

@testable import CountersignCore

@Suite("Targets of the outbox that hang", .timeLimit(.minutes(10)))
struct OutboxTargetTests {
  // Holds: deliveries
  @Test("mail for a domain that never answers takes its own places, and delays no other message")
  func domain() async throws {
    let stage = try await OutboxStage { policy in
      policy.messages.pace.concurrentJobs = 6
      policy.messages.pace.concurrentJobsPerTarget = 2
      policy.codes.requestsPerNetwork = 100
    }
    let target = HangingTarget { $0.hasSuffix("@hang.example") }
    for name in 0..<20 { try await stage.signUp("person\(name)@hang.example") }
    try await listening(stage, target) {
      await stage.until { target.underWay == 2 }
      for name in 0..<20 { try await stage.signUp("person\(name)@Quick.example") }
      await stage.until { target.taken.count == 20 }
      #expect(target.mostUnderWay == 2)
    }
  }

  @Test("mail is of its domain, whoever wrote it how; text messages are of one target")
  func targets() async throws {
    let stage = try await OutboxStage()
    for name in ["a@One.example", "b@one.EXAMPLE", "c@two.example"] {
      try await stage.signUp(name)
    }
    try await stage.harness.store.write { transaction in
      for number in ["+2348012345678", "+2348012345679"] {
        try Outbox.put(
          notice: .phoneChanged, toFormer: PhoneNumber(number), id: number,
          at: Timestamp(milliseconds: 0), in: transaction)
      }
    }
    let targets = try await stage.harness.store.rows(
      """
      SELECT target, count(*) FROM outbox WHERE kind IN ('message', 'notice') AND done_at IS NULL
      GROUP BY 1
      """, []
    ).map(\.values)
    #expect(
      targets == [
        [.text("email:one.example"), .integer(2)], [.text("email:two.example"), .integer(1)],
        [.text("sms"), .integer(2)],
      ])
  }

  // Holds: deliveries
  @Test("a host that never answers takes its own places, and delays no other host")
  func host() async throws {
    let stage = try await OutboxStage { policy in
      policy.hostEvents.pace.concurrentJobs = 6
      policy.hostEvents.pace.concurrentJobsPerTarget = 2
    }
    let target = HangingTarget { $0.hasPrefix("slow_") }
    try await listening(stage, target) {
      try await put(20, .event, "slow", in: stage)
      await stage.until { target.underWay == 2 }
      try await put(20, .event, "quick", in: stage)
      await stage.until { target.taken.count { $0.hasPrefix("quick_") } == 20 }
      #expect(target.mostUnderWay == 2)
    }
  }

  // Holds: deliveries
  @Test("a bank that never answers takes its own places, and delays no other bank")
  func bank() async throws {
    var pace = MoneyOrders.pace
    pace.concurrentJobs = 3
    pace.concurrentJobsPerTarget = 2
    let (harness, session, key) = try await ServiceHarness.withKey(pace: pace)
    harness.bank.answer(.unknown(reason: "timeout"))
    for (amount, bank) in [(51, "alpha"), (52, "alpha"), (53, "alpha"), (54, "beta")] {
      let payload = MoneyOrder(amount: Int64(amount), recipient: "BOLA", bank: bank)
      let proof = try await harness.linkedAssertion(payload, key, session)
      _ = try await harness.send(
        SendMoneyRequest(payload: payload, proof: .assertion(proof)), session)
    }
    harness.clock.advance(seconds: 3)
    let asked = Mutex<[String]>([])
    let (gate, opener) = AsyncStream<Void>.makeStream()
    harness.bank.script { order in
      asked.withLock { $0.append(order.bank) }
      if order.bank == "alpha" { for await _ in gate {} }
      return .carried(reference: "late")
    }
    async let tries = harness.outbox().runDue(only: .moneyOrder)
    while asked.withLock({ $0.count }) < 3, (try? await Task.sleep(for: .milliseconds(5))) != nil {}
    #expect(asked.withLock { $0.sorted() } == ["alpha", "alpha", "beta"])
    opener.finish()
    #expect(await tries == 4)
  }

  @Test("who has waited longest comes first where there are more targets than places")
  func order() async throws {
    let stage = try await OutboxStage { $0.hostEvents.pace.concurrentJobs = 1 }
    for (name, due) in [("b", 3), ("c", 1), ("a", 2)] as [(String, Int64)] {
      try await put(1, .event, name, due: due, in: stage)
    }
    let target = HangingTarget { _ in false }
    #expect(await stage.harness.outbox(addressed: target).runDue(only: .event) == 3)
    #expect(target.taken == ["c_0", "a_0", "b_0"])
  }

  @Test("a message that is refused for good is given up; any other failure is tried again")
  func refused() async throws {
    for (kind, left) in [(DeliveryError.Kind.refused, 0), (.tryAgain, 1)] {
      let stage = try await OutboxStage()
      try await stage.signUp("bob@example.com")
      let messenger = FailingMessenger(error: DeliveryError(kind, reason: "no"))
      #expect(await stage.harness.outbox(messenger: messenger).runDue(only: .message, .notice) == 2)
      #expect(try await stage.rows(of: .message).count == left)
    }
  }

  private struct FailingMessenger: Messenger {
    let error: DeliveryError
    func deliver(_ message: Message) async throws { throw error }
  }

  private func put(
    _ count: Int, _ kind: JobName, _ target: String, due: Int64 = 0, in stage: OutboxStage
  ) async throws {
    var id = target
    if kind == .event { id = try await host(target, in: stage).text }
    try await stage.harness.store.write { [id] transaction in
      for number in 0..<count {
        try Outbox.put(
          NewJob(kind, id: "\(kind):\(target)_\(number)", target: id, [:]),
          due: Timestamp(milliseconds: due), in: transaction)
      }
    }
  }

  /// A host of a name, with an address of its own.
  private func host(_ text: String, in stage: OutboxStage) async throws -> HostID {
    let (hosts, name) = (stage.harness.hosts, try #require(HostName(text)))
    try await hosts.ensure(name)
    let target = HostEventTarget(
      address: try ProtectedAddress("https://\(text).example"), secret: SecretText("whsec_"))
    try await hosts.set(target, of: name).get()
    return try #require(try await hosts.list().first { $0.name == name }).id
  }

  private func listening(
    _ stage: OutboxStage, _ target: HangingTarget, _ body: () async throws -> Void
  ) async throws {
    let worker = stage.harness.outbox(messenger: target, addressed: target)
    let running = Task { await worker.run() }
    do {
      try await body()
    } catch {
      running.cancel()
      target.release()
      throw error
    }
    running.cancel()
    target.release()
    await running.value
  }
}

/// A carrier that answers some at once and others not until it is released.
private final class HangingTarget: Messenger, AddressedCourier {
  private struct State {
    var underWay = 0
    var mostUnderWay = 0
    var taken: [String] = []
  }

  private let hangs: @Sendable (String) -> Bool
  private let state = Mutex(State())
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init(_ hangs: @escaping @Sendable (String) -> Bool) {
    self.hangs = hangs
    (gate, opener) = AsyncStream.makeStream()
  }

  /// How many hang now, and at most.
  var underWay: Int { state.withLock { $0.underWay } }
  var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }
  /// What was answered at once.
  var taken: [String] { state.withLock { $0.taken } }

  func release() { opener.finish() }

  func deliver(_ message: Message) async throws { await pass(message.recipient) }

  func carry(_ event: OutgoingEvent, to target: HostEventTarget) async throws {
    await pass(event.id)
  }

  private func pass(_ name: String) async {
    guard hangs(name) else { return state.withLock { $0.taken.append(name) } }
    state.withLock {
      $0.underWay += 1
      $0.mostUnderWay = max($0.mostUnderWay, $0.underWay)
    }
    for await _ in gate {}
    state.withLock { $0.underWay -= 1 }
  }
}
