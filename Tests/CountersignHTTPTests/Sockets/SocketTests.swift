import AsyncHTTPClient
import CountersignHTTP
import CountersignTesting
import Foundation
import Logging
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("Over a socket", .timeLimit(.minutes(5)))
struct SocketTests {
  @Test("three calls send money")
  func threeCalls() async throws {
    let harness = try await ServiceHarness()
    try await RunningServer.run(harness) { server in
      try await sendWithToken(harness, server.send)
    }
    #expect(try await harness.fault() == nil)
  }

  @Test("a body past the limit is 413, and the connection goes on")
  func bodyLimit() async throws {
    let harness = try await ServiceHarness()
    try await RunningServer.run(harness) { server in
      let large = JSONValue.string(String(repeating: "a", count: 1 << 20))
      let response = try await server.send(WireRequest(.signUp, body: large))
      #expect(response.status == 413)
      let live = try await server.send(WireRequest(.live))
      #expect(live.status == 200)
    }
  }

  @Test("as many connections wait for an event loop as the kernel lets wait, and not only 256")
  func backlog() async throws {
    let most = try String(contentsOfFile: "/proc/sys/net/core/somaxconn", encoding: .utf8)
    let kernel = try #require(Int(most.trimmingCharacters(in: .whitespacesAndNewlines)))
    let harness = try await ServiceHarness()
    try await RunningServer.run(harness) { server in
      #expect(ListeningSocket.backlog(ofPort: server.port) == min(4096, kernel))
    }
  }

  // Holds: input
  @Test("a body that does not come is told so, and its connection closed")
  func slowBody() async throws {
    let harness = try await ServiceHarness()
    var settings = ServerSettings()
    settings.bodySeconds = 1
    try await RunningServer.run(harness, settings: settings) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(
        "POST /accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 10\r\n\r\n{\"a\"")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
      #expect(answer.contains("\"reason\":\"request_timeout\""))
    }
  }

  @Test("a head that does not come ends its connection")
  func slowHead() async throws {
    let harness = try await ServiceHarness()
    var settings = ServerSettings()
    settings.idleSeconds = 1
    try await RunningServer.run(harness, settings: settings) { server in
      let connection = try RawConnection(port: server.port)
      connection.send("GET /health/live HTTP/1.1\r\nHost: local")
      let answer = await connection.readToEnd()
      #expect(answer.isEmpty)
      let live = try await server.send(WireRequest(.live))
      #expect(live.status == 200)
    }
  }

  // Holds: input
  @Test("beyond as many connections as there may be, one that waits makes room for the next")
  func connections() async throws {
    let harness = try await ServiceHarness { $0.requests.connections = 2 }
    try await RunningServer.run(harness) { server in
      func ask(_ connection: RawConnection) async -> Bool {
        connection.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return await connection.readNext().hasPrefix("HTTP/1.1 200 ")
      }
      let first = try RawConnection(port: server.port)
      #expect(await ask(first))
      let second = try RawConnection(port: server.port)
      #expect(await ask(second))
      let third = try RawConnection(port: server.port)
      #expect(await ask(third))
      var others = [await ask(first), await ask(second)]
      #expect(others.count { $0 } == 1)
      others = [await ask(third)]
      #expect(others == [true])
    }
  }

  @Test(
    "what is no HTTP is 400",
    arguments: [
      "NONSENSE\r\n\r\n", "GET /\u{0} HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /health/live HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: a\u{0}b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
      "GET /health/live?" + String(repeating: "a", count: 17_000) + " HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 17_000) + "\r\n\r\n",
      String(repeating: "GET /health/live HTTP/1.1\r\nX", count: 5),
    ])
  func noHTTP(_ bytes: String) async throws {
    let harness = try await ServiceHarness()
    try await RunningServer.run(harness) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(bytes)
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(answer.lowercased().contains("content-type: application/problem+json"))
      #expect(answer.contains("\"reason\":\"malformed\""))
    }
  }

  // Holds: ASVS-16
  @Test("the log is JSON, a line a request, and holds no secret")
  func log() async throws {
    let harness = try await ServiceHarness()
    let lines = Mutex<[[UInt8]]>([])
    let write: @Sendable ([UInt8]) -> Void = { line in lines.withLock { $0.append(line) } }
    let logger = Logger(label: "countersign") { label in
      JSONLogHandler(label: label, level: .trace, write: write)
    }
    let secrets = try await RunningServer.run(harness, logger: logger) { server in
      let token = try await ServerHarness.signUp("ada@example.com", harness, server.send)
      _ = try await server.send(WireRequest(.sessions, accessToken: token))
      _ = try await server.send(
        WireRequest(.operation, parameters: ["id": "tell-nobody"], accessToken: token))
      let code = try await harness.newestCode(to: "ada@example.com").exposed
      return [token, code, "tell-nobody", "ada@example.com"]
    }
    let requests = try lines.withLock { $0 }.map { try JSONValue(parsing: $0.dropLast()) }
      .filter { value in
        guard case .object(let line) = value else { return false }
        return line["message"] == "request"
      }
    #expect(requests.count == 4)
    let text = lines.withLock { String(decoding: $0.joined(), as: UTF8.self) }
    for secret in secrets { #expect(!text.contains(secret)) }
  }
}
