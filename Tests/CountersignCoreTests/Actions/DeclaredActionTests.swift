import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Declared scenarios")
struct DeclaredActionTests {
  /// An account with a key, on a server that declares PAY_INVOICE.
  struct Stage {
    let harness: ServiceHarness
    let session: AuthenticatedSession
    let key: TestAuthenticator
    let host: AuthenticatedServiceKey

    init(_ change: @Sendable (inout ServicePolicy) -> Void = { _ in }) async throws {
      (harness, session, key) = try await ServiceHarness.withKey {
        $0.add(.payInvoice)
        change(&$0)
      }
      host = try await harness.host()
    }

    func options(
      _ payload: JSONValue = ServiceHarness.invoice(), in languages: [Language] = []
    ) async throws -> LinkedOptions {
      var session = session
      session.languages = PreferredLanguages(languages)
      return try await harness.service.actions.options(
        LinkedOptionsRequest(scenario: .payInvoice, payload: payload), session: session
      ).get()
    }

    func assertion(
      _ payload: JSONValue = ServiceHarness.invoice(), in languages: [Language] = []
    ) async throws -> Proof {
      .assertion(try key.assert(try await options(payload, in: languages).options))
    }

    func perform(
      _ proof: Proof, _ payload: JSONValue = ServiceHarness.invoice(), key: IdempotencyKey? = nil
    ) async throws -> Decision<ActionOutcome<OperationAnswer>> {
      try await harness.service.actions.perform(
        .payInvoice, ActionRequest(payload: payload, proof: proof), idempotencyKey: key,
        session: session)
    }

    func prove(
      _ proof: Proof, _ payload: JSONValue = ServiceHarness.invoice(), key: IdempotencyKey? = nil
    ) async throws -> Decision<ActionOutcome<VerificationAnswer>> {
      try await harness.service.proofs.prove(
        ProofRequest(scenario: .payInvoice, payload: payload, proof: proof), idempotencyKey: key,
        session: session)
    }

    func token(
      _ proof: Proof, _ payload: JSONValue = ServiceHarness.invoice(), key: IdempotencyKey? = nil
    ) async throws -> SecretText {
      guard case .done(let answer) = try await prove(proof, payload, key: key).get() else {
        throw HarnessError.noCode
      }
      return answer.answer.verificationToken
    }

    func redeem(
      _ token: SecretText, _ payload: JSONValue = ServiceHarness.invoice()
    ) async throws -> Decision<ActionResponse<RedemptionAnswer>> {
      try await harness.service.proofs.redeem(
        RedemptionRequest(verificationToken: token, scenario: .payInvoice, payload: payload),
        idempotencyKey: nil, host: host)
    }
  }

