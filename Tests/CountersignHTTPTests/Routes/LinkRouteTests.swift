import CountersignCore
import CountersignSQLite
import CountersignTesting
import Logging
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("Links over the wire")
struct LinkRouteTests {
  @Test("a page is logged in by a phone, its token in a cookie and not in the body")
  func page() async throws {
    let server = try await ServerHarness()
    let phone = try await server.enrolledPhone()
    let link = try await server.loginLink(origin: ServiceHarness.originText)
    #expect(QRCode(link.url)?.rows == link.qrCode)
    #expect(link.url.hasPrefix(ServiceHarness.originText + "/link#lnk_"))
    let feed = try await server.transport.stream(
      WireRequest(
        .linkEvents, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed))
    #expect(feed.status == 200)
    #expect(feed.fields.contains { $0.name == "Content-Type" && $0.value == "text/event-stream" })
    async let statuses = Self.statuses(of: feed)
    let confirmed = try await server.confirmLogin(phone, link)
    #expect(confirmed.status == 200)
    #expect(try LinkConfirmed(json: confirmed.body ?? .null).session == nil)
    #expect(try await statuses.last == .confirmed)
    let collected = try await server.collect(
      link,
      [
        (name: "X-Countersign-Page", value: "1"),
        (name: "Origin", value: ServiceHarness.originText),
      ])
    #expect(collected.status == 201)
    let cookie = try #require(collected.field("Set-Cookie"))
    #expect(cookie.hasPrefix("countersign=") && cookie.contains("HttpOnly; SameSite=Strict"))
    #expect(!String(decoding: collected.body, as: UTF8.self).contains("accessToken"))
    let pair = String(cookie.prefix { $0 != ";" })
    let listed = try await server.transport.send(
      RawRequest(method: "GET", target: "/sessions", fields: [(name: "Cookie", value: pair)]))
    #expect(listed.status == 200)
  }

  @Test("a cookie is given to the page's own origin only, and the link is not used up by another")
  func foreignOrigin() async throws {
    let server = try await ServerHarness()
    let phone = try await server.enrolledPhone()
    let link = try await server.loginLink()
    _ = try await server.confirmLogin(phone, link)
    for origin in ["https://evil.example", "null", nil] {
      let fields = origin.map { [(name: "Origin", value: $0)] } ?? []
      let answer = try await server.collect(
        link, [(name: "X-Countersign-Page", value: "1")] + fields)
      #expect(answer.status == 403)
      #expect(try problem(answer).reason == .originNotAllowed)
    }
    #expect(try await server.collect(link, []).status == 201)
  }

  @Test("whoever only saw the code gets the answer of an unknown link, wherever they ask")
  func onlySaw() async throws {
    let server = try await ServerHarness()
    let phone = try await server.enrolledPhone()
    let link = try await server.loginLink()
    let other = try await server.loginLink()
    _ = try await server.confirmLogin(phone, link)
    for route in [Route.linkEvents, .collectLink, .endLink] {
      var answers: [WireResponse] = []
      for (id, secret) in [
        (link.id, nil), (link.id, ""), (link.id, other.watchSecret.exposed),
        ("lnk_unknown", link.watchSecret.exposed),
      ] {
        answers.append(
          try await server.transport.send(
            WireRequest(route, parameters: ["id": id], watchSecret: secret)))
      }
      #expect(answers.allSatisfy { $0.status == 404 && $0.body == answers[0].body })
    }
    #expect(try await server.collect(link, []).status == 201)
  }

