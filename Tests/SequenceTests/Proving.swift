import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// How a proof was made.
enum Flavour: String, Sendable, CaseIterable {
  /// As it should be: by a factor of the person's, for this very request.
  case fresh
  /// One that was given before.
  case replayed
  /// With one bit of it changed.
  case oneBit
  /// Over a challenge of another session of the account.
  case otherSession
  /// By a key of another account.
  case otherAccount
  /// By nobody's key, in the name of one of the account's.
  case junk
  /// Over a challenge for something else.
  case otherRequest
  /// With a PIN or a code that is wrong.
  case wrong

  static let weights: [(Flavour, Int)] = [
    (.fresh, 30), (.replayed, 2), (.oneBit, 2), (.otherSession, 1), (.otherAccount, 1), (.junk, 2),
    (.otherRequest, 2), (.wrong, 2),
  ]
}

/// A proof, and what its maker knows of it.
struct MadeProof: Sendable {
  var proof: Proof
  let factor: FactorName
  /// Whether it is over a challenge for the very document.
  let isLinked: Bool
  var flavour: Flavour
}

extension Player {
  /// Makes a proof for a request, of a kind and a flavour that are drawn.
  ///
  /// - Returns: The proof; nil where the caller has nothing to make it of.
  mutating func proof(
    for asked: LinkedOptionsRequest, _ turn: inout Turn, _ session: AuthenticatedSession,
    mayBeUnlinked: Bool = false
  ) async throws -> MadeProof? {
    let flavour = turn.dice.weighted(Flavour.weights)
    if flavour == .replayed {
      guard var used = world[turn.who].used.randomElement(using: &turn.dice) else { return nil }
      used.flavour = .replayed
      return used
    }
    let holdings = world[turn.who]
    let person = turn.person
    let keys = holdings.passkeys.filter { $0.person == person }.map(\.authenticator)
    let device = holdings.devices.first { $0.device.id == session.deviceID?.text && $0.pin != nil }
    var makers: [@Sendable (Maker) async throws -> MadeProof?] = []
    if flavour == .otherAccount || flavour == .junk || !keys.isEmpty {
      makers += Array(repeating: { try await $0.byKey(keys, flavour) }, count: 3)
    }
    if mayBeUnlinked, flavour == .fresh, !keys.isEmpty {
      makers.append { try await $0.unlinked(keys) }
    }
    if let device { makers += [{ try await $0.byDevice(device, flavour) }] }
    if let pin = holdings.pins[person], turn.dice.oneIn(3) {
      makers.append { $0.byPIN(pin, flavour) }
    }
    if world.reads(turn.who, mailOf: person), turn.dice.oneIn(4) {
      let app = holdings.apps[person]
      makers.append { try await $0.byCodes(app, flavour) }
    } else if turn.who == .thief, let app = holdings.apps[person] {
      makers.append { try await $0.byCodes(app, flavour) }
    }
    guard let make = makers.randomElement(using: &turn.dice) else { return nil }
    let made = try await make(
      Maker(
        stage: stage, world: world, asked: asked, who: turn.who, person: person, session: session,
        number: turn.dice.next()))
    // A wrong PIN, sent or not, may have the device wait.
    if let device, made?.factor == device.name, flavour == .wrong {
      models[person]?.wrongPINs[device.device.id, default: 0] += 1
    }
    return made
  }

  /// Notes that something was done on a proof, which has to be a right one, and not done before.
  mutating func accept(_ made: MadeProof, _ who: Role, _ what: String) throws(Violation) {
    try requireFresh(made, what)
    // A PIN is typed again each time; all else is good once.
    if case .pin = made.proof { return }
    world[who].used.append(made)
    if world[who].used.count > 8 { world[who].used.removeFirst() }
  }
}

/// Makes one proof.
struct Maker: Sendable {
  let stage: Stage
  let world: World
  let asked: LinkedOptionsRequest
  let who: Role
  let person: Person
  let session: AuthenticatedSession
  let number: UInt64

  /// An assertion over a linked challenge, given as it is or as a token.
  func byKey(_ keys: [TestAuthenticator], _ flavour: Flavour) async throws -> MadeProof? {
    var dice = SeededGenerator(seed: number)
    let signer: TestAuthenticator?
    var claimed: CredentialID?
    switch flavour {
    case .otherAccount:
      let others = Person.allCases.filter { $0 != person }.flatMap { world.passkeys(of: $0) }
      signer = others.randomElement(using: &dice)?.authenticator
    case .junk:
      signer = try stage.harness.newAuthenticator()
      claimed = world.passkeys(of: person).randomElement(using: &dice)?.authenticator.credentialID
      if claimed == nil { return nil }
    default: signer = keys.randomElement(using: &dice)
    }
    guard let signer, flavour != .wrong else { return nil }
    guard let (given, isOther) = try await options(for: flavour) else { return nil }
    var changes = CeremonyChanges()
    changes.rawID = claimed
    var assertion = try signer.assert(challenge: given.options.challenge, changes: changes)
    if flavour == .oneBit { assertion = assertion.withChangedBit(&dice) }
    let name = FactorName.passkey(signer.credentialID)
    var made = MadeProof(
      proof: .assertion(assertion), factor: name, isLinked: !isOther, flavour: flavour)
    // A token is given for a scenario of the table, not for a change of factors or a sign-in.
    if asked.scenario == .sendMoney, dice.oneIn(3) {
      let answer = try await stage.service.proofs.verify(assertion, session: session).get()
      made.proof = .verificationToken(answer.verificationToken)
    }
    return made
  }

