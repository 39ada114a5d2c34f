import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// A passkey that is registered on the way to an order of money, by the code that names the order.
extension Player {
  /// Registers it, has it pay something else in vain, and has it pay the order.
  mutating func addPasskeyOnTheWay(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let order = MoneyOrder(amount: .random(in: 50...3000, using: &turn.dice), recipient: "BOLA")
    let asked = LinkedOptionsRequest(scenario: .sendMoney, payload: order.json)
    _ = try await stage.service.codeRequests.make(
      CodeRequest(registeringOnTheWayTo: asked), session: session, from: session.requester
    ).get()
    await stage.deliver()
    let given = codeAtHand(.registerAndApprove, &turn)
    let options = try await stage.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: given.code), session: session
    ).get()
    guard given.isRight, models[turn.person]?.mayBeWithoutFactor == true else {
      throw Violation(
        .grounds, "a code for one order began a passkey beside factors of \(turn.person)")
    }
    // The code proves the address of an account that a host made.
    models[turn.person]?.proveAddressInSession()
    let key = try stage.harness.newAuthenticator()
    _ = try await stage.service.credentials.register(
      key.register(options), session: session
    ).get()
    world.keysOnTheWay[turn.person, default: []].insert(key.credentialID.base64URL)
    if turn.dice.oneIn(2) { try await requireNothingElse(key, turn, session) }
    // One in four is left on the way.
    if turn.dice.oneIn(4) { return }
    let proof = try await assertion(asked, key, session)
    let outcome = try await stage.service.moneyOrders.send(
      SendMoneyRequest(payload: order, proof: proof), idempotencyKey: nil, session: session
    ).get()
    guard case .done(let response) = outcome, !response.isReplayed else { return }
    executed = (executed.count + 1, executed.naira + order.amount)
    let name = FactorName.passkey(key.credentialID)
    let (post, now, wall) = (stage.post, stage.now, stage.post.wall)
    try models[turn.person]?.add(
      name, Grant(ground: .first), told: .credentialAdded, from: session.deviceID?.text,
      in: session.id, keeping: AccountModel.Kept(session), at: now, wall: wall)
    let made = MadeProof(proof: proof, factor: name, isLinked: true, flavour: .fresh)
    try accept(made, turn.who, "sent money of \(turn.person)")
    try models[turn.person]?.act(on: made, order.amount * 100, "NGN", post, at: now)
    world[turn.who].passkeys.append(HeldPasskey(authenticator: key, person: turn.person))
  }

  private func assertion(
    _ asked: LinkedOptionsRequest, _ key: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> Proof {
    let options = try await stage.service.actions.options(asked, session: session).get()
    return .assertion(try key.assert(challenge: options.options.challenge))
  }

  /// A passkey on the way sends no other money, and tests and manages nothing.
  private func requireNothingElse(
    _ key: TestAuthenticator, _ turn: Turn, _ session: AuthenticatedSession
  ) async throws {
    let other = MoneyOrder(amount: 49, recipient: "BOLA")
    let sent = try await stage.service.moneyOrders.send(
      SendMoneyRequest(
        payload: other,
        proof: assertion(
          LinkedOptionsRequest(scenario: .sendMoney, payload: other.json), key, session)),
      idempotencyKey: nil, session: session)
    let tested = try await stage.service.actions.testBiometrics(
      BiometricTestRequest(
        proof: assertion(
          LinkedOptionsRequest(scenario: .testBiometrics, payload: .object([:])), key, session)),
      idempotencyKey: nil, session: session)
    let begun = try await stage.service.credentials.registrationOptions(
      RegistrationOptionsRequest(
        proof: assertion(LinkedOptionsRequest(changing: .addPasskey), key, session)),
      session: session)
    guard case .failure = sent, case .failure = tested, case .failure = begun else {
      throw Violation(.levels, "a passkey on the way did something else for \(turn.person)")
    }
  }
}
