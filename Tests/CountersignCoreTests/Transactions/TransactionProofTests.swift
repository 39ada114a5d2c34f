import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("Proofs of approvals")
struct TransactionProofTests {
  // Holds: RTS-5.1
  @Test(
    "RTS-5.1: a proof approves exactly what was signed: no field may have changed",
    arguments: [
      .column("amount = amount + 1"), .column("currency = 'USD'"),
      .column("created_at = created_at + 1000"), .column("expires_at = expires_at + 1000"),
      .content(SealedReview(payee: "Ikeja Book", lastFourPAN: "4242")),
      .content(SealedReview(payee: "Ikeja Books", lastFourPAN: "4243")),
      .content(SealedReview(payee: "Ikeja Books")),
    ] as [FieldChange])
  fileprivate func everyField(_ change: FieldChange) async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    #expect(review.transaction.payee == "Ikeja Books" && review.transaction.lastFourPAN == "4242")
    let assertion = try await harness.reviewAssertion(review, authenticator, session)
    let id = ReviewID(review.transaction.transactionID)
    try await harness.store.write { transaction in
      let (statement, values) = try change.statement(id, session.accountID, in: transaction)
      _ = try transaction.execute(
        "UPDATE transactions SET \(statement) WHERE id = ?", values + [.text(id.text)])
    }
    #expect(
      try await harness.approvalRefusal(review, .assertion(assertion), session)
        == .transactionMismatch)
    #expect(try await harness.shown(review, session).status == .pending)
    // A refused proof is not spent: were the transaction as it was, it would act.
    let token = try await harness.service.proofs.verify(assertion, session: session).get()
    #expect(
      try await harness.approvalRefusal(
        review, .verificationToken(token.verificationToken), session) == .transactionMismatch)
  }

  // Holds: RTS-5.1, ASVS-6.6.2
  @Test("RTS-5.1: a proof approves no other transaction, alike as the two may be")
  func otherTransaction() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let signed = try await harness.review()
    let other = try await harness.review()
    let assertion = try await harness.reviewAssertion(signed, authenticator, session)
    #expect(
      try await harness.approvalRefusal(other, .assertion(assertion), session)
        == .transactionMismatch)
    _ = try await harness.approve(signed, .assertion(assertion), session)
    #expect(
      try await harness.approvalRefusal(other, .assertion(assertion), session) == .alreadyUsed)
    #expect(try await harness.shown(other, session).status == .pending)
  }

  @Test("a proof of another scenario approves nothing, and one of this scenario buys nothing")
  func otherScenario() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let unlinked = try await harness.unlinkedAssertion(authenticator, session)
    #expect(
      try await harness.approvalRefusal(review, .assertion(unlinked), session) == .linkingRequired)
    let purchase = try await harness.linkedAssertion(.sample, authenticator, session)
    #expect(
      try await harness.approvalRefusal(review, .assertion(purchase), session) == .challengeUnknown)
    let assertion = try await harness.reviewAssertion(review, authenticator, session)
    #expect(
      try await harness.refusal(
        SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), session)
        == .challengeUnknown)
    let revocation = try await harness.service.credentials.revoke(
      .all, RevocationRequest(proof: .assertion(assertion)), session: session)
    #expect(revocation.refusal == .challengeUnknown)
  }

  // Holds: RTS-16
  @Test("a PIN approves up to the low-value limit in the own currency, five times in a row")
  func lowValue() async throws {
    let harness = try await ServiceHarness { $0.allow(pendingTransactions: 100) }
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    let pin = Proof.pin(SecretText("2580"))
    var request = NewTransactionRequest.sample
    request.amount = 1001
    let above = try await harness.review(request)
    #expect(try await harness.approvalRefusal(above, pin, session) == .linkingRequired)
    (request.amount, request.currency) = (10, "USD")
    let foreign = try await harness.review(request)
    #expect(try await harness.approvalRefusal(foreign, pin, session) == .linkingRequired)
    (request.amount, request.currency) = (1000, "NGN")
    for _ in 0..<5 {
      let outcome = try await harness.approve(try await harness.review(request), pin, session)
      #expect(outcome.answer.status == .approved)
    }
    let sixth = try await harness.review(request)
    #expect(try await harness.approvalRefusal(sixth, pin, session) == .linkingRequired)
    // Purchases and approvals are counted together.
    let purchase = try await harness.sendByPIN("2580", session)
    #expect(purchase.refusal == .linkingRequired)
    let authenticator = try await harness.registerSecondKey(session, pin: "2580")
    let assertion = try await harness.reviewAssertion(sixth, authenticator, session)
    _ = try await harness.approve(sixth, .assertion(assertion), session)
    _ = try await harness.approve(try await harness.review(request), pin, session)
  }

  @Test("a PIN on a transaction that is decided costs no attempt, a wrong one on another does")
  func countedPIN() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    try await harness.setPIN("2580", session)
    var request = NewTransactionRequest.sample
    request.amount = 10
    let denied = try await harness.review(request)
    _ = try await harness.deny(denied, session)
    let wrong = Proof.pin(SecretText("9713"))
    #expect(try await harness.approvalRefusal(denied, wrong, session) == .alreadyDenied)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 0)
    let pending = try await harness.review(request)
    #expect(try await harness.approvalRefusal(pending, wrong, session) == .verificationFailed)
    #expect(try await harness.service.secondFactors.show(session).failedAttempts == 1)
    #expect(try await harness.shown(pending, session).status == .pending)
  }

  @Test("codes that nobody was mailed approve nothing")
  func codesOfNobody() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    var request = NewTransactionRequest.sample
    request.amount = 10
    let review = try await harness.review(request)
    let codes = Proof.codes(validateCode: SecretText("123456"), otp: nil, twoFactorCode: nil)
    #expect(try await harness.approvalRefusal(review, codes, session) == .verificationFailed)
  }

  // Holds: ASVS-6.6.2
  @Test("approvals and denials of one transaction at once give one decision")
  func race() async throws {
    for round in 0..<6 {
      let (harness, session, authenticator) = try await ServiceHarness.withKey()
      let second = try await harness.signUp()
      let review = try await harness.review()
      var attempts: [@Sendable () async throws -> Decision<ActionResponse<TransactionAnswer>>] = []
      for index in 0..<24 {
        let caller = index.isMultiple(of: 2) ? session : second
        if (index + round).isMultiple(of: 3) {
          attempts.append {
            try await harness.service.reviews.deny(
              review.reviewID, idempotencyKey: nil, session: caller)
          }
        } else {
          let assertion = try await harness.reviewAssertion(review, authenticator, caller)
          attempts.append {
            try await harness.service.reviews.approve(
              review.reviewID, ApprovalRequest(proof: .assertion(assertion)), idempotencyKey: nil,
              session: caller
            ).executed()
          }
        }
      }
      let decisions = try await withThrowingTaskGroup { group in
        for attempt in attempts { group.addTask { try await attempt() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let executed = decisions.compactMap { try? $0.get() }.filter { !$0.isReplayed }
      #expect(executed.count == 1)
      let final = try await harness.shown(review, session)
      #expect(executed.first?.answer == final)
      for decision in decisions {
        switch decision {
        case .success(let outcome): #expect(outcome.answer == final)
        case .failure(let refusal):
          #expect(refusal.reason == (final.status == .approved ? .alreadyApproved : .alreadyDenied))
        }
      }
      let kinds = try await harness.auditKinds()
      let rows = kinds.count { ["transaction_approved", "transaction_denied"].contains($0) }
      #expect(rows == 1)
      #expect(try await harness.fault() == nil)
    }
  }

  @Test("a session that ended, or an account's revoked key, decides nothing")
  func ended() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let other = try await harness.signUp()
    let review = try await harness.review()
    let assertion = try await harness.reviewAssertion(review, authenticator, other)
    let revoked = try await harness.reviewAssertion(review, authenticator, session)
    try await harness.service.sessions.end(other)
    #expect(
      try await harness.approvalRefusal(review, .assertion(assertion), other) == .sessionRequired)
    #expect(try await harness.denialRefusal(review, other) == .sessionRequired)
    _ = try await harness.revokeKeys(.all, by: authenticator, session).get()
    let after = try await harness.approvalRefusal(review, .assertion(revoked), session)
    #expect(after == .verificationFailed)
    #expect(try await harness.shown(review, session).status == .pending)
  }
}

/// A change of one field of a transaction behind the server's back.
private enum FieldChange: Sendable {
  case column(String)
  /// What is stored sealed, sealed again.
  case content(SealedReview)

  func statement(
    _ id: ReviewID, _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> (String, [SQLValue]) {
    switch self {
    case .column(let statement): (statement, [])
    case .content(let content):
      ("content = ?", [try content.sealed(by: transaction.seal(of: account), id)])
    }
  }
}