  /// An assertion that is linked to nothing.
  func unlinked(_ keys: [TestAuthenticator]) async throws -> MadeProof? {
    var dice = SeededGenerator(seed: number)
    guard let signer = keys.randomElement(using: &dice) else { return nil }
    let options = try await stage.service.actions.options(session: session).get()
    return MadeProof(
      proof: .assertion(try signer.assert(options)), factor: .passkey(signer.credentialID),
      isLinked: false, flavour: .fresh)
  }

  /// The PIN of the device whose session it is.
  func byDevice(_ device: HeldDevice, _ flavour: Flavour) async throws -> MadeProof? {
    guard ![.otherAccount, .junk].contains(flavour), let pin = device.pin,
      let (given, isOther) = try await options(for: flavour), given.pinChallenge != nil
    else { return nil }
    var dice = SeededGenerator(seed: number)
    var proof = try device.device.pinProof(
      flavour == .wrong ? "975310" : pin, over: given.pinChallenge,
      generation: device.generation)
    if flavour == .oneBit {
      proof.deviceSignature[Int.random(in: 4..<proof.deviceSignature.count, using: &dice)] ^= 1
    }
    return MadeProof(
      proof: .pinProof(proof), factor: device.name, isLinked: !isOther, flavour: flavour)
  }

  /// The PIN that the server verifies.
  func byPIN(_ pin: String, _ flavour: Flavour) -> MadeProof? {
    guard [.fresh, .wrong].contains(flavour) else { return nil }
    let given = flavour == .wrong ? "975310" : pin
    return MadeProof(
      proof: .pin(SecretText(given)), factor: .pin, isLinked: false, flavour: flavour)
  }

  /// The mailed code for this very request, and the app's where there is one; the thief of an app
  /// has to guess the mailed one.
  func byCodes(_ app: TestAuthenticatorApp?, _ flavour: Flavour) async throws -> MadeProof? {
    guard [.fresh, .wrong].contains(flavour) else { return nil }
    _ = try await stage.service.codeRequests.make(
      CodeRequest(approving: asked), session: session, from: session.requester
    ).get()
    await stage.deliver()
    let isRead = world.reads(who, mailOf: person) && flavour == .fresh
    let mailed = isRead ? stage.post.newestCode(.approve, to: person.name) : nil
    return MadeProof(
      proof: .codes(
        validateCode: mailed ?? stage.post.wrongCode(), otp: nil,
        twoFactorCode: app?.code(at: stage.clock.now())), factor: .codes, isLinked: false,
      flavour: mailed == nil ? .wrong : flavour)
  }

  /// The options for what is asked, or for what a flavour puts in its place.
  private func options(
    for flavour: Flavour
  ) async throws -> (LinkedOptions, isOther: Bool)? {
    switch flavour {
    case .otherSession:
      let other = world[who].sessions.first { $0.person == person && $0.id != session.id }
      guard let other else { return nil }
      let second = try await stage.service.sessions.authenticate(other.token, activity: .person)
        .get()
      return (try await stage.service.actions.options(asked, session: second).get(), true)
    case .otherRequest:
      let other: LinkedOptionsRequest =
        asked.scenario == .sendMoney
        ? LinkedOptionsRequest(
          scenario: .sendMoney, payload: MoneyOrder(amount: 777, recipient: "BOLA").json)
        : LinkedOptionsRequest(scenario: .testBiometrics, payload: .object([:]))
      guard other != asked else { return nil }
      return (try await stage.service.actions.options(other, session: session).get(), true)
    default:
      return (try await stage.service.actions.options(asked, session: session).get(), false)
    }
  }
}

extension AssertionResponse {
  /// The assertion with one bit of what was signed, or of the signature, changed.
  func withChangedBit(_ dice: inout SeededGenerator) -> AssertionResponse {
    let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &dice)
    var (data, signature) = (authenticatorData, signature)
    if dice.oneIn(2) {
      data[Int.random(in: data.indices, using: &dice)] ^= bit
    } else {
      signature[Int.random(in: signature.indices, using: &dice)] ^= bit
    }
    return AssertionResponse(
      id: id, rawID: rawID, clientDataJSON: clientDataJSON, authenticatorData: data,
      signature: signature, userHandle: userHandle)
  }
}

extension FactorName {
  /// Whether a key of the person's proves it.
  var isOfKey: Bool {
    switch self {
    case .passkey, .device: true
    case .pin, .codes, .none: false
    }
  }
}

/// What somebody brings to change an account's factors.
enum Entitlement: Sendable {
  case code
  case oldPIN
  case proof(MadeProof)
}
