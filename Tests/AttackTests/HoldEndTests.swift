import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("What is left once a hold was stopped, decided or passed by")
struct HoldEndTests {
  private static let ada = "ada@example.com"
  private static let number = "+2348012345678"
  private static let day: Int64 = 86_400

  private static func waitsAndTakesNoWeakFactor(_ policy: inout ServicePolicy) {
    (policy.firstFactor, policy.weakFactors) = (.waits, .never)
  }

  @Test(
    "Attack 46.5: after a stopped hold that brings no factor back, the owner sets the first one")
  func stoppedHold() async throws {
    try await AttackedServer.run { server in
      try await server.enrolHeadless(Self.ada)
      let thief = try await server.signUp(Self.ada)
      _ = try await server.registerKey(thief, of: Self.ada)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .factorsHeld))
      #expect(stopped.stopped == .hold)
      server.turn(seconds: 60)
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      #expect(
        try await server.send(.secondFactor, as: server.signIn(by: key, of: Self.ada)).status == 200
      )
    }
  }

  @Test(
    "Attack 46.5: after a stopped first factor, the owner sets one, also where none is recovered")
  func stoppedFirstFactor() async throws {
    try await AttackedServer.run(change: Self.waitsAndTakesNoWeakFactor) { server in
      let thief = try await server.signUp(Self.ada)
      _ = try await server.registerKey(thief, of: Self.ada)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .credentialAdded))
      #expect(stopped.stopped == .factor)
      server.turn(seconds: 60)
      let owner = try await server.signUp(Self.ada)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: owner)
      #expect(!factors.needsFactor)
      let key = try await server.registerKey(owner, of: Self.ada)
      _ = try await server.signIn(by: key, of: Self.ada)
      // With a factor there, a mailed code adds none.
      server.turn(seconds: 60)
      try await server.requireNoFirstFactor(of: Self.ada, as: try await server.signUp(Self.ada))
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: the stop of another factor than the first leaves an account to its recovery")
  func stoppedLaterFactor() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let removing: LinkedOptions = try await server.read(
        .linkedOptions, as: owner, LinkedOptionsRequest(changing: .removeAllPasskeys))
      let removed = try await server.send(
        WireRequest(
          .revokeCredentials, query: ["which": "all"], accessToken: owner,
          body: RevocationRequest(proof: .assertion(try key.assert(removing.options))).json))
      #expect((200...204).contains(removed.status))
      server.turn(seconds: 60)
      try await server.enrolByAdministrator(Self.ada)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .deviceAdded))
      #expect(stopped.stopped == .factor)
      try await server.requireNoFirstFactor(of: Self.ada, as: try await server.signUp(Self.ada))
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: once the owner has decided, a new factor's link stops that factor alone")
  func decidedHold() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.addApp()
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let first = try await server.harness.stopRequest(of: .factorsHeld)
      server.turn(seconds: 3 * Self.day)
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.decide(keeping: true, by: key, as: later).status == 204)
      await server.harness.deliverMessages()
      server.turn(seconds: 60)
      try await server.enrolByAdministrator(Self.ada)
      let added = try await server.harness.stopRequest(of: .deviceAdded)
      #expect(try await server.send(.stop, first).reason == .linkOver)
      let stopped: StopAnswer = try await server.read(.stop, added)
      #expect(stopped.stopped == .factor)
      // What she kept counts, what is left to decide does not, and her passkey still decides.
      #expect(try await hijack.signIn().status == 201)
      let again = try await hijack.signIn(by: key)
      let held: HeldFactors = try await server.read(.heldFactors, as: again)
      #expect(held.factors.map(\.kind) == [.authenticatorApp] && !held.isWaiting)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: again)
      #expect(!factors.hasTwoFactor)
    }
  }

  @Test(
    "Attack 46.5: a number that is all an account has is put on hold, told of it and brought back")
  func numberAlone() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.setPhone(Self.number)
      try await hijack.removeDevice()
      await server.harness.deliverMessages()
      let told = server.harness.messenger.messages.count { $0.recipient == Self.number }
      _ = try await server.signUp(Self.ada)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      let news = server.harness.messenger.messages.filter { $0.recipient == Self.number }
        .dropFirst(told)
      #expect(news.map(\.content) == [.notice(.factorsHeld)] && news.first?.stop == nil)
      #expect(try await Self.numbers(server) == 0)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .hold)
      #expect(try await Self.numbers(server) == 1)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: the link that ends a hold gives a mailbox no first factor of an old account")
  func endedByMailbox() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.setPhone(Self.number)
      try await hijack.removeDevice()
      // Whoever reads the mailbox proves the address, adds a passkey, and presses the link.
      let thief = try await server.signUp(Self.ada)
      _ = try await server.registerKey(thief, of: Self.ada)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .factorsHeld))
      #expect(stopped.stopped == .hold)
      server.turn(seconds: 60)
      let again = try await server.signUp(Self.ada)
      try await server.requireNoFirstFactor(of: Self.ada, as: again)
      server.turn(seconds: 1)
      // It is recovered, as any account whose factors are gone.
      #expect(try await server.beginRecovery(as: again).status == 202)
    }
  }

  // Holds: RTS-24, hosts
  @Test("Attack 46.5: a host that takes its phone away again has held the account all the same")
  func removedByHost() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let waiting = try await hijack.ask()
      try await hijack.removeDevice()
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: hijack.shop, ServiceSessionRequest(userName: Self.ada))
      let owner = try await server.signUp(Self.ada)
      // What the host still has is over, as where its phone is there.
      #expect(try await server.send(.secondFactor, as: opened.accessToken.exposed).status == 401)
      #expect(try await hijack.confirm(hijack.spare, withPIN: true).reason == .linkOver)
      try await server.expectNothing(as: owner, waiting: waiting)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      // A mailed code adds a factor, which proves nothing for three days.
      server.turn(seconds: 60)
      let key = try await server.registerKey(owner, of: Self.ada)
      #expect(try await hijack.pay(500, by: key, as: owner).reason == .factorWaits)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.pay(4000, by: key, as: later).status == 200)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: the link of such a hold gives a mailbox no first factor")
  func removedAndStopped() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.removeDevice()
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .factorsHeld))
      #expect(stopped.stopped == .hold)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: after an administrator took all, no code adds a factor, proved or not before")
  func takenBeforeProof() async throws {
    try await Hijack.run { hijack in
      try await hijack.server.revokeAll(of: Self.ada)
      try await hijack.server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: nothing tells a mailed code what is on hold, by no document and no refusal")
  func hiddenFactors() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.addApp()
      let thief = try await server.signUp(Self.ada)
      // One that is there, one of which the kind is known, and two that are not there.
      for id in [hijack.phone.id, "authenticatorApp", "pin", "none"] {
        for answer in [
          try await server.send(
            .linkedOptions, as: thief, LinkedOptionsRequest(changing: .keepHeld(id))),
          try await server.send(
            .keepHeldFactor, at: ["id": id], as: thief, RevocationRequest()),
          try await server.send(
            .removeHeldFactor, at: ["id": id], as: thief, RevocationRequest()),
        ] {
          #expect(
            answer.status == 401 && answer.reason == .insufficientUserAuthentication, "\(id)")
        }
      }
    }
  }

  @Test("Attack 46.5: a recovery while something is on hold is told to the number that is, too")
  func recoveryUnderHold() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      try await hijack.setPhone(Self.number)
      let owner = try await server.signUp(Self.ada)
      _ = try await server.registerKey(owner, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let thief = try await server.signUp(Self.ada)
      server.turn(seconds: 1)
      #expect(try await server.beginRecovery(as: thief).status == 202)
      await server.harness.deliverMessages()
      let last = server.harness.messenger.messages.last { $0.recipient == Self.number }
      #expect(last?.content == .notice(.recoveryBegun) && last?.stop == nil)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.5: no options and no code show a transaction that a hold keeps from a session")
  func hiddenTransaction() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let waiting = try await hijack.ask()
      let thief = try await server.signUp(Self.ada)
      let payload = ReviewPayload(transactionID: waiting).json
      let asked = LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload)
      let ways = ["scenario": ScenarioName.authorizeTransaction.text]
      for answer in [
        try await server.send(.linkedOptions, as: thief, asked),
        try await server.send(
          .actionOptions, at: ways, as: thief, ActionOptionsRequest(payload: .some(payload))),
        try await server.send(.requestCode, as: thief, CodeRequest(approving: asked)),
        try await server.send(
          .requestCode, as: thief, CodeRequest(registeringOnTheWayTo: asked)),
      ] {
        #expect([401, 403].contains(answer.status))
        #expect(!"\(answer.json)".contains("Order desk"))
      }
      let refused = try await server.send(.linkedOptions, as: thief, asked)
      #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
      let key = try await server.registerKey(thief, of: Self.ada)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day)
      let next = try await hijack.ask()
      let later = try await hijack.signIn(by: key)
      let shown = try await server.send(
        .linkedOptions, as: later,
        LinkedOptionsRequest(
          scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: next).json))
      #expect(shown.status == 200)
    }
  }

  // MARK: Steps

  /// The number of accounts that have a telephone number.
  private static func numbers(_ server: AttackedServer) async throws -> Int {
    try await server.harness.store.rows("SELECT 1 FROM phones WHERE number IS NOT NULL", []).count
  }
}
