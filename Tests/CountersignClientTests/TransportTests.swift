#if AsyncHTTPClient
  import CountersignClient
  import CountersignTesting
  import Testing
  import WebAuthnModel
  import WireModel

  @testable import CountersignTransport

  @Suite("The HTTP transport")
  struct TransportTests {
    @Test("an answer comes with its status, body and headers")
    func answer() async throws {
      let response = try await send(
        to: """
          HTTP/1.1 503 Busy\r\nretry-after: 7\r\nidempotent-replayed: true\r\n\
          content-type: application/json\r\ncontent-length: 7\r\nconnection: close\r\n\r\n{"a":1}
          """)
      #expect(response.status == 503)
      #expect(response.body == ["a": 1])
      #expect(response.retryAfterSeconds == 7)
      #expect(response.isReplayed)
    }

    @Test("a connection that is refused is told as not sent")
    func refusedConnection() async throws {
      let port = try LoopbackPort()
      #expect(await delivery(port: port.number) == .notSent)
      port.release()
    }

    @Test("a connection that closes after the request is told as unknown")
    func closedConnection() async throws {
      let server = try LoopbackServer(answer: nil)
      #expect(await delivery(port: server.port) == .unknown)
      server.stop()
    }

    @Test("an answer that is cut short is told as unknown")
    func cutAnswer() async throws {
      let server = try LoopbackServer(
        answer: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"success\"")
      #expect(await delivery(port: server.port) == .unknown)
      server.stop()
    }

    @Test("an answer past the limit is not read to its end")
    func hugeAnswer() async throws {
      let body = String(repeating: " ", count: 4096)
      let server = try LoopbackServer(
        answer: "HTTP/1.1 200 OK\r\ncontent-length: 4096\r\n\r\n" + body)
      #expect(
        await delivery(port: server.port, HTTPLimits(maximumAnswerBytes: 1024)) == .unknown)
      server.stop()
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
      let response = try await send(
        to: "HTTP/1.1 307 Elsewhere\r\nlocation: http://localhost:1/\r\ncontent-length: 0\r\n\r\n")
      #expect(response.status == 307)
    }

    @Test("a header that would begin another one is not sent")
    func headerInjection() async throws {
      let address = try #require(ServerAddress("http://localhost:1"))
      let transport = HTTPTransport(address: address)
      let error = await #expect(throws: TransportError.self) {
        _ = try await transport.send(WireRequest(.pocket, accessToken: "a\r\nx: y"))
      }
      await transport.shutdown()
      #expect(error?.delivery == .notSent)
      #expect(error?.description.contains("a\r\n") == false)
    }

    @Test(
      "an address that is not https, or http on this machine, is none",
      arguments: [
        "http://pay.example.com", "ftp://localhost", "localhost", "http://pay.example.com/path",
        "https://pay.example.com/a//b", "https://pay.example.com//a", "https://pay.example.com/a?b",
        "https://pay.example.com/../a", "https://pay.example.com/ä", "https:///a",
        "https://", "http://10.0.0.1:8080", "https://user@pay.example.com", "",
      ])
    func badAddress(text: String) {
      #expect(ServerAddress(text) == nil)
    }

    @Test(
      "an address may end with a slash",
      arguments: [
        "https://pay.example.com/", "http://localhost:8080/", "https://bank.example/pay/auth/",
      ])
    func goodAddress(text: String) {
      #expect(ServerAddress(text)?.description == String(text.dropLast()))
    }

    @Test("a server under a prefix is called there, and its origin has none")
    func prefix() throws {
      let address = try #require(ServerAddress("https://bank.example:8443/pay/auth"))
      #expect(address.origin.text == "https://bank.example:8443")
      #expect(address.prefix.description == "/pay/auth")
      let message = try HTTPMessage(WireRequest(.pocket), to: address)
      #expect(message.url == "https://bank.example:8443/pay/auth/pocket")
      #expect(message.headers.first { $0.name == "user-agent" }?.value == "Countersign/0.1.0")
    }

    private func send(to answer: String) async throws -> WireResponse {
      let server = try LoopbackServer(answer: answer)
      let address = try #require(ServerAddress("http://127.0.0.1:\(server.port)"))
      let transport = HTTPTransport(address: address)
      let response = try await transport.send(WireRequest(.pocket, accessToken: "token"))
      await transport.shutdown()
      server.stop()
      return response
    }

    private func delivery(
      port: UInt16, _ limits: HTTPLimits = HTTPLimits()
    ) async -> TransportError.Delivery? {
      guard let address = ServerAddress("http://127.0.0.1:\(port)") else { return nil }
      let transport = HTTPTransport(address: address, limits: limits)
      var delivery: TransportError.Delivery?
      do throws(TransportError) {
        _ = try await transport.send(WireRequest(.sendMoney, body: ["amount": 1]))
      } catch {
        delivery = error.delivery
      }
      await transport.shutdown()
      return delivery
    }
  }
#endif
