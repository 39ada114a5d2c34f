import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Failures of strangers never block the person")
struct StrangerTests {
  private static let home = "127.0.0.2"
  private static let attacker = "127.0.0.66"

  @Test("Attack 2: junk and code requests of a mailed-code session leave its person every way open")
  func junkOfAMailedCodeSession() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let ada = try await Victim(server, from: Self.home)
      let own = try SessionAnswer(json: await ada.signIn(from: Self.home).json)
      let thief = try await server.openByCode(Victim.mail, from: Self.attacker).accessToken.exposed
      // The thief uses up what sessions outside of lanes may ask for.
      let asking = WireRequest(
        .requestCode, accessToken: thief, body: CodeRequest(purpose: .recover).json)
      var refusals: [Reason?] = []
      for _ in 1...6 {
        server.harness.clock.advance(seconds: 1)
        refusals.append(try await server.send(asking, from: Self.attacker).reason)
      }
      #expect(refusals.last == .tooManyRequests)
      // Junk that names the victim's credential ends the session that sent it, and nothing else.
      for _ in 1...5 {
        let junk = try await ada.verify(thief, from: Self.attacker, changes: ada.junk())
        #expect(junk.status == 401 && junk.reason == .verificationFailed)
      }
      #expect(try await ada.verify(thief, from: Self.attacker).reason == .sessionRequired)

