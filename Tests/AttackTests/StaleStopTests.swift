import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Old links in notices, after what they told of is gone, has waited or was settled")
struct StaleStopTests {
  private static let ada = "ada@example.com"
  private static let pin = SecretText("258036")
  private static let day: Int64 = 86_400

  private static func waits(_ policy: inout ServicePolicy) { policy.firstFactor = .waits }

  private static func stopsOnce(_ policy: inout ServicePolicy) { policy.recovery.mostStopped = 1 }

  // MARK: A first factor

  // Holds: RTS-24
  @Test("Attack 46.6: the link of a factor that an administrator took opens no account again")
  func takenByAdministrator() async throws {
    try await AttackedServer.run { server in
      _ = try await server.enrolByPage(as: try await server.signUp(Self.ada))
      let stop = try await server.harness.stopRequest(of: .deviceAdded)
      try await server.revokeAll(of: Self.ada)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      try await server.requireNoFirstFactor(of: Self.ada)
      // Nor does the stop of what an administrator brings after that.
      try await server.enrolByAdministrator(Self.ada)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .deviceAdded))
      #expect(stopped.stopped == .factor)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.6: the link of a factor that its owner removed opens no account again")
  func removedByOwner() async throws {
    try await AttackedServer.run { server in
      let (phone, _, token) = try await server.enrolByPage(as: try await server.signUp(Self.ada))
      let stop = try await server.harness.stopRequest(of: .deviceAdded)
      let removing: LinkedOptions = try await server.read(
        .linkedOptions, as: token, LinkedOptionsRequest(changing: .removeDevice(phone.id)))
      let proof = try phone.pinProof(try #require(removing.pinChallenge))
      let removed = try await server.send(
        .revokeDevice, at: ["id": phone.id], as: token,
        RevocationRequest(proof: .pinProof(proof)))
      #expect(removed.status == 204)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.6: a link opens no account again that had a further factor, gone as that is")
  func furtherFactor() async throws {
    try await AttackedServer.run(change: Self.waits) { server in
      let (phone, link, token) = try await server.enrolByPage(
        as: try await server.signUp(Self.ada))
      let stop = try await server.harness.stopRequest(of: .deviceAdded)
      #expect(try await server.claim(link, isMine: true).status == 204)
      let key = try await server.addKey(by: phone, as: token)
      try await server.revoke(key, of: Self.ada)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .factor)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.6: a device that nobody claims is stopped for good after three days")
  func unclaimedDevice() async throws {
    try await AttackedServer.run { server in
      let (phone, _, _) = try await server.enrolByPage(as: try await server.signUp(Self.ada))
      let stop = try await server.harness.stopRequest(of: .deviceAdded)
      server.turn(seconds: 3 * Self.day)
      #expect(try await server.pay(4000, by: phone).reason == .factorWaits)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .factor)
      #expect(try await server.pay(500, by: phone).reason == .deviceUnknown)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  @Test("Attack 46.6: after the first device was not theirs, a code adds the first factor")
  func notMine() async throws {
    try await AttackedServer.run { server in
      let (_, link, _) = try await server.enrolByPage(as: try await server.signUp(Self.ada))
      #expect(try await server.claim(link, isMine: false).status == 204)
      server.turn(seconds: 60)
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      _ = try await server.signIn(by: key, of: Self.ada)
    }
  }

  // MARK: A hold

  // Holds: RTS-24
  @Test("Attack 46.6: the link of a hold stays over once a factor that had waited is removed")
  func removedAfterHold() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let (key, stop) = try await hijack.settle()
      let later = try await hijack.signIn(by: key)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      try await server.removeKeys(by: key, as: later)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await hijack.signIn().reason == .factorWaits)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.6: what comes after a hold's wait gives its link no power back")
  func addedAfterHold() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let (key, stop) = try await hijack.settle()
      try await server.enrolByAdministrator(Self.ada)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      // The link of the new one stops that one alone.
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .deviceAdded))
      #expect(stopped.stopped == .factor)
      let later = try await hijack.signIn(by: key)
      #expect(try await hijack.pay(4000, by: key, as: later).status == 200)
      #expect(try await hijack.signIn().reason == .factorWaits)
      // What is on hold is decided on, as it was.
      #expect(try await hijack.decide(keeping: false, by: key, as: later).status == 204)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.6: a PIN that has waited under a hold is taken by no link of the hold")
  func addedByPIN() async throws {
    try await AttackedServer.run { server in
      try await server.enrolHeadless(Self.ada)
      let owner = try await server.signUp(Self.ada)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      await server.harness.deliverMessages()
      server.turn(seconds: 30 * Self.day)
      let later = try await server.signUp(Self.ada)
      let options: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: later, RegistrationOptionsRequest(proof: .pin(Self.pin)))
      let added = try await server.send(
        .registerCredential, as: later, try server.newKey().register(options))
      #expect(added.status == 201)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .credentialAdded))
      #expect(stopped.stopped == .factor)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: later)
      #expect(factors.hasPIN)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.6: the end of a hold under which a factor has waited opens no account")
  func endedAfterWait() async throws {
    try await AttackedServer.run { server in
      try await server.enrolHeadless(Self.ada)
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      let stop = try await server.harness.stopRequest(of: .factorsHeld)
      server.turn(seconds: 2 * Self.day)
      try await server.enrolByAdministrator(Self.ada)
      await server.harness.deliverMessages()
      // The passkey counts, the phone waits.
      server.turn(seconds: 2 * Self.day)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .hold)
      try await server.requireNoFirstFactor(of: Self.ada)
    }
  }

  @Test("Attack 46.6: the end of a hold brings back the name, too")
  func name() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      func name() async throws -> String? {
        try await server.harness.store.read { transaction in
          let account = try #require(try Accounts.find(AccountName(Self.ada), in: transaction))
          return try Accounts.names(of: account, in: transaction)?.displayName
        }
      }
      #expect(try await name() == "Mallory")
      _ = try await server.signUp(Self.ada)
      #expect(try await name() == "Ada")
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .factorsHeld))
      #expect(stopped.stopped == .hold)
      #expect(try await name() == "Mallory")
    }
  }

  // MARK: A recovery

  @Test("Attack 46.6: the undo of a recovery ends in a day, whether or not its device is claimed")
  func unclaimedRecovery() async throws {
    try await AttackedServer.run { server in
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      try await server.recover(Self.ada)
      let (phone, link, _) = try await server.enrolByPage(as: try await server.signUp(Self.ada))
      let stop = try await server.harness.stopRequest(of: .recovered)
      server.turn(seconds: Self.day)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await server.claim(link, isMine: false).reason == .linkOver)
      // Without a word of the maker's it stays weak, and another recovery may begin.
      #expect(try await server.pay(4000, by: phone).status == 403)
      #expect(try await server.beginRecovery(as: try await server.signUp(Self.ada)).status == 202)
    }
  }

  @Test("Attack 46.6: the undo of a recovery takes away nothing once an administrator took all")
  func revokedRecovery() async throws {
    try await AttackedServer.run { server in
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      try await server.recover(Self.ada)
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      let stop = try await server.harness.stopRequest(of: .recovered)
      try await server.revokeAll(of: Self.ada)
      let phone = try await server.enrolByAdministrator(Self.ada)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await server.pay(500, by: phone).status == 200)
    }
  }

  @Test("Attack 46.6: the link of a sign-in ends the recovery that was begun in that session")
  func stoppedSignIn() async throws {
    try await AttackedServer.run { server in
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: 60)
      let thief = try await server.signUp(Self.ada)
      #expect(try await server.beginRecovery(as: thief).status == 202)
      let stopped: StopAnswer = try await server.read(
        .stop, try await server.harness.stopRequest(of: .signedIn))
      #expect(stopped.stopped == .signIn)
      server.turn(seconds: 60)
      let recovery: RecoveryAnswer = try await server.read(
        .recovery, as: try await server.signUp(Self.ada))
      #expect(recovery.status == .none)
    }
  }

  @Test(
    "Attack 46.6: a recovery that the link of its sign-in ends is one of those that were stopped")
  func stoppedSignIns() async throws {
    try await AttackedServer.run(change: Self.stopsOnce) { server in
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      for isFirst in [true, false] {
        server.turn(seconds: 60)
        let begun = try await server.beginRecovery(as: try await server.signUp(Self.ada))
        guard isFirst else {
          #expect(begun.status == 409 && begun.reason == .recoveryNotPossible)
          #expect(begun.detail.contains("stopped too often"))
          continue
        }
        #expect(begun.status == 202)
        let _: StopAnswer = try await server.read(
          .stop, try await server.harness.stopRequest(of: .signedIn))
      }
    }
  }

  @Test("Attack 46.6: the link of a sign-in ends what that made, and nothing that the owner made")
  func othersLink() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func makeLink(as token: String) async throws -> SessionLinkAnswer {
        let adding: LinkedOptions = try await server.read(
          .linkedOptions, as: token, LinkedOptionsRequest(changing: .addDeviceByLink))
        return try await server.read(
          .makeLink, as: token,
          SessionLinkRequest(type: .enrol, proof: .assertion(try key.assert(adding.options))))
      }
      func secret(as token: String) async throws -> TestAuthenticatorApp {
        let adding: LinkedOptions = try await server.read(
          .linkedOptions, as: token, LinkedOptionsRequest(changing: .addAuthenticatorApp))
        let answer: AuthenticatorAppAnswer = try await server.read(
          .enrolAuthenticatorApp, as: token,
          AuthenticatorAppRequest(proof: .assertion(try key.assert(adding.options))))
        return TestAuthenticatorApp(typed: answer.secret)
      }
      func confirm(_ app: TestAuthenticatorApp) async throws -> Answer {
        try await server.send(
          .confirmAuthenticatorApp, as: owner,
          AuthenticatorAppConfirmation(twoFactorCode: app.code(at: server.harness.clock.now())))
      }
      func stopSignIn() async throws {
        let stopped: StopAnswer = try await server.read(
          .stop, try await server.harness.stopRequest(of: .signedIn))
        #expect(stopped.stopped == .signIn)
      }
      server.turn(seconds: 1)
      let thief = try await server.signIn(by: key, of: Self.ada)
      let (own, foreign) = (try await makeLink(as: owner), try await makeLink(as: thief))
      let app = try await secret(as: owner)
      try await stopSignIn()
      #expect(try await server.send(.link, at: ["id": own.id]).status == 200)
      #expect(try await server.send(.link, at: ["id": foreign.id]).reason == .linkOver)
      #expect(try await confirm(app).status == 204)
      // An app that the stopped session began to set up is confirmed in no other one.
      server.turn(seconds: 60)
      let next = try await server.signIn(by: key, of: Self.ada)
      let foreignApp = try await secret(as: next)
      try await stopSignIn()
      #expect(try await confirm(foreignApp).status == 401)
    }
  }

  // MARK: A claim

  @Test("Attack 46.6: a maker's word does not stand for the notice of a device that a PIN added")
  func claimedWithoutNotice() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      server.turn(seconds: 2 * 3600)
      let later = try await server.signUp(Self.ada)
      let (phone, link, _) = try await server.enrolByPage(as: later, by: .pin(Self.pin))
      #expect(try await server.claim(link, isMine: true).status == 204)
      // No channel has taken the notice.
      server.turn(seconds: 4 * Self.day)
      #expect(try await server.pay(4000, by: phone).reason == .factorWaits)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * Self.day - 2)
      #expect(try await server.pay(4000, by: phone).reason == .factorWaits)
      server.turn(seconds: 2)
      #expect(try await server.pay(4000, by: phone).status == 200)
    }
  }

  @Test("Attack 46.6: the number that a hold put aside hears that an administrator took all")
  func formerNumber() async throws {
    try await Hijack.run { hijack in
      let server = hijack.server
      let (former, next) = ("+2348012345678", "+2348012345679")
      try await hijack.setPhone(former)
      let thief = try await server.signUp(Self.ada)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(purpose: .register))
      let _: CodeRequestAnswer = try await server.read(
        .setPhone, as: thief,
        PhoneRequest(phone: next, validateCode: try await server.code(to: Self.ada)))
      let confirmed = try await server.send(
        .confirmPhone, as: thief, PhoneConfirmation(otp: try await server.code(to: next)))
      #expect(confirmed.status == 204)
      try await server.revokeAll(of: Self.ada)
      await server.harness.deliverMessages()
      for number in [former, next] {
        let last = server.harness.messenger.messages.last { $0.recipient == number }
        #expect(last?.content == .notice(.factorsRevoked))
      }
    }
  }
}

extension Hijack {
  /// Has the owner set up a passkey and wait for a month; gives the link of the hold's notice.
  fileprivate func settle() async throws -> (key: TestAuthenticator, stop: StopRequest) {
    let owner = try await server.signUp(name)
    let key = try await server.registerKey(owner, of: name)
    let stop = try await server.harness.stopRequest(of: .factorsHeld)
    server.turn(seconds: 30 * 86_400)
    return (key, stop)
  }
}
