import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("A key on the way by a PIN, and an approval on another device, over the real router")
struct OnTheWayTests {
  private static let pin = SecretText("258036")

  @Test("a PIN sets a phone without a key up on the way, and approves; its key waits")
  func keyByPIN() async throws {
    let harness = try await ServiceHarness()
    let phone = try await phoneOfPIN(
      harness,
      [
        ScenarioPhone.give(.factor(.pin(Self.pin))), ScenarioPhone.give(.softPrompt(.accept)),
        ScenarioPhone.give(.factor(.biometrics)),
      ])
    let mailed = harness.messenger.messages.compactMap(\.purpose).count
    let result = await phone.context.process(.sendMoney, MoneyOrder.sample)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await phone.asked() == [
        "the PIN screen", "the soft prompt", "the biometrics set-up", "the success screen",
      ])
    // One PIN is given, and no code is mailed for it.
    #expect(
      phone.transport.calls == [
        "POST /actions/{scenario}/options", "POST /biometric/register/options",
        "POST /biometric/register/verify", "POST /actions/{scenario}",
      ])
    #expect(harness.messenger.messages.compactMap(\.purpose).count == mailed)
    #expect(try await grounds(harness) == ["weak_proof"])
    // The PIN approved, as it could before; not the new key.
    #expect(try await proofs(harness) == ["pin"])
  }

  @Test("until its wait is over, the key of a PIN approves what the PIN could, and no more")
  func weakKey() async throws {
    let harness = try await ServiceHarness()
    let phone = try await phoneOfPIN(
      harness,
      [
        ScenarioPhone.give(.factor(.pin(Self.pin))), ScenarioPhone.give(.softPrompt(.accept)),
        ScenarioPhone.give(.factor(.biometrics)), ScenarioPhone.give(.factor(.biometrics)),
      ])
    for _ in 0..<2 {
      let result = await phone.context.process(.sendMoney, MoneyOrder.sample)
      guard case .ended(let outcome) = result else { throw Unexpected(result) }
      #expect(outcome.kind == .authorized, "\(outcome)")
    }
    let above = await phone.context.process(
      .sendMoney, MoneyOrder(amount: 1500, recipient: "BOLA"))
    guard case .ended(let refused) = above, case .failed(let failure) = refused.kind else {
      throw Unexpected(above)
    }
    #expect(failure.code == "factor_waits")
    #expect(try await proofs(harness) == ["pin", "verificationToken"])
  }

  @Test("who declines the key on the way has given the PIN for the approval alone")
  func declined() async throws {
    let harness = try await ServiceHarness()
    let phone = try await phoneOfPIN(
      harness,
      [
        ScenarioPhone.give(.factor(.pin(Self.pin))), ScenarioPhone.give(.softPrompt(.decline)),
        // The next time nobody is asked for anything else.
        ScenarioPhone.give(.factor(.pin(Self.pin))),
      ])
    for _ in 0..<2 {
      let result = await phone.context.process(.sendMoney, MoneyOrder.sample)
      guard case .ended(let outcome) = result else { throw Unexpected(result) }
      #expect(outcome.kind == .authorized, "\(outcome)")
    }
    #expect(
      await phone.asked() == [
        "the PIN screen", "the soft prompt", "the success screen", "the PIN screen",
        "the success screen",
      ])
    #expect(try await grounds(harness).isEmpty)
  }

  @Test("a wrong PIN for a key on the way is asked for again, and nothing was done with it")
  func wrongPIN() async throws {
    let harness = try await ServiceHarness()
    let phone = try await phoneOfPIN(
      harness,
      [
        ScenarioPhone.give(.factor(.pin(SecretText("904417")))),
        ScenarioPhone.give(.softPrompt(.accept)), ScenarioPhone.give(.factor(.biometrics)),
        ScenarioPhone.give(.factor(.pin(Self.pin))),
      ])
    let result = await phone.context.process(.sendMoney, MoneyOrder.sample)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      await phone.asked() == [
        "the PIN screen", "the soft prompt", "the biometrics set-up", "the PIN screen",
        "the success screen",
      ])
    #expect(await phone.navigator.screens.map(\.notice)[3] == "Wrong PIN")
    #expect(try await proofs(harness) == ["pin"])
    #expect(try await grounds(harness) == ["weak_proof"])
  }

  @Test("what another device can approve waits for it, and is done once it has")
  func otherDevice() async throws {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(
      harness, answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await first.registerKey()
    let review = try await harness.review().transaction
    let second = try await ScenarioPhone(
      harness, named: "second", session: first.session, answers: [ScenarioPhone.waits])
    let waiting = Task { try await second.authorize(review) }
    while await second.navigator.screens.isEmpty { await Task.yield() }
    #expect(await second.navigator.screens.map(\.content) == [.otherDevice])
    #expect(try await first.session.transaction(review.transactionID).status == .pending)
    let approved = try await first.authorize(review)
    guard case .ended(let here) = approved else { throw Unexpected(approved) }
    #expect(here.kind == .authorized)
    let result = try await waiting.value
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(outcome.transaction?.review?.status == .approved)
    #expect(await second.asked() == ["the wait for another device", "the success screen"])
    // No key was made here by anything weaker, and no code mailed for one.
    #expect(try await first.session.credentials().credentials.count == 1)
    #expect(!second.transport.calls.contains { $0.hasPrefix("POST /biometric") })
    #expect(!second.transport.calls.contains("POST /codes"))
  }

  @Test("what the other device declines is declined here too, and not as one's own decision")
  func declinedElsewhere() async throws {
    let (first, second, review) = try await twoDevices(ScenarioPhone.waits)
    let waiting = Task { try await second.authorize(review) }
    while await second.navigator.screens.isEmpty { await Task.yield() }
    _ = try await first.session.deny(review.transactionID)
    let result = try await waiting.value
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .failed(.flow(.transactionAlreadyReviewed)))
    #expect(outcome.transaction?.review?.status == .denied)
  }

  @Test("who does not wait for the other device decides nothing; who declines does")
  func leftOrDeclined() async throws {
    let (first, leaving, review) = try await twoDevices(ScenarioPhone.give(.leave))
    #expect(try await leaving.authorize(review) == .left)
    // Whether to decline was not asked: it goes on waiting.
    #expect(await leaving.asked() == ["the wait for another device"])
    #expect(try await first.session.transaction(review.transactionID).status == .pending)
    await leaving.navigator.answer([ScenarioPhone.give(.deny)])
    let result = try await leaving.authorize(review)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .denied)
    #expect(try await first.session.transaction(review.transactionID).status == .denied)
  }

  /// A phone with a key, another one of the account without, and what waits on both.
  private func twoDevices(
    _ answer: @escaping RecordingNavigator.Answer
  ) async throws -> (ScenarioPhone, ScenarioPhone, ReviewTransaction) {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(harness)
    try await first.registerKey()
    let second = try await ScenarioPhone(
      harness, named: "second", session: first.session, answers: [answer])
    return (first, second, try await harness.review().transaction)
  }

  /// A phone without a key, in another session than the one that set the account's one factor: a
  /// PIN that is sent in a body.
  private func phoneOfPIN(
    _ harness: ServiceHarness, _ answers: [RecordingNavigator.Answer]
  ) async throws -> ScenarioPhone {
    let first = try await ScenarioPhone(harness, named: "first")
    let session = try await harness.service.sessions.authenticate(
      first.session.accessToken, activity: .person
    ).get()
    try await harness.setPIN(Self.pin.exposed, session)
    // Another code may be sent after a minute.
    harness.clock.advance(seconds: 61)
    return try await ScenarioPhone(harness, answers: answers)
  }

  /// The grounds of the account's keys.
  private func grounds(_ harness: ServiceHarness) async throws -> [String] {
    try await harness.store.rows("SELECT ground FROM credentials", []).map { try $0.text(0) }
  }

  /// The kinds of the proofs by which money was sent, each once, in order.
  private func proofs(_ harness: ServiceHarness) async throws -> [String] {
    try await harness.store.rows(
      "SELECT DISTINCT proof_kind FROM operations WHERE scenario = ? ORDER BY proof_kind",
      [.text(ScenarioName.sendMoney.text)]
    ).map { try $0.text(0) }
  }
}
