import CountersignCore
import CountersignSQLite
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignServer

@Suite("Countersign in a host's process", .timeLimit(.minutes(5)))
struct HostLifeTests {
  @Test("a host opens a session for its own people without a service key, and the audit has it")
  func openSession() async throws {
    let hosted = try await Hosted()
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router.group("auth"))
    let session = try await hosted.countersign.openSession(
      for: "ada@example.com", displayName: "Ada"
    ).get()
    let answer = try await HostClient(router).send(
      .get, "/auth/second-factor",
      fields: [.authorization: "Bearer \(session.accessToken.exposed)"])
    #expect(answer.status == 200)
    let again = try await hosted.countersign.openSession(for: "ada@example.com").get()
    #expect(again.accountID == session.accountID)
    let rows = try await hosted.audit("host_opened_session")
    #expect(rows.count == 2)
    for row in rows { #expect(row.contains("\"inProcess\":true")) }
  }

  @Test("no account is made for a name without one to show")
  func nobody() async throws {
    let hosted = try await Hosted()
    let refused = try await hosted.countersign.openSession(for: "bob@example.com")
    #expect(throws: Refusal.self) { try refused.get() }
    #expect(try await hosted.audit("host_opened_session") == [])
  }

  @Test("a failed commit ends the work with an error, and the process goes on")
  func failedCommit() async throws {
    let disk = Disk()
    var hooks = StoreHooks()
    hooks.beforeCommit = { try disk.write() }
    let hosted = try await Hosted(hooks: hooks)
    let group = ServiceGroup(services: [hosted.countersign], logger: Hosted.silent)
    let running = Task { try await group.run() }
    disk.breakDown()
    await #expect(throws: StoreError.self) {
      _ = try await hosted.countersign.openSession(for: "ada@example.com", displayName: "Ada")
    }
    let error = await #expect(throws: StoreError.self) { try await running.value }
    #expect(error?.code == .closed)
    // Whoever starts it once more is told as well.
    await #expect(throws: StoreError.self) { try await hosted.countersign.run() }
  }

  @Test("the work ends with the process, without an error")
  func shutdown() async throws {
    let hosted = try await Hosted()
    let group = ServiceGroup(services: [hosted.countersign], logger: Hosted.silent)
    async let ended: Void = group.run()
    _ = try await hosted.countersign.openSession(for: "ada@example.com", displayName: "Ada")
    await group.triggerGracefulShutdown()
    try await ended
    try await hosted.store.close()
  }

  @Test("a configuration without an origin is refused before anything is served")
  func noOrigin() async throws {
    await #expect(throws: ServerMisuse.originMissing) {
      _ = try await Hosted { $0.origins = [] }
    }
  }
}

/// A disk that a test breaks.
private final class Disk: Sendable {
  struct Broken: Error {}

  private let isBroken = Mutex(false)

  func breakDown() { isBroken.withLock { $0 = true } }

  func write() throws { if isBroken.withLock(\.self) { throw Broken() } }
}
