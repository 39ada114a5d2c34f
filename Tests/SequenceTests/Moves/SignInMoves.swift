import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Getting in: sign-up, codes, keys, devices, and what a session can become.
extension Player {
  mutating func signUp(_ turn: inout Turn) async throws {
    let answer = try await stage.service.accounts.signUp(
      SignUpRequest(userName: turn.person.name, displayName: turn.person.rawValue),
      from: stage.requester(turn.who, &turn.dice)
    ).get()
    world[turn.who].codeRequests.append((turn.person, answer.codeRequest))
    await stage.deliver()
  }

  mutating func askCode(_ turn: inout Turn) async throws {
    let answer = try await stage.service.codeRequests.make(
      CodeRequest(userName: turn.person.name, purpose: .signIn), session: nil,
      from: stage.requester(turn.who, &turn.dice)
    ).get()
    world[turn.who].codeRequests.append((turn.person, answer.codeRequest))
    await stage.deliver()
  }

  mutating func signInByCode(_ turn: inout Turn) async throws {
    let person = turn.person
    // Who has no request makes one: a person types the code that came last.
    if world[turn.who].codeRequests.last(where: { $0.person == person }) == nil {
      try await askCode(&turn)
    }
    guard let request = world[turn.who].codeRequests.last(where: { $0.person == person })
    else { throw Skipped() }
    // One that was answered once, or is over, is not tried for ever.
    if turn.dice.oneIn(2) { world[turn.who].codeRequests.removeAll { $0.id == request.id } }
    let given = codeAtHand(.signIn, &turn)
    let answer = try await stage.service.signIn.open(
      .code(codeRequest: request.id, validateCode: given.code),
      from: stage.requester(turn.who, &turn.dice)
    ).get()
    guard given.isRight else {
      throw Violation(.levels, "a wrong code opened a session of \(person)")
    }
    world[turn.who].codeRequests.removeAll { $0.id == request.id }
    register(person, AccountID(answer.accountID), maker: nil)
    models[person]?.proveAddress()
    try await keep(answer, turn.who, of: person, atMost: .unproved)
    if models[person]?.hadFactor == false, let session = world[turn.who].sessions.last?.id {
      models[person]?.note(openedByCode: session)
    }
  }

  /// Notes an account that may be new.
  mutating func register(_ person: Person, _ account: AccountID, maker: Role?) {
    guard world.accounts[person] == nil else { return }
    world.accounts[person] = account
    models[person] = AccountModel(person, maker: maker)
  }

  mutating func signInByKey(_ turn: inout Turn) async throws {
    let (who, person) = (turn.who, turn.person)
    guard let account = world.accounts[person] else { throw Skipped() }
    let flavour = turn.dice.weighted(Flavour.weights)
    let request: SessionRequest
    var name = FactorName.none
    let own = world[who].passkeys.filter { $0.person == person }.randomElement(using: &turn.dice)
    if flavour == .replayed {
      let used = world[who].usedSignIns.filter { $0.person == person }
      guard let again = used.randomElement(using: &turn.dice) else { throw Skipped() }
      request = again.request
    } else {
      let known = world.passkeys(of: person).randomElement(using: &turn.dice)
      guard let claimed = own ?? known else { throw Skipped() }
      let signer = try own?.authenticator ?? stage.harness.newAuthenticator()
      let options = try await stage.service.signIn.options(SessionOptionsRequest()).get()
      var changes = CeremonyChanges()
      changes.rawID = claimed.authenticator.credentialID
      var assertion = try signer.assert(
        challenge: options.options.challenge,
        userHandle: UserHandle(Array(account.text.utf8)), changes: changes)
      if flavour == .oneBit { assertion = assertion.withChangedBit(&turn.dice) }
      name = claimed.name
      request = .assertion(assertion)
      // A right one that is refused, under a hold for example, may open a session later.
      if own == nil || flavour == .oneBit { world[who].usedSignIns.append((person, request)) }
    }
    let requester = stage.requester(who, &turn.dice)
    // Who has no key makes noise, as often as blocks whoever is counted.
    if own == nil, turn.dice.oneIn(2) {
      for _ in 0..<5 { _ = try await stage.service.signIn.open(request, from: requester) }
    }
    let answer = try await stage.service.signIn.open(request, from: requester).get()
    guard own != nil, ![.replayed, .oneBit].contains(flavour) else {
      throw Violation(.levels, "a signature that was \(flavour) opened a session of \(person)")
    }
    world[who].usedSignIns.append((person, request))
    try await keep(answer, who, of: person, atMost: level(of: name, person))
  }

