import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Links: a screen that is logged in, and a device that is enrolled.
extension Player {
  mutating func makeLoginLink(_ turn: inout Turn) async throws {
    let answer = try await stage.service.linkIssuer.make(
      SessionLinkRequest(type: .login), session: nil,
      from: stage.requester(turn.who, &turn.dice), origin: nil
    ).get()
    world.links.append(
      HeldLink(
        answer: answer, maker: turn.who, person: nil, grant: nil, isShownByPage: true,
        takesPIN: false))
  }

  mutating func confirmLogin(_ turn: inout Turn) async throws {
    let (who, person) = (turn.who, turn.person)
    let device = world[who].devices.filter { $0.person == person }.randomElement(using: &turn.dice)
    guard let device else { throw Skipped() }
    // Half of them at once on a screen of one's own, the others on one that was there.
    if turn.dice.oneIn(2) { try? await makeLoginLink(&turn) }
    let place = world.links.lastIndex { $0.person == nil && $0.maker == who && $0.proved == nil }
    guard let place else { throw Skipped() }
    let link = world.links[place]
    let shown = try await stage.service.links.describe(link.id).get().numbers
    let isWrong = turn.dice.oneIn(8)
    let number = isWrong ? shown.first { $0 != link.answer.number } : link.answer.number
    let options = try await stage.service.links.options(
      link.id, LinkOptionsRequest(deviceID: device.device.id, number: number)
    ).get()
    let isWrongPIN = turn.dice.oneIn(10)
    let proof: Proof
    if let key = device.passkeys.randomElement(using: &turn.dice), let asked = options.assertion,
      turn.dice.oneIn(2)
    {
      proof = .assertion(try key.assert(asked))
    } else if let pin = device.pin, !turn.dice.oneIn(6) {
      if isWrongPIN { models[person]?.wrongPINs[device.device.id, default: 0] += 1 }
      proof = .pinProof(
        try device.device.pinProof(
          isWrongPIN ? "975310" : pin, over: options.pinChallenge, generation: device.generation))
    } else {
      proof = .deviceProof(try device.device.deviceProof(over: options.pinChallenge))
    }
    _ = try await stage.service.linkConfirmations.confirm(
      link.id,
      .login(deviceID: device.device.id, number: number ?? "", proof: proof)
    ).get()
    if case .pinProof = proof, isWrongPIN {
      throw Violation(.levels, "a wrong PIN confirmed a login of \(person)")
    }
    guard !isWrong else {
      throw Violation(.levels, "a number that stands on no screen confirmed a login of \(person)")
    }
    let isFactor = if case .deviceProof = proof { false } else { true }
    world.links[place].proved = (person, isFactor ? .weak : .unproved)
  }

  mutating func collectLogin(_ turn: inout Turn) async throws {
    let who = turn.who
    let links = world.links.filter { $0.person == nil && ($0.maker == who || $0.proved != nil) }
    guard let link = links.last(where: { $0.maker == who && $0.proved != nil }) ?? links.last else {
      throw Skipped()
    }
    let isMaker = link.maker == who && !turn.dice.oneIn(10)
    let secret = isMaker ? link.answer.watchSecret : SecretText("c2VjcmV0")
    let answer = try await stage.service.links.collect(link.id, secret: secret).get()
    guard isMaker, let proved = link.proved else {
      throw Violation(.levels, "a login was collected by somebody who did not make its link")
    }
    try await keep(answer, who, of: proved.person, atMost: proved.level)
  }

