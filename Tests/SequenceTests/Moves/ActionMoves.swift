import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Acting: money, transactions of hosts, tokens, and what a session may see.
extension Player {
  mutating func sendMoney(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let amount = Int64.random(in: turn.dice.oneIn(2) ? 50...1000 : 1001...3000, using: &turn.dice)
    let order = MoneyOrder(amount: amount, recipient: "BOLA")
    let asked = LinkedOptionsRequest(scenario: .sendMoney, payload: order.json)
    guard let made = try await proof(for: asked, &turn, session, mayBeUnlinked: true) else {
      throw Skipped()
    }
    let key = turn.dice.oneIn(5) ? nil : try IdempotencyKey("order-\(world.nextNumber())")
    let outcome = try await stage.service.moneyOrders.send(
      SendMoneyRequest(payload: order, proof: made.proof), idempotencyKey: key, session: session
    ).get()
    guard case .done(let response) = outcome, !response.isReplayed else { return }
    executed = (executed.count + 1, executed.naira + amount)
    try accept(made, turn.who, "sent money of \(turn.person)")
    try act(on: made, amount * 100, "NGN", turn.person)
  }

  private mutating func act(
    on made: MadeProof, _ amount: Int64, _ currency: String, _ person: Person
  ) throws(Violation) {
    let (post, now) = (stage.post, stage.now)
    try models[person]?.act(on: made, amount, currency, post, at: now)
  }

  mutating func testFactor(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let asked = LinkedOptionsRequest(scenario: .testBiometrics, payload: .object([:]))
    if turn.isOwner, turn.dice.oneIn(2) { return try await useOwnKey(asked, &turn, session) }
    guard let made = try await proof(for: asked, &turn, session) else { throw Skipped() }
    let outcome = try await stage.service.actions.testBiometrics(
      BiometricTestRequest(proof: made.proof), idempotencyKey: nil, session: session
    ).get()
    guard case .done(let response) = outcome, !response.isReplayed else { return }
    try accept(made, turn.who, "tested a factor of \(turn.person)")
  }

  /// The person uses a key that is there and under no hold, in an open session: nothing that
  /// anybody did may stop it.
  private mutating func useOwnKey(
    _ asked: LinkedOptionsRequest, _ turn: inout Turn, _ session: AuthenticatedSession
  ) async throws {
    let model = models[turn.person]
    let keys = world[turn.who].passkeys.filter { model?.provesForSure($0.name) ?? false }
    let device = world[turn.who].devices.first {
      $0.device.id == session.deviceID?.text && $0.pin != nil
        && model?.provesForSure($0.name) ?? false && model?.wrongPINs[$0.device.id] ?? 0 == 0
    }
    let key = keys.randomElement(using: &turn.dice)?.authenticator
    guard key != nil || device != nil, stage.clock.now().milliseconds >= prunedBelow else {
      throw Skipped()
    }
    do {
      let options = try await stage.service.actions.options(asked, session: session).get()
      let proof: Proof
      if let key, device == nil || turn.dice.oneIn(2) {
        proof = .assertion(try key.assert(options.options))
      } else if let device, let pin = device.pin {
        proof = .pinProof(
          try device.device.pinProof(
            pin, over: options.pinChallenge, generation: device.generation))
      } else {
        throw Skipped()
      }
      _ = try await stage.service.actions.testBiometrics(
        BiometricTestRequest(proof: proof), idempotencyKey: nil, session: session
      ).get()
    } catch let refusal as Refusal {
      throw Violation(
        .person, "\(turn.person) cannot use a key in an open session: \(refusal.reason.code)")
    }
  }

