import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Plays calls on a stage, and holds the rules after each of them.
struct Player {
  let stage: Stage
  var world = World()
  var models: [Person: AccountModel] = [:]
  /// Orders that were told as executed, and whole naira that left pockets by them.
  var executed = (count: Int64(0), naira: Int64(0))
  /// The latest moment of the wall clock below which proofs are refused, in milliseconds.
  var prunedBelow = Int64.min
  /// What each registration that was begun was entitled by.
  var begun: [Challenge: Grant] = [:]
  /// Hosts one of whose scenarios was proved in a session.
  var provedIn: [SessionID: Set<Role>] = [:]
  /// Tokens that hosts have redeemed.
  var redeemed: Set<SecretText> = []
  /// Whether the thief has got the victim's account by right: as its first, or by a recovery.
  var isThiefsByRight = false
  /// The steady time of the last jump of the clock.
  var jumpedAt = Int64.min
  /// The grounds on which factors were stored.
  var grounds: [Ground: Int] {
    models.values.reduce(into: [:]) { $0.merge($1.grounds) { $0 + $1 } }
  }
  /// What was done, one line for each call that was played.
  private(set) var story: [String] = []

  init(_ stage: Stage) { self.stage = stage }

  /// What became of a call.
  enum Outcome: Sendable, Hashable {
    case done
    case refused(Reason)
    /// The caller had nothing to call with.
    case skipped
  }

  /// Plays a call.
  ///
  /// - Returns: What became of it.
  /// - Throws: ``Violation`` where it broke a rule.
  mutating func play(_ call: Call) async throws(Violation) -> Outcome {
    var dice = SeededGenerator(seed: UInt64(call.choice))
    let person = world.target(of: call.who, &dice)
    var outcome: Outcome
    // No two requests come in one millisecond.
    stage.clock.advance(milliseconds: 1)
    do {
      if let person {
        var turn = Turn(who: call.who, person: person, dice: dice)
        try await perform(call.move, &turn)
      } else if call.move == .steal {
        try steal(&dice)
      } else {
        throw Skipped()
      }
      outcome = .done
    } catch let violation as Violation {
      story.append("\(call): breaks a rule")
      throw violation
    } catch let refusal as Refusal {
      outcome = .refused(refusal.reason)
    } catch is Skipped {
      outcome = .skipped
    } catch {
      story.append("\(call): is a fault")
      throw Violation(.faults, "\(call) is a fault of the server: \(error)")
    }
    if outcome != .skipped {
      story.append(outcome == .done ? "\(call)" : "\(call): \(outcome)")
      try await holdRules()
    }
    return outcome
  }

  private mutating func perform(_ move: Move, _ turn: inout Turn) async throws {
    switch move {
    case .signUp: try await signUp(&turn)
    case .askCode: try await askCode(&turn)
    case .signInByCode: try await signInByCode(&turn)
    case .signInByKey: try await signInByKey(&turn)
    case .signInByDevice: try await signInByDevice(&turn)
    case .raiseSession: try await raiseSession(&turn)
    case .endSession: try await endSession(&turn)
    case .endOtherSessions: try await endOtherSessions(&turn)
    case .addPasskey: try await addPasskey(&turn, finishes: true)
    case .addPasskeyOnTheWay: try await addPasskeyOnTheWay(&turn)
    case .beginPasskey: try await addPasskey(&turn, finishes: false)
    case .finishPasskey: try await finishPasskey(&turn)
    case .removePasskey: try await removePasskey(&turn)
    case .addDevice: try await addDevice(&turn)
    case .setDevicePIN: try await setDevicePIN(&turn)
    case .changeWaitingPIN: try await changeWaitingPIN(&turn)
    case .removeDevice: try await removeDevice(&turn)
    case .setPIN: try await setPIN(&turn)
    case .addApp: try await addApp(&turn)
    case .removeApp: try await removeApp(&turn)
    case .setPhone: try await setPhone(&turn)
    case .makeLoginLink: try await makeLoginLink(&turn)
    case .confirmLogin: try await confirmLogin(&turn)
    case .collectLogin: try await collectLogin(&turn)
    case .makeEnrolLink: try await makeEnrolLink(&turn)
    case .confirmEnrolment: try await confirmEnrolment(&turn)
    case .claimDevice: try await claimDevice(&turn)
    case .leaveUnclaimed: try leaveUnclaimed(&turn)
    case .endLink: try await endLink(&turn)
    case .sendMoney: try await sendMoney(&turn)
    case .testFactor: try await testFactor(&turn)
    case .approve: try await approve(&turn)
    case .decline: try await decline(&turn)
    case .look: try await look(&turn)
    case .prove: try await prove(&turn)
    case .beginRecovery: try await beginRecovery(&turn)
    case .stopRecovery: try await stopRecovery(&turn)
    case .pressStop: try await pressStop(&turn)
    case .openHostSession: try await openHostSession(&turn)
    case .makeHostLink: try await makeHostLink(&turn)
    case .ask: try await ask(&turn)
    case .showTransaction: try await showTransaction(&turn)
    case .introspect: try await introspect(&turn)
    case .redeem: try await redeem(&turn)
    case .unblock: try await unblock(&turn)
    case .steal: throw Skipped()
    case .passTime, .jumpClock, .deliver, .breakPost, .prune, .work, .changeBank:
      try await turnWorld(move, &turn)
    }
  }
}