  mutating func makeEnrolLink(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    var made: MadeProof?
    if models[turn.person]?.hadFactor == true, !turn.dice.oneIn(6) {
      made = try await proof(for: LinkedOptionsRequest(changing: .addDeviceByLink), &turn, session)
    }
    let answer = try await stage.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, proof: made?.proof), session: session,
      from: session.requester, origin: nil
    ).get()
    // Without a proof the mailed code decides when the link is confirmed; it must be good for one.
    var grant =
      if let made { try accept(.proof(made), turn, in: session.id) } else {
        try self.grant(.code, turn, in: session.id)
      }
    grant.takesMakersWord = true
    world.links.append(
      HeldLink(
        answer: answer, maker: turn.who, person: turn.person, grant: made == nil ? nil : grant,
        isShownByPage: true, takesPIN: true, makerSession: session.id))
  }

  mutating func confirmEnrolment(_ turn: inout Turn) async throws {
    let (who, person) = (turn.who, turn.person)
    // What a page shows anybody may photograph; what a host makes goes to its person.
    let place = world.links.lastIndex { link in
      link.person == person && link.confirmer == nil
        && (link.maker == who || (who == .stranger && link.isShownByPage)
          || (who.person == person && !link.isShownByPage))
    }
    guard let place else { throw Skipped() }
    let link = world.links[place]
    let options = try await stage.service.links.options(link.id, LinkOptionsRequest()).get()
    let device = HeldDevice(
      device: try TestDevice(), person: person, pin: link.takesPIN ? turn.pin() : nil)
    let key = turn.dice.oneIn(2) ? options.creation.map { ($0, stage.harness) } : nil
    let passkey = try key.map { try ($0.0, $0.1.newAuthenticator()) }
    let given = try await enrolmentEntitlement(link, &turn)
    let confirmed = try await stage.service.linkConfirmations.confirm(
      link.id,
      .enrol(
        try device.device.registration(for: link.answer.id, pin: device.pin),
        registration: try passkey.map { try $0.1.register($0.0) }, given.wire)
    ).get()
    guard given.isRight else {
      throw Violation(.levels, "a wrong code enrolled a device of \(person)")
    }
    let grant = try enrolmentGrant(link, given, turn)
    world.links[place].confirmer = who
    if let old = given.replaced { models[person]?.remove(old) }
    if [.strongProof, .administrator].contains(grant.ground) {
      models[person]?.recovery?.isThereForSure = false
    }
    let session = confirmed.session
    try note(
      device, grant, link: link.answer.id, who, in: nil,
      keeping: AccountModel.Kept(linkMaker: link.makerSession))
    if let passkey {
      let now = stage.now
      try models[person]?.addBeside(
        .passkey(passkey.1.credentialID), device.name, of: device.device.id, at: now)
      world[who].passkeys.append(HeldPasskey(authenticator: passkey.1, person: person))
      if let last = world[who].devices.indices.last {
        world[who].devices[last].passkeys.append(passkey.1)
      }
    }
    guard let session else { return }
    try await keep(
      session, who, of: person,
      atMost: device.pin == nil ? .unproved : level(of: device.name, person))
  }

  /// The entitlement that is given with an enrolment.
  private struct GivenWithLink {
    var wire = LinkConfirmation.Entitlement.nothing
    var isRight = true
    var replaced: FactorName?
  }

  private mutating func enrolmentEntitlement(
    _ link: HeldLink, _ turn: inout Turn
  ) async throws -> GivenWithLink {
    let person = turn.person
    let old = world[turn.who].devices.last { $0.person == person && $0.pin != nil }
    if let old, let pin = old.pin, turn.dice.oneIn(3) {
      let options = try await stage.service.links.options(
        link.id, LinkOptionsRequest(deviceID: old.device.id)
      ).get()
      guard options.pinChallenge != nil else { throw Skipped() }
      return GivenWithLink(
        wire: .pinProof(
          try old.device.pinProof(pin, over: options.pinChallenge, generation: old.generation)),
        replaced: old.name)
    }
    guard link.grant == nil else { return GivenWithLink() }
    _ = try await stage.service.links.requestCode(link.id).get()
    await stage.deliver()
    let given = codeAtHand(.register, &turn)
    return GivenWithLink(wire: .validateCode(given.code), isRight: given.isRight)
  }

  private mutating func enrolmentGrant(
    _ link: HeldLink, _ given: GivenWithLink, _ turn: Turn
  ) throws(Violation) -> Grant {
    if let old = given.replaced {
      guard level(of: old, turn.person) >= .strong else {
        throw Violation(.levels, "the PIN of a device that waits confirmed an enrolment")
      }
      return Grant(
        ground: .strongProof, isSure: models[turn.person]?.isStrongForSure(old) ?? false)
    }
    var made: Grant
    if let given = link.grant {
      made = given
    } else {
      made = try grant(.code, turn, in: nil)
      if made.ground == .first { models[turn.person]?.proveAddressInSession() }
    }
    made.takesMakersWord = link.isShownByPage
    return made
  }

  mutating func claimDevice(_ turn: inout Turn) async throws {
    let (who, person) = (turn.who, turn.person)
    let links = world.links.filter {
      $0.person == person && $0.confirmer != nil && $0.isShownByPage && !$0.isLeft
        && ($0.maker == who || who == .stranger)
    }
    guard let link = links.last else { throw Skipped() }
    let isMaker = link.maker == who
    let isMine = link.confirmer == who || !isMaker
    _ = try await stage.service.stops.settle(
      link.id, LinkClaim(isMine: isMine),
      secret: isMaker ? link.answer.watchSecret : SecretText("c2VjcmV0")
    ).get()
    guard isMaker else {
      throw Violation(.grounds, "somebody who did not make the link said whose the device is")
    }
    models[person]?.claim(link: link.answer.id, isMine: isMine)
  }

  /// Goes away from the page that made a link, and never says whose the device is.
  mutating func leaveUnclaimed(_ turn: inout Turn) throws(Skipped) {
    let place = world.links.lastIndex {
      $0.person == turn.person && $0.confirmer != nil && $0.isShownByPage && !$0.isLeft
        && $0.maker == turn.who
    }
    guard let place else { throw Skipped() }
    world.links[place].isLeft = true
  }

  mutating func endLink(_ turn: inout Turn) async throws {
    guard let link = world.links.randomElement(using: &turn.dice) else { throw Skipped() }
    let isMaker = link.maker == turn.who
    _ = try await stage.service.links.end(
      link.id, secret: isMaker ? link.answer.watchSecret : SecretText("c2VjcmV0")
    ).get()
    guard isMaker else {
      throw Violation(.person, "somebody who did not make a link ended it")
    }
  }
}
