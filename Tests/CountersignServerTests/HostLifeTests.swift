import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import HTTPTypes
import Hummingbird
import ProgramTesting
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

  @Test("a host's own clock says when a session is over, and its own randomness what tokens are")
  func clockAndRandomness() async throws {
    let clock = FakeClock()
    let hosted = try await Hosted(clock: clock, random: SeededRandomSource(seed: 7))
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router)
    let session = try await hosted.countersign.openSession(for: "CUST-1", displayName: "Ada").get()
    for (seconds, status) in [(0, 200), (299, 200), (301, 401)] {
      clock.advance(seconds: Int64(seconds))
      let answer = try await HostClient(router).send(
        .get, "/second-factor",
        fields: [.authorization: "Bearer \(session.accessToken.exposed)"])
      #expect(answer.status == status, "\(seconds)")
    }
    for (seed, isSame) in [(UInt64(7), true), (8, false)] {
      let twin = try await Hosted(random: SeededRandomSource(seed: seed))
      let other = try await twin.countersign.openSession(for: "CUST-1", displayName: "Ada").get()
      #expect((other.accessToken == session.accessToken) == isSame)
    }
  }

  @Test("a host calls its people by its own ids, and its directory says where their messages go")
  func ownIDs() async throws {
    let directory = ScriptedDirectory { addressee in
      guard addressee.name.text == "CUST-4711" else { return nil }
      return Addresses(email: try EmailAddress("ada@bank.example"))
    }
    let hosted = try await Hosted(directory: directory)
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router)
    let session = try await hosted.countersign.openSession(for: "CUST-4711", displayName: "Ada")
      .get()
    let answer = try await HostClient(router).send(
      .post, "/codes", ["purpose": "set_pin"],
      fields: [.authorization: "Bearer \(session.accessToken.exposed)"])
    #expect(answer.status == 202)
    _ = try await hosted.newestCode(to: "ada@bank.example")
    let names = try await hosted.store.read { transaction in
      try transaction.rows("SELECT id FROM accounts", []).map {
        try Accounts.names(of: AccountID($0.text(0)), in: transaction)?.userName
      }
    }
    #expect(names == ["CUST-4711"])
    // A text that is no name is the host's mistake, and makes no account.
    let refused = try await hosted.countersign.openSession(for: "cust 4711", displayName: "Ada")
    #expect(throws: Refusal.self) { try refused.get() }
  }

  @Test("a directory that throws is a fault with a line in the log, which repeats no address")
  func directoryFails() async throws {
    struct Unreachable: Error { let address = "ada@bank.example" }
    let hosted = try await Hosted(directory: ScriptedDirectory { _ in throw Unreachable() })
    let router = Router(context: AddressedContext.self)
    hosted.countersign.addRoutes(to: router)
    let session = try await hosted.countersign.openSession(for: "CUST-4711", displayName: "Ada")
      .get()
    let log = LogLines()
    let answer = try await HostClient(router, logger: log.logger).send(
      .post, "/codes", ["purpose": "set_pin"],
      fields: [.authorization: "Bearer \(session.accessToken.exposed)"])
    #expect(answer.status == 500 && answer.reason == .internalError)
    #expect(log.all.contains { $0.contains("it threw Unreachable") })
    #expect(!(log.all.joined() + answer.text).contains("ada@bank.example"))
  }

  @Test("a start without the module of an open job raises an alarm, and changes nothing")
  func absentModule() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.file("bank.sqlite"), schemas: .of([MoneyOrders(nil)]), seals: .ofTests)
    _ = try await store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO outbox (id, kind, content, put_at, due_at, attempts, target)
        VALUES ('money_order:1', 'money_order', x'', 0, 0, 0, 'alpha')
        """, [])
    }
    for (modules, alarms) in [([], 1), ([MoneyOrders(nil)], 0)] as [([any Module], Int)] {
      let log = LogLines()
      _ = try await Countersign(
        store: .opened(store), keyring: .ofTests, configuration: Hosted.configuration,
        modules: modules, messenger: RecordingMessenger(), logger: log.logger)
      let lines = log.all.filter { $0.contains("work of a module stays open") }
      #expect(lines.count == alarms)
      for line in lines {
        #expect(line.contains("(money_orders): 1 jobs of the kind money_order wait"))
      }
    }
    #expect(try await store.rows("SELECT 1 FROM outbox WHERE done_at IS NULL", []).count == 1)
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
    try await whileRunning(hosted.countersign) {
      _ = try await hosted.countersign.openSession(for: "ada@example.com", displayName: "Ada")
    }
    // The host has opened the store, so that it is the host's to close.
    #expect(try await hosted.audit("host_opened_session").count == 1)
    try await hosted.store.close()
  }

  @Test("a host that names two files finds its people again, and the store is closed at the end")
  func files() async throws {
    let folder = try TemporaryFolder()
    let (database, keyring) = (folder.file("bank/bank.db"), folder.file("bank/keyring"))
    var accounts: [String] = []
    for displayName in ["Ada", nil] {
      let countersign = try await Countersign(
        store: .sqlite(database), keyring: .file(keyring), configuration: Hosted.configuration,
        modules: [MoneyOrders(nil)], messenger: RecordingMessenger(), logger: Hosted.silent)
      try await whileRunning(countersign) {
        let session = try await countersign.openSession(
          for: "ada@example.com", displayName: displayName)
        accounts.append(try session.get().accountID)
      }
      await #expect(throws: StoreError.self) {
        _ = try await countersign.openSession(for: "ada@example.com")
      }
    }
    #expect(accounts[0] == accounts[1])
    for file in [database, keyring] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  // Holds: restore
  @Test("a host whose restore mark cannot be kept is not served, unless it chose none")
  func unusableMark() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    func countersign(_ mark: RestoreMark) async throws -> Countersign {
      try await Countersign(
        store: .sqlite(folder.file("bank/bank.db")),
        keyring: .file(folder.file("keys/keyring"), restoreMark: mark),
        configuration: Hosted.configuration, modules: [MoneyOrders(nil)],
        messenger: RecordingMessenger(), logger: Hosted.silent)
    }
    let misuse = await #expect(throws: ServerMisuse.self) {
      _ = try await countersign(.folder(folder.file("file/marks")))
    }
    #expect(misuse?.code == "restore_mark_unusable")
    for mark in [RestoreMark.none, .besideKeyring] {
      let made = try await countersign(mark)
      let remarks = try await made.service.remarks()
      #expect(remarks.contains { $0.contains("no restore mark is kept") } == (mark == .none))
      try await whileRunning(made) {}
    }
    let marks = try FileManager.default.contentsOfDirectory(atPath: folder.file("keys/marks"))
    #expect(Set(marks.map { $0.prefix { $0 != "-" } }) == ["run", "commit", "file"])
  }

  @Test("a keyring that others can read, or that is none, is refused and left as it is")
  func unusableKeyring() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("keyring")
    let made = try Keyring.file(file).serialized()
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    #expect(throws: OwnerFileError.self) { try Keyring.file(file) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try Keyring.file(file).serialized() == made)
    try Data("{}".utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(throws: KeyringError.self) { try Keyring.file(file) }
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("{}".utf8))
  }

  @Test("a secret is its owner's, or root's and the group's that a platform mounts it for")
  func mountedSecrets() throws {
    let server: uid_t = 65_534
    for (mode, owner, isPrivate) in [
      (0o400, server, true), (0o600, server, true), (0o440, server, false), (0o640, server, false),
      (0o400, 0, true), (0o440, 0, true), (0o640, 0, true), (0o660, 0, false), (0o450, 0, false),
      (0o444, 0, false), (0o604, 0, false), (0o400, 1000, true), (0o440, 1000, false),
    ] as [(mode_t, uid_t, Bool)] {
      #expect(
        OwnerFile.isPrivate(mode: mode, owner: owner, reader: server) == isPrivate,
        "\(String(mode, radix: 8)) of \(owner)")
    }
    // A server that root runs: the group is somebody else.
    #expect(!OwnerFile.isPrivate(mode: 0o440, owner: 0, reader: 0))
    #expect(OwnerFile.isPrivate(mode: 0o400, owner: 0, reader: 0))
    // Kubernetes mounts a secret as a link: the file counts, and not the link's own mode.
    let folder = try TemporaryFolder()
    try OwnerFile.create(folder.file("secret"), [1, 2, 3])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.file("secret"))
    #expect(try OwnerFile.read(folder.file("link")) == [1, 2, 3])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.file("secret"))
    #expect(throws: OwnerFileError.self) { try OwnerFile.read(folder.file("link")) }
    #expect(try OwnerFile.read(folder.file("none")) == nil)
  }

  @Test("a configuration without an origin is refused before anything is served")
  func noOrigin() async throws {
    await #expect(throws: ServerMisuse.originMissing) {
      _ = try await Hosted { $0.origins = [] }
    }
  }
}

/// Runs a service of a host's process while a body runs, then shuts the process down.
private func whileRunning(_ service: Countersign, _ body: () async throws -> Void) async throws {
  let (started, continuation) = AsyncStream<Void>.makeStream()
  let group = ServiceGroup(
    services: [service, Beacon(started: continuation)], logger: Hosted.silent)
  let running = Task { try await group.run() }
  // A group that is told to shut down before it runs would run nothing.
  _ = await started.first { _ in true }
  let result: Result<Void, any Error>
  do {
    result = .success(try await body())
  } catch {
    result = .failure(error)
  }
  await group.triggerGracefulShutdown()
  try await running.value
  try result.get()
}

/// Says that the process runs.
private struct Beacon: ServiceLifecycle.Service {
  let started: AsyncStream<Void>.Continuation

  func run() async throws {
    started.yield()
    try await gracefulShutdown()
  }
}

/// A disk that a test breaks.
private final class Disk: Sendable {
  struct Broken: Error {}

  private let isBroken = Mutex(false)

  func breakDown() { isBroken.withLock { $0 = true } }

  func write() throws { if isBroken.withLock(\.self) { throw Broken() } }
}