  mutating func approve(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let reviews = world.reviews.filter { $0.person == turn.person }
    guard let review = reviews.suffix(4).randomElement(using: &turn.dice) else { throw Skipped() }
    let payload = ReviewPayload(transactionID: review.id.text)
    let asked = LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json)
    guard let made = try await proof(for: asked, &turn, session) else { throw Skipped() }
    let outcome = try await stage.service.reviews.approve(
      review.id, ApprovalRequest(proof: made.proof), idempotencyKey: nil, session: session
    ).get()
    guard case .done(let response) = outcome, !response.isReplayed else { return }
    try accept(made, turn.who, "approved a transaction of \(turn.person)")
    try act(on: made, review.amount * 100, "NGN", turn.person)
  }

  mutating func decline(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let reviews = world.reviews.filter { $0.person == turn.person }
    guard let review = reviews.randomElement(using: &turn.dice) else { throw Skipped() }
    try await admit(session, .denyTransaction, turn.person)
    _ = try await stage.service.reviews.deny(review.id, idempotencyKey: nil, session: session).get()
  }

  /// Looks at all lists of an account, and for what is another's.
  mutating func look(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let person = turn.person
    try await admit(session, .devices, person)
    let devices = Set(
      Role.allCases.flatMap { world[$0].devices }.filter { $0.person == person }
        .map(\.device.id))
    let listed = try await stage.service.devices.list(session).devices.map(\.id)
    try await admit(session, .credentials, person)
    let keys = Set(world.passkeys(of: person).map(\.authenticator.credentialID.base64URL))
      .union(world.keysOnTheWay[person] ?? [])
    let credentials = try await stage.service.credentials.list(session).credentials.map(\.id)
    try await admit(session, .transactions, person)
    let reviews = Set(world.reviews.filter { $0.person == person }.map(\.id.text))
    let transactions = try await stage.service.reviews.list(status: nil, session: session)
      .transactions.map(\.transaction.transactionID)
    guard devices.isSuperset(of: listed), keys.isSuperset(of: credentials),
      reviews.isSuperset(of: transactions)
    else { throw Violation(.tenants, "a list of \(person) has what is another's") }
    guard let other = world.reviews.last(where: { $0.person != person }) else { return }
    let shown = try await stage.service.reviews.show(other.id, session: session)
    if case .success = shown {
      throw Violation(.tenants, "\(person) sees a transaction of \(other.person)")
    }
  }

  mutating func prove(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let isInvoice = !turn.dice.oneIn(4)
    let isLow = turn.dice.oneIn(2)
    let (scenario, payload, host): (ScenarioName, JSONValue, Role) =
      isInvoice
      ? (.payInvoice, ServiceHarness.invoice(isLow ? "12.50" : "45.00"), .shop)
      : (.shipOrder, ServiceHarness.shipment, .rival)
    let asked = LinkedOptionsRequest(scenario: scenario, payload: payload)
    guard let made = try await proof(for: asked, &turn, session) else { throw Skipped() }
    let outcome = try await stage.service.proofs.prove(
      ProofRequest(scenario: scenario, payload: payload, proof: made.proof), idempotencyKey: nil,
      session: session
    ).get()
    guard case .done(let response) = outcome, !response.isReplayed else { return }
    let token = response.answer.verificationToken
    // A proof that was verified and has not acted gives its token again.
    let earlier = world.tokens.first {
      made.flavour == .replayed && $0.proof.proof == made.proof && $0.scenario == scenario
        && $0.payload == payload && !redeemed.contains($0.first)
    }
    if earlier == nil { try accept(made, turn.who, "gave a token of \(turn.person)") }
    provedIn[session.id, default: []].insert(host)
    world.tokens.append(
      HeldToken(
        token: token, first: earlier?.first ?? token, host: host, scenario: scenario,
        payload: payload, person: turn.person, proof: made,
        cents: isInvoice ? (isLow ? 1250 : 4500) : 0))
  }

  mutating func redeem(_ turn: inout Turn) async throws {
    guard let host = stage.hosts[turn.who],
      let held = world.tokens.suffix(4).randomElement(using: &turn.dice)
    else { throw Skipped() }
    var payload = held.payload
    let isChanged = turn.dice.oneIn(6)
    if isChanged {
      payload =
        held.cents == 0
        ? ["order": "18", "address": "5", "parcels": 2] : ServiceHarness.invoice("13.50")
    }
    let response = try await stage.service.proofs.redeem(
      RedemptionRequest(verificationToken: held.token, scenario: held.scenario, payload: payload),
      idempotencyKey: nil, host: host
    ).get()
    guard !response.isReplayed else { return }
    guard held.host == turn.who else {
      throw Violation(.tenants, "\(turn.who) redeemed a token for a scenario of \(held.host)")
    }
    guard response.answer.accountID == world.accounts[held.person]?.text else {
      throw Violation(.tenants, "a token of \(held.person) is redeemed as another's")
    }
    guard !isChanged, redeemed.insert(held.first).inserted else {
      throw Violation(.money, "a token is redeemed twice, or for what nobody signed")
    }
    if held.cents > 0 { try act(on: held.proof, held.cents, "EUR", held.person) }
  }
}

extension AccountModel {
  /// Whether a factor is there, and under no hold, beyond doubt: under a hold it proves nothing.
  fileprivate func provesForSure(_ name: FactorName) -> Bool {
    guard isThere(name), let factor = factors[name], factor.isSureOfLevel else { return false }
    if case .held = factor.wait { return false }
    return true
  }
}
