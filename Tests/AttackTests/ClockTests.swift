import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import Logging
import ProgramTesting
import SecretSearch
import Synchronization
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@Suite("Attacks on the time", .timeLimit(.minutes(10)))
struct ClockTests {
  // Holds: time
  @Test("Attack 15: a clock that jumps ahead a day ends no wait, and keeps nobody from proving")
  func jump() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.service.watchClock()
    try await Attacker.run(harness) { server in
      let (token, _) = try await server.person(harness)
      try await server.beginRecovery(token, harness)
      harness.clock.jump(seconds: 86_400)
      // Nobody has looked at the clock yet: all goes on as if it had not jumped.
      #expect(try await server.recovery(token) == .waiting)
      try await harness.service.prune()
      #expect(try await harness.service.watchClock() == [.jumped(seconds: 86_400)])
      let later = try await server.signUp(harness)
      #expect(try await server.recovery(later) == .waiting)
      try await harness.service.prune()
      // As it was raised by the time that it truly was.
      #expect(try await harness.setting("not_before") ?? 0 < 1_705_919_445_000)
      let ready = try await server.send("GET", "/health/ready")
      #expect(ready.status == 200)
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("86400 seconds"))
      // The wait is as long as it was, by the time that has passed.
      harness.clock.advance(seconds: 259_199)
      #expect(try await server.recovery(seenBy: harness) == .waiting)
      harness.clock.advance(seconds: 1)
      #expect(try await server.recovery(seenBy: harness) == .ready)
    }
    #expect(try await harness.kinds().contains("clock_jumped"))
    #expect(try await harness.fault() == nil)
  }

  // Holds: time
  @Test("Attack 15: after a jump ahead and back, a passkey still proves")
  func setBack() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.service.watchClock()
    try await Attacker.run(harness) { server in
      let (_, key) = try await server.person(harness)
      harness.clock.jump(seconds: 86_400 * 30)
      _ = try await harness.service.watchClock()
      try await harness.service.prune()
      harness.clock.advance(seconds: 3600)
      try await harness.service.prune()
      harness.clock.jump(seconds: -86_400 * 30)
      #expect(try await harness.service.watchClock() == [.jumped(seconds: -86_400 * 30)])
      try await harness.service.prune()
      let token = try await server.signUp(harness)
      let options = try await server.send(WireRequest(.authenticationOptions, accessToken: token))
      let assertion = try key.assert(CredentialRequestOptions(json: options.json))
      let verified = try await server.send(
        WireRequest(.verifyAssertion, accessToken: token, body: assertion.json))
      #expect(verified.status == 200)
    }
  }

  // Holds: time
  @Test("Attack 15: many small steps of the clock are seen as the one that they make")
  func smallSteps() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.service.watchClock()
    try await Attacker.run(harness) { server in
      let (token, _) = try await server.person(harness)
      try await server.beginRecovery(token, harness)
      var seconds: Int64 = 0
      for _ in 0..<200 {
        harness.clock.jump(seconds: 540)
        for case .jumped(let jumped) in try await harness.service.watchClock() {
          seconds += jumped
        }
      }
      #expect(seconds > 200 * 540 - 1200)
      #expect(try await server.recovery(seenBy: harness) == .waiting)
    }
  }

  // Holds: time
  @Test("Attack 15: the time in which no server ran ends no wait")
  func away() async throws {
    let before = try await ServiceHarness()
    _ = try await before.service.watchClock()
    try await Attacker.run(before) { server in
      let (token, _) = try await server.person(before)
      try await server.beginRecovery(token, before)
    }
    before.clock.advance(seconds: 2 * 86_400)
    let after = try await ServiceHarness(
      directory: before.directory, keyring: before.keyring, clock: before.clock)
    #expect(try await after.service.watchClock() == [.away(seconds: 2 * 86_400)])
    try await Attacker.run(after) { server in
      let status = try await server.recovery(seenBy: after)
      #expect(status == .waiting)
    }
  }

  // Holds: restore
  @Test("Attack 15: a restored backup revives no session, no lane, no recovery and no proof")
  func restored() async throws {
    let marks = MemoryMarks()
    let before = try await ServiceHarness(keyring: .generated().marking(in: marks))
    #expect(try await before.service.watchClock() == [])
    let folder = try TemporaryFolder()
    let stolen = Mutex("")
    try await Attacker.run(before) { server in
      let (token, _) = try await server.person(before)
      let session = try await before.service.sessions.authenticate(
        SecretText(token), activity: .person
      ).get()
      #expect(try await before.service.lanes.grant(session.accountID, to: .local) != nil)
      try await server.beginRecovery(token, before)
      try SQLiteBackup.copy(
        before.directory.appending(path: "countersign.sqlite").path,
        to: folder.file("countersign.sqlite"))
      let link = try await before.stopRequest(of: .recoveryBegun)
      let stopped = try await server.send(WireRequest(.stop, body: link.json))
      #expect(stopped.status == 200)
      stolen.withLock { $0 = token }
    }
    before.clock.advance(seconds: 60)
    #expect(try await before.service.watchClock() == [])
    let after = try await ServiceHarness(
      directory: URL(filePath: folder.path), keyring: before.keyring, clock: before.clock)
    #expect(try await after.service.watchClock() == [.restored])
    try await Attacker.run(after) { server in
      let token = stolen.withLock { $0 }
      let answer = try await server.send(WireRequest(.sessions, accessToken: token))
      #expect(answer.status == 401)
      after.clock.advance(seconds: 300_000)
      #expect(try await server.recovery(seenBy: after) == RecoveryStatus.none)
    }
    #expect(try await after.setting("not_before") ?? 0 >= 1_705_919_505_000)
    #expect(try await after.kinds().contains("backup_restored"))
    // A browser may have lost its lane since the backup.
    #expect(try await after.store.rows("SELECT 1 FROM lanes", []).isEmpty)
    #expect(try await after.fault() == nil)
  }

  // Holds: restore
  @Test("Attack 15: the program notices a backup that was put in its database's place")
  func program() async throws {
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    let database = data + "/countersign.sqlite"
    let backup = folder.file("backup.sqlite")
    let first = try DemoServer(folder: data)
    let token = Mutex("")
    try await Attacker.reach(port: first.port, first.watch) { server in
      let opened = try await server.signUp(readingCodesFrom: first.mailbox)
      token.withLock { $0 = opened }
      let made = try await BuiltProgram.run(["store", "backup", "--data", data, backup])
      #expect(made.status == 0)
    }
    #expect(first.end(by: SIGTERM) == 0)
    let second = try DemoServer(folder: data)
    try await Attacker.reach(port: second.port, second.watch) { server in
      // The same database: nothing happened to it.
      let ready = try await server.send("GET", "/health/ready")
      #expect(ready.json == ["status": "ready"])
      let listed = try await server.send(
        WireRequest(.sessions, accessToken: token.withLock { $0 }))
      #expect(listed.status == 200)
    }
    #expect(second.end(by: SIGTERM) == 0)
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + ending)
    }
    try FileManager.default.copyItem(atPath: backup, toPath: database)
    let third = try DemoServer(folder: data)
    try await Attacker.reach(port: third.port, third.watch) { server in
      let listed = try await server.send(
        WireRequest(.sessions, accessToken: token.withLock { $0 }))
      #expect(listed.status == 401)
      let ready = try await server.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("a backup was restored"))
    }
    third.end(by: SIGTERM)
  }

  // Holds: restore
  @Test("Attack 15: the program notices a data folder that was rolled back as a whole")
  func rolledBack() async throws {
    let folder = try TemporaryFolder()
    let (data, kept, marks) = (folder.file("data"), folder.file("kept"), folder.file("marks"))
    func start() throws -> DemoServer {
      try DemoServer(folder: data, options: ["--restore-mark", marks])
    }
    let opened = Mutex("")
    let first = try start()
    try await Attacker.reach(port: first.port, first.watch) { server in
      let token = try await server.signUp(readingCodesFrom: first.mailbox)
      opened.withLock { $0 = token }
    }
    let token = opened.withLock { $0 }
    func expectSession(_ status: Int, at server: DemoServer) async throws {
      try await Attacker.reach(port: server.port, server.watch) { attacker in
        let listed = try await attacker.send(WireRequest(.sessions, accessToken: token))
        #expect(listed.status == status)
      }
    }
    #expect(first.end(by: SIGTERM) == 0)
    try FileManager.default.copyItem(atPath: data, toPath: kept)
    let second = try start()
    try await expectSession(200, at: second)
    #expect(second.end(by: SIGTERM) == 0)
    func putBack() throws {
      try FileManager.default.removeItem(atPath: data)
      try FileManager.default.copyItem(atPath: kept, toPath: data)
    }
    try putBack()
    let third = try start()
    try await expectSession(401, at: third)
    #expect(third.end(by: SIGTERM) == 0)
    // A mark that went away with what it would tell of is no sign of a new store.
    try putBack()
    try FileManager.default.removeItem(atPath: marks)
    let fourth = try start()
    try await expectSession(401, at: fourth)
    #expect(fourth.end(by: SIGTERM) == 0)
    // Without a mark nothing is noticed, and readiness says so.
    try putBack()
    let unmarked = try DemoServer(folder: data, options: ["--restore-mark", "none"])
    try await expectSession(200, at: unmarked)
    try await Attacker.reach(port: unmarked.port, unmarked.watch) { server in
      let ready = try await server.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("no restore mark is kept"))
    }
    #expect(unmarked.end(by: SIGTERM) == 0)
  }

  // Holds: restore
  @Test("Attack 15: a backup of a moment ago, put back after a kill, is noticed by the last commit")
  func killedAndPutBack() async throws {
    let folder = try TemporaryFolder()
    let (data, backup) = (folder.file("data"), folder.file("backup.sqlite"))
    let first = try DemoServer(folder: data)
    let opened = Mutex("")
    try await Attacker.reach(port: first.port, first.watch) { server in
      let token = try await server.signUp(readingCodesFrom: first.mailbox)
      opened.withLock { $0 = token }
      let made = try await BuiltProgram.run(["store", "backup", "--data", data, backup])
      #expect(made.status == 0)
      // It ends its session: what a thief of the token would undo.
      let ended = try await server.send(
        WireRequest(.endSession, accessToken: token))
      #expect(ended.status == 204)
    }
    #expect(first.end(by: SIGKILL) == SIGKILL)
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: data + "/countersign.sqlite" + ending)
    }
    try FileManager.default.copyItem(atPath: backup, toPath: data + "/countersign.sqlite")
    let second = try DemoServer(folder: data)
    let token = opened.withLock { $0 }
    try await Attacker.reach(port: second.port, second.watch) { server in
      let listed = try await server.send(WireRequest(.sessions, accessToken: token))
      #expect(listed.status == 401)
      let ready = try await server.send("GET", "/health/ready")
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains("a backup was restored"))
    }
    #expect(second.end(by: SIGTERM) == 0)
  }

  // Holds: notices
  @Test(
    "Attack 16: news of a recovery are tried for as long as it waits, however many tries it takes")
  func notice() async throws {
    let harness = try await ServiceHarness()
    try await Attacker.run(harness) { server in
      let (token, _) = try await server.person(harness)
      await harness.deliverMessages()
      try await server.beginRecovery(token, harness, telling: false)
      let away = AwayMessenger()
      for _ in 0..<76 {
        await harness.outbox(messenger: away).runDue(only: .notice)
        harness.clock.advance(seconds: 1100)
      }
      #expect(away.tries > 30)
      // The longest wait between two tries.
      harness.clock.advance(seconds: 1200)
      await harness.deliverMessages()
      #expect(harness.messenger.notices(to: "ada@example.com").contains(.recoveryBegun))
      #expect(try await server.recovery(seenBy: harness) == .waiting)
    }
  }

  // Holds: deliveries
  @Test("Attack 16: codes for mail servers that never answer take no place from news")
  func flood() async throws {
    let harness = try await ServiceHarness { policy in
      policy.messages.pace.concurrentJobs = 8
      policy.messages.pace.concurrentJobsPerTarget = 4
    }
    try await Attacker.run(harness) { server in
      let (token, _) = try await server.person(harness)
      let code = try await server.recoveryCode(token, harness)
      await harness.deliverMessages()
      for number in 0..<16 {
        let name = "eve\(number)@hang\(number % 4).example"
        _ = try await server.send(
          WireRequest(.signUp, body: SignUpRequest(userName: name, displayName: "Eve").json))
      }
      let messenger = HangingMessenger(for: harness.messenger)
      let worker = harness.outbox(messenger: messenger)
      let running = Task { await worker.run() }
      while messenger.hanging < 8 { try await Task.sleep(for: .milliseconds(5)) }
      try await server.beginRecovery(token, by: code)
      while !harness.messenger.notices(to: "ada@example.com").contains(.recoveryBegun) {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(messenger.hanging == 8)
      running.cancel()
      messenger.release()
      await running.value
    }
  }
}

