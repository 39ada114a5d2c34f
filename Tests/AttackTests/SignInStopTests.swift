import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("The link of a sign-in's notice, after that session has ended")
struct SignInStopTests {
  private static let ada = "ada@example.com"
  private static let day: Int64 = 86_400

  /// What ends a session before its notice is read.
  enum Ending: Sendable, CaseIterable {
    case logout
    case junk
    case others
  }

  private static func stopsOnce(_ policy: inout ServicePolicy) { policy.recovery.mostStopped = 1 }

  @Test(
    "Attack 3: the link of a sign-in stops what that began, whoever ended its session before",
    arguments: Ending.allCases)
  func recovery(_ ending: Ending) async throws {
    try await AttackedServer.run(change: Self.stopsOnce) { server in
      let key = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: 60)
      let thief = try await server.signUp(Self.ada)
      #expect(try await server.beginRecovery(as: thief).status == 202)
      let stop = try await server.harness.stopRequest(of: .signedIn)
      try await server.end(thief, ending, key)
      #expect(try await server.send(.secondFactor, as: thief).status == 401)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .signIn)
      // Nothing is left that it could stop.
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      server.turn(seconds: 60)
      let later = try await server.signUp(Self.ada)
      let recovery: RecoveryAnswer = try await server.read(.recovery, as: later)
      #expect(recovery.status == .none)
      let again = try await server.beginRecovery(as: later)
      #expect(again.status == 409 && again.detail.contains("stopped too often"))
    }
  }

  @Test("Attack 3: the link of a sign-in stops a recovery that outlives the row of its session")
  func pruned() async throws {
    try await AttackedServer.run { server in
      _ = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: 60)
      #expect(try await server.beginRecovery(as: try await server.signUp(Self.ada)).status == 202)
      let stop = try await server.harness.stopRequest(of: .signedIn)
      server.turn(seconds: 2 * Self.day)
      try await server.harness.service.prune()
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .signIn)
      let recovery: RecoveryAnswer = try await server.read(
        .recovery, as: try await server.signUp(Self.ada))
      #expect(recovery.status == .none)
    }
  }

  @Test("Attack 3: a device of a sign-in's link that nobody claimed goes with it after a logout")
  func unclaimed() async throws {
    try await AttackedServer.run { server in
      let key = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: 60)
      let thief = try await server.signIn(by: key, of: Self.ada)
      let proof = try await server.proofOfLink(by: key, as: thief)
      let (phone, link, token) = try await server.enrolByPage(as: thief, by: proof)
      let stop = try await server.harness.stopRequest(of: .signedIn)
      try await server.end(thief, .logout, key)
      let stopped: StopAnswer = try await server.read(.stop, stop)
      #expect(stopped.stopped == .signIn)
      #expect(try await server.send(.secondFactor, as: token).status == 401)
      #expect(try await server.claim(link, isMine: true).reason == .linkOver)
      #expect(try await server.pay(500, by: phone).reason == .deviceUnknown)
    }
  }

  @Test("Attack 3: its maker claims a device also after a logout, and then its link stops nothing")
  func claimed() async throws {
    try await AttackedServer.run { server in
      let key = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: 60)
      let owner = try await server.signIn(by: key, of: Self.ada)
      let proof = try await server.proofOfLink(by: key, as: owner)
      let (phone, link, _) = try await server.enrolByPage(as: owner, by: proof)
      let stop = try await server.harness.stopRequest(of: .signedIn)
      try await server.end(owner, .logout, key)
      #expect(try await server.claim(link, isMine: true).status == 204)
      #expect(try await server.send(.stop, stop).reason == .linkOver)
      #expect(try await server.pay(500, by: phone).status == 200)
    }
  }

  @Test(
    "Attack 3: a link that nobody has confirmed is over with its session, whatever ended that",
    arguments: Ending.allCases)
  func open(_ ending: Ending) async throws {
    try await AttackedServer.run { server in
      let key = try await server.registerKey(try await server.signUp(Self.ada), of: Self.ada)
      server.turn(seconds: 60)
      let thief = try await server.signIn(by: key, of: Self.ada)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: thief,
        SessionLinkRequest(
          type: .enrol, proof: try await server.proofOfLink(by: key, as: thief)))
      #expect(try await server.send(.link, at: ["id": link.id]).status == 200)
      try await server.end(thief, ending, key)
      #expect(try await server.send(.link, at: ["id": link.id]).reason == .linkOver)
      let phone = TestPhone(try server.newKey())
      let confirmed = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
      #expect(confirmed.reason == .linkOver)
    }
  }
}

extension AttackedServer {
  /// Ends a session: by itself, by signatures that are nobody's, or from the owner's.
  fileprivate func end(
    _ token: String, _ ending: SignInStopTests.Ending, _ key: TestAuthenticator
  ) async throws {
    switch ending {
    case .logout: #expect(try await send(.endSession, as: token).status == 204)
    case .junk:
      for _ in 0..<6 {
        let answer = try await send(
          .linkedOptions, as: token, LinkedOptionsRequest(scenario: .signIn, payload: [:]))
        guard answer.status == 200 else { return }
        let options = try LinkedOptions(json: answer.json)
        let signed = try key.assert(options.options)
        let junk = AssertionResponse(
          credentialID: signed.id, clientDataJSON: signed.clientDataJSON,
          authenticatorData: signed.authenticatorData,
          signature: [UInt8](repeating: 1, count: 70))
        _ = try await send(
          .raiseSession, as: token, SessionProofRequest(proof: .assertion(junk)))
      }
      Issue.record("the session goes on")
    case .others:
      let owner = try await signIn(by: key, of: "ada@example.com")
      let ended = try await send(
        WireRequest(.endSessions, query: ["which": "others"], accessToken: owner))
      #expect(ended.status == 200)
    }
  }

  /// The proof by a passkey that a link to enrol takes.
  fileprivate func proofOfLink(
    by key: TestAuthenticator, as token: String
  ) async throws -> Proof {
    let adding: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .addDeviceByLink))
    return .assertion(try key.assert(adding.options))
  }
}
