import CountersignCore
import CountersignTesting
import HTTPTypes
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("The cookie of a lane")
struct LaneCookieTests {
  private static let token = SecretText(Base64URL.encode([UInt8](repeating: 7, count: 32)))

  @Test("over https no other host of the domain can plant it; over http it has a plain name")
  func attributes() throws {
    let secure = LaneCookie(origins: [try #require(Origin("https://pay.example.com"))])
    #expect(
      secure.setting(Self.token)
        == "__Host-countersign.lane=\(Self.token.exposed); Path=/; Max-Age=34560000; HttpOnly; "
        + "SameSite=Strict; Secure")
    let instance = try InstanceName("staff")
    let plain = LaneCookie(
      origins: [try #require(Origin("http://localhost:8080"))], instance: instance)
    let setting = plain.setting(Self.token)
    #expect(setting.hasPrefix("countersign.lane-staff=") && !setting.contains("Secure"))
    // No instance's session is taken for it, whatever its name.
    #expect(PageCookie(origins: []).setting(Self.token).hasPrefix("countersign="))
  }

  @Test(
    "what is no token, or is there twice, is no lane",
    arguments: [
      "countersign.lane=", "countersign.lane=abc", "countersign.lane=a b",
      "countersign.lane-x=\(token.exposed)", "countersign=\(token.exposed)",
      "countersign.lane=\(token.exposed); countersign.lane=\(token.exposed)", "",
    ])
  func unreadable(_ cookie: String) {
    let lane = LaneCookie(origins: [])
    #expect(lane.read([.cookie: cookie]) == nil)
    #expect(lane.read([.cookie: "a=b; countersign.lane=\(Self.token.exposed)"]) == Self.token)
  }

  @Test("a browser gets it with the action that its person proves, once, and an app never")
  func granting() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let key = try await ServerHarness.registerKey(token, server.harness, server.transport.send)
    let page: [(name: String, value: String)] = [
      (name: "Cookie", value: "countersign=\(token)"),
      (name: "Origin", value: ServiceHarness.originText),
      (name: "Content-Type", value: "application/json"),
    ]
    func test(_ fields: [(name: String, value: String)]) async throws -> RawResponse {
      let session = try await server.harness.service.sessions.authenticate(
        SecretText(token), activity: .person
      ).get()
      let proof = Proof.assertion(try await server.harness.unlinkedTest(key, session))
      return try await server.transport.send(
        RawRequest(
          method: "POST", target: "/biometric/test", fields: fields, body: proof.json.serialized()))
    }
    let app = try await test([
      (name: "Authorization", value: "Bearer \(token)"),
      (name: "Content-Type", value: "application/json"),
    ])
    #expect(app.status == 200 && app.field("Set-Cookie") == nil)
    let first = try await test(page)
    let cookie = try #require(first.field("Set-Cookie"))
    #expect(cookie.hasPrefix("countersign.lane="))
    let held = String(cookie.prefix { $0 != ";" })
    let second = try await test(
      [(name: "Cookie", value: "countersign=\(token); \(held)")] + page.dropFirst())
    #expect(second.status == 200 && second.field("Set-Cookie") == nil)
  }
}

extension ServiceHarness {
  /// An assertion over a challenge of the scenario that only proves.
  fileprivate func unlinkedTest(
    _ key: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    let options = try await service.actions.options(
      LinkedOptionsRequest(scenario: .testBiometrics, payload: .object([:])), session: session
    ).get()
    return try key.assert(options.options)
  }
}
