import CountersignHTTP
import CountersignTesting
import Testing
import WireModel

@Suite("Heads of requests over a socket", .timeLimit(.minutes(5)))
struct RequestHeadTests {
  // Holds: input
  @Test("HTTP/1.1 without Host, with two or with one that is none is 400 (RFC 9112, section 3.2)")
  func hosts() async throws {
    try await RunningServer.run(ServiceHarness(), settings: .patient) { server in
      for (fields, status) in [
        ("", 400), ("Host: a.example\r\nHost: b.example\r\n", 400), ("Host:\r\nHost:\r\n", 400),
        ("Host: a.example\r\nHost: a.example\r\n", 400), ("Host: a b/c\r\n", 400),
        ("Host: a.example/\r\n", 400), ("Host: a.example:80x\r\n", 400), ("Host: a@b\r\n", 400),
        ("Host: [::1\r\n", 400),
        ("Host: a.example\r\n", 200), ("Host: localhost:8080\r\n", 200), ("Host: [::1]\r\n", 200),
        ("Host: [::1]:8080\r\n", 200), ("Host: A_b-1.example:\r\n", 200), ("Host:\r\n", 200),
      ] {
        let connection = try RawConnection(port: server.port)
        connection.send("GET /health/live HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n")
        let answer = await connection.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(fields) \(answer.prefix(20))")
        guard status == 400 else { continue }
        #expect(answer.contains("\"reason\":\"malformed\"") && answer.contains("Host: is missing"))
      }
    }
  }

  @Test("HTTP/1.0 needs no Host: probes of proxies send none")
  func oldVersion() async throws {
    try await RunningServer.run(ServiceHarness(), settings: .patient) { server in
      let connection = try RawConnection(port: server.port)
      connection.send("GET /health/live HTTP/1.0\r\n\r\n")
      #expect(await connection.readToEnd().contains(" 200 "))
    }
  }

  @Test("after a Host that is refused, nothing else on the connection is served")
  func afterRefusal() async throws {
    try await RunningServer.run(ServiceHarness(), settings: .patient) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(
        "GET /health/live HTTP/1.1\r\n\r\nGET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(!answer.contains("HTTP/1.1 200 "))
    }
  }

  private static let body = #"{"userName":"ada@example.com","displayName":"Ada"}"#
  private static func head(_ fields: String, version: String = "1.1", count: Int = body.utf8.count)
    -> String
  {
    "POST /accounts HTTP/\(version)\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(count)\r\n\(fields)\r\n"
  }

  @Test(
    "a client that waits for 100 is told to go on, and then answered",
    arguments: [
      "Expect: 100-continue\r\n", "expect: 100-Continue\r\n",
    ])
  func expectation(_ field: String) async throws {
    try await RunningServer.run(ServiceHarness(), settings: .patient) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(Self.head(field))
      #expect(await connection.readNext() == "HTTP/1.1 100 Continue\r\n\r\n")
      // The connection goes on after it.
      connection.send(
        Self.body + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answers = await connection.readToEnd()
      #expect(answers.hasPrefix("HTTP/1.1 202 "), "\(answers)")
      #expect(answers.contains("HTTP/1.1 200 "), "\(answers)")
    }
  }

  @Test("one that waits behind an answer gets its word after that answer")
  func pipelined() async throws {
    try await RunningServer.run(ServiceHarness(), settings: .patient) { server in
      let connection = try RawConnection(port: server.port)
      connection.send(
        "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
          + Self.head("Expect: 100-continue\r\nConnection: close\r\n"))
      var answer = ""
      while !answer.contains("100 Continue") {
        let next = await connection.readNext()
        if next.isEmpty { break }
        answer += next
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      connection.send(Self.body)
      #expect(await connection.readToEnd().contains("HTTP/1.1 202 "))
    }
  }

  @Test("a body that is too large gets its refusal instead, and HTTP/1.0 knows no 100")
  func noContinue() async throws {
    try await RunningServer.run(ServiceHarness(), settings: .patient) { server in
      let large = try RawConnection(port: server.port)
      large.send(Self.head("Expect: 100-continue\r\n", count: 9_000_000))
      #expect(await large.readNext().hasPrefix("HTTP/1.1 413 "))
      let old = try RawConnection(port: server.port)
      old.send(Self.head("Expect: 100-continue\r\n", version: "1.0") + Self.body)
      #expect(await old.readToEnd().contains(" 202 "))
    }
  }
}

extension ServerSettings {
  /// No body is late because a busy machine is slow.
  fileprivate static let patient: ServerSettings = {
    var settings = ServerSettings()
    settings.bodySeconds = 600
    return settings
  }()
}
