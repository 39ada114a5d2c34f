import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("Leaving a scenario, over the real router")
struct LeavingTests {
  // Holds: context
  @Test("who leaves is asked, and comes back to the same screen")
  func asked() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(),
      answers: [
        ScenarioPhone.give(.leave), ScenarioPhone.give(.stay),
        ScenarioPhone.give(.factor(.biometrics)),
      ])
    try await phone.registerKey()
    let result = try await phone.authorize(phone.lowReview())
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized)
    #expect(
      await phone.asked() == [
        "the BIOMETRICS screen", "the question whether to leave", "the BIOMETRICS screen",
        "the success screen",
      ])
  }

  // Holds: context
  @Test("leaving AUTHORIZE_TRANSACTION denies it, and the real result is shown")
  func leavingDenies() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.leave), ScenarioPhone.give(.leave)])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    let result = try await phone.authorize(review)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .denied && outcome.isSuccess)
    #expect(try await phone.session.transaction(review.transactionID).status == .denied)
  }

  @Test(
    "who leaves the first screen by a gesture is asked, and comes back to it or denies",
    .timeLimit(.minutes(5)))
  func leavingFirstScreen() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(),
      answers: [
        ScenarioPhone.waits, ScenarioPhone.give(.stay), ScenarioPhone.waits,
        ScenarioPhone.give(.leave),
      ])
    let review = try await phone.lowReview()
    try await phone.context.announce(review.transactionID)
    for count in [1, 3] {
      while await phone.navigator.screens.count < count { await Task.yield() }
      await phone.context.leave()
    }
    while await phone.navigator.outcomes.isEmpty { await Task.yield() }
    #expect(
      await phone.asked() == [
        "the transaction", "the question whether to leave", "the transaction",
        "the question whether to leave", "the success screen",
      ])
    #expect(try await phone.session.transaction(review.transactionID).status == .denied)
  }

  @Test("leaving without a network closes at once, and denies nothing")
  func offline() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.leave)])
    try await phone.registerKey()
    let review = try await phone.lowReview()
    phone.isOffline.turn(on: true)
    #expect(try await phone.authorize(review) == .left)
    #expect(await phone.asked() == ["the BIOMETRICS screen"])
    #expect(try await phone.session.transaction(review.transactionID).status == .pending)
  }

  @Test("leaving another scenario cancels it")
  func leavingCancels() async throws {
    let phone = try await ScenarioPhone(
      ServiceHarness(), answers: [ScenarioPhone.give(.leave), ScenarioPhone.give(.leave)])
    try await phone.registerKey()
    #expect(await phone.context.process(.sendMoney, MoneyOrder.sample) == .left)
    #expect(await phone.manager.currentFlow?.error == .cancelled)
  }

  // Holds: context
  @Test("a final refusal denies, so that no other device approves; a wrong code does not")
  func finalRefusalDenies() async throws {
    let harness = try await ServiceHarness()
    let wrong = ScenarioPhone.wrongCode(harness)
    let phone = try await ScenarioPhone(
      harness, policies: [.authorizeTransaction.at(.fallbackOnly)], triesPerCode: 2,
      answers: [wrong, wrong])
    try await harness.confirmPhone(ScenarioPhone.number, of: phone.session)
    let review = try await phone.lowReview()
    let result = try await phone.authorize(review)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .failed(.flow(.triesUsedUp)))
    while try await phone.session.transaction(review.transactionID).status == .pending {
      await Task.yield()
    }
    #expect(try await phone.session.transaction(review.transactionID).status == .denied)
    // It is no decline of the person's.
    #expect(try await harness.decisions(on: ReviewID(review.transactionID)) == ["refused"])
  }

  @Test("the person denies in the midst of it, and denying what is denied is a success")
  func denies() async throws {
    let harness = try await ServiceHarness()
    let review = try await harness.reviewForSignUp()
    let phone = try await ScenarioPhone(
      harness, session: review.session,
      answers: [
        { _ in
          _ = try await review.session.deny(review.id)
          return .deny
        }
      ])
    try await phone.registerKey()
    let result = try await phone.authorize(review.transaction)
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .denied)
  }

  @Test("approving what is approved is a success, denying it is already reviewed")
  func alreadyReviewed() async throws {
    let harness = try await ServiceHarness()
    let first = try await ScenarioPhone(
      harness, answers: [ScenarioPhone.give(.factor(.biometrics))])
    try await first.registerKey()
    let review = try await first.lowReview()
    let second = try await ScenarioPhone(
      harness, named: "second", session: first.session, answers: [ScenarioPhone.give(.deny)])
    _ = try await second.context.transaction(review.transactionID)
    _ = try await first.authorize(review)
    let result = await second.context.process(
      .authorizeTransaction, ReviewPayload(transactionID: review.transactionID))
    guard case .ended(let outcome) = result else { throw Unexpected(result) }
    #expect(outcome.kind == .authorized, "\(outcome)")
  }
}

/// A transaction for an account that was just made, with its session.
struct ReviewForSession: Sendable {
  let session: AccountSession
  let transaction: ReviewTransaction
  var id: String { transaction.transactionID }
}

extension ServiceHarness {
  func reviewForSignUp() async throws -> ReviewForSession {
    let phone = try await ScenarioPhone(self, named: "other")
    return ReviewForSession(session: phone.session, transaction: try await phone.lowReview())
  }
}
