import CountersignSQLite
import CountersignTesting
import Synchronization
import Testing
import WireModel

@testable import CountersignCore

@Suite("Directories and messengers that fail", .timeLimit(.minutes(10)))
struct DirectoryFailureTests {
  @Test("a directory that throws is asked again with growing waits, and nothing is lost")
  func throwing() async throws {
    let (harness, directory) = try await Self.harness()
    directory.script { _ in throw Secretive(text: "ada@bank.example") }
    try await harness.notify()
    let log = NotedLog()
    for wait in [4, 8, 16] as [Int64] {
      await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
      harness.clock.advance(seconds: wait - 1)
      let tries = directory.asked.count
      await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
      #expect(directory.asked.count == tries)
      harness.clock.advance(seconds: wait / 4 + 1)
    }
    #expect(directory.asked.count == 3)
    #expect(log.alarms == [])
    #expect(log.failures.count == 3)
    #expect(
      log.failures.first
        == "message not delivered: the directory cannot be asked: it threw Secretive; try 1, "
        + "tried again later")
    directory.script { _ in Addresses(email: try EmailAddress("ada@bank.example")) }
    await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
    #expect(harness.messenger.notices(to: "ada@bank.example") == [.unblocked])
    #expect(try await harness.open() == 0)
  }

  @Test("a directory says why it cannot be asked, and the log repeats it")
  func reason() async throws {
    let (harness, directory) = try await Self.harness()
    directory.script { _ in throw DirectoryError(reason: "the core banking system is away") }
    try await harness.notify()
    let log = NotedLog()
    await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
    #expect(log.failures.first?.contains("the core banking system is away") == true)
    directory.script { _ in Addresses(email: try EmailAddress("ada bank.example")) }
    harness.clock.advance(seconds: 6)
    await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
    #expect(log.failures.last?.contains("an e-mail address is needed") == true)
    #expect(!log.failures.joined().contains("ada bank.example"))
  }

  @Test("a message to somebody unknown is kept, with an alarm that says what to do")
  func unknown() async throws {
    let (harness, directory) = try await Self.harness()
    let account = try await harness.notify()
    let log = NotedLog()
    await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
    #expect(log.failures == [])
    #expect(
      log.alarms == [
        "message not delivered: the directory does not know \(account); put this person into it; "
          + "try 1, tried again later"
      ])
    directory.script { _ in Addresses(email: try EmailAddress("ada@bank.example")) }
    harness.clock.advance(seconds: 6)
    await harness.deliverMessages()
    #expect(harness.messenger.notices(to: "ada@bank.example") == [.unblocked])
  }

  @Test("a message to somebody who stays unknown is given up with an alarm, a code when it lapses")
  func givenUp() async throws {
    let (harness, _) = try await Self.harness { $0.notices.attempts = 2 }
    try await harness.notify()
    let log = NotedLog()
    for _ in 0..<3 {
      await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
      harness.clock.advance(seconds: 20)
    }
    #expect(log.alarms.count == 2)
    #expect(log.alarms.last?.hasSuffix("try 2, given up") == true)
    #expect(try await harness.open() == 0)
    _ = try await harness.service.codeRequests.make(
      CodeRequest(userName: Self.handle, purpose: .signIn), session: nil, from: .local
    ).get()
    harness.clock.advance(seconds: 600)
    await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
    #expect(log.failures.last?.contains("while it was good") == true)
    #expect(try await harness.open() == 0)
  }

  @Test("a message for which its person has no address is given up with a line that says whose")
  func noAddress() async throws {
    let (harness, directory) = try await Self.harness()
    directory.script { _ in Addresses() }
    let account = try await harness.notify()
    let log = NotedLog()
    await harness.outbox(log: log.outbox).runDue(only: .message, .notice)
    #expect(log.alarms == [])
    #expect(
      log.failures == [
        "message not delivered: \(account) has no address for it; give this person one in the "
          + "directory, or a name that is one; try 1, given up"
      ])
    #expect(try await harness.open() == 0)
  }

  @Test("a directory that hangs takes its own places, and delays no message that has an address")
  func hanging() async throws {
    let directory = HangingDirectory()
    let harness = try await ServiceHarness(people: directory) { policy in
      policy.messages.pace.concurrentJobs = 6
      policy.messages.pace.concurrentJobsPerTarget = 2
    }
    for number in 0..<5 { _ = try await harness.hostSession("person-\(number)") }
    for number in 0..<5 {
      _ = try await harness.service.codeRequests.make(
        CodeRequest(userName: "person-\(number)", purpose: .signIn), session: nil, from: .local
      ).get()
    }
    let worker = harness.outbox()
    let running = Task { await worker.run() }
    await Self.until { directory.underWay == 2 }
    for number in 0..<5 {
      _ = try await harness.service.accounts.signUp(
        SignUpRequest(userName: "new\(number)@example.com", displayName: "X"), from: .local
      ).get()
    }
    await Self.until { harness.messenger.messages.count == 5 }
    #expect(harness.messenger.messages.count == 5)
    #expect(directory.mostUnderWay == 2)
    directory.release()
    running.cancel()
    await running.value
  }

  @Test("a person's codes come in the order of the requests, whatever is slow over the first")
  func inOrder() async throws {
    let carrier = SlowStarter()
    let harness = try await ServiceHarness(people: carrier)
    _ = try await harness.hostSession(Self.handle)
    var requests: [String] = []
    for _ in 0..<3 {
      requests.append(
        try await harness.service.codeRequests.make(
          CodeRequest(userName: Self.handle, purpose: .signIn), session: nil, from: .local
        ).get().codeRequest)
      harness.clock.advance(seconds: 1)
    }
    await harness.outbox(messenger: carrier).runDue(only: .message, .notice)
    let codes = await carrier.codes
    let derivation = CodeDerivation(keyring: harness.keyring)
    #expect(codes == requests.map { derivation.code(for: CodeRequestID($0)).exposed })
  }

  @Test("a messenger's error is logged by its type alone: its text could hold the code")
  func messengerError() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.service.accounts.signUp(
      SignUpRequest(userName: "ada@example.com", displayName: "Ada"), from: .local
    ).get()
    let log = NotedLog()
    await harness.outbox(messenger: TalkativeMessenger(), log: log.outbox).runDue(
      only: .message, .notice)
    #expect(
      log.failures == [
        "message not delivered: the messenger threw Secretive; try 1, tried again later"
      ])
    harness.clock.advance(seconds: 6)
    let code = try await harness.newestCode(to: "ada@example.com")
    #expect(!log.failures.joined().contains(code.exposed))
  }

  @Test("a directory that cannot be asked fails who wants a code, and stands in no key's way")
  func atRequest() async throws {
    let (harness, directory) = try await Self.harness()
    directory.script { _ in Addresses(email: try EmailAddress("ada@bank.example")) }
    let session = try await harness.hostSession(Self.handle)
    _ = try await harness.registerKey(session, to: "ada@bank.example")
    let stored = try await harness.codeRequests()
    directory.script { _ in throw Secretive(text: "ada@bank.example") }
    let error = await #expect(throws: DirectoryError.self) {
      _ = try await harness.ask(.register, session)
    }
    #expect(error?.reason == "it threw Secretive")
    #expect(try await harness.codeRequests() == stored)
    let options = try await harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .testBiometrics, payload: [:]), session: session
    ).get()
    #expect(options.ways.first { $0.proof == .validateCode }?.reason == "busy")
    #expect(options.ways.first { $0.proof == .assertion }.map { $0.reason == nil } == true)
  }

  private static let handle = "cust-4711"

  /// Waits for what a worker does, and not for ever.
  private static func until(_ isReached: () -> Bool) async {
    for _ in 0..<4000 where !isReached() { try? await Task.sleep(for: .milliseconds(5)) }
  }

  private static func harness(
    change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws -> (ServiceHarness, ScriptedDirectory) {
    let directory = ScriptedDirectory()
    return (try await ServiceHarness(people: directory, change: change), directory)
  }
}

