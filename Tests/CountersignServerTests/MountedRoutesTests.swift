import CountersignCore
import CountersignPage
import CountersignTesting
import HTTPTypes
import Hummingbird
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignServer

@Suite("Routes on a host's router")
struct MountedRoutesTests {
  @Test("every route stands under the prefix, whatever the host's context")
  func everyRoute() async throws {
    let hosted = try await Hosted()
    let router = Router(context: PlainContext.self)
    hosted.countersign.addRoutes(to: router.group("bank/auth"))
    let client = HostClient(router)
    let requestID = try #require(HTTPField.Name("X-Request-ID"))
    for route in Route.all {
      let path = try #require(route.path(["id": "x", "scenario": "x", "lane": "x"]))
      let answer = try await client.send(route.method, "/bank/auth" + path)
      #expect(![404, 405].contains(answer.status) || answer.reason == .linkOver, "\(path)")
      #expect(answer.fields[.xContentTypeOptions] == "nosniff", "\(path)")
      #expect(answer.fields[requestID] != nil, "\(path)")
    }
  }

  @Test(
    "under the prefix, what no route takes is a problem",
    arguments: [
      "", "/", "/nowhere", "/user", "/money-orders/1", "/operations", "/operations/x/y",
      "/sessions/links/x/nowhere", "/sessions/current/x/y", "/page/main.js", "/.well-known/x",
    ])
  func notFound(_ path: String) async throws {
    let client = try await Self.client()
    for method in [HTTPRequest.Method.get, .post, .delete, .options] {
      let answer = try await client.send(method, "/auth" + path)
      #expect(answer.status == 404, "\(method) \(path)")
      #expect(answer.reason == .notFound, "\(method) \(path)")
      #expect(answer.fields[.cacheControl] == "no-store")
    }
  }

  @Test("the domain names its apps at its root, with links under the prefix")
  func apps() async throws {
    let hosted = try await Hosted()
    let router = Router(context: PlainContext.self)
    hosted.countersign.addRoutes(to: router.group("bank/auth"))
    let apps = [try AssociatedApp("9JA89QQLNQ.com.example.pay")]
    AppFiles(apps, under: try PathPrefix("bank/auth")).add(to: router)
    let client = HostClient(router)
    let answer = try await client.send(.get, "/.well-known/apple-app-site-association")
    #expect(answer.status == 200)
    for page in ["link", "transaction"] { #expect(answer.text.contains("/bank/auth/\(page)")) }
    #expect(try await client.send(.get, "/.well-known/assetlinks.json").status == 404)
  }

  @Test("under the prefix, a method that a path does not have is told those it has")
  func otherMethod() async throws {
    let client = try await Self.client()
    for (method, path, allowed) in [
      (HTTPRequest.Method.patch, "/sessions", "DELETE, GET, HEAD, OPTIONS, POST"),
      (.delete, "/biometric/test", "OPTIONS, POST"),
      (.put, "/openapi.yaml", "GET, HEAD, OPTIONS"),
    ] {
      let answer = try await client.send(method, "/auth" + path)
      #expect(answer.status == 405)
      #expect(answer.fields[.allow] == allowed)
      #expect(answer.reason == .methodNotAllowed)
    }
  }

  @Test("under the prefix, HEAD and OPTIONS are answered, and a lost way leads to what is served")
  func foundAgain() async throws {
    let client = try await Self.client { $0.http.additions = [.page()] }
    for path in ["/health/live", "/", "/link", "/page/main.js", "/openapi.json"] {
      let head = try await client.send(.head, "/auth" + path)
      let get = try await client.send(.get, "/auth" + path)
      #expect(head.status == 200 && head.bytes == [], "\(path)")
      #expect(head.fields[.contentLength] == String(get.bytes.count), "\(path)")
      let options = try await client.send(.options, "/auth" + path)
      #expect(options.status == 204, "\(path)")
      #expect(options.fields[.allow] == "GET, HEAD, OPTIONS", "\(path)")
    }
    for path in ["/nowhere", "/sessions/links/x/y/z", "/page/x/y.js"] {
      let problem = try await client.send(.get, "/auth" + path)
      let told = try Problem(json: problem.json).detail
      #expect(told.contains(" /auth/openapi.yaml "), "\(path)")
      let lost = try await client.send(.get, "/auth" + path, fields: [.accept: "text/html"])
      #expect(lost.status == 404 && lost.text.contains("href=\"/auth/\""), "\(path)")
    }
    #expect(try await client.send(.get, "/auth/openapi.yaml").status == 200)
    let behindProxy = try await Self.client { $0.http.prefix = try PathPrefix("/pay") }
    let other = try await behindProxy.send(.get, "/auth/nowhere")
    #expect(try Problem(json: other.json).detail.contains(" /pay/openapi.yaml "))
  }

  @Test("outside of the prefix the host's answers and its log are the host's alone")
  func outside() async throws {
    let log = LogLines()
    let hosted = try await Hosted(logger: log.logger) { $0.http.additions = [.page()] }
    let router = Router(context: AddressedContext.self)
    let group = router.group("auth")
    router.get("before") { _, _ in "before" }
    hosted.countersign.addRoutes(to: group)
    router.get("after") { _, _ in "after" }
    // A route that the host puts beside the others, into the same group.
    group.get("own") { _, _ in "own" }
    let client = HostClient(router, logger: log.logger)
    for (path, status, text) in [
      ("/before", 200, "before"), ("/after", 200, "after"), ("/auth/own", 200, "own"),
      ("/nowhere", 404, ""), ("/health/live", 404, ""), ("/", 404, ""), ("/authority", 404, ""),
    ] {
      let answer = try await client.send(.get, path, authority: "127.0.0.1:8080")
      #expect(answer.status == status, "\(path)")
      #expect(answer.text == text, "\(path)")
      #expect(answer.reason == nil && answer.fields[.location] == nil, "\(path)")
      let names = Set(answer.fields.map(\.name.canonicalName))
      #expect(names.isSubset(of: ["content-type", "content-length"]), "\(path): \(names)")
    }
    #expect(log.all == [])
    _ = try await client.send(.get, "/auth/health/live")
    #expect(log.all.count == 1 && log.all[0].contains("/auth/health/live"))
  }

  @Test("127.0.0.1 is sent to localhost with the prefix, with path and query")
  func loopbackAddress() async throws {
    let answer = try await Self.client().send(
      .get, "/auth/pocket?a=b", authority: "127.0.0.1:81")
    #expect(answer.status == 307)
    #expect(answer.fields[.location] == "http://localhost:8080/auth/pocket?a=b")
  }

  @Test("a link leads to the page under the prefix, or under the one that the host configured")
  func links() async throws {
    let client = try await Self.client()
    let body = SessionLinkRequest(type: .login).json
    let link = try await client.send(.post, "/auth/sessions/links", body)
    let url = try SessionLinkAnswer(json: link.json).url
    #expect(url.hasPrefix(Hosted.originText + "/auth/link#"))
    let behindProxy = try await Self.client { $0.http.prefix = try PathPrefix("/pay/v1.2") }
    let other = try await behindProxy.send(.post, "/auth/sessions/links", body)
    #expect(
      try SessionLinkAnswer(json: other.json).url
        .hasPrefix(Hosted.originText + "/pay/v1.2/link#"))
  }

