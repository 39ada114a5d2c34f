import CountersignCore
import CountersignTesting
import SecretSearch
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("What a hold leaves to whoever reads the mailbox")
struct HoldTests {
  private static let ada = "ada@example.com"
  private static let number = "+2348012345678"
  private static let pin = SecretText("258036")
  private static let day: Int64 = 86_400

  private static func hostsBringFactors(_ policy: inout ServicePolicy) {
    policy.firstFactor = .host
  }

  private static func takesNoWeakFactor(_ policy: inout ServicePolicy) {
    policy.weakFactors = .never
  }

  private static func knowsInvoices(_ policy: inout ServicePolicy) { policy.add(.payInvoice) }

  private static func tellsHosts(_ policy: inout ServicePolicy) {
    policy.hostEvents.areSent = true
  }

  // Holds: RTS-24, hosts
  @Test("Attack 46.2: a mailed code sees, declines and pays nothing of what a host's customer had")
  func mailedCode() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.setPhone(Self.number)
      let waiting = try await hijack.ask()
      let thief = try await server.signUp(Self.ada)
      try await server.expectNothing(as: thief, waiting: waiting)
      // Nor does a device without a PIN, which a code adds.
      let account = try #require(try await server.harness.account(named: Self.ada))
      let headless = TestPhone(try server.newKey())
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(purpose: .register))
      let registered = try await server.send(
        .registerDevice, as: thief,
        DeviceRequest(
          device: try headless.device(for: account.text, withPIN: false),
          validateCode: try await server.code(to: Self.ada)))
      #expect(registered.status == 201)
      try await server.expectNothing(as: thief, waiting: waiting)
      // A passkey raises no session, gives no token and pays no low amount.
      server.turn(seconds: 60)
      let key = try await server.registerKey(thief, of: Self.ada)
      try await server.expectNothing(as: thief, waiting: waiting)
      for amount in [500, 4000] as [Int64] {
        let paid = try await hijack.pay(amount, by: key, as: thief)
        #expect(paid.status == 403 && paid.reason == .factorWaits, "\(amount)")
        let options = try await hijack.options(amount, as: thief)
        let verified = try await server.send(
          .verifyAssertion, as: thief, key.assert(options.options))
        #expect(verified.status == 403 && verified.reason == .factorWaits)
      }
      let linked: LinkedOptions = try await server.read(
        .linkedOptions, as: thief, LinkedOptionsRequest(scenario: .signIn, payload: [:]))
      let raised = try await server.send(
        .raiseSession, as: thief,
        SessionProofRequest(proof: .assertion(try key.assert(linked.options))))
      #expect(raised.status == 403 && raised.reason == .factorWaits)
      let again = try await hijack.signIn(by: key)
      try await server.expectNothing(as: again, waiting: waiting)
      // The owner has everything back, the number and the payment among it.
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .factorsHeld))
      #expect(stopped.stopped == .hold)
      let owner = try await hijack.strongSession()
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: owner)
      #expect(factors.hasPhone && factors.isOnHold == nil)
      #expect(try await server.send(.transaction, at: ["id": waiting], as: owner).status == 200)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.2: codes and a PIN that come under a hold pay nothing before their wait is over")
  func codesAndPIN() async throws {
    try await Hijack.run(change: Self.knowsInvoices) { hijack in
      let server = hijack.server
      let thief = try await server.signUp(Self.ada)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(purpose: .register))
      let _: CodeRequestAnswer = try await server.read(
        .setPhone, as: thief,
        PhoneRequest(phone: Self.number, validateCode: try await server.code(to: Self.ada)))
      let confirmed = try await server.send(
        .confirmPhone, as: thief,
        PhoneConfirmation(otp: try await server.code(to: Self.number)))
      #expect(confirmed.status == 204)
      server.turn(seconds: 60)
      // SEND_MONEY takes no codes, whatever is on hold.
      let approval = LinkedOptionsRequest(
        scenario: .payInvoice, payload: ServiceHarness.invoice())
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(approving: approval))
      let mailed = try await server.code(to: Self.ada)
      let byCodes = try await server.send(
        .performAction, at: ["scenario": approval.scenario.text], as: thief,
        ActionRequest(
          payload: approval.payload,
          proof: .codes(validateCode: mailed, otp: nil, twoFactorCode: nil)))
      #expect(byCodes.status == 403 && byCodes.reason == .factorWaits)
      server.turn(seconds: 60)
      #expect(try await server.setFirstPIN(Self.pin, as: thief, of: Self.ada).status == 204)
      let early = try await hijack.pay(500, by: .pin(Self.pin), as: thief)
      #expect(early.status == 403 && early.reason == .factorWaits)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let later = try await server.signUp(Self.ada)
      #expect(try await hijack.pay(500, by: .pin(Self.pin), as: later).status == 200)
      // A weak proof decides on nothing that is on hold.
      let kept = try await server.send(
        .keepHeldFactor, at: ["id": hijack.phone.id], as: later,
        RevocationRequest(proof: .pin(Self.pin)))
      #expect(kept.status == 401 && kept.reason == .insufficientUserAuthentication)
      #expect(try await hijack.signIn().reason == .factorWaits)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.2: a factor begins its own wait, however long after the hold it is added")
  func ownWait() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      _ = try await server.signUp(Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 4 * Self.day)
      let thief = try await server.signUp(Self.ada)
      let key = try await server.registerKey(thief, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day - 2)
      let later = try await hijack.signIn(by: key)
      for amount in [500, 4000] as [Int64] {
        let paid = try await hijack.pay(amount, by: key, as: later)
        #expect(paid.status == 403 && paid.reason == .factorWaits, "\(amount)")
      }
      let removal = try await hijack.decide(keeping: false, by: key, as: later)
      #expect(removal.status == 401 && removal.reason == .insufficientUserAuthentication)
      // The link of the passkey's own notice ends the hold, as that of the first one would.
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .credentialAdded))
      #expect(stopped.stopped == .hold)
      #expect(try await hijack.signIn().status == 201)
      let first = try await server.harness.stopRequest(of: .factorsHeld)
      #expect(try await server.send(.stop, first).reason == .linkOver)
    }
  }

  // Holds: hosts
  @Test("Attack 46.2: where hosts bring first factors, a link with its mailed code does so still")
  func hostPolicy() async throws {
    try await Hijack.run(change: Self.hostsBringFactors) { hijack in
      let server = hijack.server
      let owner = try await server.signUp(Self.ada)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: owner, CodeRequest(purpose: .register))
      let alone = try await server.send(
        .registrationOptions, as: owner,
        RegistrationOptionsRequest(validateCode: try await server.code(to: Self.ada)))
      #expect(alone.status == 401 && alone.reason == .insufficientUserAuthentication)
      let page = try await server.send(.makeLink, as: owner, SessionLinkRequest(type: .enrol))
      #expect(page.status == 401 && page.reason == .insufficientUserAuthentication)
      let link: SessionLinkAnswer = try await server.read(
        .makeServiceLink, as: hijack.shop, SessionLinkRequest(type: .enrol, userName: Self.ada))
      let without = try await hijack.confirm(link, withPIN: true)
      #expect(without.status == 400 && without.reason == .proofRequired)
      server.turn(seconds: 60)
      let phone = TestPhone(try server.newKey())
      let enrolled = try await server.enrol(phone, by: link, of: Self.ada)
      #expect(enrolled.status == 201)
      await server.harness.deliverMessages()
      #expect(try await server.pay(500, by: phone).reason == .factorWaits)
      server.turn(seconds: 3 * Self.day)
      #expect(try await server.pay(4000, by: phone).status == 200)
    }
  }

  @Test("Attack 46.2: an authenticator app is kept while another one is half set up")
  func halfApp() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.addApp()
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let later = try await hijack.signIn(by: key)
      let adding: LinkedOptions = try await server.read(
        .linkedOptions, as: later, LinkedOptionsRequest(changing: .addAuthenticatorApp))
      let begun = try await server.send(
        .enrolAuthenticatorApp, as: later,
        AuthenticatorAppRequest(proof: .assertion(try key.assert(adding.options))))
      #expect(begun.status == 201)
      let keeping: LinkedOptions = try await server.read(
        .linkedOptions, as: later, LinkedOptionsRequest(changing: .keepHeld("authenticatorApp")))
      let kept = try await server.send(
        .keepHeldFactor, at: ["id": "authenticatorApp"], as: later,
        RevocationRequest(proof: .assertion(try key.assert(keeping.options))))
      #expect(kept.status == 204)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: later)
      #expect(factors.hasTwoFactor && !factors.isTwoFactorWaiting)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.2: where weak factors are refused, a waiting passkey pays no low amount")
  func weakNever() async throws {
    try await Hijack.run(change: Self.takesNoWeakFactor) { hijack in
      let server = hijack.server
      let thief = try await server.signUp(Self.ada)
      let key = try await server.registerKey(thief, of: Self.ada)
      let paid = try await hijack.pay(500, by: key, as: thief)
      #expect(paid.status == 403 && paid.reason == .factorWaits)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.pay(4000, by: key, as: later).status == 200)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.2: an administrator's link waits as long as the hold, and all can be undone")
  func administrator() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 2 * Self.day)
      let admin = try await server.harness.serviceKey([.sessions, .admin], of: .shop).exposed
      let link: SessionLinkAnswer = try await server.read(
        .makeServiceLink, as: admin, SessionLinkRequest(type: .enrol, userName: Self.ada))
      let phone = TestPhone(try server.newKey())
      let enrolled = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
      #expect(enrolled.status == 201)
      await server.harness.deliverMessages()
      server.turn(seconds: 2 * Self.day)
      // The passkey counts by now; the phone does not.
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.pay(4000, by: key, as: later).status == 200)
      #expect(try await server.pay(500, by: phone).reason == .factorWaits)
      // As long as it waits nothing is decided, and every link undoes everything.
      let early = try await hijack.decide(keeping: true, by: key, as: later)
      #expect(early.status == 403 && early.reason == .factorWaits)
      let held: HeldFactors = try await server.read(.heldFactors, as: later)
      #expect(held.isWaiting && held.waitsUntil != nil)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      server.turn(seconds: Self.day)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await server.pay(500, by: phone).status == 200)
      let decided = try await hijack.signIn(by: key)
      #expect(try await hijack.decide(keeping: true, by: key, as: decided).status == 204)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.2: the first link undoes a hold as long as any factor waits, and not after that")
  func firstLink() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let thief = try await server.signUp(Self.ada)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      _ = try await server.registerKey(thief, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 2 * Self.day)
      let admin = try await server.harness.serviceKey([.sessions, .admin], of: .shop).exposed
      let link: SessionLinkAnswer = try await server.read(
        .makeServiceLink, as: admin, SessionLinkRequest(type: .enrol, userName: Self.ada))
      let other = try await hijack.confirm(link, withPIN: true)
      #expect(other.status == 201)
      await server.harness.deliverMessages()
      // The thief's passkey counts, the administrator's phone waits.
      server.turn(seconds: 2 * Self.day)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .hold)
      #expect(try await hijack.signIn().status == 201)
    }
  }

  // Holds: hosts
  @Test("Attack 46.2: the host that made the account is told of the hold, and of each new factor")
  func event() async throws {
    try await Hijack.run(.default, change: Self.tellsHosts) { hijack in
      let server = hijack.server
      let thief = try await server.signUp(Self.ada)
      _ = try await server.registerKey(thief, of: Self.ada)
      let host = EventKeeper()
      await server.harness.outbox(courier: host).runDue(only: .event)
      let events = try host.bodies.map { try HostEvent(json: JSONValue(parsing: $0)) }
      #expect(events.map(\.kind) == [.hold, .hold])
      #expect(Set(events.map(\.userName)) == [Self.ada])
      let subjects = Set(events.map(\.subject))
      #expect(subjects == [.hold(AccountHold(.begun)), .hold(AccountHold(.factorAdded))])
    }
  }

  // Holds: codes say all
  @Test("Attack 46.2: no code promises a passkey on the way under a hold, where it would wait")
  func onTheWay() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let owner = try await server.signUp(Self.ada)
      let order = LinkedOptionsRequest(
        scenario: .sendMoney, payload: MoneyOrder(amount: 500, recipient: "BOLA").json)
      let promised = try await server.send(
        .requestCode, as: owner, CodeRequest(registeringOnTheWayTo: order))
      #expect(promised.status == 403 && promised.reason == .factorWaits)
      let key = try await server.registerKey(owner, of: Self.ada)
      let paid = try await hijack.pay(500, by: key, as: owner)
      #expect(paid.status == 403 && paid.reason == .factorWaits)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.pay(500, by: key, as: later).status == 200)
    }
  }
}

/// A host that takes every event.
private final class EventKeeper: HostCourier {
  private let taken = Mutex<[[UInt8]]>([])

  var bodies: [[UInt8]] { taken.withLock { $0 } }

  func carry(_ event: OutgoingEvent) async throws { taken.withLock { $0.append(event.body) } }
}

extension AttackedServer {
  /// Enrols a phone by a link with the code that is mailed for it.
  fileprivate func enrol(
    _ phone: TestPhone, by link: SessionLinkAnswer, of name: String
  ) async throws -> Answer {
    let _: CodeRequestAnswer = try await read(.linkCode, at: ["id": link.id])
    return try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(
        try phone.device(for: link.id), registration: nil,
        .validateCode(try await code(to: name))))
  }
}
