import CountersignSQLite
import CountersignTesting
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("The route table")
struct RouteTableTests {
  @Test("every route of the table is served, and nothing else")
  func complete() {
    #expect(RouteHandler.all.map(\.route).count == Route.all.count)
    #expect(Set(RouteHandler.all.map(\.route)) == Set(Route.all))
  }

  @Test(
    "a path that no route has is a problem", arguments: ["/page", "/nowhere", "/money-orders/1"])
  func unknownPath(_ path: String) async throws {
    let server = try await ServerHarness()
    let response = try await server.transport.send(RawRequest(method: "GET", target: path))
    #expect(response.status == 404)
    #expect(response.field("Content-Type") == "application/problem+json")
    #expect(try problem(response).reason == .notFound)
  }

  @Test("a method that a path does not have is told those it has")
  func unknownMethod() async throws {
    let server = try await ServerHarness()
    for (method, path, allowed) in [
      ("PATCH", "/sessions", "DELETE, GET, HEAD, OPTIONS, POST"),
      ("DELETE", "/money-orders", "GET, HEAD, OPTIONS, POST"),
      ("HEAD", "/accounts", "OPTIONS, POST"), ("PUT", "/operations/x", "GET, HEAD, OPTIONS"),
      ("QUERY", "/pocket", "GET, HEAD, OPTIONS"), ("POST", "/openapi.json", "GET, HEAD, OPTIONS"),
    ] {
      let response = try await server.transport.send(RawRequest(method: method, target: path))
      #expect(response.status == 405)
      #expect(response.field("Allow") == allowed)
      if method == "HEAD" {
        #expect(response.body == [])
      } else {
        #expect(try problem(response).reason == .methodNotAllowed)
      }
    }
  }

  @Test("HEAD answers as GET does, without a body", arguments: [false, true])
  func head(isSignedIn: Bool) async throws {
    let server = try await ServerHarness()
    let token = isSignedIn ? try await server.signUp() : "unknown"
    let paths = Route.served.filter { $0.method == .get && $0.path != Route.transactionEvents.path }
      .compactMap { $0.path(["id": "x", "lane": "x", "scenario": "x"]) }
    for target in paths + ["/openapi.json", "/openapi.yaml", "/nowhere"] {
      var request = RawRequest(
        method: "GET", target: target,
        fields: [(name: "Authorization", value: "Bearer \(token)")])
      let get = try await server.transport.send(request)
      request.method = "HEAD"
      let head = try await server.transport.send(request)
      #expect(head.status == get.status, "\(target)")
      #expect(head.body == [], "\(target)")
      #expect(head.field("Content-Type") == get.field("Content-Type"), "\(target)")
      #expect(head.field("Content-Length") == String(get.body.count), "\(target)")
      #expect(head.field("WWW-Authenticate") == get.field("WWW-Authenticate"), "\(target)")
    }
  }

  @Test("HEAD of a stream of events tells its type and opens none")
  func headOfEvents() async throws {
    let server = try await ServerHarness()
    let token = try await server.signUp()
    let head = try await server.transport.send(
      RawRequest(
        method: "HEAD", target: "/transactions/events",
        fields: [(name: "Authorization", value: "Bearer \(token)")]))
    #expect(head.status == 200)
    #expect(head.field("Content-Type") == "text/event-stream")
    // As on a host's server; on the server's own the connection ends instead.
    #expect(head.field("Content-Length") == "0")
    #expect(head.body == [])
  }

