import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Operations")
struct OperationTests {
  @Test("an approval is found by its challenge and by its idempotency key, as it stands now")
  func approvalIsFound() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let options = try await harness.reviewOptions(review, session)
    let key = try IdempotencyKey("approve-1")
    let outcome = try await harness.approve(
      review, .assertion(authenticator.assert(options.options)), session, key: key)
    let challengeID = Base64URL.encode(Array(options.options.challenge.bytes[1..<25]))
    for name in ["approve-1", challengeID] {
      let operation = try await harness.service.actions.operation(name, session: session).get()
      #expect(operation.scenario == .authorizeTransaction)
      #expect(operation.result == outcome.answer.json)
    }
    let stranger = try await harness.signUp("ben@example.com")
    for name in ["approve-1", challengeID, "unknown"] {
      #expect(
        try await harness.service.actions.operation(name, session: stranger).refusal == .notFound)
    }
  }

  @Test("a denial is found by its idempotency key, which gives it again and no other")
  func denialIsFound() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let first = try await harness.review()
    let second = try await harness.review()
    let key = try IdempotencyKey("deny-1")
    let outcome = try await harness.deny(first, session, key: key)
    let again = try await harness.deny(first, session, key: key)
    #expect(again.isReplayed && again.answer == outcome.answer)
    let operation = try await harness.service.actions.operation("deny-1", session: session).get()
    #expect(operation.result == outcome.answer.json)
    // The key is that denial's: neither another's, nor an approval's.
    let other = try await harness.service.reviews.deny(
      second.reviewID, idempotencyKey: key, session: session)
    #expect(other.refusal == .alreadyUsed)
    let assertion = try await harness.reviewAssertion(second, authenticator, session)
    let approval = try await harness.service.reviews.approve(
      second.reviewID, ApprovalRequest(proof: .assertion(assertion)), idempotencyKey: key,
      session: session)
    #expect(approval.refusal == .alreadyUsed)
    #expect(try await harness.shown(second, session).status == .pending)
  }

  @Test("an approval's idempotency key answers before a PIN is checked, and once")
  func approvalIsRepeated() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    var request = NewTransactionRequest.sample
    request.amount = 10
    let review = try await harness.review(request)
    let key = try IdempotencyKey("approve-1")
    let first = try await harness.approve(
      review, .pin(SecretText("2580")), session, key: key)
    let again = try await harness.approve(review, .pin(SecretText("9713")), session, key: key)
    #expect(!first.isReplayed && again.isReplayed)
    #expect(again.answer == first.answer)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    let other = try await harness.review(request)
    let decision = try await harness.service.reviews.approve(
      other.reviewID, ApprovalRequest(proof: .pin(SecretText("2580"))), idempotencyKey: key,
      session: session)
    #expect(decision.refusal == .alreadyUsed)
  }

  @Test("one idempotency key sent at once from everywhere approves once")
  func keyRace() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let key = try IdempotencyKey("approve-1")
    var assertions: [AssertionResponse] = []
    for _ in 0..<20 {
      assertions.append(try await harness.reviewAssertion(review, authenticator, session))
    }
    let outcomes = try await withThrowingTaskGroup { group in
      for assertion in assertions {
        group.addTask {
          try await harness.approve(review, .assertion(assertion), session, key: key)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { !$0.isReplayed } == 1)
    #expect(Set(outcomes.map(\.answer)).count == 1)
  }

  @Test("a purchase is found as before")
  func purchaseIsFound() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let assertion = try await harness.linkedAssertion(.sample, authenticator, session)
    let outcome = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), session,
      try IdempotencyKey("buy-1"))
    let operation = try await harness.service.actions.operation("buy-1", session: session).get()
    #expect(operation.scenario == .sendMoney)
    #expect(operation.result == outcome.answer.json)
    // One name space: a purchase's key decides on no transaction.
    let review = try await harness.review()
    let denial = try await harness.service.reviews.deny(
      review.reviewID, idempotencyKey: try IdempotencyKey("buy-1"), session: session)
    #expect(denial.refusal == .alreadyUsed)
  }
}
