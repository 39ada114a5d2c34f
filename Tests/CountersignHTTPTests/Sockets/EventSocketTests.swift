import CountersignCore
import CountersignTesting
import Testing
import WireModel

@testable import CountersignHTTP

@Suite("Streams of events over a socket", .timeLimit(.minutes(5)))
struct EventSocketTests {
  private static var rungOnly: ServerSettings {
    var settings = ServerSettings()
    settings.eventTiming.poll = .seconds(3600)
    return settings
  }

  @Test("events come as they happen, and end with the server, which does not wait for the listener")
  func endsWithServer() async throws {
    let harness = try await ServiceHarness()
    let (listening, review) = try await RunningServer.run(harness, settings: Self.rungOnly) {
      server in
      let token = try await ServerHarness.signUp("ada@example.com", harness, server.send)
      let connection = try Self.listen(token, server)
      while harness.service.changeBell.listenerCount == 0 { await Task.yield() }
      return (connection, try await harness.review())
    }
    let text = await listening.readToEnd()
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(text.lowercased().contains("\r\nconnection: close\r\n"))
    #expect(text.contains(review.transaction.transactionID))
    #expect(text.hasSuffix("0\r\n\r\n"))
    #expect(harness.service.changeBell.listenerCount == 0)
  }

  @Test("a client that goes away is noticed without a word to it")
  func clientGone() async throws {
    let harness = try await ServiceHarness()
    try await RunningServer.run(harness, settings: Self.rungOnly) { server in
      let token = try await ServerHarness.signUp("ada@example.com", harness, server.send)
      do {
        let connection = try Self.listen(token, server)
        while harness.service.changeBell.listenerCount == 0 { await Task.yield() }
        withExtendedLifetime(connection) {}
      }
      while harness.service.changeBell.listenerCount > 0 { await Task.yield() }
    }
  }

  @Test(
    "whoever declares a body and goes away ends the stream, and not the server",
    arguments: [("Content-Length: 0", ""), ("Transfer-Encoding: chunked", "0\r\n\r\n")])
  func declaredBody(_ field: String, _ body: String) async throws {
    let harness = try await ServiceHarness()
    var settings = ServerSettings()
    settings.eventTiming.poll = .milliseconds(20)
    settings.eventTiming.heartbeat = .milliseconds(20)
    try await RunningServer.run(harness, settings: settings) { server in
      let token = try await ServerHarness.signUp("ada@example.com", harness, server.send)
      do {
        let connection = try Self.listen(token, server, field + "\r\n", body)
        while harness.service.changeBell.listenerCount == 0 { await Task.yield() }
        withExtendedLifetime(connection) {}
      }
      while harness.service.changeBell.listenerCount > 0 { await Task.yield() }
      _ = try await ServerHarness.signUp("bola@example.com", harness, server.send)
    }
  }

  private static func listen(
    _ token: String, _ server: RunningServer, _ fields: String = "", _ body: String = ""
  ) throws -> RawConnection {
    let connection = try RawConnection(port: server.port)
    connection.send(
      "GET /transactions/events HTTP/1.1\r\nHost: localhost\r\n"
        + "Authorization: Bearer \(token)\r\n\(fields)\r\n\(body)")
    return connection
  }
}
