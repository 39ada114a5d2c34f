import CountersignTLS
import CountersignTesting
import ProgramTesting
import Synchronization
import Testing
import WireModel

@testable import CountersignCore
@testable import CountersignDelivery

@Suite("A mail server that hangs for some", .timeLimit(.minutes(10)))
struct SlowTargetTests {
  // Holds: deliveries
  @Test("recipients of a domain for which the server hangs delay no other recipient")
  func domain() async throws {
    let stage = try await MailStage {
      $0.hasSuffix("@hang.example>") ? .silence : .usual
    }
    // No lease ends while it is waited: what hangs is not tried a second time.
    let harness = try await ServiceHarness { $0.messages.pace.leaseSeconds = 3600 }
    let signUp = { (userName: String) in
      _ = try await harness.service.accounts.signUp(
        SignUpRequest(userName: userName, displayName: "X"), from: .local
      ).get()
    }
    for name in 0..<12 { try await signUp("person\(name)@hang.example") }
    let worker = harness.outbox(messenger: try stage.messenger())
    let running = Task { await worker.run() }
    let hung = { stage.server.heard.count { $0.text.hasSuffix("@hang.example>") } }
    while hung() < 8 { try await Task.sleep(for: .milliseconds(5)) }
    for name in 0..<12 { try await signUp("person\(name)@quick.example") }
    while stage.server.mails.count < 12 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(hung() == 8)
    #expect(stage.server.mails.allSatisfy { $0.contains("@quick.example\r\n") })
    running.cancel()
    await running.value
  }

  // Holds: deliveries
  @Test("a webhook that hangs for some messages delays no other, and an event neither")
  func webhook() async throws {
    let server = try await HangingHTTPServer(hangsFor: "@hang.example")
    let client = OutgoingHTTP.client()
    let key = try #require(WebhookKey([UInt8](repeating: 7, count: 32)))
    let messenger = WebhookMessenger(
      client: client, address: try ProtectedAddress(server.address), key: key, timeoutSeconds: 3600)
    let harness = try await ServiceHarness()
    let domains = (0..<4).map { "a\($0)@hang.example" }
    let running = domains.map { name in
      Task { try await messenger.deliver(MailStage.message(to: name)) }
    }
    // More than a client opens connections to one host, unless it is told to.
    let more = (0..<16).map { name in
      Task { try await messenger.deliver(MailStage.message(to: "b\(name)@hang.example")) }
    }
    while server.hanging < 20 { try await Task.sleep(for: .milliseconds(5)) }
    for name in 0..<12 {
      _ = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "person\(name)@quick.example", displayName: "X"), from: .local
      ).get()
    }
    let worker = harness.outbox(messenger: messenger)
    // Each code has a job that finds room for it, and one that delivers it.
    #expect(await worker.runDue(only: .message, .notice) == 24)
    // A connection that a busy machine opens too slowly is tried again.
    while server.answered < 12 {
      harness.clock.advance(seconds: 60)
      await worker.runDue(only: .message, .notice)
    }
    let secret = try #require(EventSecret(EventSecret.generated()))
    let courier = EventWebhook(
      client: client, address: try ProtectedAddress(server.address), secret: secret)
    try await courier.carry(OutgoingEvent(id: "created_1", body: Array("{}".utf8)))
    #expect(server.answered == 13)
    for task in running + more { task.cancel() }
    for task in running + more { _ = await task.result }
    try await client.shutdown()
  }
}
