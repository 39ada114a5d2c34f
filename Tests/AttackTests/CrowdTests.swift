import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

/// Strangers of many networks, who come by a trusted proxy that says where they are.
@Suite("Strangers of many networks leave room for everybody else")
struct CrowdTests {
  private static let home = "127.0.0.2"

  /// A server behind a proxy, and a person who has a passkey and is at home.
  private static func withPerson(
    but change: (inout ServicePolicy) -> Void = { _ in },
    _ body: (AttackedServer, Victim) async throws -> Void
  ) async throws {
    var settings = ServerSettings.ofTests
    settings.trustedProxies = TrustedProxies([try AddressRange("127.0.0.0/8")])
    try await AttackedServer.withDefaultLimits(but: change, settings: settings) { server in
      try await body(server, try await Victim(server, from: home))
    }
  }

  private static func coming(from address: String) -> [(String, String)] {
    [("X-Forwarded-For", address)]
  }

  private static func asking(for name: String) -> WireRequest {
    WireRequest(.requestCode, body: CodeRequest(userName: name, purpose: .signIn).json)
  }

  private static func signingUp(_ name: String) -> WireRequest {
    WireRequest(.signUp, body: SignUpRequest(userName: name, displayName: "Eve").json)
  }

  private static let link = WireRequest(.makeLink, body: SessionLinkRequest(type: .login).json)

  /// A /64 of one /48.
  private static func neighbor(_ number: Int, of site: Int = 1) -> String {
    "2001:db8:\(site):\(String(number, radix: 16))::1"
  }

  @Test("Attack 22: strangers of two addresses keep nobody from a sign-in code or a recovery")
  func twoAddresses() async throws {
    try await Self.withPerson { server, _ in
      let before = try await server.codes(to: Victim.mail)
      for address in ["198.51.100.1", "198.51.100.2"] {
        for _ in 1...12 {
          server.turn(seconds: 1)
          let answer = try await server.send(
            Self.asking(for: Victim.mail), fields: Self.coming(from: address))
          #expect(answer.status == 202)
        }
      }
      // The code of the sign-up was the first of five, half of the ten an hour.
      #expect(try await server.codes(to: Victim.mail) == before + 5)
      // The person is somewhere new, and has lost everything.
      let away = Self.coming(from: "203.0.113.9")
      let asked = try await server.send(Self.asking(for: Victim.mail), fields: away)
      #expect(try await server.codes(to: Victim.mail) == before + 6)
      let opened = try await server.send(
        WireRequest(
          .openSession,
          body: SessionRequest.code(
            codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest,
            validateCode: try await server.code(to: Victim.mail)
          ).json), fields: away)
      try #require(opened.status == 201)
      let token = try SessionAnswer(json: opened.json).accessToken.exposed
      let recover = WireRequest(
        .requestCode, accessToken: token, body: CodeRequest(purpose: .recover).json)
      #expect(try await server.send(recover, fields: away).status == 202)
      let begun = try await server.send(
        WireRequest(
          .beginRecovery, accessToken: token,
          body: RecoveryRequest(validateCode: try await server.code(to: Victim.mail)).json),
        fields: away)
      #expect((200...299).contains(begun.status))
    }
  }

  @Test("Attack 22: a botnet keeps nobody from codes at home, in a session or in a known browser")
  func botnet() async throws {
    try await Self.withPerson { server, ada in
      let browser = Browser()
      #expect(try await ada.signIn(from: Self.home, in: browser).status == 201)
      browser.forget("countersign")
      let asked = try await server.askForCode(Victim.mail, from: "127.0.0.77")
      let opened = try await server.send(
        WireRequest(
          .openSession,
          body: SessionRequest.code(
            codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest,
            validateCode: try await server.code(to: Victim.mail)
          ).json), from: "127.0.0.77")
      let token = try SessionAnswer(json: opened.json).accessToken.exposed
      let before = try await server.codes(to: Victim.mail)
      for bot in 1...60 {
        server.turn(seconds: 1)
        for fields in [
          Self.coming(from: "198.51.100.\(bot)"), Self.coming(from: Self.neighbor(1, of: bot)),
        ] {
          let answer = try await server.send(Self.asking(for: Victim.mail), fields: fields)
          #expect(answer.status == 202)
        }
      }
      // One of the ten an hour was the person's own, from an unknown place.
      #expect(try await server.codes(to: Victim.mail) == before + 9)
      #expect(try await ada.askForCode(from: Self.home).status == 202)
      #expect(try await server.codes(to: Victim.mail) == before + 10)
      #expect(try await ada.askForCode(from: "127.0.0.9", in: browser).status == 202)
      #expect(try await server.codes(to: Victim.mail) == before + 11)
      let recover = WireRequest(
        .requestCode, accessToken: token, body: CodeRequest(purpose: .recover).json)
      #expect(try await server.send(recover, from: "127.0.0.77").status == 202)
      #expect(try await server.codes(to: Victim.mail) == before + 12)
    }
  }

