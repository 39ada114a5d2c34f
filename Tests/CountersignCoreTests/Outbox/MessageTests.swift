import CountersignCore
import CountersignSQLite
import CountersignTesting
import Synchronization
import Testing
import WireModel

@Suite("Messages that cannot be delivered")
struct MessageTests {
  @Test("a code that was not delivered while it was good is given up")
  func expiredCode() async throws {
    let harness = try await ServiceHarness()
    let outage = Outage()
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    await outage.deliver(harness)
    #expect(outage.tries == 1)
    harness.clock.advance(seconds: 600)
    await outage.deliver(harness)
    #expect(outage.tries == 1)
    #expect(outage.texts.last?.contains("given up") == true)
    #expect(try await open(harness) == 0)
  }

  @Test("news are tried again with growing waits, and given up with a line in the log")
  func notices() async throws {
    let harness = try await ServiceHarness { $0.notices.attempts = 3 }
    let session = try await harness.signUp()
    try await harness.setPIN("258036", session)
    let outage = Outage()
    // Each wait has up to a quarter more by chance.
    for (tries, wait) in [(1, 4), (2, 8), (3, 16), (3, 1000)] as [(Int, Int64)] {
      await outage.deliver(harness)
      #expect(outage.tries == tries)
      harness.clock.advance(seconds: wait - 1)
      await outage.deliver(harness)
      #expect(outage.tries == tries)
      harness.clock.advance(seconds: wait / 4 + 1)
    }
    #expect(outage.texts.last?.contains("given up") == true)
    #expect(try await open(harness) == 0)
  }

  @Test("one message that hangs holds up none of the others that are due with it")
  func sideBySide() async throws {
    let harness = try await ServiceHarness()
    for name in ["slow", "ada", "bob"] {
      _ = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "\(name)@example.com", displayName: "X"), from: .local
      ).get()
    }
    // The slow one ends only when the two others were delivered.
    let messenger = WaitingMessenger(others: 2)
    await harness.outbox(messenger: messenger).runDue(only: .message, .notice)
    #expect(await messenger.delivered == 3)
  }

  @Test("of two codes for one person the newest comes last, however long the first one takes")
  func inOrder() async throws {
    let harness = try await ServiceHarness()
    var newest = ""
    for _ in 0..<2 {
      newest = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
      ).get().codeRequest
      harness.clock.advance(seconds: 61)
    }
    let messenger = HesitantMessenger()
    await harness.outbox(messenger: messenger).runDue(only: .message, .notice)
    let codes = await messenger.codes
    #expect(codes.count == 2)
    _ = try await harness.session(
      .code(codeRequest: newest, validateCode: try #require(codes.last)))
  }

  private func open(_ harness: ServiceHarness) async throws -> Int64? {
    try await harness.store.read {
      try $0.rows("SELECT count(*) FROM outbox WHERE done_at IS NULL", []).first?.integer(0)
    }
  }
}

/// A carrier that is down.
private final class Outage: Messenger {
  private struct Down: Error {}
  private let state = Mutex((tries: 0, texts: [String]()))

  var tries: Int { state.withLock(\.tries) }
  var texts: [String] { state.withLock(\.texts) }

  /// Delivers what is due by this carrier.
  func deliver(_ harness: ServiceHarness) async {
    let log = OutboxLog(failure: { self.note($1) }, alarm: { self.note($1) })
    await harness.outbox(messenger: self, log: log).runDue(only: .message, .notice)
  }

  private func note(_ text: String) { state.withLock { $0.texts.append(text) } }

  func deliver(_ message: Message) async throws {
    state.withLock { $0.tries += 1 }
    throw Down()
  }
}

/// A carrier whose message to slow@example.com waits for the others.
private actor WaitingMessenger: Messenger {
  private let others: Int
  private(set) var delivered = 0
  private var waiting: CheckedContinuation<Void, Never>?

  init(others: Int) { self.others = others }

  func deliver(_ message: Message) async throws {
    if message.recipient.hasPrefix("slow"), delivered < others {
      await withCheckedContinuation { waiting = $0 }
    }
    delivered += 1
    if delivered == others { waiting?.resume() }
  }
}

/// A carrier that takes its time over the first message.
private actor HesitantMessenger: Messenger {
  private(set) var codes: [SecretText] = []
  private var isFirst = true

  func deliver(_ message: Message) async throws {
    if isFirst {
      isFirst = false
      for _ in 0..<1000 { await Task.yield() }
    }
    if let code = message.code { codes.append(code) }
  }
}
