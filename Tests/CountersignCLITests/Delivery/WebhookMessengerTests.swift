import CountersignCore
import CountersignDelivery
import CountersignTLS
import Foundation
import ProgramTesting
import Testing
import ToolSupport
import WebAuthnModel

@testable import ServerCommands

@Suite("webhooks")
struct WebhookMessengerTests {
  private static let keyBytes = [UInt8](0..<32)

  private func key() throws -> WebhookKey {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("key"), Self.keyBytes)
    return try WebhookKey(readingFrom: folder.file("key"))
  }

  private func deliver(
    to address: String, timeoutSeconds: Int64 = 10, _ messages: Message...
  ) async throws {
    let client = OutgoingHTTP.client()
    let messenger = WebhookMessenger(
      client: client, address: try ProtectedAddress(address), key: try key(),
      timeoutSeconds: timeoutSeconds)
    do {
      for message in messages { try await messenger.deliver(message) }
    } catch {
      try await client.shutdown()
      throw error
    }
    try await client.shutdown()
  }

  @Test("the signature is HMAC-SHA256 over time, full stop and body")
  func signature() throws {
    // Reckoned with another implementation: hmac.new(bytes(range(32)), b'1705919445.{"a":1}').
    #expect(
      try key().signature(over: Array(#"{"a":1}"#.utf8), atSeconds: 1_705_919_445)
        == "t=1705919445,v1=598d14646f613e6feba518e9de7216b2bfd88fdc40ed3e0bea9004a774ddc215")
  }

  @Test("a message is posted as signed JSON, with the same id when it is posted again")
  func posted() async throws {
    let server = try ScriptedServer(.http(204))
    try await deliver(to: server.address + "/hook", .sample(), .sample())
    let requests = server.requests
    #expect(requests.count == 2)
    var ids: Set<String> = []
    for request in requests {
      #expect(request.hasPrefix("POST /hook HTTP/1.1\r\n"))
      let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
      var reader = try JSONObjectReader(JSONValue(parsing: Array(body.utf8)))
      ids.insert(try reader.string("id"))
      #expect(try reader.string("code") == Message.sampleCode)
      let seconds = try #require(request.firstMatch(of: /t=(\d+),v1=/)?.1)
      let expected = try key().signature(
        over: Array(body.utf8), atSeconds: try #require(Int64(seconds)))
      #expect(request.lowercased().contains("countersign-signature: \(expected)\r\n"))
    }
    #expect(ids == [Message.sample().id])
  }

  @Test("an answer that is not 2xx is no delivery", arguments: [301, 400, 404, 410, 500, 503])
  func refused(_ status: Int) async throws {
    let server = try ScriptedServer(.http(status))
    let error = await #expect(throws: DeliveryError.self) {
      try await deliver(to: server.address, .sample())
    }
    #expect(error?.description == "the webhook answered \(status)")
    // A code is worth another try, whatever a service says of its address.
    #expect(error?.kind == .tryAgain)
    #expect(server.requests.first?.contains("User-Agent: Countersign/") == true)
  }

  @Test("a message is not carried on to where a redirect points", arguments: [302, 307, 308])
  func redirected(_ status: Int) async throws {
    let elsewhere = try ScriptedServer(.http(200))
    let server = try ScriptedServer(.http(status, head: "Location: \(elsewhere.address)\r\n"))
    await #expect(throws: DeliveryError.self) { try await deliver(to: server.address, .sample()) }
    #expect(elsewhere.requests.isEmpty)
  }

  @Test("no answer is no delivery, and the error holds neither code nor address")
  func silent() async throws {
    let server = try ScriptedServer(.silence)
    let error = await #expect(throws: DeliveryError.self) {
      try await deliver(to: server.address + "/secret", timeoutSeconds: 1, .sample())
    }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains(Message.sampleCode) == false)
  }

  @Test("a key that others can read, or that is short, signs nothing")
  func keyFile() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file("short"), [UInt8](repeating: 7, count: 31))
    #expect(throws: CommandFailure.self) { try WebhookKey(readingFrom: folder.file("short")) }
    try Data(Self.keyBytes).write(to: URL(filePath: folder.file("open")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.file("open"))
    #expect(throws: CommandFailure.self) { try WebhookKey(readingFrom: folder.file("open")) }
  }

  @Test("a text's line end is no part of the key, and in random bytes each byte is")
  func lineEnd() throws {
    let folder = try TemporaryFolder()
    let text = Array(String(repeating: "0a", count: 32).utf8)
    let bytes = Array(Self.keyBytes.dropLast()) + [0x0A]
    for (index, (content, key)) in [
      (text + [0x0A], text), (text + [0x0D, 0x0A], text), (text, text), (bytes, bytes),
      (text + [0x0A, 0x0A], text + [0x0A, 0x0A]),
    ].enumerated() {
      let file = folder.file("key\(index)")
      try PrivateFile.create(file, content)
      let expected = try #require(WebhookKey(key)).signature(over: [1], atSeconds: 2)
      #expect(try WebhookKey(readingFrom: file).signature(over: [1], atSeconds: 2) == expected)
    }
    // Without its line end it is too short.
    try PrivateFile.create(folder.file("short"), text.prefix(31) + [0x0A])
    #expect(throws: CommandFailure.self) { try WebhookKey(readingFrom: folder.file("short")) }
  }

  @Test("printing a key shows nothing of it")
  func printing() throws {
    let key = try key()
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(text.contains("(secret)") && !text.contains("Symmetric"))
    }
  }
}