  @Test("a device that enrols gets its session, and its maker is told")
  func enrols() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let made = try await server.transport.send(
      WireRequest(.makeLink, accessToken: token, body: ["type": "enrol"]))
    #expect(made.status == 201)
    let link = try SessionLinkAnswer(json: made.body ?? .null)
    #expect(link.number == nil && !link.qrCode.isEmpty)
    let mailed = try await server.transport.send(
      WireRequest(.linkCode, parameters: ["id": link.id]))
    #expect(mailed.status == 202)
    let code = try await server.harness.newestCode(to: "ada@example.com")
    let phone = TestPhone(try server.harness.newAuthenticator())
    let confirmed = try await server.transport.send(
      WireRequest(
        .confirmLink, parameters: ["id": link.id],
        body: LinkConfirmation.enrol(
          try phone.device(for: link.id), registration: nil, .validateCode(code)
        ).json))
    #expect(confirmed.status == 201)
    let session = try #require(try LinkConfirmed(json: confirmed.body ?? .null).session)
    let devices = try await server.transport.send(
      WireRequest(.devices, accessToken: session.accessToken.exposed))
    #expect(try DeviceList(json: devices.body ?? .null).devices.map(\.isCurrent) == [true])
  }

  @Test("a host's link needs a service key of its scope")
  func hosts() async throws {
    let server = try await ServerHarness()
    let body: JSONValue = ["type": "enrol", "userName": "ada@example.com", "displayName": "Ada"]
    for (scopes, status) in [
      (nil, 401), (Set([ServiceScope.admin, .transactions]), 403), ([.sessions], 201),
    ] as [(Set<ServiceScope>?, Int)] {
      var token: String?
      if let scopes { token = try await server.serviceKey(scopes) }
      let made = try await server.transport.send(
        WireRequest(.makeServiceLink, accessToken: token, body: body))
      #expect(made.status == status)
    }
  }

  @Test(
    "a path, a body or a number that no link has is refused, never a fault",
    arguments: [
      "{}", "{\"deviceId\":1}", "{\"deviceId\":\"dev_x\",\"number\":\"47\",\"more\":1}",
      "{\"deviceId\":\"dev_x\",\"number\":\"47\",\"pinProof\":{}}", "[]", "{\"device\":{}}",
    ])
  func malformed(_ body: String) async throws {
    let server = try await ServerHarness()
    let link = try await server.loginLink()
    for id in [link.id, "x", "%00", "lnk_" + String(repeating: "a", count: 5000)] {
      for step in ["options", "confirm"] {
        let answer = try await server.transport.send(
          RawRequest(
            method: "POST", target: "/sessions/links/\(id)/\(step)",
            fields: [(name: "Content-Type", value: "application/json")], body: Array(body.utf8)))
        #expect((400..<500).contains(answer.status), "\(step) \(id.prefix(20)) \(answer.status)")
      }
    }
  }

  @Test("the log holds neither a link's id, nor its secret, nor its number")
  func log() async throws {
    let lines = Mutex<[[UInt8]]>([])
    let write: @Sendable ([UInt8]) -> Void = { line in lines.withLock { $0.append(line) } }
    let logger = Logger(label: "countersign") { label in
      JSONLogHandler(label: label, level: .trace, write: write)
    }
    let server = try await ServerHarness()
    let logged = WatchedLoopback(server.harness, logger: logger)
    let phone = try await server.enrolledPhone()
    let link = try await server.loginLink(through: logged)
    _ = try await logged.send(WireRequest(.link, parameters: ["id": link.id]))
    _ = try await server.confirmLogin(phone, link, through: logged)
    _ = try await logged.send(
      WireRequest(
        .collectLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed))
    let text = lines.withLock { String(decoding: $0.joined(), as: UTF8.self) }
    #expect(text.contains("/sessions/links/{id}/confirm"))
    for secret in [link.id, link.watchSecret.exposed, phone.id] { #expect(!text.contains(secret)) }
    // Nor do the audit log or any row of the store hold what confirms or collects it.
    let audit = try await server.harness.store.read {
      try $0.rows("SELECT details FROM audit", []).map { try $0.text(0) }.joined()
    }
    for secret in [link.id, link.watchSecret.exposed] { #expect(!audit.contains(secret)) }
  }

  private static func statuses(of feed: StreamedResponse) async throws -> [LinkEvent.Status] {
    var reader = ServerSentEventReader()
    var statuses: [LinkEvent.Status] = []
    for try await part in feed.parts {
      for event in try reader.read(part) {
        #expect(event.name == "status")
        statuses.append(try LinkEvent(json: event.data).status)
      }
    }
    return statuses
  }
}
