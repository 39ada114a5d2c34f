import ArgumentParser
import CountersignCore
import CountersignSQLite
import CountersignServer
import Foundation
import ToolSupport
import WebAuthnModel

/// `countersign store restore`.
struct StoreRestoreCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: "Put a backup in the database's place.",
      discussion: """
        Stop the server first. The backup is checked, brought to this version's schema, and then \
        takes the database's place; the database from before is kept beside it. Sessions, codes, \
        grants and links end, recoveries that waited are void, other waits begin anew, proofs of \
        before are refused, and the short-lived keys rotate.

        What the database from before says was revoked is revoked in the backup too; what it has \
        counted, and what was decided on transactions under review, is carried over. Where it is \
        lost, new, or an older copy itself, the command says so: revoke again what was revoked \
        since the backup was made.

        In PostgreSQL the backup goes into an empty database (--database), and --replaces names \
        the one from before.

        Examples:
          countersign store restore /var/backups/countersign.sqlite --data ./data
          countersign store restore /var/backups/countersign.sqlite --data ./data --database \
        postgres://bank@db.example.com/restored --replaces \
        postgres://bank@db.example.com/countersign
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(help: ArgumentHelp("The backup's file.", valueName: "backup")) var backup: String
  @Option(
    help: ArgumentHelp(
      "The database whose revocations are carried over (default: the one under DIR).",
      valueName: "url|dir"))
  var replaces: String?

  func run() async throws {
    let place = try options.place()
    _ = try place.presentKeyring()
    // No server starts meanwhile; one in a host's own process is known by its database alone.
    let lock = try DataFolderLock(DataFolder(place.folder).path)
    try await BackupRestoring<Modules>(
      backup: backup, replaces: replaces, place: place, isJSON: options.store.json
    ).run()
    lock.end()
  }
}

/// One run of the command, in a folder that nobody else uses meanwhile.
private struct BackupRestoring<Modules: ServerAdditions> {
  let backup: String
  let replaces: String?
  let place: ServerPlace
  let isJSON: Bool

  private var database: String { place.folder + "/countersign.sqlite" }
  private var draft: String { database + ".restoring" }

  func run() async throws {
    let target = place.database.file == nil ? try emptyTarget() : nil
    // What was made before is refused from now on: by the clock of whoever made it.
    let clock = try place.database.clock()
    if target == nil { try requireUnused() }
    try requireSound()
    try removeDraft()
    do {
      try SQLiteBackup.copy(backup, to: draft)
    } catch let error as StoreError {
      throw CommandFailure(.environment, "the backup cannot be copied: \(error)")
    }
    let kept = freeName(at: SystemClock().now())
    do {
      let (revocations, cause) = try presentRevocations(hasFile: target == nil)
      let restoration = try await ready(revocations, clock)
      if let target { try fill(target) } else { try replace(keeping: kept) }
      try restoration.note()
      report(restoration, unread: cause, kept: kept)
    } catch {
      try? removeDraft()
      throw error
    }
  }

  /// A database elsewhere that the backup goes into: it holds nothing, or a part of a copy.
  private func emptyTarget() throws -> any CopyTarget {
    do {
      let target = try place.database.copyTarget()
      guard try target.hasTable(StoreCopy.mark) || target.tables().isEmpty else {
        throw CommandFailure(CopyFault.occupied)
      }
      return target
    } catch let error as StoreError {
      throw Self.inUse(error)
    }
  }

  /// Copies the restored rows into a database elsewhere.
  private func fill(_ target: any CopyTarget) throws {
    do {
      let source = try SQLiteCopySource(path: draft)
      _ = try StoreCopy(
        from: source, to: target, schemas: .of(Modules.modules), report: ProgressLines().note
      ).run()
      try target.close()
    } catch let fault as CopyFault {
      throw CommandFailure(fault)
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "the backup was not restored: \(error.reason)",
        hint: "run the same command again: it begins anew")
    }
    try removeDraft()
  }

  /// The name of the database from before.
  private func freeName(at now: Timestamp) -> String {
    let name = "\(database).before-restore-\(now.rfc3339.filter { $0 != ":" && $0 != "-" })"
    func isFree(_ name: String) -> Bool { !FileManager.default.fileExists(atPath: name) }
    guard !isFree(name) else { return name }
    var number = 2
    while !isFree("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  private func requireUnused() throws {
    do {
      try SQLiteReplacement.requireUnused(database)
    } catch let error as StoreError {
      throw Self.inUse(error)
    }
  }

  private static func inUse(_ error: StoreError) -> CommandFailure {
    CommandFailure(
      .environment, "the database cannot be replaced: \(error.reason)",
      hint: "stop the server that uses it")
  }

  /// Refuses a backup that is not there, is the database itself, or is not what SQLite wrote.
  private func requireSound() throws {
    guard FileManager.default.fileExists(atPath: backup) else {
      throw CommandFailure(
        .environment, "no backup at \(backup)",
        hint: "countersign store backup makes one, by default under DIR/backups")
    }
    let paths = [backup, database].map { URL(filePath: $0).resolvingSymlinksInPath().path }
    guard paths[0] != paths[1] else {
      throw CommandFailure(.wrongUse, "\(backup) is the database itself", hint: "name a backup")
    }
    do {
      let faults = try SQLiteInspection(path: backup, schemas: []).faults()
      if let fault = faults.first { throw Self.damaged(fault) }
    } catch let error as StoreError where error.code == .unsupported {
      throw Self.unusable(error)
    } catch let error as StoreError {
      throw Self.damaged(error.reason)
    }
  }

  private static func damaged(_ fault: String) -> CommandFailure {
    CommandFailure(
      .refused, "the backup is damaged, or none: \(fault)", hint: "take an earlier backup")
  }

  private static func unusable(_ error: StoreError) -> CommandFailure {
    CommandFailure(
      .refused, "the backup cannot be used: \(error.reason)",
      hint: "take the program of the version that made the backup")
  }

  private func removeDraft() throws {
    for ending in ["", "-wal", "-shm", "-journal"]
    where FileManager.default.fileExists(atPath: draft + ending) {
      do {
        try FileManager.default.removeItem(atPath: draft + ending)
      } catch {
        throw CommandFailure(.environment, "\(draft + ending) cannot be removed: \(error)")
      }
    }
  }

  /// Reads the revocations of the database from before; or says why nobody knows.
  private func presentRevocations(
    hasFile: Bool
  ) throws -> (StoredRevocations?, cause: String?) {
    let before = try replaces.map { try Database(place: $0) } ?? (hasFile ? .file(database) : nil)
    guard let before, before.file.map(FileManager.default.fileExists) ?? true else {
      return (nil, hasFile ? "there is no database from before" : "--replaces names none")
    }
    do {
      let found = try before.inspection([])
      let marks = place.restoreMark.marks(besideKeyring: place.keyringFile)
      // Read before the database is, as for each command.
      let note = try marks.flatMap { marks in
        try found.read { try RestoreNote(of: $0, in: marks) }
      }
      return (try found.read { try StoredRevocations(in: $0, notedAs: note) }, nil)
    } catch let error as OwnerFileError {
      throw CommandFailure(error)
    } catch {
      return (nil, "the database from before cannot be read (\(error))")
    }
  }

  /// A backup that may take the database's place.
  private struct Ready {
    let restoration: StoreRestoration
    let restored: RestoredStore
    let changes: [KeyChange]

    func note() throws { try restoration.note(restored) }
  }

  /// Checks the copy and does to it what a restored database needs.
  private func ready(
    _ revocations: StoredRevocations?, _ clock: any ServiceClock
  ) async throws -> Ready {
    let present = try place.presentKeyring()
    let store: SQLiteStore
    do {
      store = try SQLiteStore(
        path: draft, schemas: .of(Modules.modules), seals: StoreSeals(present))
    } catch let error as StoreError {
      throw Self.unusable(error)
    }
    let result: Result<Ready, any Error>
    do {
      let modules = Modules.modules
      do {
        try await StoreRestoration(store: store, keyring: present).requireKeys()
      } catch let error as KeyringError {
        throw CommandFailure(
          .environment, "\(place.keyringFile): \(error)",
          hint: "put the keyring back first, as new as the backup at least")
      }
      try await store.read { _ = try requireWhole(modules, by: present, in: $0) }
      // The last that can be refused: a rotation that leads to nothing does no harm.
      let (_, changes) = try KeyringFile(place.keyringFile).rotate(
        KeyPurpose.allCases.filter { $0.rotation == .shortLived }, at: clock.now(),
        early: .spared)
      let keyring = try place.presentKeyring()
      let restoration = StoreRestoration(store: store, keyring: keyring, clock: clock)
      let restored = try await restoration.write(carrying: revocations, rotating: changes)
      result = .success(Ready(restoration: restoration, restored: restored, changes: changes))
    } catch {
      result = .failure(error)
    }
    try await store.close()
    return try result.get()
  }

  private func replace(keeping kept: String) throws {
    do {
      try SQLiteReplacement.put(draft, inPlaceOf: database, keeping: kept)
    } catch let error as StoreError {
      throw Self.inUse(error)
    }
  }

  private func report(_ ready: Ready, unread cause: String?, kept: String) {
    let carried = ready.restored.carried
    let doubt = carried?.gap?.cause ?? cause
    let isKept = FileManager.default.fileExists(atPath: kept)
    Console.print(
      lines(ready, kept: isKept ? kept : nil),
      [
        "status": "restored", "backup": .string(backup),
        "asOf": ready.restored.seen.map { .string($0.rfc3339) } ?? .null,
        "databaseBefore": isKept ? .string(kept) : .null,
        "revokedKeys": Self.count(carried?.keys, doubt),
        "revokedOthers": Self.count(carried?.otherFactors, doubt),
        "removedNumbers": Self.count(carried?.numbers, doubt),
        "raisedCounts": Self.count(carried?.counts, doubt),
        "decidedTransactions": Self.count(carried?.decisions, doubt),
        "remark": doubt.map(JSONValue.string) ?? .null,
      ], asJSON: isJSON)
    if let doubt { Self.warn(of: doubt) }
  }

  /// A number for a script; null where more may have been revoked.
  private static func count(_ number: Int?, _ doubt: String?) -> JSONValue {
    guard let number, doubt == nil else { return .null }
    return .integer(Int64(number))
  }

  private func lines(_ ready: Ready, kept: String?) -> [String] {
    let moment =
      ready.restored.seen.map { ", as it was at \(ShownTime.text($0.rfc3339)) or a minute later" }
      ?? ""
    var lines = ["restored \(backup)\(moment)"]
    if let kept { lines.append("the database from before is \(kept)") }
    lines.append(
      "sessions, codes, grants and links are over; recoveries that waited are void; other waits "
        + "begin anew; proofs of before are refused")
    if !ready.changes.isEmpty {
      lines += ready.changes.map(\.text)
      lines.append(
        "bring \(place.keyringFile) to every machine that has a copy of it, and back it up, before "
          + "a server starts")
    }
    lines.append(
      "not carried over: new telephone numbers, changed PINs of devices, erased accounts, and "
        + "payments, accounts and factors that came since")
    // A number would claim that nothing else was revoked.
    guard let carried = ready.restored.carried, carried.gap == nil else { return lines }
    lines.append("revoked as in the database from before: \(carried.keys) keys and devices")
    if let others = carried.otherFactors {
      lines.append("and \(others) PINs and authenticator apps that were removed or changed")
    }
    if let numbers = carried.numbers {
      lines.append("and \(numbers) telephone numbers that were removed or replaced")
    }
    lines.append(
      "carried over: \(carried.counts) higher counts of wrong attempts and of low amounts, "
        + "\(carried.decisions) decisions on transactions under review")
    return lines
  }

  private static func warn(of doubt: String) {
    Console.note(
      """
      \(doubt)
      passkeys, devices and service keys that were revoked since the backup was made may be good \
      again, and so may PINs, authenticator apps and telephone numbers that were removed or \
      changed since; attempts may be counted anew, and transactions that were decided on may be \
      pending
      hint: look for service keys with countersign service-key list, and revoke each again with \
      countersign service-key revoke ID
      hint: look for passkeys and devices with POST /service/accounts/find, and revoke each again \
      with POST /service/accounts/revoke
      """)
  }
}

extension RevocationGap {
  /// The gap in words.
  fileprivate var cause: String {
    switch self {
    case .ofAnother: "the database from before is new, or another than the backup was made of"
    case .unmarked:
      "no restore mark of the database from before was found, so it may be an older copy itself"
    case .putBack:
      "the database from before is behind its restore mark: it was put back itself"
    case .restoredSince:
      "the database from before was restored after the backup was made, or is older than it"
    }
  }
}
