import AsyncHTTPClient
import CountersignCore
import CountersignTesting
import NIOHTTP1
import Testing
import WebAuthnModel
import WireModel

@Suite("Limits fail closed for strangers, and never for lanes")
struct LimitTests {
  private static let home = "127.0.0.2"
  private static let lane = "countersign.lane"
  private static let session = "countersign"

  // Holds: NIST-oob
  @Test("Attack 6: strangers use up a person's codes and a network's, and leave the lanes free")
  func codesUsedUp() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let ada = try await Victim(server, from: Self.home)
      let browser = Browser()
      #expect(try await ada.signIn(from: Self.home, in: browser).status == 201)
      #expect(browser.names.contains(Self.lane))
      browser.forget(Self.session)
      let sent = try await server.codes(to: Victim.mail)
      // From six addresses, and five more from the proxy behind which the person is.
      for address in (1...6).map({ "127.0.2.\($0)" }) + [Self.home] {
        for _ in 1...5 {
          server.harness.clock.advance(seconds: 1)
          #expect(try await ada.askForCode(from: address).status == 202)
        }
      }
      // Ten of strangers, and five more from where the person has been: of those the sign-up was
      // the first.
      #expect(try await server.codes(to: Victim.mail) - sent == 14)
      for stranger in 1...30 {
        server.harness.clock.advance(seconds: 1)
        _ = try await server.askForCode("\(stranger)@example.com", from: Self.home)
      }
      #expect(try await server.askForCode("eve@example.com", from: Self.home).status == 429)
      // In the lane: its own five an hour, and the code opens a session.
      for _ in 1...5 {
        #expect(try await ada.askForCode(from: Self.home, in: browser).status == 202)
      }
      #expect(try await ada.askForCode(from: Self.home, in: browser).status == 429)
    }
  }

  @Test("Attack 6: a lane comes of a proof, not of a mailed code, and ends after five wrong codes")
  func lanes() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let ada = try await Victim(server, from: Self.home)
      let (mailed, browser) = (Browser(), Browser())
      let asked = try await ada.askForCode(from: Self.home, in: mailed)
      let request = SessionRequest.code(
        codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest,
        validateCode: try await server.harness.newestCode(to: Victim.mail))
      let opened = try await server.send(
        WireRequest(.openSession, body: request.json), from: Self.home, in: mailed)
      #expect(opened.status == 201 && !mailed.names.contains(Self.lane))

      #expect(try await ada.signIn(from: Self.home, in: browser).status == 201)
      browser.forget(Self.session)
      let inLane = try await ada.askForCode(from: Self.home, in: browser)
      for _ in 1...5 {
        let wrong = try await server.giveWrongCode(
          inLane, to: Victim.mail, from: Self.home, in: browser)
        #expect(wrong.reason == .verificationFailed)
      }
      let ended = try await server.audited("lane_ended", about: ada.accountID)
      #expect(ended.count == 1)
      // Its source is stopped for nobody: the wrong ones were the lane's.
      #expect(try await ada.signIn(from: Self.home).status == 201)
    }
  }

  // Holds: NIST-oob
  @Test("Attack 7: of 300 sign-ups from one address in two seconds thirty are taken")
  func manySignUps() async throws {
    try await AttackedServer.withDefaultLimits { server in
      var taken = 0
      for stranger in 1...300 {
        server.harness.clock.advance(milliseconds: stranger.isMultiple(of: 3) ? 20 : 0)
        let answer = try await server.signUp("\(stranger)@example.com", from: "127.0.0.66")
        if answer.status == 202 { taken += 1 }
        #expect([202, 429].contains(answer.status))
      }
      #expect((20...30).contains(taken))
      server.harness.clock.advance(seconds: 2)
      var more = 0
      for stranger in 301...330 {
        let answer = try await server.signUp("\(stranger)@example.com", from: "127.0.0.66")
        if answer.status == 202 { more += 1 }
      }
      #expect(taken + more == 30)
      await server.harness.deliverMessages()
      #expect(server.harness.messenger.messages.count == 30)
      #expect(try await server.signUp("ada@example.com", from: Self.home).status == 202)
    }
  }

  // Holds: NIST-oob
  @Test("Attack 7: one number is texted ten times an hour, and half of that whoever's account asks")
  func manyTexts() async throws {
    try await AttackedServer.withDefaultLimits { server in
      let number = "+2348012345678"
      for account in 1...3 {
        let (mail, address) = ("eve\(account)@example.com", "127.0.3.\(account)")
        let token = try await server.openByCode(mail, from: address).accessToken.exposed
        for _ in 1...5 {
          server.harness.clock.advance(seconds: 1)
          let asked = WireRequest(
            .requestCode, accessToken: token, body: CodeRequest(purpose: .register).json)
          _ = try await server.send(asked, from: address)
          let code = try await server.harness.newestCode(to: mail)
          let set = WireRequest(
            .setPhone, accessToken: token,
            body: PhoneRequest(phone: number, validateCode: code).json)
          #expect(try await server.send(set, from: address).status == 202)
        }
      }
      // Five of the first account, and one of each other: a number is left for who sets it next.
      #expect(try await server.codes(to: number) == 7)
    }
  }

  @Test(
    "Attack 7: no mail goes to a machine's own name or an IP address",
    arguments: ["root@localhost", "root@mail", "root@127.0.0.1", "root@[127.0.0.1]"])
  func internalAddresses(_ address: String) async throws {
    try await AttackedServer.withDefaultLimits { server in
      let answer = try await server.signUp(address, from: Self.home)
      #expect(answer.status == 422 && answer.reason == .unacceptableValue)
      let problem = try Problem(json: answer.json)
      #expect(problem.detail.contains("e-mail address"))
      let code = try await server.askForCode(address, from: Self.home)
      #expect(code.status == 422)
      await server.harness.deliverMessages()
      #expect(server.harness.messenger.messages.isEmpty)
    }
  }

  @Test("Attack 14: 3,000 links from ten addresses stop nobody's login by QR code")
  func manyLinks() async throws {
    let change = { (policy: inout ServicePolicy) in policy.links.openToStrangers = 320 }
    try await AttackedServer.withDefaultLimits(but: change) { server in
      let ada = try await Victim(server, from: Self.home)
      let browser = Browser()
      #expect(try await ada.signIn(from: Self.home, in: browser).status == 201)
      let link = WireRequest(.makeLink, body: SessionLinkRequest(type: .login).json)
      func made(_ times: Int, from address: String) async throws -> Int {
        var made = 0
        for _ in 1...times where try await server.send(link, from: address).status == 201 {
          made += 1
        }
        return made
      }
      for address in 1...10 { #expect(try await made(300, from: "127.0.4.\(address)") == 30) }
      #expect(try await server.send(link, from: Self.home).status == 201)
      // Where all strangers together have used theirs up, who has the most makes room.
      #expect(try await made(30, from: "127.0.4.11") == 29)
      #expect(try await server.send(link, from: "127.0.4.12").status == 201)
      // The session's cookie is gone; what is left is the lane.
      browser.forget(Self.session)
      #expect(try await server.send(link, from: Self.home, in: browser).status == 201)
    }
  }

  @Test("Attack 17: two dozen accounts that hash PINs make nobody else wait, and are told to")
  func manyPINs() async throws {
    let change = { (policy: inout ServicePolicy) in policy.pin.scryptRounds = 32_768 }
    try await AttackedServer.withDefaultLimits(but: change) { server in
      let own = try await server.openByCode(Victim.mail, from: Self.home).accessToken.exposed
      var tokens: [String] = []
      for account in 1...24 {
        server.harness.clock.advance(seconds: 1)
        let opened = try await server.openByCode("eve\(account)@example.com", from: "127.0.0.66")
        tokens.append(opened.accessToken.exposed)
      }
      let set = try await pinRequest(own, Victim.mail, server, from: Self.home)
      var floods: [WireRequest] = []
      for (account, token) in tokens.enumerated() {
        server.harness.clock.advance(seconds: 1)
        floods.append(
          try await pinRequest(
            token, "eve\(account + 1)@example.com", server, from: "127.0.5.\(account + 1)"))
      }
      try await withThrowingTaskGroup(of: Answer.self) { group in
        for flood in floods { group.addTask { try await server.send(flood, from: "127.0.0.66") } }
        // The first answer of the flood: the queue is full of it by now.
        let first = try await group.next()
        let answer = try await server.send(set, from: Self.home)
        #expect(answer.status == 204)
        var answers = [first].compactMap(\.self)
        for try await answer in group { answers.append(answer) }
        let refused = answers.filter { $0.reason == .pinQueueFull }
        #expect(!refused.isEmpty)
        #expect(refused.allSatisfy { $0.status == 503 && $0.field("Retry-After") == "1" })
      }
    }
  }

  /// A request that has a PIN hashed, its code asked for.
  private func pinRequest(
    _ token: String, _ mail: String, _ server: AttackedServer, from address: String
  ) async throws -> WireRequest {
    let asked = WireRequest(
      .requestCode, accessToken: token, body: CodeRequest(purpose: .setPIN).json)
    try #require(try await server.send(asked, from: address).status == 202)
    let code = try await server.harness.newestCode(to: mail)
    return WireRequest(
      .setPIN, accessToken: token,
      body: SetPINRequest(pin: SecretText("258036"), entitlement: .validateCode(code)).json)
  }

  @Test("Attack 21: event streams are bounded over all, for each network and for strangers")
  func manyStreams() async throws {
    let change = { (policy: inout ServicePolicy) in
      policy.eventStreams.perNetwork = 3
      policy.eventStreams.ofStrangers = 5
      policy.eventStreams.all = 7
    }
    try await AttackedServer.withDefaultLimits(but: change) { server in
      let ada = try await Victim(server, from: Self.home)
      var held: [HTTPClientResponse] = []
      func watch(from address: String) async throws -> Int {
        let made = try await server.send(
          WireRequest(.makeLink, body: SessionLinkRequest(type: .login).json), from: address)
        let link = try SessionLinkAnswer(json: made.json)
        let watched = try await server.attacker.hold(
          WireRequest(
            .linkEvents, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed),
          from: address)
        held.append(watched)
        return Int(watched.status.code)
      }
      for expected in [200, 200, 200, 429] {
        #expect(try await watch(from: "127.0.0.66") == expected)
      }
      // The third takes the place of one of those who have more.
      for expected in [200, 200, 200, 429] {
        #expect(try await watch(from: "127.0.0.67") == expected)
      }
      // What strangers may not have is left for accounts, up to the bound over all.
      let events = WireRequest(.transactionEvents, accessToken: ada.token)
      for expected in [200, 200, 200, 503] {
        let stream = try await server.attacker.hold(events, from: Self.home)
        held.append(stream)
        #expect(Int(stream.status.code) == expected)
      }
      #expect(held.count == 12)
    }
  }
}
