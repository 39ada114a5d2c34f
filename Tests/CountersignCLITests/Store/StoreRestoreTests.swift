import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Synchronization
import Testing
import ToolSupport
import WebAuthnModel
import WireModel

@testable import ServerCommands

@Suite("the restoring of a backup")
struct StoreRestoreTests {
  // Holds: restore
  @Test("a restored backup ends sessions, refuses earlier proofs, and rotates short-lived keys")
  func restore() async throws {
    let stage = try await Stage()
    let before = try await stage.closed()
    let outcome = try await stage.restore()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("restored \(stage.backup)"))
    #expect(outcome.output.contains("keyring to every machine that has a copy of it"))
    let keyring = try DataFolder.keyring(stage.data.keyringFile)
    for purpose in KeyPurpose.allCases {
      #expect(keyring.ages(purpose).count == (purpose.rotation == .shortLived ? 2 : 1))
    }
    let kept = try stage.keptDatabase()
    #expect(try await Self.rows("SELECT id FROM sessions WHERE ended_at IS NULL", in: kept) == 1)
    let after = try await ServiceHarness(
      directory: URL(filePath: stage.data.path), keyring: keyring, clock: before.clock,
      modules: [])
    // It was restored by this command: the server has nothing to do for it any more.
    #expect(try await !after.service.watchClock().contains(.restored))
    let open = try await after.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    let notBefore = try await after.store.rows(
      "SELECT value FROM settings WHERE name = 'not_before'", [])
    let moment = try notBefore.first?.integer(0) ?? 0
    #expect(moment > SystemClock().now().adding(seconds: -3600).milliseconds)
    let kinds = Set(
      try await after.store.rows("SELECT kind FROM audit", []).map { try $0.text(0) })
    #expect(
      kinds.isSuperset(of: ["backup_restored", "keyring_rotated", "revocations_carried"]))
    #expect(try await after.fault() == nil)
  }

  // Holds: restore
  @Test("what was revoked, removed or changed since the backup stays so")
  func revocations() async throws {
    let stage = try await Stage()
    let harness = stage.harness
    let keys = ServiceKeyAdministration(store: harness.store, keyring: harness.keyring)
    _ = try await keys.revoke(stage.serviceKey)
    try await harness.store.write { transaction in
      try transaction.execute("UPDATE credentials SET revoked_at = 5", [])
      // Ada's PIN is removed, and Bob's is another one.
      try transaction.execute(
        "DELETE FROM pins WHERE account_id = ?", [.text(stage.accounts[0])])
      try transaction.execute("UPDATE pins SET hash = x'05'", [])
    }
    _ = try await stage.closed()
    let outcome = try await stage.restore()
    #expect(outcome.output.contains("2 keys and devices\nand 2 PINs"), "\(outcome.errors)")
    let file = stage.data.databaseFile
    for revoked in ["service_keys", "credentials"] {
      #expect(
        try await Self.rows("SELECT 1 FROM \(revoked) WHERE revoked_at IS NULL", in: file) == 0)
    }
    #expect(try await Self.rows("SELECT 1 FROM pins", in: file) == 1)
    #expect(try await Self.rows("SELECT 1 FROM pins WHERE hash = x'05'", in: file) == 1)
  }

  // Holds: restore
  @Test("what was counted and decided since the backup, and a removed number, stays so")
  func decisions() async throws {
    let stage = try await Stage()
    let (ada, bob) = (stage.accounts[0], stage.accounts[1])
    @Sendable func number(of account: String, confirmedAt: Int64) -> String {
      """
      INSERT INTO phones (account_id, number, confirmed_at, trusted_at)
      VALUES ('\(account)', x'01', \(confirmedAt), 7)
      """
    }
    @Sendable func review(_ id: String, _ status: String) -> String {
      """
      INSERT INTO transactions (id, account_id, host_id, status, scenario, content, created_at,
        expires_at, changed_at, body_hash)
      VALUES ('\(id)', '\(ada)', 'hst_default', '\(status)', 'a', x'01', 1, \(Int64.max), 2, x'01')
      """
    }
    let backup = try await stage.changedBackup([
      number(of: ada, confirmedAt: 5), number(of: bob, confirmedAt: 5),
      review("approved", "pending"), review("denied", "pending"), review("open", "pending"),
      "INSERT INTO attempts VALUES ('pin:a', 3, 0, 0, NULL), ('pin:b', 4, 0, 0, NULL)",
      "INSERT INTO code_failures VALUES ('\(ada)', 'first', 6)",
      "INSERT INTO low_value VALUES ('\(ada)', 'EUR', 1, 900)",
    ])
    try await stage.harness.store.write { transaction in
      for statement in [
        // Ada has another number since; Bob has the same.
        number(of: ada, confirmedAt: 6), number(of: bob, confirmedAt: 5),
        review("approved", "approved"), review("denied", "denied"), review("open", "pending"),
        "INSERT INTO attempts VALUES ('pin:a', 5, 0, 0, NULL), ('pin:b', 1, 0, 0, NULL)",
        "INSERT INTO code_failures VALUES ('\(ada)', 'first', 2), ('\(bob)', 'app', 3)",
        "INSERT INTO low_value VALUES ('\(ada)', 'EUR', 2, 800)",
        "UPDATE accounts SET taken_at = 9 WHERE id = '\(bob)'",
      ] { try transaction.execute(statement, []) }
    }
    _ = try await stage.closed()
    let outcome = try await stage.restore(backup)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("and 1 telephone numbers that were removed or replaced"))
    #expect(
      outcome.output.contains("carried over: 3 higher counts"), "\(outcome.output)")
    #expect(outcome.output.contains("2 decisions on transactions under review"))
    let file = stage.data.databaseFile
    for (kept, count) in [
      ("phones WHERE number IS NOT NULL AND account_id = '\(bob)'", 1),
      ("phones WHERE number IS NOT NULL", 1),
      ("transactions WHERE id = status AND decided_at IS NULL", 2),
      ("transactions WHERE id = 'open' AND status = 'pending'", 1),
      ("attempts WHERE subject = 'pin:a' AND failed_attempts = 5", 1),
      ("attempts WHERE subject = 'pin:b' AND failed_attempts = 4", 1),
      ("code_failures WHERE account_id = '\(ada)' AND failures = 6", 1),
      ("code_failures WHERE account_id = '\(bob)' AND failures = 3", 1),
      ("low_value WHERE actions = 2 AND total = 900", 1),
      ("accounts WHERE taken_at = 9 AND id = '\(bob)'", 1),
      ("accounts WHERE taken_at IS NOT NULL", 1),
    ] {
      #expect(try await Self.rows("SELECT 1 FROM \(kept)", in: file) == count, "\(kept)")
    }
  }

  // Holds: restore
  @Test("what is left of a penalty begins anew, and no earlier end takes its place")
  func penalties() async throws {
    let stage = try await Stage()
    let look = try await stage.harness.store.rows(
      "SELECT value FROM settings WHERE name = 'clock_seen'", [])
    let seen = try #require(look.first).integer(0)
    let minute: Int64 = 60_000
    let backup = try await stage.changedBackup([
      "INSERT INTO attempts VALUES ('pin:a', 3, 0, 0, NULL)"
    ])
    _ = try await stage.harness.store.write {
      try $0.execute(
        "INSERT INTO attempts VALUES ('pin:a', 4, ?, 0, NULL)", [.integer(seen + 10 * minute)])
    }
    _ = try await stage.closed()
    let began = SystemClock().now().milliseconds
    let outcome = try await stage.restore(backup)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let ended = SystemClock().now().milliseconds
    let right = "failed_attempts = 4 AND penalised_until BETWEEN"
    #expect(
      try await Self.rows(
        "SELECT 1 FROM attempts WHERE \(right) \(began + 9 * minute) AND \(ended + 11 * minute)",
        in: stage.data.databaseFile) == 1)
  }

  @Test("what nobody revoked is as it was in the backup")
  func untouched() async throws {
    let stage = try await Stage()
    _ = try await stage.closed()
    let outcome = try await stage.restore()
    #expect(outcome.output.contains("0 keys and devices\nand 0 PINs"), "\(outcome.errors)")
    #expect(!outcome.errors.contains(Stage.doubt))
    let file = stage.data.databaseFile
    for kept in ["service_keys WHERE revoked_at IS NULL", "credentials WHERE revoked_at IS NULL"] {
      #expect(try await Self.rows("SELECT 1 FROM \(kept)", in: file) == 1)
    }
    #expect(try await Self.rows("SELECT 1 FROM pins", in: file) == 2)
  }

  // Holds: restore
  @Test("what is not in another database, or in one that was restored since, was not removed")
  func anotherLine() async throws {
    for isNew in [true, false] {
      let stage = try await Stage()
      let older = stage.folder.file("older.sqlite")
      if isNew {
        _ = try await stage.closed()
        try FileManager.default.removeItem(atPath: stage.data.databaseFile)
        try await SQLiteStore(path: stage.data.databaseFile, schemas: .of([]), seals: .none).close()
      } else {
        // A backup from before the PINs took the place, until the newer one was found.
        try FileManager.default.moveItem(
          atPath: try await stage.changedBackup("DELETE FROM pins"), toPath: older)
        _ = try await stage.closed()
        #expect(try await stage.restore(older).status == 0)
      }
      let outcome = try await stage.restore()
      #expect(outcome.status == 0, "\(outcome.errors)")
      stage.requireDoubt(
        outcome,
        isNew
          ? "the database from before is new, or another than the backup was made of"
          : "the database from before was restored after the backup was made, or is older than it")
      #expect(try await Self.rows("SELECT 1 FROM pins", in: stage.data.databaseFile) == 2)
    }
  }

  // Holds: restore
  @Test("a PIN of an older copy takes the place of none in the backup")
  func pinsOfOlderCopy() async throws {
    let stage = try await Stage()
    let harness = stage.harness
    let keys = ServiceKeyAdministration(store: harness.store, keyring: harness.keyring)
    _ = try await keys.revoke(stage.serviceKey)
    _ = try await harness.store.write { try $0.execute("UPDATE pins SET hash = x'06'", []) }
    let newer = stage.folder.file("newer.sqlite")
    try SQLiteBackup.copy(stage.data.databaseFile, to: newer)
    _ = try await stage.closed()
    try stage.putBack()
    let outcome = try await stage.restore(newer)
    #expect(outcome.status == 0, "\(outcome.errors)")
    stage.requireDoubt(
      outcome, "the database from before is behind its restore mark: it was put back itself")
    let kept = "SELECT 1 FROM pins WHERE hash = x'06'"
    #expect(try await Self.rows(kept, in: stage.data.databaseFile) == 2)
  }

  // Holds: restore
  @Test("where the database from before is an older copy, the operator is told what may be missing")
  func putBackBefore() async throws {
    for hasStarted in [false, true] {
      let stage = try await Stage()
      let harness = stage.harness
      let keys = ServiceKeyAdministration(store: harness.store, keyring: harness.keyring)
      _ = try await keys.revoke(stage.serviceKey)
      _ = try await stage.closed()
      // By hand, and then once more by the command.
      try stage.putBack()
      if hasStarted { #expect(try await stage.start() == [.restored]) }
      let outcome = try await stage.restore()
      #expect(outcome.status == 0, "\(outcome.errors)")
      stage.requireDoubt(
        outcome,
        hasStarted
          ? "the database from before was restored after the backup was made, or is older than it"
          : "the database from before is behind its restore mark: it was put back itself")
      let good = "SELECT 1 FROM service_keys WHERE revoked_at IS NULL"
      #expect(try await Self.rows(good, in: stage.data.databaseFile) == 1)
    }
  }

  // Holds: restore
  @Test("where a server has served from a new database, its revocations are not the backup's")
  func newBefore() async throws {
    let stage = try await Stage()
    _ = try await stage.closed()
    try stage.removeDatabase()
    #expect(try await stage.start() == [])
    let outcome = try await stage.restore(options: ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let cause = "the database from before is new, or another than the backup was made of"
    stage.requireDoubt(outcome, cause)
    guard case .object(let answer) = try JSONValue(parsing: Array(outcome.output.utf8)) else {
      Issue.record("\(outcome.output)")
      return
    }
    #expect(answer["revokedKeys"] == .null && answer["revokedOthers"] == .null)
    #expect(answer["remark"] == .string(cause))
  }

  // Holds: restore
  @Test("where no restore mark is found, nobody knows if the database from before is an older copy")
  func unmarkedBefore() async throws {
    for isKept in [true, false] {
      let stage = try await Stage()
      _ = try await stage.closed()
      if isKept { try FileManager.default.removeItem(atPath: stage.data.path + "/marks") }
      let outcome = try await stage.restore(options: isKept ? [] : ["--restore-mark", "none"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      stage.requireDoubt(
        outcome,
        "no restore mark of the database from before was found, so it may be an older copy itself")
    }
  }

  // Holds: restore
  @Test("where the database is damaged or lost, the operator is told what nobody knows")
  func lost() async throws {
    for isThere in [true, false] {
      let stage = try await Stage()
      _ = try await stage.closed()
      if isThere {
        try Data(repeating: 7, count: 9000).write(to: URL(filePath: stage.data.databaseFile))
        for ending in ["-wal", "-journal"] {
          try Data(repeating: 8, count: 9000).write(
            to: URL(filePath: stage.data.databaseFile + ending))
        }
      } else {
        try FileManager.default.removeItem(atPath: stage.data.databaseFile)
      }
      let outcome = try await stage.restore()
      #expect(outcome.status == 0, "\(outcome.errors)")
      stage.requireDoubt(
        outcome,
        isThere
          ? "the database from before cannot be read" : "there is no database from before")
      let names = try FileManager.default.contentsOfDirectory(atPath: stage.data.path)
      #expect(names.contains { $0.contains("before-restore") } == isThere)
      #expect(!names.contains("countersign.sqlite-wal"))
      #expect(!names.contains("countersign.sqlite-journal"))
      let check = try await BuiltProgram.run(["store", "check", "--data", stage.data.path])
      #expect(check.status == 0, "\(check.errors)")
    }
  }

  // Holds: restore
  @Test("while a server runs nothing is restored")
  func running() async throws {
    let stage = try await Stage()
    let rows = try await stage.harness.store.rows("SELECT COUNT(*) FROM audit", [])
    let outcome = try await stage.restore()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("hint: stop the server"))
    try stage.requireUntouched()
    #expect(try await stage.harness.store.rows("SELECT COUNT(*) FROM audit", []) == rows)
    // The server goes on with its write-ahead log.
    #expect(try await stage.harness.store.writerPragmas()["journal_mode"] == "wal")
  }

  // Holds: restore
  @Test("what is no whole backup that this program knows is refused")
  func unusable() async throws {
    let stage = try await Stage()
    _ = try await stage.closed()
    let junk = stage.folder.file("junk")
    try Data(repeating: 7, count: 9000).write(to: URL(filePath: junk))
    let newer = try await stage.changedBackup("INSERT INTO schema_steps VALUES ('core', 99, x'00')")
    let other = try await stage.changedBackup("UPDATE schema_steps SET digest = x'00'")
    let earlier = try await stage.changedBackup("ALTER TABLE schema_steps DROP COLUMN digest")
    let peppered = try await stage.changedBackup("UPDATE pins SET pepper = 7")
    let tampered = try await stage.changedBackup("UPDATE audit SET details = '{}'")
    let faults: [(backup: String, status: Int32, words: String)] = [
      (stage.folder.file("none"), 3, "no backup at"), (junk, 1, "damaged"),
      (newer, 1, "step 99"),
      (other, 1, "another version made step \(Schema.core.newest) of the tables of core"),
      (earlier, 1, "another version made the tables before the first release"),
      (peppered, 3, "no pepper 7"), (tampered, 1, "the audit log"),
      (stage.data.databaseFile, 2, "the database itself"),
    ]
    for fault in faults {
      let outcome = try await stage.restore(fault.backup)
      #expect(outcome.status == fault.status, "\(fault.words): \(outcome.errors)")
      #expect(outcome.errors.contains(fault.words), "\(outcome.errors)")
      try stage.requireUntouched()
    }
    try FileManager.default.removeItem(atPath: stage.data.keyringFile)
    let keyless = try await stage.restore()
    #expect(keyless.status == 3 && keyless.errors.contains("no keyring at"))
  }

  private static func rows(_ sql: String, in file: String) async throws -> Int {
    let store = try SQLiteStore(path: file, schemas: .of([]), seals: .none)
    let rows = try await store.rows(sql, [])
    try await store.close()
    return rows.count
  }
}

/// The folder of a server that has people, keys and a backup.
private final class Stage: Sendable {
  let folder: TemporaryFolder
  let data: DataFolder
  let harness: ServiceHarness
  let backup: String
  let serviceKey: ServiceKeyID
  /// Ada's and Bob's.
  let accounts: [String]
  private let keyring: [UInt8]
  /// Kept until the end: a harness removes its folder with it.
  private let later = Mutex<[ServiceHarness]>([])

  init() async throws {
    folder = try TemporaryFolder()
    data = try DataFolder(folder.file("data"))
    backup = folder.file("backup.sqlite")
    let keys = try DataFolder.keyring(data.keyringFile)
    keyring = keys.serialized()
    harness = try await ServiceHarness(
      directory: URL(filePath: data.path), keyring: keys, modules: [])
    _ = try await harness.service.watchClock()
    var accounts: [String] = []
    for name in ["ada@example.com", "bob@example.com"] {
      let session = try await harness.signUp(name)
      try await harness.setPIN("274916", session, to: name)
      accounts.append(session.accountID.text)
    }
    self.accounts = accounts
    _ = try await harness.registerKey(
      harness.signUp("carol@example.com"), to: "carol@example.com")
    let made = ServiceKeyAdministration(store: harness.store, keyring: keys)
    _ = try await made.create(name: "shop", scopes: [.sessions]).get()
    let listed = try await made.list()
    serviceKey = try #require(listed.first).id
    let ada = accounts[0]
    _ = try await harness.store.write {
      try $0.execute("UPDATE sessions SET ended_at = 1 WHERE account_id <> ?", [.text(ada)])
    }
    try SQLiteBackup.copy(data.databaseFile, to: backup)
  }

  /// Ends the server.
  func closed() async throws -> ServiceHarness {
    try await harness.store.close()
    return harness
  }

  func restore(
    _ file: String? = nil, options: [String] = []
  ) async throws -> BuiltProgram.Outcome {
    try await BuiltProgram.run(["store", "restore", file ?? backup, "--data", data.path] + options)
  }

  /// Starts a server on the database that is there now, and ends it; gives what it found.
  func start() async throws -> [ClockNews] {
    let server = try await ServiceHarness(
      directory: URL(filePath: data.path), keyring: harness.keyring, clock: harness.clock,
      modules: [])
    later.withLock { $0.append(server) }
    let news = try await server.service.watchClock()
    try await server.store.close()
    return news
  }

  /// Copies the backup over the database by hand.
  func putBack() throws {
    try removeDatabase()
    try FileManager.default.copyItem(atPath: backup, toPath: data.databaseFile)
  }

  func removeDatabase() throws {
    for ending in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: data.databaseFile + ending) {
      try FileManager.default.removeItem(atPath: data.databaseFile + ending)
    }
  }

  static let doubt = """
    passkeys, devices and service keys that were revoked since the backup was made may be good \
    again, and so may PINs, authenticator apps and telephone numbers that were removed or \
    changed since; attempts may be counted anew, and transactions that were decided on may be \
    pending
    hint: look for service keys with countersign service-key list, and revoke each again with \
    countersign service-key revoke ID
    hint: look for passkeys and devices with POST /service/accounts/find, and revoke each again \
    with POST /service/accounts/revoke
    """

  /// The operator was told what may be missing and why, and no number.
  func requireDoubt(_ outcome: BuiltProgram.Outcome, _ cause: String) {
    #expect(outcome.errors.contains(cause), "\(outcome.errors)")
    #expect(outcome.errors.contains(Self.doubt), "\(outcome.errors)")
    #expect(!outcome.output.contains("revoked as in the database from before"))
  }

  /// A backup in which a statement was run.
  func changedBackup(_ sql: String) async throws -> String { try await changedBackup([sql]) }

  /// A backup in which statements were run.
  func changedBackup(_ statements: [String]) async throws -> String {
    let file = folder.file("changed-\(UUID().uuidString)")
    try SQLiteBackup.copy(backup, to: file)
    let store = try SQLiteStore(path: file, schemas: .of([]), seals: .none)
    try await store.write { transaction in
      for statement in statements { try transaction.execute(statement, []) }
    }
    try await store.close()
    return file
  }

  func keptDatabase() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
    // Its log lies beside it.
    let name = names.first { $0.contains("before-restore") && $0.hasSuffix("Z") }
    return data.path + "/" + (try #require(name))
  }

  /// Nothing was restored, and nothing is left of the trial.
  func requireUntouched() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
    #expect(!names.contains { $0.contains("restor") })
    #expect(try PrivateFile.read(data.keyringFile) == keyring)
  }
}
