import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Reviews of declared scenarios")
struct DeclaredReviewTests {
  private static let request = NewTransactionRequest(
    userName: "ada@example.com", scenario: .payInvoice, payload: ServiceHarness.invoice("1250.00"))

  @Test("the person reads the scenario's own title, labels and values, and approves just that")
  func approved() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey { $0.add(.payInvoice) }
    let review = try await harness.review(Self.request)
    #expect(review.transaction.scenario == .payInvoice)
    #expect(review.transaction.payload == ServiceHarness.invoice("1250.00"))
    #expect(review.transaction.amount == nil && review.document == nil)
    var german = session
    german.languages = PreferredLanguages([.german])
    let shown = try await harness.service.reviews.show(review.reviewID, session: german).get()
    let document = try #require(shown.document)
    #expect(document.scenario == .authorizeTransaction)
    #expect(document.title == "Rechnung bezahlen")
    #expect(
      document.fields.map(\.label) == [
        "Transaktion", "Vorgang", "Betrag", "Konto", "An", "Verwendungszweck",
      ])
    #expect(document["transactionID"] == .reference(review.id))
    #expect(document["amount"] == .money(Money(125_000, "EUR", exponent: 2)))
    let options = try await harness.reviewOptions(review, german)
    #expect(options.document == document)
    let outcome = try await harness.approve(
      review, .assertion(key.assert(options.options)), session)
    #expect(outcome.answer.status == .approved)
    let seen = try await harness.service.reviews.show(review.reviewID, host: harness.host()).get()
    #expect(seen.status == .approved && seen.transaction == review.transaction)
    #expect(try await harness.auditKinds().contains("transaction_approved"))
  }

  @Test("the stricter policy of the two holds, and says so before a proof is given")
  func stricter() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey { $0.addShipOrder() }
    let review = try await harness.review(
      NewTransactionRequest(
        userName: "ada@example.com", scenario: .shipOrder, payload: ServiceHarness.shipment))
    let withPIN = try await ServiceHarness { $0.addShipOrder() }
    let itsSession = try await withPIN.signUp()
    try await withPIN.setPIN("753186", itsSession)
    let itsReview = try await withPIN.review(
      NewTransactionRequest(
        userName: "ada@example.com", scenario: .shipOrder, payload: ServiceHarness.shipment))
    let refused = try await withPIN.service.reviews.approve(
      itsReview.reviewID, ApprovalRequest(proof: .pin(SecretText("753186"))), idempotencyKey: nil,
      session: itsSession)
    #expect(refused.refusal == .proofNotAllowed)
    let payload = ReviewPayload(transactionID: review.id).json
    let ways = try await harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload), session: session
    ).get().ways
    #expect(ways.filter(\.canAct).map(\.proof) == [.verificationToken, .assertion])
    #expect(ways.filter { !$0.canAct }.allSatisfy { $0.reason == "proof_not_allowed" })
  }

  @Test("its token is redeemable as nothing else")
  func token() async throws {
    let (harness, session, key) = try await ServiceHarness.withKey { $0.add(.payInvoice) }
    let review = try await harness.review(Self.request)
    let token = try await harness.service.proofs.verify(
      harness.reviewAssertion(review, key, session), session: session
    ).get().verificationToken
    let redeemed = try await harness.service.proofs.redeem(
      RedemptionRequest(
        verificationToken: token, scenario: .payInvoice,
        payload: ServiceHarness.invoice("1250.00")),
      idempotencyKey: nil, host: harness.host())
    #expect(redeemed.refusal == .verificationFailed)
  }

  @Test(
    "a request that says two things, too little, or what no document can hold is refused",
    arguments: [
      #"{"userName":"ada@example.com","scenario":"PAY_INVOICE","payload":{},"amount":1}"#,
      #"{"userName":"ada@example.com","accountID":"acc_1","scenario":"PAY_INVOICE"}"#,
      #"{"scenario":"PAY_INVOICE","payload":{}}"#, #"{"userName":"ada@example.com"}"#,
      #"{"userName":"ada@example.com","payload":{}}"#,
      #"{"userName":"ada@example.com","amount":1,"currency":"EUR"}"#,
    ])
  func contradictions(_ text: String) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    #expect(throws: JSONShapeError.self) { try NewTransactionRequest(json: json) }
  }

  @Test("an unknown scenario, or a payload that is not its own, makes no transaction")
  func refused() async throws {
    let (harness, _, _) = try await ServiceHarness.withKey { $0.add(.payInvoice) }
    let host = try await harness.host()
    for (scenario, payload) in [
      (ScenarioName("PAY"), ServiceHarness.invoice()), (.sendMoney, MoneyOrder.sample.json),
      (.payInvoice, [:]), (.payInvoice, ServiceHarness.invoice("12.505")),
    ] {
      let decision = try await harness.service.reviews.create(
        NewTransactionRequest(userName: "ada@example.com", scenario: scenario, payload: payload),
        idempotencyKey: nil, host: host)
      #expect(decision.refusal == .unacceptableValue, "\(scenario)")
    }
    #expect(try await harness.count("transactions") == 0)
  }

  @Test("a host names an account by its id too, and its repetition makes no second transaction")
  func byAccountID() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey { $0.add(.payInvoice) }
    let host = try await harness.host()
    var request = Self.request
    (request.userName, request.accountID) = (nil, session.accountID.text)
    let key = try IdempotencyKey("invoice-17")
    let first = try await harness.service.reviews.create(
      request, idempotencyKey: key, host: host
    ).get()
    let again = try await harness.service.reviews.create(
      request, idempotencyKey: key, host: host
    ).get()
    #expect(!first.isReplayed && again.isReplayed && again.answer == first.answer)
    // Nor does it tell what was decided since: that is asked by the transaction's id.
    _ = try await harness.service.reviews.deny(
      ReviewID(first.answer.transaction.transactionID), idempotencyKey: nil, session: session
    ).get()
    let later = try await harness.service.reviews.create(
      request, idempotencyKey: key, host: host
    ).get()
    #expect(later.isReplayed && later.answer == first.answer)
    request.payload = ServiceHarness.invoice("1250.01")
    let other = try await harness.service.reviews.create(
      request, idempotencyKey: key, host: host)
    #expect(other.refusal == .alreadyUsed)
  }

  @Test("a scenario that is declared no more is shown to nobody, and approved by nobody")
  func undeclared() async throws {
    let (harness, session, _) = try await ServiceHarness.withKey { $0.add(.payInvoice) }
    let review = try await harness.review(Self.request)
    let restarted = try harness.service(over: harness.store, ServicePolicy())
    let shown = try await restarted.reviews.show(review.reviewID, session: session).get()
    #expect(shown.document == nil)
    let refused = try await restarted.reviews.approve(
      review.reviewID, ApprovalRequest(proof: .pin(SecretText("753186"))), idempotencyKey: nil,
      session: session)
    #expect(refused.refusal == .unacceptableValue)
  }
}
