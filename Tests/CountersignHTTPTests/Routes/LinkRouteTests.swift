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

  @Test("a link that is unknown, was used or is past its time is told as such, with what to do")
  func over() async throws {
    let server = try await ServerHarness()
    let phone = try await server.enrolledPhone()
    let used = try await server.loginLink()
    _ = try await server.confirmLogin(phone, used)
    #expect(try await server.collect(used, []).status == 201)
    let late = try await server.loginLink()
    server.harness.clock.advance(seconds: 121)
    for id in ["lnk_unknown", used.id, late.id] {
      let confirmation = LinkConfirmation.enrol(
        try phone.device(for: id), registration: nil, .nothing)
      let options = LinkOptionsRequest(deviceID: phone.id, number: "42")
      for (route, body) in [
        (Route.link, nil), (.linkOptions, options.json), (.linkCode, nil),
        (.confirmLink, confirmation.json), (.collectLink, nil),
        (.linkEvents, nil),
      ] as [(Route, JSONValue?)] {
        // Its maker's stream tells the end of a link as its last event.
        if route == .linkEvents, id == late.id { continue }
        let answer = try await server.send(
          WireRequest(
            route, parameters: ["id": id], watchSecret: late.watchSecret.exposed, body: body))
        #expect(answer.status == 404, "\(route.path) \(id)")
        let problem = try Problem(json: answer.body ?? .null)
        #expect(problem.reason == .linkOver, "\(route.path) \(id)")
        #expect(problem.detail.contains("have a new one made"), "\(route.path) \(id)")
      }
    }
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
    for route in [Route.linkEvents, .collectLink, .claimLink, .endLink] {
      let body = route == .claimLink ? LinkClaim(isMine: true).json : JSONValue?.none
      var answers: [WireResponse] = []
      for (id, secret) in [
        (link.id, nil), (link.id, ""), (link.id, other.watchSecret.exposed),
        ("lnk_unknown", link.watchSecret.exposed),
      ] {
        answers.append(
          try await server.transport.send(
            WireRequest(route, parameters: ["id": id], watchSecret: secret, body: body)))
      }
      #expect(answers.map(\.status) == [404, 404, 404, 404])
      #expect(answers.allSatisfy { $0.body == answers[0].body })
    }
    #expect(try await server.collect(link, []).status == 201)
  }

  @Test("a device that enrols gets its session, and its maker is told")
  func enrols() async throws {
    let server = try await ServerHarness()
    let (_, _, session) = try await server.phoneByLink()
    let devices = try await server.transport.send(WireRequest(.devices, accessToken: session))
    #expect(try DeviceList(json: devices.body ?? .null).devices.map(\.isCurrent) == [true])
  }

  @Test("a device that a page's link enrolled is weak until the page says that it is the person's")
  func claimed() async throws {
    let server = try await ServerHarness()
    let (link, phone, session) = try await server.phoneByLink()
    let others = ["which": "others"]
    #expect(try await server.status(.endSessions, session, query: others) == 401)
    let before = try await server.signIn(by: phone)
    #expect(try await server.status(.endSessions, before, query: others) == 401)
    #expect(try await server.status(.devices, before) == 200)
    for secret in [nil, "", "not it"] {
      let wrong = try await server.claim(link.id, isMine: true, secret: secret)
      #expect(wrong.status == 404)
      #expect(try Problem(json: wrong.body ?? .null).reason == .linkOver)
    }
    let unsaid = try await server.transport.send(
      WireRequest(
        .claimLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed, body: [:]))
    #expect(unsaid.status == 400)
    let stillWeak = try await server.signIn(by: phone)
    #expect(try await server.status(.endSessions, stillWeak, query: others) == 401)
    let secret = link.watchSecret.exposed
    #expect(try await server.claim(link.id, isMine: true, secret: secret).status == 204)
    let after = try await server.signIn(by: phone)
    #expect(try await server.status(.endSessions, after, query: others) == 200)
    // It is said once: what is the person's now is not taken away by a page.
    for isMine in [true, false] {
      #expect(try await server.claim(link.id, isMine: isMine, secret: secret).status == 404)
    }
    #expect(try await server.status(.devices, after) == 200)
  }

  @Test("a device that the page says is somebody else's is revoked, with its session")
  func claimedByAnother() async throws {
    let server = try await ServerHarness()
    let (link, phone, session) = try await server.phoneByLink()
    let secret = link.watchSecret.exposed
    #expect(try await server.claim(link.id, isMine: false, secret: secret).status == 204)
    #expect(try await server.status(.devices, session) == 401)
    let options = try await server.transport.send(
      WireRequest(.sessionOptions, body: SessionOptionsRequest(deviceID: phone.id).json))
    #expect(options.status == 404)
    #expect(try await server.claim(link.id, isMine: true, secret: secret).status == 404)
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
