import AsyncHTTPClient
import CountersignHTTP
import CountersignMetrics
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Testing

@Suite("The port of the metrics")
struct MetricsServerTests {
  private struct Answer: Sendable {
    let status: UInt
    let mediaType: String?
    let body: String
  }

  /// Sends requests to a server at this machine's address; a Host of nil is that of the address.
  private func answers(
    to requests: [(method: String, path: String, host: String?)], binding host: String = "127.0.0.1"
  ) async throws -> [Answer] {
    let logger = Logger(label: "metrics") { _ in SwiftLogNoOpLogHandler() }
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let server = MetricsServer(
      host: host, port: 0, mediaType: PrometheusMetrics.mediaType, logger: logger,
      onBound: { continuation.yield($0) }, text: { "a_total 1\n" })
    let group = ServiceGroup(services: [server], logger: logger)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      let port = try #require(await ports.first { _ in true })
      let client = HTTPClient(eventLoopGroupProvider: .singleton)
      var answers: [Answer] = []
      for (method, path, host) in requests {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = .init(rawValue: method)
        if let host { request.headers.add(name: "Host", value: host) }
        let response = try await client.execute(request, timeout: .seconds(20))
        answers.append(
          Answer(
            status: response.status.code,
            mediaType: response.headers.first(name: "Content-Type"),
            body: String(buffer: try await response.body.collect(upTo: 1 << 20))))
      }
      try await client.shutdown()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return answers
    }
  }

  @Test("it serves the figures to GET and their head to HEAD, and nothing else")
  func figures() async throws {
    let answers = try await answers(to: [
      ("GET", "/metrics", nil), ("HEAD", "/metrics", nil), ("POST", "/metrics", nil),
      ("GET", "/", nil), ("GET", "/health/live", nil),
    ])
    #expect(answers.map(\.status) == [200, 200, 404, 404, 404])
    #expect(answers[0].body == "a_total 1\n")
    #expect(answers[0].mediaType == "text/plain; version=0.0.4; charset=utf-8")
    #expect(answers[1].body == "")
  }

  @Test("at an address of this machine, a name of somebody else's leads to nothing")
  func rebinding() async throws {
    let hosts = ["attacker.example", "127.0.0.1.attacker.example", "10.0.0.1:9464", ""]
    let refused = try await answers(to: hosts.map { ("GET", "/metrics", $0) })
    #expect(refused.allSatisfy { $0.status == 421 && $0.body == "" })
    let own = ["localhost:9464", "127.0.0.1", "[::1]:9464", "LOCALHOST"]
    let served = try await answers(to: own.map { ("GET", "/metrics", $0) })
    #expect(served.allSatisfy { $0.status == 200 })
  }

  @Test("at an address that others reach, any name leads to the figures")
  func otherAddresses() async throws {
    let answers = try await answers(
      to: [("GET", "/metrics", "node-1.example:9464")], binding: "0.0.0.0")
    #expect(answers.map(\.status) == [200])
  }
}