  @Test("its document has its title, labels and values in the language that was asked for")
  func document() async throws {
    let stage = try await Stage()
    let english = try await stage.options().document
    #expect(english.title == "Pay an invoice")
    #expect(english.fields.map(\.label) == ["Amount", "Account", "To", "Reference"])
    let german = try await stage.options(in: [.german]).document
    #expect(german.title == "Rechnung bezahlen")
    #expect(german.fields.map(\.label) == ["Betrag", "Konto", "An", "Verwendungszweck"])
    #expect(german.fields.map(\.value) == english.fields.map(\.value))
    #expect(german["amount"]?.text(in: german.language) == "12,50\u{a0}EUR")
    #expect(
      german["account"]?.text(in: .german) == "DE89\u{a0}3704\u{a0}0044\u{a0}0532\u{a0}0130\u{a0}00"
    )
  }

  @Test("a passkey performs it once, in whatever language it was read, and its host is told")
  func performed() async throws {
    let stage = try await Stage { $0.hostEvents.areSent = true }
    let proof = try await stage.assertion(in: [.german])
    guard case .done(let done) = try await stage.perform(proof).get() else {
      Issue.record("not performed")
      return
    }
    #expect(!done.isReplayed)
    #expect(done.answer.scenario == .payInvoice && done.answer.result == nil)
    guard case .done(let again) = try await stage.perform(proof).get() else { return }
    #expect(again.isReplayed && again.answer == done.answer)
    let other = ServiceHarness.invoice("12.51")
    #expect(try await stage.perform(proof, other).refusal == .alreadyUsed)
    #expect(try await stage.harness.auditKinds().contains("action_performed"))
    let told = ToldHost()
    await stage.harness.tell(told)
    let events = try told.taken.map { try HostEvent(json: JSONValue(parsing: $0.body)) }
    #expect(
      events.map(\.subject) == [
        .action(
          PerformedAction(
            operationID: done.answer.operationID, scenario: .payInvoice,
            payload: ServiceHarness.invoice()))
      ])
    #expect(events.first?.kind == .performed)
  }

  @Test(
    "RTS-5.1: any change after the options is refused: of a value, a field more, a field less",
    arguments: [
      ("amount", "12.51"), ("account", "GB82WEST12345698765432"), ("payee", "Example Inc"),
      ("reference", "Invoice 18"), ("reference", nil), ("due", "2026-11-30"),
    ] as [(String, JSONValue?)])
  func changed(_ field: String, _ value: JSONValue?) async throws {
    let stage = try await Stage()
    let proof = try await stage.assertion()
    guard case .object(var members) = ServiceHarness.invoice() else { return }
    members[field] = value
    let payload = JSONValue.object(members)
    #expect(try await stage.perform(proof, payload).refusal == .transactionMismatch)
    #expect(try await stage.prove(proof, payload).refusal == .transactionMismatch)
    let token = try await stage.token(proof)
    #expect(try await stage.redeem(token, payload).refusal == .transactionMismatch)
    #expect(try await stage.redeem(token).refusal == nil)
  }

  @Test("RTS-5.1: a label that was changed since it was signed is refused, on each path")
  func changedLabel() async throws {
    let stage = try await Stage()
    let proof = try await stage.assertion()
    let renamed = DeclaredScenario(
      name: .payInvoice, languages: [.english, .german],
      titles: DeclaredScenario.payInvoice.titles, policy: DeclaredScenario.payInvoice.policy,
      fields: DeclaredScenario.payInvoice.fields.map { field in
        DeclaredField(
          name: field.name, kind: field.kind,
          labels: field.labels.mapValues { field.name == "payee" ? $0 + "!" : $0 },
          isOptional: field.isOptional)
      }, valueAtStake: .field("amount"))
    var policy = ServicePolicy()
    policy.add(renamed)
    let restarted = try stage.harness.service(over: stage.harness.store, policy)
    let request = ActionRequest(payload: ServiceHarness.invoice(), proof: proof)
    let refused = try await restarted.actions.perform(
      .payInvoice, request, idempotencyKey: nil, session: stage.session)
    #expect(refused.refusal == .transactionMismatch)
    let token = try await stage.token(proof)
    let redeemed = try await restarted.proofs.redeem(
      RedemptionRequest(
        verificationToken: token, scenario: .payInvoice, payload: ServiceHarness.invoice()),
      idempotencyKey: nil, host: stage.host)
    #expect(redeemed.refusal == .transactionMismatch)
  }

  @Test("a PIN and codes perform it up to the low-value limit of its currency, and not beyond")
  func fallback() async throws {
    let stage = try await Stage()
    let management = try await stage.harness.assertion(
      .manageFactors, FactorChange.setPIN.json, stage.key, stage.session)
    _ = try await stage.harness.service.pins.set(
      SetPINRequest(pin: SecretText("753186"), entitlement: .proof(.assertion(management))),
      session: stage.session
    ).get()
    let pin = Proof.pin(SecretText("753186"))
    #expect(try await stage.perform(pin, key: IdempotencyKey("a")).refusal == nil)
    let high = ServiceHarness.invoice("20.01")
    #expect(
      try await stage.perform(pin, high, key: IdempotencyKey("b")).refusal == .linkingRequired)
    let codes = CodeRequest(
      approving: LinkedOptionsRequest(scenario: .payInvoice, payload: ServiceHarness.invoice()))
    _ = try await stage.harness.service.codeRequests.make(
      codes, session: stage.session, from: .local
    ).get()
    _ = try await stage.harness.newestCode(to: ServiceHarness.ada)
    let sent = stage.harness.messenger.messages.last { $0.code != nil }
    guard case .approvalCode(_, of: let document)? = sent?.content else {
      Issue.record("no code was mailed")
      return
    }
    #expect(document["amount"] == .money(Money(1250, "EUR", exponent: 2)))
    #expect(document["payee"] == .payee("Example Ltd"))
  }

  @Test("any proof gives a token, which its host redeems once; a repetition gives no second one")
  func proved() async throws {
    let stage = try await Stage()
    let proof = try await stage.assertion(ServiceHarness.invoice("1250.00"))
    let high = ServiceHarness.invoice("1250.00")
    let token = try await stage.token(proof, high)
    #expect(try await stage.token(proof, high) == token)
    let answer = try await stage.redeem(token, high).get().answer
    #expect(answer.accountID == stage.session.accountID.text)
    #expect(answer.contextClass == "urn:countersign:acr:linked")
    #expect(try await stage.redeem(token, high).refusal == .alreadyUsed)
    #expect(try await stage.prove(proof, high).refusal == .alreadyUsed)
    #expect(try await stage.harness.auditKinds().contains("scenario_proved"))
  }

  @Test("a PIN's token is bound to its payload, checked by the limits again, and one for its key")
  func provedByPIN() async throws {
    let (harness, key) = (try await ServiceHarness(change: { $0.add(.payInvoice) }), "pin-1")
    let session = try await harness.signUp()
    try await harness.setPIN("753186", session)
    let host = try await harness.host()
    let pin = Proof.pin(SecretText("753186"))
    func prove(_ amount: String, _ key: String) async throws -> Decision<SecretText> {
      try await harness.service.proofs.prove(
        ProofRequest(
          scenario: .payInvoice, payload: ServiceHarness.invoice(amount), proof: pin),
        idempotencyKey: IdempotencyKey(key), session: session
      ).map { outcome in
        guard case .done(let done) = outcome else { return SecretText("") }
        return done.answer.verificationToken
      }
    }
    func redeem(_ token: SecretText, _ amount: String) async throws -> Reason? {
      try await harness.service.proofs.redeem(
        RedemptionRequest(
          verificationToken: token, scenario: .payInvoice,
          payload: ServiceHarness.invoice(amount)),
        idempotencyKey: nil, host: host
      ).refusal
    }
    let lost = try await prove("20.00", key).get()
    // The PIN once more gives another token, and the one that may never have arrived is void.
    let token = try await prove("20.00", key).get()
    #expect(token != lost)
    #expect(try await redeem(lost, "20.00") == .alreadyUsed)
    #expect(try await prove("20.01", "pin-2").refusal == .linkingRequired)
    #expect(try await redeem(token, "19.99") == .transactionMismatch)
    #expect(try await redeem(token, "20.00") == nil)
    #expect(try await redeem(token, "20.00") == .alreadyUsed)
    #expect(try await prove("20.00", key).refusal == .alreadyUsed)
    // Six are proved while each may act; the sixth in a row does not.
    var tokens: [SecretText] = []
    for index in 0..<5 { tokens.append(try await prove("1.00", "row-\(index)").get()) }
    for token in tokens.dropLast() { #expect(try await redeem(token, "1.00") == nil) }
    #expect(try await redeem(try #require(tokens.last), "1.00") == .linkingRequired)
  }

  @Test("a scenario of this server's own is proved by its own route, and an unknown one by none")
  func otherScenarios() async throws {
    let stage = try await Stage()
    for (name, reason) in [
      (ScenarioName.sendMoney, Reason.proofNotAllowed), (.manageFactors, .proofNotAllowed),
      (ScenarioName("PAY"), .unacceptableValue),
    ] {
      let refused = try await stage.harness.service.proofs.prove(
        ProofRequest(scenario: name, payload: [:], proof: try await stage.assertion()),
        idempotencyKey: nil, session: stage.session)
      #expect(refused.refusal == reason, "\(name)")
    }
    let unknown = try await stage.harness.service.actions.perform(
      ScenarioName("PAY"), ActionRequest(payload: [:], proof: try await stage.assertion()),
      idempotencyKey: nil, session: stage.session)
    #expect(unknown.refusal == .unacceptableValue)
  }

  @Test("an action with a route of its own is performed by its scenario's name too")
  func builtIn() async throws {
    let stage = try await Stage()
    let payload = MoneyOrder.sample.json
    let assertion = try await stage.harness.assertion(
      .sendMoney, payload, stage.key, stage.session)
    let outcome = try await stage.harness.service.actions.perform(
      .sendMoney, ActionRequest(payload: payload, proof: .assertion(assertion)),
      idempotencyKey: nil,
      session: stage.session
    ).get()
    guard case .done(let done) = outcome else {
      Issue.record("no money order")
      return
    }
    #expect(done.answer.status == .completed)
    #expect(try MoneyOrderAnswer(json: try #require(done.answer.result)).balance == 4500)
  }
}