  @Test("what a notice tells of is stopped at the page under the prefix")
  func stopLinks() async throws {
    let hosted = try await Hosted()
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router.group("auth"))
    let client = HostClient(router)
    let mail = "ada@example.com"
    let opened = try await client.signUp(mail, at: "/auth", of: hosted)
    let token = try SessionAnswer(json: opened.json).accessToken.exposed
    let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
    func code(_ purpose: CodePurpose) async throws -> SecretText {
      _ = try await client.send(
        .post, "/auth/codes", CodeRequest(purpose: purpose).json, fields: bearer)
      return try await hosted.newestCode(to: mail)
    }
    let pin = SetPINRequest(
      pin: SecretText("258036"), entitlement: .validateCode(try await code(.setPIN)))
    let set = try await client.send(.put, "/auth/second-factor/pin", pin.json, fields: bearer)
    #expect(set.status == 204)
    let recovery = RecoveryRequest(validateCode: try await code(.recover))
    let begun = try await client.send(.post, "/auth/recovery", recovery.json, fields: bearer)
    #expect(begun.status == 202)
    let worker = hosted.countersign.service.outbox(
      messenger: hosted.messenger, courier: nil, log: .silent)
    await worker.runDue(only: .message, .notice)
    let notice = hosted.messenger.messages.last { $0.content == .notice(.recoveryBegun) }
    #expect(notice?.stop?.exposed.hasPrefix(Hosted.originText + "/auth/stop#wai_") == true)
  }

  @Test("the page's documents have one path each, from which their relative addresses lead")
  func documents() async throws {
    let client = try await Self.client { $0.http.additions = [.page()] }
    for (path, location) in [
      ("/auth", "./auth/"), ("/auth/link/", "../link"), ("/auth/", nil), ("/auth/link", nil),
      ("/auth//", nil), ("/auth/stop/", "../stop"), ("/auth/stop", nil),
    ] {
      let answer = try await client.send(.get, path)
      #expect(answer.status == (location == nil ? 200 : 307), "\(path)")
      #expect(answer.fields[.location] == location, "\(path)")
    }
    #expect(try await client.send(.get, "/auth/page/main.js").status == 200)
    #expect(try await client.send(.get, "/auth/page/nowhere.js").reason == .notFound)
    #expect(try await client.send(.get, "/auth/page").reason == .notFound)
    #expect(try await client.send(.post, "/auth/link").reason == .methodNotAllowed)
  }

  /// A client of a host that has one server under `/auth`, and nothing else.
  static func client(
    change: (inout ServerConfiguration) throws -> Void = { _ in }
  ) async throws -> HostClient<AddressedContext> {
    let hosted = try await Hosted(change: change)
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router.group("auth"))
    return HostClient(router, keeping: hosted)
  }
}
