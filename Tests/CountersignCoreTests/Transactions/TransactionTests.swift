import CountersignCore
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Transactions to review")
struct TransactionTests {
  @Test("a host's transaction is approved by an assertion that is linked to it")
  func approved() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    #expect(review.status == .pending)
    #expect(review.transaction.expiresAt == "2024-01-22T10:38:45Z")
    harness.clock.advance(seconds: 5)
    let options = try await harness.reviewOptions(review, session)
    #expect(options.transaction == review.transaction.json)
    let outcome = try await harness.approve(
      review, .assertion(authenticator.assert(options.options)), session, userInput: "for Ngozi")
    #expect(!outcome.isReplayed)
    #expect(outcome.answer.status == .approved)
    #expect(outcome.answer.decidedAt == "2024-01-22T10:30:50Z")
    let seen = try await harness.service.reviews.show(review.reviewID, host: harness.host()).get()
    #expect(seen == outcome.answer.forHost)
    #expect(seen.userInput == "for Ngozi")
    #expect(
      try await harness.auditKinds().suffix(2) == ["transaction_approved", "service_key_created"])
    #expect(try await harness.fault() == nil)
  }

  @Test("a token of a linked assertion approves, and the same proof again changes nothing")
  func replayed() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let assertion = try await harness.reviewAssertion(review, authenticator, session)
    let token = try await harness.service.proofs.verify(assertion, session: session).get()
      .verificationToken
    let first = try await harness.approve(review, .verificationToken(token), session)
    harness.clock.advance(seconds: 400)
    try await harness.keepAlive(session)
    for proof in [Proof.assertion(assertion), .verificationToken(token)] {
      let again = try await harness.approve(review, proof, session)
      #expect(again.isReplayed)
      #expect(again.answer == first.answer)
    }
    let other = try await harness.service.reviews.approve(
      review.reviewID, ApprovalRequest(proof: .assertion(assertion), userInput: "another"),
      idempotencyKey: nil, session: session)
    #expect(other.refusal == .alreadyUsed)
  }

  @Test("each decision is final: whoever comes later is told what it was")
  func final() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let first = try await harness.review()
    let early = try await harness.reviewAssertion(first, authenticator, session)
    let late = try await harness.reviewAssertion(first, authenticator, session)
    _ = try await harness.approve(first, .assertion(early), session)
    #expect(try await harness.approvalRefusal(first, .assertion(late), session) == .alreadyApproved)
    #expect(try await harness.denialRefusal(first, session) == .alreadyApproved)
    #expect(try await harness.optionsRefusal(first, session) == .alreadyApproved)

    let second = try await harness.review()
    let unused = try await harness.reviewAssertion(second, authenticator, session)
    #expect(try await harness.deny(second, session).answer.status == .denied)
    #expect(
      try await harness.approvalRefusal(second, .assertion(unused), session) == .alreadyDenied)
    #expect(try await harness.optionsRefusal(second, session) == .alreadyDenied)
    let again = try await harness.deny(second, session)
    #expect(again.isReplayed)
    #expect(again.answer.status == .denied)
  }

  @Test("past its time a transaction is expired to everybody, and nobody decides on it")
  func expired() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    var request = NewTransactionRequest.sample
    request.expiresIn = 30
    let review = try await harness.review(request)
    let assertion = try await harness.reviewAssertion(review, authenticator, session)
    harness.clock.advance(milliseconds: 29_999)
    #expect(try await harness.shown(review, session).status == .pending)
    harness.clock.advance(milliseconds: 1)
    #expect(try await harness.shown(review, session).status == .expired)
    let seen = try await harness.service.reviews.show(review.reviewID, host: harness.host()).get()
    #expect(seen.status == .expired)
    #expect(
      try await harness.approvalRefusal(review, .assertion(assertion), session)
        == .transactionExpired)
    #expect(try await harness.denialRefusal(review, session) == .transactionExpired)
    #expect(try await harness.optionsRefusal(review, session) == .transactionExpired)
    #expect(seen.decidedAt == nil)
  }

  // Holds: ASVS-6.6.4
  @Test("a fourth undecided transaction waits until one is decided on or out of time")
  func atMostThree() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    var reviews: [TransactionAnswer] = []
    for _ in 0..<3 { reviews.append(try await harness.review()) }
    let host = try await harness.host()
    let create = {
      try await harness.service.reviews.create(.sample, idempotencyKey: nil, host: host)
    }
    #expect(try await create().refusal == .tooManyPending)
    _ = try await harness.deny(reviews[1], session)
    #expect(try await create().refusal == nil)
    #expect(try await create().refusal == .tooManyPending)
    // Where the host says nothing else, each can be decided on for 8 minutes.
    harness.clock.advance(seconds: 479)
    #expect(try await create().refusal == .tooManyPending)
    harness.clock.advance(seconds: 1)
    #expect(try await create().refusal == nil)
    // Another person's are not counted.
    _ = try await harness.signUp("ben@example.com")
    var other = NewTransactionRequest.sample
    other.userName = "ben@example.com"
    #expect(try await harness.review(other).status == .pending)
  }

  @Test("what no screen can show, or no deployment counts, is refused when it is created")
  func unacceptable() async throws {
    let (harness, _, _) = try await ServiceHarness.withKey()
    let host = try await harness.host()
    let changes: [(inout NewTransactionRequest) -> Void] = [
      { $0.payee = "" }, { $0.payee = "  " }, { $0.payee = "Ikeja\u{202e}skooB" },
      { $0.payee = String(repeating: "a", count: 141) }, { $0.currency = "ngn" },
      { $0.currency = "NGNN" }, { $0.currency = "N1N" },
      { $0.currency = "XXX" }, { $0.currency = "XTS" }, { $0.currency = "XAU" },
      { $0.currency = "ABC" }, { $0.amount = "12.505" }, { $0.amount = "0" },
      { $0.amount = "0.00" },
      { $0.amount = "-1" }, { $0.amount = "1,50" }, { $0.amount = "" },
      { $0.amount = "90071992547409.93" }, { ($0.amount, $0.currency) = ("1.5", "JPY") },
      { $0.reference = "" }, { $0.reference = String(repeating: "a", count: 141) },
      { $0.account = "DE89370400440532013001" }, { $0.account = "DE8937040044053201300" },
      { $0.account = "XX89370400440532013000" }, { $0.account = "" }, { $0.userName = "ada@" },
      { $0.lastFourPAN = "424" }, { $0.lastFourPAN = "42424" }, { $0.lastFourPAN = "4a42" },
      { $0.lastFourPAN = "٤٢٤٢" }, { $0.expiresIn = 29 }, { $0.expiresIn = 86_401 },
      { $0.expiresIn = .max }, { $0.expiresIn = -1 },
    ]
    for (index, change) in changes.enumerated() {
      var request = NewTransactionRequest.sample
      change(&request)
      let decision = try await harness.service.reviews.create(
        request, idempotencyKey: nil, host: host)
      #expect(decision.refusal == .unacceptableValue, "change \(index)")
    }
    var unknown = NewTransactionRequest.sample
    unknown.userName = "nobody@example.com"
    let decision = try await harness.service.reviews.create(
      unknown, idempotencyKey: nil, host: host)
    #expect(decision.refusal == .notFound)
  }

  @Test("a host's repetition makes no second transaction, and its key no other")
  func repeatedCreation() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    let host = try await harness.host()
    let key = try IdempotencyKey("order-17")
    let first = try await harness.service.reviews.create(
      .sample, idempotencyKey: key, host: host
    )
    .get()
    _ = try await harness.deny(first.answer, session)
    let again = try await harness.service.reviews.create(
      .sample, idempotencyKey: key, host: host
    )
    .get()
    #expect(again.isReplayed)
    // What was answered first, and not what became of it since.
    #expect(again.answer == first.answer && again.answer.status == .pending)
    var other = NewTransactionRequest.sample
    other.amount = "750.01"
    let decision = try await harness.service.reviews.create(
      other, idempotencyKey: key, host: host)
    #expect(decision.refusal == .alreadyUsed)
    _ = try await harness.signUp("ben@example.com")
    other = .sample
    other.userName = "ben@example.com"
    let another = try await harness.service.reviews.create(
      other, idempotencyKey: key, host: host)
    #expect(another.refusal == .alreadyUsed)
    #expect(try await harness.count("transactions") == 1)
    // Another key of the host has the same names, another host has names of its own.
    let rotated = try await harness.service.reviews.create(
      .sample, idempotencyKey: key, host: harness.host()
    ).get()
    #expect(rotated.isReplayed && rotated.answer == again.answer)
    let elsewhere = try await harness.service.reviews.create(
      .sample, idempotencyKey: key, host: harness.host(of: .rival)
    ).get()
    #expect(!elsewhere.isReplayed)
    #expect(elsewhere.answer.transaction.transactionID != first.answer.transaction.transactionID)
    // The host's key is none of the person's.
    let operation = try await harness.service.actions.operation("order-17", session: session)
    #expect(operation.refusal == .notFound)
  }

  @Test("another account's transaction is as good as none")
  func foreign() async throws {
    let (harness, session, authenticator) = try await ServiceHarness.withKey()
    let review = try await harness.review()
    let assertion = try await harness.reviewAssertion(review, authenticator, session)
    let stranger = try await harness.signUp("ben@example.com")
    #expect(
      try await harness.service.reviews.show(review.reviewID, session: stranger).refusal
        == .notFound
    )
    #expect(try await harness.denialRefusal(review, stranger) == .notFound)
    #expect(try await harness.approvalRefusal(review, .assertion(assertion), stranger) == .notFound)
    #expect(try await harness.optionsRefusal(review, stranger) == .notFound)
    #expect(
      try await harness.service.reviews.list(status: nil, session: stranger).transactions
        .isEmpty)
    #expect(try await harness.shown(review, session).status == .pending)
  }

  @Test("the list holds those to decide first, by their time, then the others, newest first")
  func listed() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey()
    var request = NewTransactionRequest.sample
    var ids: [String] = []
    for (payee, seconds) in [("denied", 300), ("late", 900), ("soon", 200), ("out", 30)] {
      (request.payee, request.expiresIn) = (payee, Int64(seconds))
      let review = try await harness.review(request)
      ids.append(review.transaction.transactionID)
      if payee == "denied" { _ = try await harness.deny(review, session) }
      harness.clock.advance(milliseconds: 10)
    }
    harness.clock.advance(seconds: 31)
    let payees = { (status: TransactionStatus?) in
      try await harness.service.reviews.list(status: status, session: session).transactions
        .map(\.transaction.payee)
    }
    #expect(try await payees(nil) == ["soon", "late", "out", "denied"])
    #expect(try await payees(.pending) == ["soon", "late"])
    #expect(try await payees(.expired) == ["out"])
    #expect(try await payees(.denied) == ["denied"])
    #expect(try await payees(.approved) == [])
  }
}