  @Test("OPTIONS tells the methods of every path, and needs no session")
  func options() async throws {
    let server = try await ServerHarness()
    for (path, routes) in Dictionary(grouping: Route.served, by: \.path) {
      let target = try #require(
        routes[0].path(["id": "x", "lane": "x", "scenario": "x"]))
      let response = try await server.transport.send(
        RawRequest(method: "OPTIONS", target: target))
      #expect(response.status == 204, "\(path)")
      let isRead = routes.contains { $0.method == .get }
      let methods = routes.map(\.methodName) + ["OPTIONS"] + (isRead ? ["HEAD"] : [])
      #expect(
        response.field("Allow") == methods.sorted().joined(separator: ", "), "\(path)")
      #expect(response.body == [])
    }
    let unknown = try await server.transport.send(
      RawRequest(method: "OPTIONS", target: "/nowhere"))
    #expect(unknown.status == 404)
  }

  @Test("the routes stand under any prefix of any router, and so do the methods they take")
  func prefix() async throws {
    let server = try await ServerHarness()
    let router = Router(context: ServerContext.self)
    ServiceRoutes(
      slot: ServiceSlot(server.harness.service), settings: ServerSettings(), modules: []
    )
    .add(to: router.group("/bank"))
    let responder = router.buildResponder()
    let logger = Logger(label: "prefix") { _ in SwiftLogNoOpLogHandler() }
    for (method, path, status, allowed) in [
      (HTTPRequest.Method.get, "/bank/health/live", 200, nil as String?),
      (.get, "/bank/operations/x", 401, nil), (.head, "/bank/health/live", 200, nil),
      (.options, "/bank/operations/x", 204, "GET, HEAD, OPTIONS"),
      (.put, "/bank/operations/x", 405, "GET, HEAD, OPTIONS"),
      (.get, "/health/live", 404, nil), (.put, "/operations/x", 404, nil),
    ] {
      let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
      let response = try await responder.respond(
        to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
        context: ServerContext(loopback: logger))
      #expect(response.status.code == status, "\(path)")
      #expect(response.headers[.allow] == allowed, "\(path)")
    }
  }

  @Test("a route with a session refuses whoever has none, with a challenge")
  func sessionRequired() async throws {
    let server = try await ServerHarness(onRefusal: DocumentedRefusals.expect)
    for route in Route.served where route.access.takesSession {
      let target = try #require(route.path(["id": "x", "scenario": "x"]))
      for value in [nil, "Bearer", "Bearer ", "Basic YTpi", "Bearer unknown", "Bearer a b"] {
        let fields = value.map { [(name: "Authorization", value: $0)] } ?? []
        let response = try await server.transport.send(
          RawRequest(method: route.method.rawValue, target: target, fields: fields))
        #expect(response.status == 401, "\(route.method.rawValue) \(route.path)")
        #expect(response.field("WWW-Authenticate") == "Bearer realm=\"countersign\"")
        #expect(try problem(response).reason == .sessionRequired)
      }
    }
  }

  @Test("every answer forbids sniffing and storing, and has an id")
  func fields() async throws {
    let server = try await ServerHarness()
    for target in ["/health/live", "/nowhere", "/pocket"] {
      let response = try await server.transport.send(RawRequest(method: "GET", target: target))
      #expect(response.field("X-Content-Type-Options") == "nosniff")
      #expect(response.field("Cache-Control") == "no-store")
      #expect(response.field("X-Request-ID")?.isEmpty == false)
      #expect(response.field("Strict-Transport-Security") == nil)
    }
  }

  @Test("127.0.0.1 is sent to the origin at localhost, with path and query, and method kept")
  func loopbackAddress() async throws {
    let server = try await ServerHarness()
    let response = try await server.transport.send(
      RawRequest(
        method: "GET", target: "/pocket?a=b", fields: [(name: "Host", value: "127.0.0.1:81")]))
    #expect(response.status == 307)
    // The origin that was configured, whatever Host says.
    #expect(response.field("Location") == "http://localhost:8080/pocket?a=b")
    let other = try await server.transport.send(
      RawRequest(
        method: "GET", target: "//evil.example/", fields: [(name: "Host", value: "127.0.0.1")]))
    #expect(other.status == 404)
  }

  @Test("health says that the process lives and that its store answers")
  func health() async throws {
    let server = try await ServerHarness()
    #expect(try await server.transport.send(WireRequest(.live)).body == ["status": "live"])
    #expect(try await server.transport.send(WireRequest(.ready)).body == ["status": "ready"])
    try await server.harness.store.close()
    #expect(try await server.transport.send(WireRequest(.live)).status == 200)
    let response = try await server.transport.send(WireRequest(.ready))
    #expect(response.status == 503)
    #expect(response.retryAfterSeconds == 1)
    #expect(try response.body.map(Problem.init(json:))?.reason == .busy)
    server.harness.service.drain()
    let draining = try await server.transport.send(WireRequest(.ready))
    #expect(draining.status == 503)
    #expect(try draining.body.map(Problem.init(json:))?.reason == .draining)
  }
}

func problem(_ response: RawResponse) throws -> Problem {
  try Problem(json: try JSONValue(parsing: response.body))
}
