import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("What is asked while nobody may be there")
struct BackgroundTests {
  @Test("the repetition of an action is nobody's activity, the calls before it are the person's")
  func action() async throws {
    let phone = Phone([Script.options, Script.verified, .lost, Script.completed])
    try await phone.manager.start(Remittance(Script.payload), proofPath: .token)
    async let updates = phone.answer([.biometrics])
    await phone.clock.wake(.seconds(1))
    #expect(try await updates.last?.phase == .done)
    let requests = await phone.transport.requests
    #expect(
      requests.map(\.description) == [
        "POST /actions/{scenario}/options", "POST /biometric/auth/verify",
        "POST /actions/{scenario}",
        "POST /actions/{scenario}",
      ])
    #expect(requests.map(\.isBackground) == [false, false, false, true])
  }

  @Test(
    "a lost denial is repeated after a pause and not before, and that is nobody's activity",
    .timeLimit(.minutes(5)))
  func denial() async throws {
    let phone = Phone([
      Script.waiting, Script.secondFactor(), .lost, .answer(200, Script.review(.denied).json),
    ])
    try await phone.manager.startReview("tx_1")
    var last: Flow?
    for await flow in await phone.manager.updates {
      last = flow
      guard flow.phase == .waitForInput else { continue }
      try await phone.manager.deny()
      // Until it pauses, or is repeated without a pause.
      while await !phone.clock.hasSleeper(of: .seconds(1)),
        await phone.transport.calls.count < 4
      {
        await Task.yield()
      }
      #expect(await phone.transport.calls.count == 3)
      await phone.clock.wakeAll(.seconds(1))
    }
    #expect(last?.error == .denied)
    let requests = await phone.transport.requests
    #expect(
      requests.map(\.description) == [
        "GET /transactions/{id}", "GET /second-factor", "POST /transactions/{id}/deny",
        "POST /transactions/{id}/deny",
      ])
    #expect(requests.map(\.isBackground) == [false, false, false, true])
  }

  @Test(
    "what waits is read as nobody's activity, what a screen of the app's reads is not",
    .timeLimit(.minutes(5)))
  func queue() async throws {
    let list = TransactionList(transactions: [Script.review()])
    let phone = Phone([.answer(200, list.json), Script.waiting, Script.waiting, Script.waiting])
    let navigator = RecordingNavigator([{ _ in .close }])
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: navigator)
    let following = Task { try await context.followTransactions() }
    while await navigator.screens.isEmpty { await Task.yield() }
    _ = try await context.transaction("tx_1")
    try await context.announce("tx_1")
    following.cancel()
    _ = await following.result
    // Of the stream itself the server knows by its route.
    let reads = await phone.transport.requests.filter { $0.route != .transactionEvents }
    #expect(
      reads.map(\.description) == [
        "GET /transactions", "GET /transactions/{id}", "GET /transactions/{id}",
        "GET /transactions/{id}",
      ])
    #expect(reads.map(\.isBackground) == [true, true, false, true])
  }
}
