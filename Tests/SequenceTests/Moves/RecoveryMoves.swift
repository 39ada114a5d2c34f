import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Recoveries and what stops them; time, the post, the bank and the server's own work.
extension Player {
  mutating func beginRecovery(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    let given = try await code(.recover, &turn, session)
    let begun = try await stage.service.recoveries.begin(
      RecoveryRequest(validateCode: given.code), session: session)
    if case .failure(let refusal) = begun {
      // The first code that proves the address puts on hold what was to be recovered.
      if given.isRight, try await stage.service.secondFactors.show(session).isOnHold == true {
        models[turn.person]?.proveAddress()
      }
      throw refusal
    }
    guard given.isRight, let model = models[turn.person], model.hadFactor else {
      throw Violation(.grounds, "a recovery of \(turn.person) was begun by nothing")
    }
    let now = stage.now
    models[turn.person]?.proveAddress()
    models[turn.person]?.recovery = AccountModel.Recovery(
      begunAt: now, seconds: model.announcedSeconds)
  }

  mutating func stopRecovery(_ turn: inout Turn) async throws {
    let session = try await session(&turn)
    if turn.isOwner, !turn.dice.oneIn(3), try await stopByOwnKey(&turn, session) { return }
    let asked = LinkedOptionsRequest(changing: .stopRecovery)
    guard let made = try await proof(for: asked, &turn, session) else { throw Skipped() }
    let response = try await stage.service.stops.stopRecovery(
      RevocationRequest(proof: made.proof), session: session
    ).get()
    guard !response.isReplayed else { return }
    try accept(made, turn.who, "stopped a recovery of \(turn.person)")
    guard level(of: made.factor, turn.person) >= .strong else {
      throw Violation(.levels, "a weak proof stopped a recovery of \(turn.person)")
    }
    models[turn.person]?.recovery = nil
  }

  /// The person stops a recovery that runs by a strong key that was there before: that never fails.
  ///
  /// - Returns: False if there is no recovery or no such key.
  private mutating func stopByOwnKey(
    _ turn: inout Turn, _ session: AuthenticatedSession
  ) async throws -> Bool {
    guard let model = models[turn.person], let recovery = model.recovery,
      isUnderWay(recovery), stage.clock.now().milliseconds >= prunedBelow
    else { return false }
    let keys = world[turn.who].passkeys.filter {
      model.isStrongForSure($0.name)
        && model.factors[$0.name].map { $0.addedAt < recovery.begunAt && $0.addedAt > jumpedAt }
          ?? false
    }
    guard let key = keys.randomElement(using: &turn.dice)?.authenticator else { return false }
    do {
      let options = try await stage.service.actions.options(
        LinkedOptionsRequest(changing: .stopRecovery), session: session
      ).get()
      _ = try await stage.service.stops.stopRecovery(
        RevocationRequest(proof: .assertion(try key.assert(options.options))), session: session
      ).get()
    } catch let refusal as Refusal {
      throw Violation(
        .person,
        "\(turn.person) cannot stop a recovery by a key from before: \(refusal.reason.code)")
    }
    guard try await stage.service.recoveries.show(session).status == .none else {
      throw Violation(.person, "a recovery of \(turn.person) runs on after it was stopped")
    }
    models[turn.person]?.recovery = nil
    return true
  }

  /// Tells if a recovery is under way beyond doubt: it waits, or is ready and not over.
  private func isUnderWay(_ recovery: AccountModel.Recovery) -> Bool {
    recovery.isThereForSure && jumpedAt < recovery.begunAt
      && now < recovery.begunAt + 7 * AccountModel.day * 1000
  }

  mutating func pressStop(_ turn: inout Turn) async throws {
    let person = turn.person
    let stops = stage.post.stops(of: person)
    guard let stop = turn.dice.oneIn(3) ? stops.randomElement(using: &turn.dice) : stops.last
    else { throw Skipped() }
    var request = stop.request
    let isRight = world.reads(turn.who, mailOf: person) && !turn.dice.oneIn(6)
    if !isRight { request.secret = SecretText(String(request.secret.exposed.reversed())) }
    let answer: StopAnswer
    switch try await stage.service.stops.stop(request) {
    case .success(let stopped): answer = stopped
    case .failure(let refusal):
      let newest = stops.last { $0.notice == stop.notice }?.at
      if isRight, isOwed(stop.notice, at: stop.at, newest: newest, of: person) {
        throw Violation(
          .person, "\(person) cannot stop a recovery by its link: \(refusal.reason.code)")
      }
      throw refusal
    }
    guard isRight else { throw Violation(.person, "a wrong secret stopped something of \(person)") }
    switch (answer.stopped, stop.notice) {
    case (.recovery, .recoveryBegun): models[person]?.recovery = nil
    // The news of the factor that completed one have the link of the recovery.
    case (.recovery, _): models[person]?.undoRecovery()
    case (.factor, _): models[person]?.stopSomethingThatWaits()
    // The news of the owner's first factor have the link of the hold.
    case (.hold, _): models[person]?.endHold()
    case (.signIn, _): models[person]?.stopSignIn()
    }
  }

  /// Tells if the link of a notice has to work: it is the newest of its kind, and its recovery is
  /// under way beyond doubt.
  private func isOwed(
    _ notice: Message.Notice, at: Int64, newest: Int64?, of person: Person
  ) -> Bool {
    guard let model = models[person], at == newest else { return false }
    switch notice {
    case .recoveryBegun:
      return model.recovery.map { isUnderWay($0) && at > $0.begunAt } ?? false
    case .recovered:
      return model.recoveredAt.map {
        jumpedAt < $0 && at > $0 && now < $0 + AccountModel.day * 1000 - AccountModel.tolerance
      } ?? false
    default: return false
    }
  }

  /// Seconds that pass at once: mostly so few that sessions stay open.
  private static let times: [(ClosedRange<Int64>, Int)] = [
    (1...20, 20), (30...120, 6), (301...4000, 1), (13 * 3600...30 * 3600, 2),
    (86_400...4 * 86_400, 2),
  ]

  mutating func turnWorld(_ move: Move, _ turn: inout Turn) async throws {
    switch move {
    case .passTime:
      let seconds = Int64.random(in: turn.dice.weighted(Self.times), using: &turn.dice)
      stage.clock.advance(seconds: seconds)
      _ = try await stage.service.watchClock()
    case .jumpClock:
      let hours = Int64.random(in: -72...72, using: &turn.dice)
      stage.clock.jump(seconds: turn.dice.oneIn(2) ? hours * 60 : hours * 3600)
      jumpedAt = now
      _ = try await stage.service.watchClock()
    case .deliver: await stage.deliver()
    case .breakPost: stage.post.turn()
    case .prune:
      try await stage.service.prune()
      prunedBelow = max(prunedBelow, stage.clock.now().milliseconds - 86_400_000 + 30_000)
    case .work: await stage.work()
    default:
      let answers: [(BankOutcome, Int)] = [
        (.carried(reference: "1"), 3), (.refused(reason: "no"), 1), (.unknown(reason: "away"), 1),
      ]
      stage.bank.answer(turn.dice.weighted(answers))
    }
  }
}