private typealias RecoveryStatus = RecoveryAnswer.Status

/// A carrier that is away.
private final class AwayMessenger: Messenger {
  private struct Away: Error {}
  private let count = Mutex(0)

  var tries: Int { count.withLock { $0 } }

  func deliver(_ message: Message) async throws {
    count.withLock { $0 += 1 }
    throw Away()
  }
}

/// A carrier that never answers for some domains.
private final class HangingMessenger: Messenger {
  private let others: RecordingMessenger
  private let count = Mutex(0)
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init(for others: RecordingMessenger) {
    self.others = others
    (gate, opener) = AsyncStream.makeStream()
  }

  var hanging: Int { count.withLock { $0 } }

  func release() { opener.finish() }

  func deliver(_ message: Message) async throws {
    guard message.recipient.contains("@hang") else { return try await others.deliver(message) }
    count.withLock { $0 += 1 }
    for await _ in gate {}
  }
}

extension ServiceHarness {
  /// A setting of the store; nil where there is none.
  fileprivate func setting(_ name: String) async throws -> Int64? {
    try await store.rows("SELECT value FROM settings WHERE name = ?", [.text(name)]).first?
      .integer(0)
  }

  /// The kinds of audit rows that there are.
  fileprivate func kinds() async throws -> Set<String> {
    Set(try await store.rows("SELECT kind FROM audit", []).map { try $0.text(0) })
  }
}