      let token = own.accessToken.exposed
      #expect(try await ada.verify(token, from: Self.home).status == 200)
      #expect(try await ada.signIn(from: Self.home).status == 201)
      let code = WireRequest(
        .requestCode, accessToken: token, body: CodeRequest(purpose: .recover).json)
      #expect(try await server.send(code, from: Self.home).status == 202)
      await server.harness.deliverMessages()
      #expect(server.harness.messenger.notices(to: Victim.mail).contains(.sessionStopped))
    }
  }

  // Holds: RTS-4.3b
  @Test(
    "Attack 5: junk that names a credential stops who sent it, and never the account's passkeys")
  func junkThatNamesACredential() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let ada = try await Victim(server, from: Self.home)
      let browser = Browser()
      #expect(try await ada.signIn(from: Self.attacker, in: browser).status == 201)
      for attempt in 1...12 {
        let junk = try await ada.signIn(from: Self.attacker, changes: ada.junk())
        #expect(junk.reason == (attempt <= 5 ? .verificationFailed : .tooManyRequests))
        if attempt > 5 { #expect(junk.status == 429 && junk.field("Retry-After") == "900") }
      }
      // That network's strangers are refused even when right, for a quarter of an hour.
      #expect(try await ada.signIn(from: Self.attacker).reason == .tooManyRequests)
      // Everybody else is not: nor at home, nor in a known browser behind the same network, nor in
      // a session that is open.
      #expect(try await ada.signIn(from: Self.home).status == 201)
      #expect(try await ada.signIn(from: Self.attacker, in: browser).status == 201)
      #expect(try await ada.verify(ada.token, from: Self.attacker).status == 200)
      server.harness.clock.advance(seconds: 900)
      #expect(try await ada.signIn(from: Self.attacker).status == 201)
    }
  }

  @Test("Attack 5: the strict reading blocks the account instead, where a deployment asks for it")
  func strictReading() async throws {
    let change = { (policy: inout ServicePolicy) in policy.attempts.assertionBlock = .account }
    try await AttackedServer.withDefaultLimits(but: change) { server in
      let ada = try await Victim(server, from: Self.home)
      for _ in 1...5 {
        let junk = try await ada.signIn(from: Self.attacker, changes: ada.junk())
        #expect(junk.reason == .verificationFailed)
      }
      #expect(try await ada.signIn(from: Self.home).status == 423)
      #expect(try await ada.verify(ada.token, from: Self.home).status == 423)
    }
  }

  // Holds: ASVS-16
  @Test("Attack 10: a flood hides neither another account's attempts nor the account's own")
  func floodOfTheAuditLog() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let ada = try await Victim(server, from: Self.home)
      let ben = try await Victim(server, "ben@example.com", from: Self.home)
      for _ in 1...60 { _ = try await ada.signIn(from: Self.attacker, changes: ada.junk()) }
      #expect(try await server.audited("sign_in_refused", about: ada.accountID).count == 30)
      // Another account, from the same network; the same account, from another one; and the same
      // account by what holds a right element: a session.
      _ = try await ben.signIn(from: Self.attacker, changes: ben.junk())
      #expect(try await server.audited("sign_in_refused", about: ben.accountID).count == 1)
      _ = try await ada.signIn(from: "127.0.0.77", changes: ada.junk())
      #expect(try await server.audited("sign_in_refused", about: ada.accountID).count == 31)
      _ = try await ada.verify(ada.token, from: Self.home, changes: ada.junk())
      let own = try await server.audited("proof_refused", about: ada.accountID)
      #expect(own.count == 1 && own[0].contains("\"session\""))
    }
  }

  @Test("Attack 10: strangers of many networks at one account share a bound, its person does not")
  func floodFromEverywhere() async throws {
    let change = { (policy: inout ServicePolicy) in policy.refusals.strangersRowsPerMinute = 8 }
    try await AttackedServer.withDefaultLimits(but: change) { server in
      let ada = try await Victim(server, from: Self.home)
      for network in 1...12 {
        _ = try await ada.signIn(from: "127.0.1.\(network)", changes: ada.junk())
      }
      #expect(try await server.audited("sign_in_refused", about: ada.accountID).count == 8)
      _ = try await ada.verify(ada.token, from: Self.home, changes: ada.junk())
      #expect(try await server.audited("proof_refused", about: ada.accountID).count == 1)
    }
  }

  // Holds: RTS-4.3b
  @Test("Attack 20: a hundred wrong codes in a row disable codes until a passkey is proved")
  func codesForEver() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let ada = try await Victim(server, from: Self.home)
      let clock = server.harness.clock
      // Every block is waited out, for as long as it takes.
      for round in 1...22 {
        let thief = try await server.openByCode(Victim.mail, from: Self.attacker)
        let reasons = try await guess(thief.accessToken.exposed, 6, server)
        let expected: [Reason] =
          round <= 20
          ? Array(repeating: .verificationFailed, count: 5) + [.secondFactorBlocked]
          : Array(repeating: .secondFactorBlocked, count: 6)
        #expect(reasons == expected, "\(round)")
        clock.advance(seconds: 7201)
      }
      await server.harness.deliverMessages()
      let notices = server.harness.messenger.notices(to: Victim.mail)
      #expect(notices.count { $0 == .codesDisabled } == 1)
      let session = try SessionAnswer(json: await ada.signIn(from: Self.home).json)
      #expect(try await guess(session.accessToken.exposed, 1, server) == [.verificationFailed])
    }
  }

  /// Gives wrong codes for a small payment that waits for its person.
  private func guess(
    _ token: String, _ times: Int, _ server: AttackedServer
  ) async throws -> [Reason?] {
    let review = try await server.harness.review(
      NewTransactionRequest(
        userName: Victim.mail, amount: 500, currency: "NGN", payee: "Ikeja Books"))
    let id = review.transaction.transactionID
    let asked = CodeRequest(
      approving: LinkedOptionsRequest(
        scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: id).json))
    _ = try await server.send(
      WireRequest(.requestCode, accessToken: token, body: asked.json), from: Self.attacker)
    let code = try await server.harness.wrongCode(to: Victim.mail)
    let proof = Proof.codes(validateCode: code, otp: nil, twoFactorCode: nil)
    var reasons: [Reason?] = []
    for _ in 1...times {
      let given = WireRequest(
        .approveTransaction, parameters: ["id": id], accessToken: token,
        body: ApprovalRequest(proof: proof).json)
      reasons.append(try await server.send(given, from: Self.attacker).reason)
    }
    return reasons
  }
}