  mutating func signInByDevice(_ turn: inout Turn) async throws {
    let (who, person) = (turn.who, turn.person)
    let own = world[who].devices.filter { $0.person == person }.randomElement(using: &turn.dice)
    let known = Role.allCases.flatMap { world[$0].devices }.filter { $0.person == person }
      .randomElement(using: &turn.dice)
    guard let claimed = own ?? known else { throw Skipped() }
    let options = try await stage.service.signIn.options(
      SessionOptionsRequest(deviceID: claimed.device.id)
    ).get()
    var signer = claimed.device
    if own == nil { signer.key = try TestKey(.es256) }
    let isWrong = turn.dice.oneIn(10)
    let request: SessionRequest
    if let pin = claimed.pin, !turn.dice.oneIn(8) {
      request = .pinProof(
        try signer.pinProof(
          isWrong ? "975310" : pin, over: options.pinChallenge, generation: claimed.generation))
    } else {
      request = .deviceProof(try signer.deviceProof(over: options.pinChallenge))
    }
    let isPIN = if case .pinProof = request { true } else { false }
    if isPIN, isWrong { models[person]?.wrongPINs[claimed.device.id, default: 0] += 1 }
    let answer = try await stage.service.signIn.open(
      request, from: stage.requester(who, &turn.dice)
    ).get()
    guard own != nil, !(isPIN && isWrong) else {
      throw Violation(.levels, "a wrong key or PIN opened a session of \(person)")
    }
    guard models[person]?.voided.devices.contains(claimed.device.id) != true else {
      throw Violation(.grounds, "a device by a mailed code outlived the first factor of \(person)")
    }
    if isPIN { models[person]?.wrongPINs[claimed.device.id] = 0 }
    let worth = isPIN ? level(of: claimed.name, person) : .unproved
    try await keep(answer, who, of: person, atMost: worth)
  }

  /// The highest level of a factor of a person now.
  func level(of name: FactorName, _ person: Person) -> AssuranceLevel {
    models[person]?.ceiling(name, stage.post, at: now) ?? .unproved
  }

  mutating func raiseSession(_ turn: inout Turn) async throws {
    let (held, session) = try await held(&turn)
    let asked = LinkedOptionsRequest(scenario: .signIn, payload: .object([:]))
    guard let made = try await proof(for: asked, &turn, session) else { throw Skipped() }
    let number = world.nextNumber()
    let outcome = try await stage.service.sessionRaises.raise(
      by: made.proof, idempotencyKey: try IdempotencyKey("raise-\(number)"), session: session
    ).get()
    guard case .done(let response) = outcome else { return }
    guard !response.isReplayed else { return }
    try accept(made, turn.who, "raised a session of \(turn.person)")
    let worth = level(of: made.factor, turn.person)
    guard let answer = response.answer else { return }
    try await keep(
      answer, turn.who, of: held.person,
      atMost: max(worth, models[turn.person]?.sessions[session.id] ?? .unproved))
  }

  /// Refuses that anything was done on a proof which is none.
  func requireFresh(_ made: MadeProof, _ what: String) throws(Violation) {
    guard made.flavour == .fresh else {
      throw Violation(.levels, "a proof that was \(made.flavour) \(what)")
    }
  }

  mutating func endSession(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    try await stage.service.sessions.end(session)
    world[turn.who].sessions.removeAll { $0.id == session.id }
  }

  mutating func endOtherSessions(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    try await admit(session, .endSessions, turn.person)
    _ = try await stage.service.sessions.endOthers(session)
  }

  /// Admits a session to a route, as the server does, and holds its level against the model's.
  func admit(
    _ session: AuthenticatedSession, _ route: Route, _ person: Person
  ) async throws {
    try await stage.service.sessions.require(session, for: route.access)
    guard let model = models[person], !model.mayBeWithoutFactor || model.isOnHold
    else { return }
    let least: AssuranceLevel = route == .endSessions ? .strong : .weak
    let isOfDevice =
      session.deviceID != nil && Self.ofDevices.contains(route) && !model.isOnHold
    guard isOfDevice || model.sessions[session.id] ?? .unproved >= least else {
      throw Violation(
        .levels, "a session of \(person) of level \(session.level) is let to \(route.path)")
    }
  }

  /// The routes of a device without a PIN: see what waits, and decline.
  private static let ofDevices: Set<Route> = [.transactions, .transaction, .denyTransaction]
}