extension ServiceHarness {
  /// Leaves one notice to an account in the outbox.
  @discardableResult
  fileprivate func notify() async throws -> AccountID {
    let account = try await hostSession("cust-4711").accountID
    let now = clock.now()
    try await store.write { transaction in
      try Outbox.put(notice: .unblocked, to: account, id: "1", at: now, in: transaction)
    }
    return account
  }

  /// How many jobs are not done.
  fileprivate func open() async throws -> Int64? {
    try await store.rows("SELECT count(*) FROM outbox WHERE done_at IS NULL", [])
      .first?.integer(0)
  }
}

/// Keeps what the outbox says.
private final class NotedLog: Sendable {
  private let state = Mutex((failures: [String](), alarms: [String]()))

  var failures: [String] { state.withLock(\.failures) }
  var alarms: [String] { state.withLock(\.alarms) }

  var outbox: OutboxLog {
    OutboxLog(
      failure: { _, text in self.state.withLock { $0.failures.append(text) } },
      alarm: { _, text in self.state.withLock { $0.alarms.append(text) } })
  }
}

/// An error whose text no log may have.
private struct Secretive: Error {
  let text: String
}

/// A messenger whose error repeats what it was given.
private struct TalkativeMessenger: Messenger {
  func deliver(_ message: Message) async throws {
    throw Secretive(text: message.code?.exposed ?? "")
  }
}

/// A directory and a messenger that take their time over whom and what they are given first.
private actor SlowStarter: Directory, Messenger {
  private(set) var codes: [String] = []
  private var isFirstQuestion = true
  private var isFirstMessage = true

  func addresses(of addressee: Addressee) async throws -> Addresses? {
    if isFirstQuestion {
      isFirstQuestion = false
      for _ in 0..<1000 { await Task.yield() }
    }
    return Addresses(email: try EmailAddress("ada@bank.example"))
  }

  func deliver(_ message: Message) async throws {
    if isFirstMessage {
      isFirstMessage = false
      for _ in 0..<1000 { await Task.yield() }
    }
    if let code = message.code { codes.append(code.exposed) }
  }
}

/// A directory that answers nobody until it is released.
private final class HangingDirectory: Directory {
  private let counts = Mutex((underWay: 0, most: 0))
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() { (gate, opener) = AsyncStream.makeStream() }

  var underWay: Int { counts.withLock(\.underWay) }
  var mostUnderWay: Int { counts.withLock(\.most) }

  func release() { opener.finish() }

  func addresses(of addressee: Addressee) async throws -> Addresses? {
    counts.withLock { counts in
      counts.underWay += 1
      counts.most = max(counts.most, counts.underWay)
    }
    for await _ in gate {}
    counts.withLock { $0.underWay -= 1 }
    return nil
  }
}
