import CountersignCore
import CountersignDelivery
import CountersignTLS
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WireModel

@testable import ServerCommands

@Suite("events for a host")
struct EventWebhookTests {
  private static let secretText = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let event = OutgoingEvent(
    id: "created_trn_1", body: Array(#"{"type":"transaction.created"}"#.utf8))

  private func carry(
    to address: String, timeoutSeconds: Int64 = 10, times: Int = 1
  ) async throws {
    let client = OutgoingHTTP.client()
    let secret = try #require(EventSecret(Self.secretText))
    let webhook = EventWebhook(
      client: client, address: try ProtectedAddress(address), secret: secret,
      timeoutSeconds: timeoutSeconds)
    do {
      for _ in 0..<times { try await webhook.carry(Self.event) }
    } catch {
      try await client.shutdown()
      throw error
    }
    try await client.shutdown()
  }

  // Holds: webhooks
  @Test("the signature is the one of Standard Webhooks' published vector")
  func signature() throws {
    // The vector that the reference libraries of standardwebhooks.com test themselves with.
    let event = OutgoingEvent(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: Array(#"{"test": 2432232314}"#.utf8))
    #expect(
      EventSecret(Self.secretText)?.signature(of: event, atSeconds: 1_614_265_330)
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  // Holds: webhooks
  @Test("an event is posted as it is, with its id and a signature over both and the time")
  func posted() async throws {
    let server = try ScriptedServer(.http(204))
    try await carry(to: server.address + "/hook", times: 2)
    #expect(server.requests.count == 2)
    for request in server.requests {
      #expect(request.hasPrefix("POST /hook HTTP/1.1\r\n"))
      #expect(request.hasSuffix("\r\n\r\n" + String(decoding: Self.event.body, as: UTF8.self)))
      let head = request.lowercased()
      #expect(head.contains("webhook-id: created_trn_1\r\n"))
      #expect(head.contains("content-type: application/json\r\n"))
      #expect(request.contains("User-Agent: Countersign/\(Software.version)\r\n"))
      let seconds = try #require(head.firstMatch(of: /webhook-timestamp: (\d+)\r\n/)?.1)
      let expected = try #require(EventSecret(Self.secretText)).signature(
        of: Self.event, atSeconds: try #require(Int64(seconds)))
      #expect(request.contains(": \(expected)\r\n"))
    }
  }

  @Test("410 says that the host wants no more: it is not tried again, and anything else is")
  func gone() async throws {
    for (status, kind) in [(410, DeliveryError.Kind.refused), (404, .tryAgain), (500, .tryAgain)] {
      let server = try ScriptedServer(.http(status))
      let error = await #expect(throws: DeliveryError.self) {
        try await carry(to: server.address + "/hook")
      }
      #expect(error?.kind == kind, "\(status)")
    }
  }

  @Test("an answer that is not 2xx, a redirect or none at all is no delivery")
  func refused() async throws {
    let elsewhere = try ScriptedServer(.http(200))
    for answer in [
      ScriptedServer.Answer.http(500), .http(410), .silence,
      .http(307, head: "Location: \(elsewhere.address)\r\n"),
    ] {
      let server = try ScriptedServer(answer)
      let error = await #expect(throws: DeliveryError.self) {
        try await carry(to: server.address + "/hook", timeoutSeconds: 1)
      }
      #expect(error?.description.contains("/hook") == false)
    }
    #expect(elsewhere.requests.isEmpty)
  }

  @Test(
    "a secret is whsec_ and 24 to 64 bytes in base64",
    arguments: ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_!"])
  func noSecret(_ text: String) throws {
    #expect(EventSecret(text) == nil)
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("secret"), Array(text.utf8))
    #expect(throws: CommandFailure.self) {
      try EventSecret(readingFrom: folder.file("secret"))
    }
  }

  @Test("the data folder's own secret is made once, for its owner alone")
  func generated() throws {
    let temporary = try TemporaryFolder()
    let folder = try DataFolder(temporary.file("data"))
    let first = try folder.eventSecret()
    let second = try folder.eventSecret()
    #expect(
      first.signature(of: Self.event, atSeconds: 1)
        == second.signature(of: Self.event, atSeconds: 1))
    #expect(try permissions(of: folder.eventSecretFile) == 0o600)
    let (one, other) = (EventSecret.generated(), EventSecret.generated())
    #expect(one != other)
  }

  @Test("printing a secret shows nothing of it")
  func printing() throws {
    let secret = try #require(EventSecret(Self.secretText))
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped] {
      #expect(text.contains("(secret)") && !text.contains("Symmetric"))
    }
  }
}
