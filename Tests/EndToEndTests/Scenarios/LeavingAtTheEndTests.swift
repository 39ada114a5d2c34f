import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Leaving a scenario as it ends, over the real router")
struct LeavingAtTheEndTests {
  private static let denial = "POST /transactions/{id}/deny"

  @Test(
    "an outcome screen that is left closes at once, and what was authorized stays so",
    .timeLimit(.minutes(5)))
  func outcome() async throws {
    let phone = try await ScenarioPhone(ServiceHarness())
    try await phone.registerKey()
    let review = try await phone.lowReview()
    let gate = AsyncStream<Void>.makeStream()
    let navigator = RecordingNavigator(
      [ScenarioPhone.give(.factor(.biometrics))],
      outcome: { _ in
        for await _ in gate.stream {}
        try Task.checkCancellation()
        return .close
      })
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: navigator)
    async let running = phone.authorize(review, in: context)
    while await navigator.outcomes.isEmpty { await Task.yield() }
    await context.leave()
    // Whatever is still open from here on was not closed by it.
    gate.continuation.finish()
    guard case .ended(let outcome) = try await running else { throw Unexpected(.left) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(await navigator.closed.map(\.content.name) == ["the success screen"])
    #expect(!phone.transport.calls.contains(Self.denial))
    #expect(try await phone.session.transaction(review.transactionID).status == .approved)
  }

  @Test(
    "who leaves when the flow has just ended is asked nothing, and sees how it ended",
    .timeLimit(.minutes(5)))
  func justEnded() async throws {
    let phone = try await ScenarioPhone(ServiceHarness())
    try await phone.registerKey()
    let review = try await phone.lowReview()
    let gate = AsyncStream<Void>.makeStream()
    let navigator = RecordingNavigator([ScenarioPhone.give(.factor(.biometrics))])
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: SlowScreens(screens: navigator, gate: gate.stream))
    async let running = phone.authorize(review, in: context)
    // The context still waits for its screen when the flow is at its end.
    while await phone.manager.currentFlow?.isFinal != true { await Task.yield() }
    await context.leave()
    gate.continuation.finish()
    guard case .ended(let outcome) = try await running else { throw Unexpected(.left) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await navigator.screens.map(\.content.name) == [
        "the BIOMETRICS screen", "the success screen",
      ])
    #expect(!phone.transport.calls.contains(Self.denial))
  }

  @Test(
    "a decision to deny that comes when its flow is over denies no other payment",
    .timeLimit(.minutes(5)))
  func lateDecision() async throws {
    let phone = try await ScenarioPhone(ServiceHarness())
    try await phone.registerKey()
    let (left, next) = (try await phone.lowReview(), try await phone.lowReview())
    let isAsked = Switch()
    let thinking = AsyncStream<Void>.makeStream()
    let decided = AsyncStream<Void>.makeStream()
    var scenario = Scenario.authorizeTransaction
    scenario.callbacks.onCancel = {
      isAsked.turn(on: true)
      // Its screen is closed meanwhile, which ends no thought.
      await Task { for await _ in thinking.stream {} }.value
      decided.continuation.finish()
      return .deny
    }
    var configuration = ContextConfiguration()
    configuration.scenarios.register(scenario)
    let navigator = RecordingNavigator([
      ScenarioPhone.give(.leave), ScenarioPhone.give(.leave),
      ScenarioPhone.give(.factor(.biometrics), after: decided.stream),
    ])
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: navigator, configuration: configuration)
    async let first = phone.authorize(left, in: context)
    while !isAsked.isOn { await Task.yield() }
    await context.wasDecided(left.transactionID, .denied)
    _ = try await first
    async let second = phone.authorize(next, in: context)
    // The factor, the question whether to leave, the outcome, and the next payment's factor.
    while await navigator.screens.count < 4 { await Task.yield() }
    thinking.continuation.finish()
    guard case .ended(let outcome) = try await second else { throw Unexpected(.left) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(!phone.transport.calls.contains(Self.denial))
  }
}

/// Screens that take their time to show that an answer is processed.
private struct SlowScreens: Navigator {
  let screens: RecordingNavigator
  let gate: AsyncStream<Void>

  func show(_ screen: Screen) async -> ScreenAnswer { await screens.show(screen) }

  func update(_ screen: Screen) async {
    for await _ in gate {}
    await screens.update(screen)
  }
}
