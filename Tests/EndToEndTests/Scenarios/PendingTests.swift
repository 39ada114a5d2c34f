import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Transactions that wait, over the real router")
struct PendingTests {
  // Holds: pending
  @Test("the queue is by created, then expires, then id, and skips what was handled here")
  func order() {
    func transaction(_ id: String, _ created: String, _ expires: String) -> TransactionAnswer {
      TransactionAnswer(
        transaction: ReviewTransaction(
          transactionID: id, amount: 1, currency: "NGN", payee: "A", lastFourPAN: nil,
          createdAt: "2026-01-01T00:00:0\(created)Z",
          expiresAt: "2026-01-01T00:08:0\(expires)Z"),
        document: nil, status: .pending, decidedAt: nil)
    }
    var queue = PendingQueue()
    queue.handle("handled")
    for waiting in [
      transaction("d", "2", "1"), transaction("handled", "0", "0"), transaction("c", "1", "2"),
      transaction("b", "1", "1"), transaction("a", "1", "1"), transaction("a", "1", "1"),
    ] {
      queue.add(waiting)
    }
    #expect(queue.transactions.map(\.id) == ["a", "b", "c", "d"])
    queue.handle("a")
    queue.add(transaction("a", "1", "1"))
    #expect(queue.transactions.map(\.id) == ["b", "c", "d"])
  }

