import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Leaving while the action is on its way, over the real router")
struct LeavingUnderWayTests {
  @Test(
    "who leaves is told that nothing was done, and once the action is sent that it may be done",
    .timeLimit(.minutes(5)))
  func messages() async throws {
    let app = try await HeldApp(answers: [
      ScenarioPhone.give(.leave), ScenarioPhone.give(.stay),
      ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.stay), ScenarioPhone.waits,
    ])
    async let running = app.context.process(.sendMoney, MoneyOrder.sample)
    await app.leaveUnderWay(untilShown: 5)
    app.phone.transport.letGo()
    guard case .ended(let outcome) = await running else { throw Unexpected(.left) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    let texts = Scenario.sendMoney.screens.leaving
    #expect(await app.leavingMessages() == [texts.message, texts.messageUnderWay])
  }

  @Test(
    "a question whether to leave closes when the flow ends, and the outcome is shown",
    .timeLimit(.minutes(5)))
  func closes() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let closings = AsyncStream<Bool>.makeStream()
    let app = try await HeldApp(
      answers: [
        ScenarioPhone.give(.authorize), ScenarioPhone.give(.factor(.biometrics)),
        { _ in
          for await _ in gate.stream {}
          closings.continuation.yield(Task.isCancelled)
          return .leave
        },
      ], after: 3)
    let id = try await app.phone.harness.review().transaction.transactionID
    async let running = app.context.process(
      .authorizeTransaction, ReviewPayload(transactionID: id))
    await app.leaveUnderWay(untilShown: 3)
    app.phone.transport.letGo()
    guard case .ended(let outcome) = await running else { throw Unexpected(.left) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    // A question that is still open is answered now.
    gate.continuation.finish()
    var closed = closings.stream.makeAsyncIterator()
    #expect(await closed.next() == true)
    #expect(
      await app.navigator.screens.map(\.content.name) == [
        "the changed transaction", "the BIOMETRICS screen", "the question whether to leave",
        "the success screen",
      ])
    #expect(!app.phone.transport.calls.contains("POST /transactions/{id}/deny"))
  }
}

/// An app whose action is held on its way to the server.
private struct HeldApp {
  let phone: InstalledPhone
  let navigator: RecordingNavigator
  let context: MultifactorAuthenticationContext

  /// Holds the call after so many others: with biometrics the third is the action.
  init(answers: [RecordingNavigator.Answer], after calls: Int = 2) async throws {
    phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol(biometrics: .accept)
    phone.transport.arm(.held, after: calls)
    navigator = RecordingNavigator(answers)
    var configuration = ContextConfiguration()
    configuration.scenarios.register(.sendMoney)
    context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: navigator, configuration: configuration)
  }

  /// Leaves once the action is on its way, and waits for so many screens.
  func leaveUnderWay(untilShown count: Int) async {
    while !phone.transport.isHolding { await Task.yield() }
    await context.leave()
    while await navigator.screens.count < count { await Task.yield() }
  }

  /// What those who left were told.
  func leavingMessages() async -> [String] {
    await navigator.screens.compactMap {
      if case .leaving(let question) = $0.content { question.message } else { nil }
    }
  }
}