  // Holds: ASVS-6.3.8
  @Test("Attack 22: no answer tells if a name has an account, has asked, or is sent no more codes")
  func sameAnswers() async throws {
    try await Self.withPerson { server, ada in
      for bot in 1...40 {
        server.turn(seconds: 1)
        _ = try await server.send(
          Self.asking(for: Victim.mail), fields: Self.coming(from: "198.51.100.\(bot)"))
      }
      _ = try await ada.askForCode(from: Self.home)
      let names = [Victim.mail, "nobody@example.com"]
      for (place, make) in [Self.asking, Self.signingUp].enumerated() {
        for (number, name) in names.enumerated() {
          var answers: [String] = []
          for _ in 1...31 {
            server.turn(seconds: 1)
            let fields = Self.coming(from: "203.0.113.\(10 * place + number)")
            let answer = try await server.send(make(name), fields: fields)
            let request = (try? CodeRequestAnswer(json: answer.json).codeRequest) ?? ""
            let body = String(decoding: answer.bytes, as: UTF8.self)
              .replacing(request.isEmpty ? "-" : request, with: "ID")
            answers.append("\(answer.status) \(answer.retryAfterSeconds ?? 0) \(body)")
          }
          #expect(Set(answers[..<30]) == ["202 0 {\"codeRequest\":\"ID\",\"resendAfter\":60}"])
          #expect(answers[30].hasPrefix("429 3570 "))
        }
      }
    }
  }

  @Test("Attack 22: the right code of a request that was sent to nobody opens nothing")
  func unsentCode() async throws {
    try await Self.withPerson { server, _ in
      let fields = Self.coming(from: "198.51.100.1")
      var statuses: [[Int]] = []
      for _ in 1...7 {
        server.turn(seconds: 1)
        let asked = try await server.send(Self.asking(for: Victim.mail), fields: fields)
        await server.harness.deliverMessages()
        let request = try CodeRequestAnswer(json: asked.json).codeRequest
        let code = CodeDerivation(keyring: server.harness.keyring).code(
          for: CodeRequestID(request))
        let open = WireRequest(
          .openSession, body: SessionRequest.code(codeRequest: request, validateCode: code).json)
        statuses.append([asked.status, try await server.send(open, fields: fields).status])
      }
      let unsent = Array(repeating: [202, 401], count: 3)
      #expect(statuses == Array(repeating: [202, 201], count: 4) + unsent)
    }
  }

  @Test("Attack 23: a /48 has four times what a /64 has, and leaves sign-ups for everybody else")
  func signUpsOfASite() async throws {
    try await Self.withPerson { server, _ in
      var taken = 0
      for number in 0..<300 {
        if number.isMultiple(of: 4) { server.turn(seconds: 1) }
        let answer = try await server.send(
          Self.signingUp("eve\(number)@example.com"),
          fields: Self.coming(from: Self.neighbor(number * 200)))
        if answer.status == 202 { taken += 1 }
      }
      #expect(taken == 120)
      let others = [Self.neighbor(1, of: 2), "203.0.113.9", "::ffff:203.0.113.10"]
      for (number, address) in others.enumerated() {
        let answer = try await server.send(
          Self.signingUp("ada\(number)@example.com"), fields: Self.coming(from: address))
        #expect(answer.status == 202)
      }
    }
  }

