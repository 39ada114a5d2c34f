import CountersignClient
import CountersignCore
import CountersignDelivery
import CountersignTesting
import ProgramTesting
import Testing
import ToolSupport
import WireModel

@testable import PhoneCommands

@Suite("plain HTTP to this machine, without TLS", .timeLimit(.minutes(5)))
struct LocalHTTPTests {
  private static let head = "Connection: close\r\nContent-Type: application/json\r\n"

  private func send(
    to answer: ScriptedServer.Answer, limits: HTTPLimits = HTTPLimits()
  ) async throws -> WireResponse {
    let server = try ScriptedServer(answer)
    let address = try #require(ServerAddress(server.address))
    return try await LocalTransport(address, limits: limits)
      .send(WireRequest(.pocket, accessToken: "token"))
  }

  private func delivery(
    of answer: ScriptedServer.Answer, limits: HTTPLimits = HTTPLimits()
  ) async throws -> TransportError.Delivery? {
    do {
      _ = try await send(to: answer, limits: limits)
      return nil
    } catch let error as TransportError {
      return error.delivery
    }
  }

  @Test("a call's answer comes with its status, body and fields")
  func answer() async throws {
    let response = try await send(
      to: .bytes(
        "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 7\r\n\(Self.head)\r\n{\"a\":1}"))
    #expect(response.status == 503)
    #expect(response.body == ["a": 1])
    #expect(response.retryAfterSeconds == 7)
  }

  @Test("a request has its body's length, also where there is none")
  func request() async throws {
    let server = try ScriptedServer(.http(204))
    let address = try #require(ServerAddress(server.address))
    let transport = LocalTransport(address)
    _ = try await transport.send(WireRequest(.sendMoney, body: ["amount": 1]))
    _ = try await transport.send(WireRequest(.pocket, accessToken: "token"))
    #expect(server.requests.count == 2)
    #expect(server.requests[0].hasPrefix("POST /money-orders HTTP/1.1\r\n"))
    #expect(server.requests[0].contains("Content-Length: 12\r\n"))
    #expect(server.requests[0].hasSuffix("\r\n\r\n{\"amount\":1}"))
    #expect(server.requests[1].hasPrefix("GET /pocket HTTP/1.1\r\n"))
    #expect(server.requests[1].contains("authorization: Bearer token\r\n"))
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("transfer-encoding") })
  }

  @Test("what was cut off, is too long or does not come may have been done")
  func unknown() async throws {
    let cut = ScriptedServer.Answer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a")
    #expect(try await delivery(of: cut) == .unknown)
    #expect(try await delivery(of: .bytes("")) == .unknown)
    let long = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + String(repeating: " ", count: 99)
    #expect(
      try await delivery(of: .bytes(long), limits: HTTPLimits(maximumAnswerBytes: 64)) == .unknown)
    #expect(try await delivery(of: .silence, limits: HTTPLimits(answerSeconds: 1)) == .unknown)
  }

  @Test("what found no server, or needs TLS, was not sent")
  func notSent() async throws {
    for text in ["http://localhost:1", "https://localhost:1"] {
      let address = try #require(ServerAddress(text))
      let error = await #expect(throws: TransportError.self) {
        _ = try await LocalTransport(address).send(WireRequest(.pocket))
      }
      #expect(error?.delivery == .notSent)
    }
    let failure = #expect(throws: CommandFailure.self) {
      try Phone.transport(to: #require(ServerAddress("https://pay.example.com")))
    }
    #expect(failure?.cause.contains("needs TLS") == true)
  }

  @Test("events come one by one, and a refusal as an answer")
  func events() async throws {
    let stream = "id: 1\nevent: change\ndata: {}\n\nid: 2\nevent: change\ndata: {}\n\n"
    let server = try ScriptedServer(
      .bytes(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
          + "Content-Length: \(stream.utf8.count)\r\n\r\n" + stream))
    let address = try #require(ServerAddress(server.address))
    let answer = try await LocalTransport(address).events(
      WireRequest(.transactionEvents, accessToken: "token"), after: "0")
    guard case .stream(let events) = answer else {
      Issue.record("no stream")
      return
    }
    var count = 0
    for try await _ in events { count += 1 }
    #expect(count == 2)
    #expect(server.requests[0].contains("last-event-id: 0\r\n"))
    let busy = try ScriptedServer(.http(503))
    let refused = try await LocalTransport(try #require(ServerAddress(busy.address))).events(
      WireRequest(.transactionEvents, accessToken: "token"), after: nil)
    guard case .refused(let response) = refused else {
      Issue.record("no refusal")
      return
    }
    #expect(response.status == 503)
  }

  @Test("a server posts to this machine: redirects are not followed, and time is limited")
  func outgoing() async throws {
    let client = OutgoingHTTP.toThisMachine
    let elsewhere = try ScriptedServer(.http(200))
    for (answer, status) in [
      (ScriptedServer.Answer.http(204), 204), (.http(410), 410),
      (.http(307, head: "Location: \(elsewhere.address)\r\n"), 307),
      // The body is not waited for.
      (.once("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"), 200),
    ] {
      let server = try ScriptedServer(answer)
      let request = OutgoingHTTP.Request(
        try ProtectedAddress(server.address + "/hook?a=b"), Array("{}".utf8), fields: [("A", "b")])
      #expect(try await client.send(request, timeoutSeconds: 60).status == status)
      #expect(server.requests[0].hasPrefix("POST /hook?a=b HTTP/1.1\r\n"))
      #expect(server.requests[0].contains("\r\nA: b\r\n"))
    }
    #expect(elsewhere.requests.isEmpty)
    let silent = try ScriptedServer(.silence)
    for address in [silent.address, "https://localhost:1"] {
      let request = OutgoingHTTP.Request(try ProtectedAddress(address), Array("{}".utf8))
      await #expect(throws: OutgoingHTTPError.self) {
        _ = try await client.send(request, timeoutSeconds: 1)
      }
    }
  }
}
