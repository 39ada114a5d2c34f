import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Factors: passkeys, devices, PINs, authenticator apps and telephone numbers.
extension Player {
  mutating func addPasskey(_ turn: inout Turn, finishes: Bool) async throws {
    let (held, session) = try await held(&turn)
    let given = try await entitlement(to: .addPasskey, &turn, session)
    let options = try await stage.service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: given.code, proof: given.proof), session: session
    ).get()
    // The same proof again gives the same options.
    let grant =
      try begun[options.challenge] ?? accept(given.entitlement, turn, in: session.id)
    begun[options.challenge] = grant
    let registration = HeldRegistration(
      person: turn.person, session: held, options: options, grant: grant)
    guard finishes else {
      world[turn.who].registrations.append(registration)
      return
    }
    try await finish(registration, turn.who, session)
  }

  mutating func finishPasskey(_ turn: inout Turn) async throws {
    let places = world[turn.who].registrations.indices
    let place = turn.dice.oneIn(4) ? places.randomElement(using: &turn.dice) : places.last
    guard let place else { throw Skipped() }
    // One in three is kept, to be answered twice.
    let registration =
      turn.dice.oneIn(3)
      ? world[turn.who].registrations[place] : world[turn.who].registrations.remove(at: place)
    let session = try await stage.service.sessions.authenticate(
      registration.session.token, activity: .person
    ).get()
    try await finish(registration, turn.who, session)
  }

  private mutating func finish(
    _ registration: HeldRegistration, _ who: Role, _ session: AuthenticatedSession
  ) async throws {
    let key = try stage.harness.newAuthenticator()
    let isRecovery = registration.grant.ground == .recovery
    _ = try await stage.service.credentials.register(
      key.register(registration.options), session: session
    ).get()
    let (now, wall) = (stage.now, stage.post.wall)
    try models[registration.person]?.add(
      .passkey(key.credentialID), registration.grant, told: .credentialAdded,
      from: isRecovery ? nil : session.deviceID?.text, in: session.id,
      keeping: AccountModel.Kept(session), at: now, wall: wall)
    world[who].passkeys.append(HeldPasskey(authenticator: key, person: registration.person))
    if let device = session.deviceID?.text, !isRecovery { add(key, to: device, who) }
  }

  private mutating func add(_ key: TestAuthenticator, to device: String, _ who: Role) {
    guard let place = world[who].devices.firstIndex(where: { $0.device.id == device }) else {
      return
    }
    world[who].devices[place].passkeys.append(key)
  }

  mutating func removePasskey(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let keys = world.passkeys(of: turn.person)
    guard let key = keys.randomElement(using: &turn.dice)?.authenticator else { throw Skipped() }
    let isAll = turn.dice.oneIn(6)
    let change = isAll ? FactorChange.removeAllPasskeys : .removePasskey(key.credentialID)
    let made = try await proofOrNothing(for: change, &turn, session)
    let response = try await stage.service.credentials.revoke(
      isAll ? .all : .one(key.credentialID), RevocationRequest(proof: made?.proof),
      session: session
    ).get()
    guard !response.isReplayed else { return }
    let name = FactorName.passkey(key.credentialID)
    // A device that finds its own key dead puts it aside without a proof.
    let isOwn =
      made == nil && !isAll && models[turn.person]?.factors[name]?.device == session.deviceID?.text
    if !isOwn || session.deviceID == nil { try requireMayRemove(made, turn, session) }
    models[turn.person]?.removeAll { other in
      if case .passkey = other { isAll || other == name } else { false }
    }
  }

  mutating func removeDevice(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let person = turn.person
    let devices = Role.allCases.flatMap { world[$0].devices }.filter { $0.person == person }
    guard let device = devices.randomElement(using: &turn.dice)?.device else { throw Skipped() }
    if models[person]?.factors[.device(device.id)]?.isSuspended == true, !turn.dice.oneIn(3) {
      return try await decideOnHeld(device.id, &turn, session)
    }
    let made = try await proofOrNothing(for: .removeDevice(device.id), &turn, session)
    let response = try await stage.service.devices.revoke(
      .one(DeviceID(device.id)), RevocationRequest(proof: made?.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    try requireMayRemove(made, turn, session)
    models[person]?.remove(.device(device.id))
  }

  /// Keeps or removes a device that is on hold: by a strong proof alone.
  private mutating func decideOnHeld(
    _ id: String, _ turn: inout Turn, _ session: AuthenticatedSession
  ) async throws {
    let decision: HeldFactorDecision = turn.dice.oneIn(2) ? .keep : .remove
    let change = decision == .keep ? FactorChange.keepHeld(id) : .removeHeld(id)
    let made = try await proofOrNothing(for: change, &turn, session)
    let response = try await stage.service.factorsOnHold.decide(
      decision, id, RevocationRequest(proof: made?.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    guard let made, level(of: made.factor, turn.person) >= .strong else {
      throw Violation(.grounds, "a weak proof decided on what \(turn.person) has on hold")
    }
    try accept(made, turn.who, "decided on what \(turn.person) has on hold")
    switch decision {
    case .keep: models[turn.person]?.keepHeld(.device(id))
    case .remove: models[turn.person]?.removeHeld(.device(id))
    }
  }

  /// A proof for a removal, or none once in a while.
  private mutating func proofOrNothing(
    for change: FactorChange, _ turn: inout Turn, _ session: AuthenticatedSession
  ) async throws -> MadeProof? {
    if models[turn.person]?.hadFactor != true || turn.dice.oneIn(6) { return nil }
    let made = try await proof(for: LinkedOptionsRequest(changing: change), &turn, session)
    guard let made else { throw Skipped() }
    return made
  }

  /// A removal takes what a new factor takes; on an account that never had one, nothing.
  private mutating func requireMayRemove(
    _ made: MadeProof?, _ turn: Turn, _ session: AuthenticatedSession
  ) throws(Violation) {
    if let made {
      _ = try accept(.proof(made), turn, in: session.id, adds: false)
    } else if let model = models[turn.person],
      !model.mayBeWithoutFactor || model.isOnHold
    {
      throw Violation(.levels, "a factor of \(turn.person) was removed without a proof")
    }
  }

  mutating func addDevice(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let device = try TestDevice()
    let pin = turn.dice.oneIn(3) ? nil : turn.pin()
    let given = try await entitlement(to: .addDevice(named: device.name), &turn, session)
    let response = try await stage.service.devices.register(
      DeviceRequest(
        device: device.registration(for: session.accountID.text, pin: pin),
        validateCode: given.code, proof: given.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    let grant = try accept(given.entitlement, turn, in: session.id)
    try note(
      HeldDevice(device: device, person: turn.person, pin: pin), grant, turn.who, in: session.id,
      keeping: AccountModel.Kept(session))
  }

  /// Notes a device that was stored; its PIN is a factor, the device without one is none.
  mutating func note(
    _ device: HeldDevice, _ grant: Grant, link: String? = nil, _ who: Role,
    in session: SessionID?, keeping kept: AccountModel.Kept
  ) throws(Violation) {
    world[who].devices.append(device)
    guard device.pin != nil else {
      models[device.person]?.note(device: device.device.id, grant.ground)
      return
    }
    let (now, wall) = (stage.now, stage.post.wall)
    try models[device.person]?.add(
      device.name, grant, link: link, told: .deviceAdded, in: session, keeping: kept, at: now,
      wall: wall)
  }

  mutating func setDevicePIN(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let place = world[turn.who].devices.firstIndex { $0.device.id == session.deviceID?.text }
    guard let place else { throw Skipped() }
    var entitlement = Entitlement.oldPIN
    var given = PINKeyRequest.Entitlement.oldPIN(SecretBytes([]))
    if world[turn.who].devices[place].pin == nil || turn.dice.oneIn(10) {
      let other = try await self.entitlement(to: .setPIN, code: .setPIN, &turn, session)
      entitlement = other.entitlement
      if let code = other.code { given = .validateCode(code) }
      if let proof = other.proof { given = .proof(proof) }
    }
    try await setPIN(ofDeviceAt: place, (entitlement, given), &turn, session)
  }

  /// Changes the PIN of a device that waits, by its own PIN, in a session which that opens.
  mutating func changeWaitingPIN(_ turn: inout Turn) async throws {
    let (who, person) = (turn.who, turn.person)
    let places = world[who].devices.indices.filter { place in
      let device = world[who].devices[place]
      return device.person == person && device.pin != nil
        && models[person]?.factors[device.name]?.wait != nil
        && level(of: device.name, person) < .strong
    }
    guard let place = places.randomElement(using: &turn.dice),
      let pin = world[who].devices[place].pin
    else { throw Skipped() }
    let device = world[who].devices[place]
    let options = try await stage.service.signIn.options(
      SessionOptionsRequest(deviceID: device.device.id)
    ).get()
    let proof = try device.device.pinProof(
      pin, over: options.pinChallenge, generation: device.generation)
    let answer = try await stage.service.signIn.open(
      .pinProof(proof), from: stage.requester(who, &turn.dice)
    ).get()
    models[person]?.wrongPINs[device.device.id] = 0
    try await keep(answer, who, of: person, atMost: level(of: device.name, person))
    let session = try await stage.service.sessions.authenticate(
      answer.accessToken, activity: .person
    ).get()
    try await setPIN(ofDeviceAt: place, (.oldPIN, .oldPIN(SecretBytes([]))), &turn, session)
  }

  private mutating func setPIN(
    ofDeviceAt place: Int,
    _ given: (entitlement: Entitlement, wire: PINKeyRequest.Entitlement), _ turn: inout Turn,
    _ session: AuthenticatedSession
  ) async throws {
    let device = world[turn.who].devices[place]
    let (new, generation) = (turn.pin(), device.pin == nil ? 1 : device.generation + 1)
    let options = try await stage.service.actions.options(
      LinkedOptionsRequest(changing: .setPIN), session: session
    ).get()
    let isOld = if case .oldPIN = given.entitlement { true } else { false }
    let isWrong = isOld && turn.dice.oneIn(8)
    if isWrong { models[turn.person]?.wrongPINs[device.device.id, default: 0] += 1 }
    let request = try device.device.pinChange(
      to: new, from: isOld ? (isWrong ? "975310" : device.pin) : nil, generation: generation,
      over: options.pinChallenge, entitlement: given.wire)
    _ = try await stage.service.devicePINs.set(
      of: DeviceID(device.device.id), request, session: session
    ).get()
    guard !isWrong else {
      throw Violation(.levels, "a wrong PIN changed the PIN of a device of \(turn.person)")
    }
    let grant = try accept(given.entitlement, turn, in: session.id)
    models[turn.person]?.wrongPINs[device.device.id] = 0
    world[turn.who].devices[place].pin = new
    world[turn.who].devices[place].generation = generation
    let (now, wall) = (stage.now, stage.post.wall)
    try models[turn.person]?.add(
      device.name, grant, told: .pinChanged, in: session.id,
      keeping: AccountModel.Kept(session), at: now, wall: wall)
  }

  mutating func setPIN(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let new = turn.pin()
    let request: SetPINRequest
    let entitlement: Entitlement
    if let old = world[turn.who].pins[turn.person], !turn.dice.oneIn(4) {
      let isWrong = turn.dice.oneIn(6)
      request = SetPINRequest(
        pin: SecretText(new), entitlement: .oldPIN(SecretText(isWrong ? "975310" : old)))
      entitlement = .oldPIN
      _ = try await stage.service.pins.set(request, session: session).get()
      guard !isWrong else { throw Violation(.levels, "a wrong PIN changed that of \(turn.person)") }
    } else {
      let given = try await self.entitlement(to: .setPIN, code: .setPIN, &turn, session)
      let way: SetPINRequest.Entitlement? =
        given.code.map { .validateCode($0) } ?? given.proof.map { .proof($0) }
      guard let way else { throw Skipped() }
      request = SetPINRequest(pin: SecretText(new), entitlement: way)
      entitlement = given.entitlement
      _ = try await stage.service.pins.set(request, session: session).get()
    }
    // A PIN that proves its own change is the old one.
    var grant = Grant(ground: .oldPIN)
    if case .proof(let made) = entitlement, made.factor == .pin {
      try accept(made, turn.who, "changed the PIN of \(turn.person)")
    } else {
      grant = try accept(entitlement, turn, in: session.id)
    }
    let (now, wall) = (stage.now, stage.post.wall)
    try models[turn.person]?.add(
      .pin, grant, told: .pinChanged, in: session.id, keeping: AccountModel.Kept(session),
      at: now, wall: wall)
    world[turn.who].pins[turn.person] = new
  }

  mutating func addApp(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let given = try await entitlement(to: .addAuthenticatorApp, &turn, session)
    let response = try await stage.service.authenticatorApps.enrol(
      AuthenticatorAppRequest(validateCode: given.code, proof: given.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    let grant = try accept(given.entitlement, turn, in: session.id)
    let app = TestAuthenticatorApp(typed: response.answer.secret)
    _ = try await stage.service.authenticatorApps.confirm(
      AuthenticatorAppConfirmation(twoFactorCode: app.code(at: stage.clock.now())),
      session: session
    ).get()
    let (now, wall) = (stage.now, stage.post.wall)
    try models[turn.person]?.add(
      .codes, grant, told: .authenticatorAppAdded, in: session.id,
      keeping: AccountModel.Kept(session), at: now, wall: wall)
    world[turn.who].apps[turn.person] = app
  }

  mutating func removeApp(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let made = try await proof(
      for: LinkedOptionsRequest(changing: .removeAuthenticatorApp), &turn, session)
    let response = try await stage.service.authenticatorApps.remove(
      RevocationRequest(proof: made?.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    try requireMayRemove(made, turn, session)
    models[turn.person]?.removeAll { $0 == .codes }
  }

  mutating func setPhone(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let number = turn.person.number
    let given = try await entitlement(to: .setPhone(number), &turn, session)
    let response = try await stage.service.phones.set(
      PhoneRequest(phone: number, validateCode: given.code, proof: given.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    _ = try accept(given.entitlement, turn, in: session.id)
    await stage.deliver()
    // The number is the person's: nobody else reads what is texted.
    let otp = turn.isOwner ? stage.post.newestCode(.confirmPhone, to: number) : nil
    _ = try await stage.service.phones.confirm(
      PhoneConfirmation(otp: otp ?? stage.post.wrongCode()), session: session
    ).get()
    guard otp != nil else {
      throw Violation(.levels, "a wrong code set the number of \(turn.person)")
    }
    models[turn.person]?.hasPhone = true
  }
}

extension Player {
  /// Notes what entitled to a change of factors.
  ///
  /// - Returns: Its ground; a violation where the table of grounds has none for it.
  mutating func accept(
    _ entitlement: Entitlement, _ turn: Turn, in session: SessionID?, adds: Bool = true
  ) throws(Violation) -> Grant {
    let grant = try grant(entitlement, turn, in: session)
    if adds, case .proof(let made) = entitlement,
      models[turn.person]?.isUnclaimed(made.factor) == true
    {
      throw Violation(
        .grounds, "a device of \(turn.person) that nobody has claimed added something")
    }
    if case .code = entitlement, grant.ground == .first {
      models[turn.person]?.proveAddressInSession()
    }
    if case .proof(let made) = entitlement {
      try accept(made, turn.who, "changed factors of \(turn.person)")
    }
    return grant
  }
}

extension Turn {
  /// A PIN that may be set.
  mutating func pin() -> String {
    ["258036", "924715", "730581", "461938"].randomElement(using: &dice) ?? "258036"
  }
}