  // Holds: pending
  @Test("what is announced is shown one after the other, and checked again before it is")
  func announced() async throws {
    let harness = try await ServiceHarness()
    let gate = AsyncStream<Void>.makeStream()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.give(.authorize, after: gate.stream),
        ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.deny),
      ])
    try await phone.registerKey()
    var waiting: [ReviewTransaction] = []
    for _ in 0..<3 {
      waiting.append(try await phone.lowReview())
      harness.clock.advance(seconds: 1)
    }
    for transaction in waiting { try await phone.context.announce(transaction.transactionID) }
    #expect(await phone.context.process(.sendMoney, MoneyOrder.sample) == .busy)
    // Decided elsewhere meanwhile: it is not shown.
    _ = try await phone.session.deny(waiting[1].transactionID)
    gate.continuation.finish()
    while await phone.navigator.outcomes.count < 2 { await Task.yield() }
    #expect(
      await phone.asked() == [
        "the transaction", "the BIOMETRICS screen", "the success screen", "the transaction",
        "the success screen",
      ])
    #expect(try await phone.session.transaction(waiting[0].transactionID).status == .approved)
    #expect(try await phone.session.transaction(waiting[2].transactionID).status == .denied)
  }

  @Test(
    "an answer that finds another flow under way is not lost: the transaction is shown again",
    .timeLimit(.minutes(5)))
  func answeredMeanwhile() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let phone = try await ScenarioPhone(
      ServiceHarness(),
      answers: [
        ScenarioPhone.give(.deny, after: gate.stream), ScenarioPhone.give(.deny),
      ])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    try await phone.context.announce(review.transactionID)
    while await phone.navigator.screens.isEmpty { await Task.yield() }
    _ = try await phone.manager.start(Remittance(.sample), proofPath: .token)
    gate.continuation.finish()
    while await phone.context.queue.transactions.isEmpty { await Task.yield() }
    #expect(try await phone.session.transaction(review.transactionID).status == .pending)
    await phone.manager.cancel()
    while await phone.navigator.outcomes.isEmpty { await Task.yield() }
    #expect(await phone.asked() == ["the transaction", "the transaction", "the success screen"])
    #expect(try await phone.session.transaction(review.transactionID).status == .denied)
  }

  @Test(
    "what waits is not forgotten where a session ends: after the next login it is shown",
    .timeLimit(.minutes(5)))
  func sessionOver() async throws {
    let harness = try await ServiceHarness()
    let gate = AsyncStream<Void>.makeStream()
    let phone = try await ScenarioPhone(
      harness,
      answers: [
        ScenarioPhone.give(.close, after: gate.stream)
      ])
    let open = try await phone.lowReview()
    harness.clock.advance(seconds: 1)
    let waiting = try await phone.lowReview()
    for review in [open, waiting] { try await phone.context.announce(review.transactionID) }
    while await phone.navigator.screens.isEmpty { await Task.yield() }
    try await phone.session.end()
    gate.continuation.finish()
    while await phone.context.process(.sendMoney, MoneyOrder.sample) == .busy { await Task.yield() }
    let left = await phone.context.queue.transactions
    #expect(left.map(\.id) == [waiting.transactionID])
  }

  @Test(
    "an answer that finds the session over handles nothing: the transaction waits on",
    .timeLimit(.minutes(5)))
  func answeredTooLate() async throws {
    for answer in [ScreenAnswer.authorize, .deny] {
      let harness = try await ServiceHarness()
      let gate = AsyncStream<Void>.makeStream()
      let phone = try await ScenarioPhone(
        harness, answers: [ScenarioPhone.give(answer, after: gate.stream)])
      try await phone.registerKey()
      let review = try await phone.lowReview()
      try await phone.context.announce(review.transactionID)
      while await phone.navigator.screens.isEmpty { await Task.yield() }
      try await phone.session.end()
      gate.continuation.finish()
      while await phone.navigator.outcomes.isEmpty { await Task.yield() }
      while await phone.context.process(.sendMoney, MoneyOrder.sample) == .busy {
        await Task.yield()
      }
      #expect(
        await phone.navigator.outcomes.first?.kind == .failed(.flow(.sessionExpired)), "\(answer)")
      let waiting = await phone.context.queue.transactions
      #expect(waiting.map(\.id) == [review.transactionID], "\(answer)")
      #expect(await phone.remembered().isEmpty, "\(answer)")
    }
  }

  @Test(
    "a prompt that stood for too long handles nothing: the transaction is asked about again",
    .timeLimit(.minutes(5)))
  func promptTimedOut() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(),
      answers: [
        ScenarioPhone.give(.authorize), ScenarioPhone.give(.factor(.biometrics)),
        ScenarioPhone.give(.authorize), ScenarioPhone.give(.factor(.biometrics)),
      ])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    phone.presence.hold(true)
    try await phone.context.announce(review.transactionID)
    while !phone.presence.hasHeld { await Task.yield() }
    while await phone.navigator.outcomes.isEmpty {
      phone.clock.wakeAll()
      try await Task.sleep(for: .milliseconds(10))
    }
    phone.presence.hold(false)
    while await phone.navigator.outcomes.count < 2 { await Task.yield() }
    #expect(
      await phone.navigator.outcomes.map(\.kind) == [.failed(.flow(.timeout)), .authorized])
    #expect(try await phone.session.transaction(review.transactionID).status == .approved)
  }

  @Test("a denial of one's own asks no factor and mails no code, and its real result is shown")
  func denied() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    let review = try await phone.lowReview()
    for _ in 0..<2 {
      // Denied once, and the second time denied already: both are what was wanted.
      guard case .ended(let outcome) = await phone.context.deny(review.transactionID) else {
        throw Unexpected(.left)
      }
      #expect(outcome.kind == .denied && outcome.isSuccess, "\(outcome)")
    }
    #expect(!phone.transport.calls.contains("POST /codes"))
    #expect(await phone.asked() == ["the success screen", "the success screen"])
    #expect(try await phone.session.transaction(review.transactionID).status == .denied)
    let other = try await phone.lowReview()
    try await phone.registerKey()
    await phone.navigator.answer([ScenarioPhone.give(.factor(.biometrics))])
    _ = try await phone.authorize(other)
    guard case .ended(let late) = await phone.context.deny(other.transactionID) else {
      throw Unexpected(.left)
    }
    #expect(late.kind == .failed(.flow(.transactionAlreadyReviewed)))
  }

  // Holds: pending
  @Test("what comes by the server's events is shown, and the second device closes its screen")
  func secondDeviceCloses() async throws {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(
      harness,
      answers: [ScenarioPhone.give(.authorize), ScenarioPhone.give(.factor(.biometrics))])
    try await first.registerKey()
    let second = try await ScenarioPhone(
      harness, named: "second", session: first.session, answers: [ScenarioPhone.waits])
    let following = Task { try await second.context.followTransactions() }
    let review = try await first.lowReview()
    while await second.navigator.screens.isEmpty { await Task.yield() }
    try await first.context.announce(review.transactionID)
    while await second.navigator.closed.isEmpty { await Task.yield() }
    // The event may come before the first one's own answer.
    while await first.navigator.outcomes.isEmpty { await Task.yield() }
    #expect(await first.navigator.outcomes.first?.isSuccess == true)
    #expect(await second.asked() == ["the transaction"])
    following.cancel()
    _ = await following.result
  }

  // Holds: peer-second-screen
  @Test("a flow that is under way on the second device ends when the first has decided")
  func secondFlowEnds() async throws {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(harness)
    try await first.registerKey()
    let review = try await first.lowReview()
    let second = try await ScenarioPhone(
      harness, named: "app", session: first.session, answers: [ScenarioPhone.waits])
    let running = Task { try await second.authorize(review) }
    while await second.navigator.screens.isEmpty { await Task.yield() }
    await second.context.wasDecided("another", .denied)
    #expect(await second.navigator.closed.isEmpty)
    await second.context.wasDecided(review.transactionID, .denied)
    guard case .ended(let outcome) = try await running.value else { throw Unexpected(.left) }
    #expect(outcome.kind == .failed(.flow(.transactionAlreadyReviewed)))
    while await second.navigator.closed.isEmpty { await Task.yield() }
  }
}