/// Whose turn it is, about whose account.
struct Turn {
  let who: Role
  let person: Person
  var dice: SeededGenerator

  /// Whether the caller is the person whose account it is about.
  var isOwner: Bool { who.person == person }
}

/// The caller had nothing to call with.
struct Skipped: Error {}

extension Player {
  var now: Int64 { stage.now }

  /// A session that the caller holds, the newest rather than another; who has none signs in first.
  mutating func session(_ turn: inout Turn) async throws -> AuthenticatedSession {
    try await held(&turn).session
  }

  mutating func held(
    _ turn: inout Turn
  ) async throws -> (held: HeldSession, session: AuthenticatedSession) {
    let (who, person) = (turn.who, turn.person)
    if !world[who].sessions.contains(where: { $0.person == person }), !turn.dice.oneIn(4) {
      let hasKey = world[who].passkeys.contains { $0.person == person }
      if hasKey {
        try await signInByKey(&turn)
      } else if world.reads(who, mailOf: person), world.accounts[person] != nil {
        try await signInByCode(&turn)
      }
    }
    let open = world[who].sessions.filter { $0.person == person }
    let newest = turn.dice.oneIn(4) ? open.randomElement(using: &turn.dice) : open.last
    guard let newest else { throw Skipped() }
    let found = try await stage.service.sessions.authenticate(newest.token, activity: .person)
    guard case .success(var session) = found else {
      world[who].sessions.removeAll { $0.id == newest.id }
      throw Refusal(.sessionRequired, "it is over")
    }
    session.requester = stage.requester(who, &turn.dice)
    try require(session, of: person)
    return (newest, session)
  }

  /// Keeps a session that was opened, which is worth so much at most.
  mutating func keep(
    _ answer: SessionAnswer, _ who: Role, of person: Person, atMost level: AssuranceLevel
  ) async throws {
    let session = try await stage.service.sessions.authenticate(
      answer.accessToken, activity: .person
    ).get()
    guard session.accountID == world.accounts[person] else {
      throw Violation(.tenants, "a session of \(person) is one of another account")
    }
    models[person]?.note(session.id, atMost: level)
    try require(session, of: person)
    world[who].sessions.removeAll { $0.id == session.id }
    world[who].sessions.append(
      HeldSession(token: answer.accessToken, person: person, id: session.id))
  }

  /// Refuses a session that is worth more than what opened or raised it.
  private func require(_ session: AuthenticatedSession, of person: Person) throws(Violation) {
    if models[person]?.voided.sessions.contains(session.id) == true {
      throw Violation(.grounds, "a session by a mailed code outlived the first factor of \(person)")
    }
    let most = models[person]?.sessions[session.id] ?? .unproved
    guard session.level <= most else {
      throw Violation(
        .levels, "a session of \(person) has level \(session.level), and may have \(most)")
    }
  }

  /// A code of a purpose for a session: the right one where the caller reads the mailbox.
  mutating func code(
    _ purpose: CodePurpose, _ turn: inout Turn, _ session: AuthenticatedSession
  ) async throws -> (code: SecretText, isRight: Bool) {
    _ = try await stage.service.codeRequests.make(
      CodeRequest(purpose: purpose), session: session, from: session.requester
    ).get()
    await stage.deliver()
    return codeAtHand(purpose, &turn)
  }

  /// The newest code of a purpose that the caller has read, or one that is wrong.
  func codeAtHand(
    _ purpose: CodePurpose, _ turn: inout Turn
  ) -> (code: SecretText, isRight: Bool) {
    if world.reads(turn.who, mailOf: turn.person), !turn.dice.oneIn(12),
      let code = stage.post.newestCode(purpose, to: turn.person.name)
    {
      return (code, true)
    }
    return (stage.post.wrongCode(), false)
  }

  /// What entitles to a change of factors: a mailed code, or a proof.
  mutating func entitlement(
    to change: FactorChange, code purpose: CodePurpose = .register, _ turn: inout Turn,
    _ session: AuthenticatedSession
  ) async throws -> (code: SecretText?, proof: Proof?, entitlement: Entitlement) {
    let model = models[turn.person]
    let isCode =
      model?.hadFactor != true || model?.recovery != nil || turn.dice.oneIn(8)
    if isCode, !(model?.hadFactor == true && turn.dice.oneIn(3)) {
      let given = try await code(purpose, &turn, session)
      return (given.code, nil, .code)
    }
    let made = try await proof(for: LinkedOptionsRequest(changing: change), &turn, session)
    guard let made else { throw Skipped() }
    return (nil, made.proof, .proof(made))
  }

  /// The ground of what entitled, and a violation where there is none.
  func grant(
    _ entitlement: Entitlement, _ turn: Turn, in session: SessionID?
  ) throws(Violation) -> Grant {
    guard let model = models[turn.person] else {
      throw Violation(.faults, "\(turn.person) has no account")
    }
    let ground = try model.ground(of: entitlement, in: session, stage.post, at: now)
    var grant = Grant(ground: ground, isSure: ground != .withFirst)
    if ground == .strongProof, case .proof(let made) = entitlement {
      grant.isSure = model.isStrongForSure(made.factor)
    }
    return grant
  }
}
