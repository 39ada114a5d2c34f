import CountersignCore
import CountersignHTTP
import CountersignTesting
import Foundation
import Logging
import ProgramTesting
import SecretSearch
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("Attacks on the way", .timeLimit(.minutes(10)))
struct TransportTests {
  // Holds: transport
  @Test(
    "Attack 8: an address to which codes, orders or events would go in the clear ends the start",
    arguments: [
      ["--webhook", "http://sms.example.com/send", "--webhook-secret", "key"],
      ["--supplier", "http://airtime.example.com"],
      ["--event-webhook", "http://shop.example.com/hook"],
      // Each reads like this machine to a careless eye.
      ["--webhook", "http://localhost.example.com", "--webhook-secret", "key"],
      ["--supplier", "http://127.0.0.1.example.com"],
      ["--supplier", "http://localhost@airtime.example.com"],
      ["--event-webhook", "http://127.0.0.1:80@shop.example.com"],
      ["--origin", "http://pay.example.com"],
    ])
  func clearAddress(_ options: [String]) async throws {
    let folder = try TemporaryFolder()
    // The supplier's is an option of the shop's program.
    let program = options[0] == "--supplier" ? BuiltProgram.airtime : BuiltProgram.url
    let outcome = try await BuiltProgram.run(
      ["serve", "--demo", "--port", "0", "--data", folder.file("data")] + options,
      program: program)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("hint: ") && !outcome.errors.contains("nknown option"))
    // It ends before it has written anything.
    #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
  }

  // Holds: transport
  @Test("Attack 19: plain HTTP is served to other machines only where a flag says so in words")
  func plainHTTP() async throws {
    let folder = try TemporaryFolder()
    let serve = ["serve", "--demo", "--port", "0", "--data", folder.file("data")]
    for host in ["0.0.0.0", "::", "192.0.2.1"] {
      let outcome = try await BuiltProgram.run(serve + ["--host", host])
      #expect(outcome.status == 2, "\(host)")
      #expect(outcome.errors.contains("--plain-http-to-networks"))
    }
    // 192.0.2.1 is nobody's: it is past the refusal that it cannot be bound.
    let told = try await BuiltProgram.run(
      serve + ["--host", "192.0.2.1", "--plain-http-to-networks"])
    #expect(told.status == 3)
    let proxied = try await BuiltProgram.run(serve + ["--behind-tls"])
    #expect(proxied.status == 2 && proxied.errors.contains("--trusted-proxy"))
  }

  // Holds: transport
  @Test("Attack 19: behind a proxy that ends TLS, browsers are told to come by TLS only")
  func strictTransport() async throws {
    let harness = try await ServiceHarness()
    var settings = ServerSettings()
    settings.protection = .behindTLS
    settings.trustedProxies = TrustedProxies([try AddressRange("127.0.0.1")])
    try await Attacker.run(harness, settings: settings) { server in
      for path in ["/health/live", "/there/is/none"] {
        let answer = try await server.send("GET", path)
        #expect(answer.field("Strict-Transport-Security") != nil, "\(path)")
      }
      let asked = try await server.send(
        WireRequest(
          .signUp, body: SignUpRequest(userName: "ada@example.com", displayName: "Ada").json))
      let session = SessionRequest.code(
        codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest,
        validateCode: try await harness.newestCode(to: "ada@example.com"))
      let opened = try await server.send(
        WireRequest(.openSession, body: session.json),
        fields: [("X-Countersign-Page", "1"), ("Origin", ServiceHarness.originText)])
      let cookie = opened.field("Set-Cookie") ?? ""
      #expect(cookie.hasPrefix("__Host-countersign=") && cookie.hasSuffix("; Secure"))
    }
  }

  // Holds: transport
  @Test(
    "Attack 18: no Host sends anybody elsewhere: a redirect leads to a configured origin",
    arguments: [
      "127.0.0.1:80@evil.example", "127.0.0.1:pw@evil.example:80", "127.0.0.1:8080.evil.example",
      "127.0.0.1:81", "127.0.0.1", "evil.example", "127.0.0.1.evil.example", "localhost:1",
    ])
  func redirect(_ host: String) async throws {
    let harness = try await ServiceHarness()
    try await Attacker.run(harness) { server in
      let answer = try await server.send("GET", "/health/live?a=b", fields: [("Host", host)])
      let location = answer.field("Location")
      #expect(answer.status < 500)
      #expect(location == nil || location == ServiceHarness.originText + "/health/live?a=b")
      #expect((answer.status == 307) == (location != nil))
    }
  }

  // Holds: proxies
  @Test("Attack 6: behind one proxy, a stranger uses up no other stranger's requests for codes")
  func oneProxy() async throws {
    let harness = try await ServiceHarness()
    var settings = ServerSettings()
    settings.trustedProxies = TrustedProxies([try AddressRange("127.0.0.1")])
    try await Attacker.run(harness, settings: settings) { server in
      _ = try await server.signUp(harness)
      for number in 0..<8 {
        // What the attacker writes stands left of what the proxy adds.
        _ = try await askForCode(server, from: "203.0.113.\(number), 198.51.100.7")
      }
      await harness.deliverMessages()
      let afterAttack = harness.messenger.messages.count
      _ = try await askForCode(server, from: "198.51.100.7")
      await harness.deliverMessages()
      #expect(harness.messenger.messages.count == afterAttack)
      _ = try await askForCode(server, from: "192.0.2.44")
      await harness.deliverMessages()
      #expect(harness.messenger.messages.count == afterAttack + 1)
    }
  }

  // Holds: proxies
  @Test("Attack 6: where no proxy is named, nobody gets further requests by naming other addresses")
  func noProxy() async throws {
    let harness = try await ServiceHarness()
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "attacked") { label in
      JSONLogHandler(label: label, level: .warning) { line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
    }
    try await Attacker.run(harness, logger: logger) { server in
      _ = try await server.signUp(harness)
      let before = harness.messenger.messages.count
      for number in 0..<12 {
        _ = try await askForCode(server, from: "203.0.113.\(number)")
      }
      await harness.deliverMessages()
      #expect(harness.messenger.messages.count - before <= 5)
    }
    #expect(lines.withLock { $0.count { $0.contains("--trusted-proxy") } } == 1)
  }

  private func askForCode(
    _ server: Attacker, from address: String
  ) async throws -> Answer {
    let request = CodeRequest(userName: "ada@example.com", purpose: .signIn)
    return try await server.send(
      WireRequest(.requestCode, body: request.json), fields: [("X-Forwarded-For", address)])
  }
}
