import CountersignCore
import CountersignTesting
import WebAuthnModel
import WireModel

/// Hosts, each a tenant; the deployment's own administration; and the thief's theft.
extension Player {
  mutating func openHostSession(_ turn: inout Turn) async throws {
    guard let host = stage.hosts[turn.who] else { throw Skipped() }
    let person = turn.person
    let name = turn.dice.oneIn(3) ? nil : person.rawValue
    let answer = try await stage.service.hostSessions.open(
      ServiceSessionRequest(userName: person.name, displayName: name), host: host
    ).get()
    register(person, AccountID(answer.accountID), maker: turn.who)
    try requireOwn(person, of: turn.who)
    try await keep(answer, Role(of: person), of: person, atMost: .unproved)
  }

  /// A host uses accounts that it made, and those of people who signed up.
  private func requireOwn(_ person: Person, of host: Role) throws(Violation) {
    guard let maker = models[person]?.maker, maker != host else { return }
    throw Violation(.tenants, "\(host) used the account of \(person), which \(maker) made")
  }

  mutating func makeHostLink(_ turn: inout Turn) async throws {
    guard let own = stage.hosts[turn.who] else { throw Skipped() }
    let person = turn.person
    let isAdministration = turn.dice.oneIn(4) && models[person] != nil
    let demand = turn.dice.oneIn(3) ? SecondFactorDemand.none : .required
    let answer = try await stage.service.linkIssuer.make(
      SessionLinkRequest(
        type: .enrol, userName: person.name, displayName: person.rawValue, secondFactor: demand),
      from: .host(isAdministration ? stage.administration : own),
      mandate: isAdministration ? .anyFactor : .firstFactor
    ).get()
    let shown = try await stage.service.links.describe(SessionLinkID(answer.id)).get()
    guard let account = shown.account else {
      throw Violation(.faults, "a link of \(turn.who) names no account")
    }
    register(person, AccountID(account.id), maker: turn.who)
    var grant: Grant?
    if isAdministration {
      grant = Grant(ground: .administrator)
    } else {
      try requireOwn(person, of: turn.who)
      if let model = models[person], model.maker == turn.who, !model.isProved {
        grant = Grant(ground: .host)
      }
    }
    world.links.append(
      HeldLink(
        answer: answer, maker: turn.who, person: person, grant: grant, isShownByPage: false,
        takesPIN: demand == .required))
  }

  mutating func ask(_ turn: inout Turn) async throws {
    guard let host = stage.hosts[turn.who] else { throw Skipped() }
    let amount = Int64.random(in: turn.dice.oneIn(2) ? 50...1000 : 1001...3000, using: &turn.dice)
    let response = try await stage.service.reviews.create(
      NewTransactionRequest(
        userName: turn.person.name, amount: DecimalAmount(integerLiteral: amount), currency: "NGN",
        payee: "Ikeja Books"), idempotencyKey: nil, host: host
    ).get()
    world.reviews.append(
      HeldReview(
        id: ReviewID(response.answer.transaction.transactionID), host: turn.who,
        person: turn.person, amount: amount))
  }

  mutating func showTransaction(_ turn: inout Turn) async throws {
    guard let host = stage.hosts[turn.who],
      let review = world.reviews.randomElement(using: &turn.dice)
    else { throw Skipped() }
    _ = try await stage.service.reviews.show(review.id, host: host).get()
    guard review.host == turn.who else {
      throw Violation(.tenants, "\(turn.who) sees a transaction of \(review.host)")
    }
  }

  mutating func introspect(_ turn: inout Turn) async throws {
    guard let host = stage.hosts[turn.who] else { throw Skipped() }
    let sessions = Role.allCases.flatMap { world[$0].sessions }
    guard let held = sessions.randomElement(using: &turn.dice) else { throw Skipped() }
    let answer = try await stage.service.hostSessions.introspect(
      IntrospectionRequest(token: held.token), host: host)
    guard case .active(let session) = answer else {
      throw Refusal(.notFound, "no session of this host's")
    }
    let model = models[held.person]
    guard model?.maker == turn.who || provedIn[held.id, default: []].contains(turn.who) else {
      throw Violation(.tenants, "\(turn.who) looks up a session of \(held.person)")
    }
    let most = model?.sessions[held.id] ?? .unproved
    guard most > .unproved || session.contextClass == nil else {
      throw Violation(.levels, "\(turn.who) is told of a proof that nobody gave")
    }
  }

  mutating func unblock(_ turn: inout Turn) async throws {
    guard models[turn.person] != nil else { throw Skipped() }
    _ = try await stage.service.administration.unblock(
      AdministrationRequest(.userName(turn.person.name)), host: stage.administration
    ).get()
    models[turn.person]?.wrongPINs = [:]
  }

  /// The thief gets one factor of one person.
  mutating func steal(_ dice: inout SeededGenerator) throws {
    guard world.theft == nil, let victim = Person.allCases.randomElement(using: &dice),
      let kind = Theft.Kind.allCases.randomElement(using: &dice)
    else { throw Skipped() }
    let own = world[Role(of: victim)]
    switch kind {
    case .mailbox: break
    case .pin:
      guard let pin = own.pins[victim] else { throw Skipped() }
      world[.thief].pins[victim] = pin
    case .passkey:
      guard let key = own.passkeys.randomElement(using: &dice) else { throw Skipped() }
      world[.thief].passkeys.append(key)
    case .device:
      let devices = own.devices.filter { $0.pin == nil }
      guard var device = devices.randomElement(using: &dice) else { throw Skipped() }
      // Its passkeys ask for the person: they are factors of their own.
      device.passkeys = []
      world[.thief].devices.append(device)
    case .app:
      guard let app = own.apps[victim] else { throw Skipped() }
      world[.thief].apps[victim] = app
    }
    world.theft = Theft(kind, of: victim)
  }
}

extension Role {
  /// The role of a person.
  init(of person: Person) {
    self =
      switch person {
      case .ada: .ada
      case .bola: .bola
      case .cleo: .cleo
      }
  }
}
