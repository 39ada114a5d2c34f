import CountersignCore
import CountersignMetrics
import CountersignTesting
import InMemoryTracing
import Synchronization
import Testing
import Tracing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

@Suite("Overload", .timeLimit(.minutes(5)))
struct OverloadTests {
  /// Settings by whose clock a second passes each time that it is looked at.
  private static func slow() -> ServerSettings {
    let time = Mutex(ContinuousClock.now)
    var settings = ServerSettings()
    settings.loadClock = {
      time.withLock { time in
        time += .seconds(1)
        return time
      }
    }
    return settings
  }

  @Test("a request that is shed is told so with the time to wait, and its connection goes on")
  func shed() async throws {
    let harness = try await ServiceHarness { $0.requests.underWay = 0 }
    try await RunningServer.run(harness) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(
        "POST /accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 2\r\n\r\n{}"
          + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answers = await connection.readToEnd()
      let parts = answers.split(separator: "HTTP/1.1 ")
      try #require(parts.count == 2)
      #expect(parts[0].hasPrefix("503 "))
      #expect(parts[0].lowercased().contains("\r\nretry-after: 1\r\n"))
      #expect(parts[0].contains("\"reason\":\"overloaded\""))
      #expect(parts[1].hasPrefix("200 "))
    }
  }

  @Test("health is answered however much there is to do")
  func health() async throws {
    let harness = try await ServiceHarness { $0.requests.underWay = 0 }
    let transport = WatchedLoopback(harness)
    let routes = Route.all.filter { $0.method == .get && !$0.path.contains("{") }
    for route in routes where route.access == .everyone {
      let answer = try await transport.send(WireRequest(route))
      #expect((answer.status == 200) == [.live, .ready].contains(route), "\(route.path)")
    }
  }

  @Test("where turns are long by the clock requests are shed, and health is not")
  func late() async throws {
    let metrics = PrometheusMetrics()
    let harness = try await ServiceHarness(metrics: ServerMetrics(metrics)) {
      $0.requests.leastPerTurn = 0
      $0.requests.patience = .seconds(5)
      $0.requests.recovery = .seconds(3600)
    }
    try await RunningServer.run(harness, settings: Self.slow()) { server in
      var statuses: [Int] = []
      while statuses.last != 503, statuses.count < 20 {
        statuses.append(try await server.send(WireRequest(.sessions, accessToken: "no")).status)
      }
      #expect(Set(statuses) == [401, 503])
      let posted = try await server.send(WireRequest(.signUp, body: ["userName": "ada"]))
      #expect(posted.status == 503)
      #expect(try Problem(json: posted.body ?? .null).reason == .overloaded)
      #expect((1...10).contains(posted.retryAfterSeconds ?? 0))
      let figures = Set(metrics.text().split(separator: "\n"))
      #expect(figures.contains(#"countersign_requests_shed_total{cause="late"} 2"#))
      #expect(figures.contains(#"countersign_requests_shed_total{cause="full"} 0"#))
      #expect(figures.contains(#"countersign_refusals_total{reason="overloaded"} 2"#))
      #expect(try await server.send(WireRequest(.live)).status == 200)
      #expect(try await server.send(WireRequest(.ready)).status == 200)
    }
  }

  @Test("half of the places under way is kept from options, which get no span then either")
  func keptPlaces() async throws {
    let meanwhile = Mutex<[Int]>([])
    let other = Mutex<LoopbackTransport?>(nil)
    let held = HeldCall {
      guard let other = other.withLock({ $0 }) else { return }
      for request in [WireRequest(.sessionOptions), WireRequest(.sessions, accessToken: "no")] {
        let status = try await other.send(request).status
        meanwhile.withLock { $0.append(status) }
      }
    }
    let tracer = InMemoryTracer()
    let harness = try await ServiceHarness(modules: [held], tracer: tracer) {
      ($0.requests.underWay, $0.requests.burst) = (2, 1)
    }
    let transport = LoopbackTransport(harness.service)
    other.withLock { $0 = transport }
    #expect(try await transport.send(WireRequest(.sessionOptions)).status == 200)
    #expect(try await transport.send(WireRequest(.heldCall)).status == 204)
    #expect(meanwhile.withLock { $0 } == [503, 401])
    #expect(tracer.finishedSpans.filter { $0.kind == .server }.count == 3)
  }

  @Test("a stream that is open holds no place")
  func stream() async throws {
    let server = try await ServerHarness(policy: {
      ($0.requests.underWay, $0.requests.burst) = (1, 1)
    })
    let token = try await server.signUp()
    let listener = try await server.listen(token)
    #expect(try await server.send(WireRequest(.sessions, accessToken: token)).status == 200)
    withExtendedLifetime(listener) {}
  }

  @Test("a refusal that is held back holds no place")
  func heldBack() async throws {
    let harness = try await ServiceHarness {
      ($0.requests.underWay, $0.requests.burst) = (1, 1)
    }
    let meanwhile = Mutex<[Int]>([])
    let other = Mutex<LoopbackTransport?>(nil)
    var settings = ServerSettings()
    settings.secretFloor = SecretFloor(sleep: { _ in
      guard let other = other.withLock({ $0 }) else { return }
      let status = try await other.send(WireRequest(.sessions, accessToken: "none")).status
      meanwhile.withLock { $0.append(status) }
    })
    let transport = LoopbackTransport(harness.service, settings: settings)
    other.withLock { $0 = transport }
    let guess = SessionRequest.code(codeRequest: "cod_1", validateCode: SecretText("000000"))
    #expect(try await transport.send(WireRequest(.openSession, body: guess.json)).status == 401)
    #expect(meanwhile.withLock { $0 } == [401])
  }
}

/// A module whose one call does something before it is answered.
private struct HeldCall: RoutedModule {
  let name = "held"
  let schema = Schema(owner: "held", steps: [])
  let scenarios: [ScenarioPolicy] = []
  let meanwhile: @Sendable () async throws -> Void

  init(_ meanwhile: @escaping @Sendable () async throws -> Void) { self.meanwhile = meanwhile }

  var routes: [RouteHandler] {
    [
      RouteHandler(.heldCall) { [meanwhile] _ in
        try await meanwhile()
        return .noContent
      }
    ]
  }

  func parts(on ground: ModuleGround) -> any ModuleParts { NoParts() }
}

extension Route {
  fileprivate static let heldCall = Route(.post, "/held", .everyone)
}