  @Test("Attack 23: of one second half is left for networks that have not asked yet")
  func burstOfSites() async throws {
    try await Self.withPerson { server, _ in
      server.turn(seconds: 3600)
      func taken(_ count: Int, _ address: (Int) -> String) async throws -> Int {
        var taken = 0
        for number in 0..<count {
          let answer = try await server.send(
            Self.signingUp("eve\(number)@example.com"), fields: Self.coming(from: address(number)))
          if answer.status == 202 { taken += 1 }
        }
        return taken
      }
      let ofSite = try await taken(100) { Self.neighbor($0) }
      let ofOthers = try await taken(20) { "198.51.100.\($0)" }
      #expect(ofSite == 10 && ofOthers == 10)
    }
  }

  @Test("Attack 23: a /48 of links, and a botnet of them, stop no sign-in by QR code")
  func linksOfASite() async throws {
    let change = { (policy: inout ServicePolicy) in policy.links.openToStrangers = 50 }
    try await Self.withPerson(but: change) { server, _ in
      var open = 0
      for number in 0..<200 {
        let answer = try await server.send(
          Self.link, fields: Self.coming(from: Self.neighbor(number)))
        if answer.status == 201 { open += 1 }
      }
      #expect(open == 50)
      let away = Self.coming(from: "203.0.113.9")
      let made = try await server.send(Self.link, fields: away)
      #expect(made.status == 201)
      // Each bot takes the place of one of the /48, and none that of the person.
      for bot in 1...47 {
        let fields = Self.coming(from: "198.51.100.\(bot)")
        #expect(try await server.send(Self.link, fields: fields).status == 201)
      }
      let link = try SessionLinkAnswer(json: made.json)
      let shown = try await server.send(
        WireRequest(
          .link, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed), fields: away)
      #expect(shown.status == 200)
    }
  }

  @Test("Attack 23: guesses of a whole /48 stop it, and neither the person nor her neighbors")
  func guessesOfASite() async throws {
    try await Self.withPerson { server, ada in
      var reasons: [Reason?] = []
      for number in 0..<24 {
        let junk = try await ada.signIn(
          from: Self.home, changes: ada.junk(),
          fields: Self.coming(from: Self.neighbor(number << 8)))
        reasons.append(junk.reason)
      }
      #expect(reasons.count { $0 == .verificationFailed } == 20)
      #expect(reasons.suffix(4) == Array(repeating: .tooManyRequests, count: 4))
      #expect(try await ada.signIn(from: Self.home).status == 201)
      let fields = Self.coming(from: Self.neighbor(1, of: 2))
      #expect(try await ada.signIn(from: Self.home, fields: fields).status == 201)
    }
  }

  @Test(
    "Attack 23: an IPv4 address is one network, however it is written",
    arguments: [
      "198.51.100.1", "::ffff:198.51.100.1", "64:ff9b::198.51.100.1", "64:ff9b::c633:6401",
      "64:ff9b:1::198.51.100.1", "64:ff9b:1:fffe::c633:6401",
    ])
  func writtenOtherwise(_ address: String) async throws {
    try await Self.withPerson { server, _ in
      for number in 0..<30 {
        server.turn(seconds: 1)
        _ = try await server.send(
          Self.signingUp("eve\(number)@example.com"), fields: Self.coming(from: "198.51.100.1"))
      }
      let answer = try await server.send(
        Self.signingUp("ada@example.com"), fields: Self.coming(from: address))
      #expect(answer.status == 429)
    }
  }

  // Holds: NIST-oob
  @Test("Attack 46.low: every spelling of a mailbox has one count of messages")
  func subAddresses() async throws {
    try await AttackedServer.run { server in
      let spellings = [
        "ada@gmail.com", "ada+1@gmail.com", "ADA+2@gmail.com", "a.d.a@gmail.com",
        "a.da+3@googlemail.com",
      ]
      for number in 0..<20 {
        _ = try await server.signUp(
          spellings[number % spellings.count], from: "127.0.\(number).1")
      }
      _ = try await server.signUp("ada2@gmail.com", from: "127.0.99.1")
      await server.harness.deliverMessages()
      let sent = server.harness.messenger.messages.map(\.recipient)
      #expect(sent.count { $0 == "ada2@gmail.com" } == 1)
      #expect(sent.count { $0 != "ada2@gmail.com" } == 10)
    }
  }
}