extension Attacker {
  /// A person with a passkey, and the token of their session.
  fileprivate func person(
    _ harness: ServiceHarness
  ) async throws -> (token: String, key: TestAuthenticator) {
    let token = try await signUp(harness)
    let session = try await harness.service.sessions.authenticate(
      SecretText(token), activity: .person
    ).get()
    return (token, try await harness.registerKey(session))
  }

  /// Begins a recovery by a mailed code, and its wait unless nobody is told of it.
  fileprivate func beginRecovery(
    _ token: String, _ harness: ServiceHarness, telling: Bool = true
  ) async throws {
    try await beginRecovery(token, by: recoveryCode(token, harness))
    if telling { await harness.outbox().runDue(only: .notice) }
  }

  /// Begins a recovery by a code that was mailed before.
  fileprivate func beginRecovery(_ token: String, by code: SecretText) async throws {
    let request = RecoveryRequest(validateCode: code)
    let begun = try await send(
      WireRequest(.beginRecovery, accessToken: token, body: request.json))
    #expect(try RecoveryAnswer(json: begun.json).status == .waiting)
  }

  /// Has a code mailed that begins a recovery.
  fileprivate func recoveryCode(
    _ token: String, _ harness: ServiceHarness
  ) async throws -> SecretText {
    let asked = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .recover).json))
    #expect(asked.status == 202)
    await harness.outbox().runDue(only: .message)
    return try #require(
      harness.messenger.messages.last { $0.recipient == "ada@example.com" && $0.code != nil }?.code)
  }

  /// How far the recovery has come, in a session that is opened to see it.
  fileprivate func recovery(seenBy harness: ServiceHarness) async throws -> RecoveryStatus {
    try await recovery(try await signUp(harness))
  }

  /// How far the recovery has come.
  fileprivate func recovery(_ token: String) async throws -> RecoveryStatus {
    try RecoveryAnswer(json: await send(WireRequest(.recovery, accessToken: token)).json).status
  }

  /// Opens a session at a demo, whose codes are in a file.
  func signUp(readingCodesFrom mailbox: String) async throws -> String {
    let asked = try await send(
      WireRequest(
        .signUp, body: SignUpRequest(userName: "ada@example.com", displayName: "Ada").json))
    let code = try await Mailbox(path: mailbox).newCode(after: 0, seconds: 60)
    let opened = try await send(
      WireRequest(
        .openSession,
        body: SessionRequest.code(
          codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest,
          validateCode: code
        ).json))
    return try SessionAnswer(json: opened.json).accessToken.exposed
  }
}
