#if PostgreSQL
  import AirtimeServer
  import CountersignCore
  import CountersignPostgreSQL
  import CountersignTesting
  import Foundation
  import ProgramTesting
  import Synchronization

  /// Faults of PostgreSQL, and of the way to it.
  final class PostgreSQLFaults: FaultedStore {
    private let server: PrivatePostgreSQL
    private let proxy: CuttingProxy
    private let disk: SmallDisk?
    private let address: String
    private let keyring: String

    /// A database of a server of its own, on a disk of its own where that is possible here.
    init(in folder: TemporaryFolder) throws {
      disk = SmallDisk.isPossible ? try SmallDisk(megabytes: 512) : nil
      server = try PrivatePostgreSQL(
        in: disk.map { URL(filePath: $0.path + "/pg") }, settings: Self.settings)
      proxy = try CuttingProxy(to: server)
      address = try server.newDatabase()
      keyring = folder.file("keyring")
    }

    /// Commits carry their time, by which the moves of a wallet are sorted; the log of a small disk
    /// is small.
    static let settings = [
      "track_commit_timestamp=on", "max_wal_size=64MB", "max_connections=60", "fsync=off",
    ]

    var possible: [Fault] { Fault.allCases.filter { $0 != .fullDisk || disk != nil } }

    func options(ofNode number: Int) -> [String] {
      Self.options(address: proxy.address(of: address), keyring: keyring)
    }

    var place: [String] { Self.options(address: address, keyring: keyring) }

    static func options(address: String, keyring: String) -> [String] {
      ["--database", address, "--keyring", keyring]
    }

    /// Two commands may share a transaction, which counts its own.
    let order: String = PostgreSQLFaults.order
    static let order: String = "pg_xact_commit_timestamp(xmin), CAST(CAST(cmin AS TEXT) AS BIGINT)"

    func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
      try Self.read(address, query)
    }

    static func read<Outcome>(
      _ address: String, _ query: (any ReadTransaction) throws -> Outcome
    ) throws -> Outcome {
      try PostgreSQLInspection(PostgreSQLAddress(address), schemas: .of([AirtimeShop()]))
        .read(query)
    }

    func inject(
      _ fault: Fault, _ nodes: [FaultedNode], _ random: inout SeededGenerator
    ) async throws {
      switch fault {
      case .killedDatabase:
        try await offPool { self.server.crash() }
        try await random.pause(0...500)
        try await offPool { try self.server.start() }
      case .cutConnections:
        for _ in 0..<6 {
          proxy.cutNext(CuttingProxy.Cut.closing.randomElement(using: &random) ?? .beforeAnswer)
          try await random.pause(20...200)
        }
        proxy.cutAll()
      case .slowConnections:
        let draws = Mutex(SeededGenerator(seed: random.next()))
        proxy.slow(
          CuttingProxy.Slowness(longestMilliseconds: 20, mostParts: 4) { range in
            draws.withLock { Int.random(in: range, using: &$0) }
          })
        try await random.pause(1000...2000)
        proxy.slow(nil)
      case .readOnly:
        try await setReadOnly(true)
        try await random.pause(500...1500)
        try await setReadOnly(false)
      case .fullDisk:
        guard let disk else { return }
        try await offPool { try disk.fill() }
        try await random.pause(500...2000)
        disk.makeRoom()
        try await offPool {
          // It ends by itself where it cannot even write down that there is no room.
          if !self.server.isRunning { try self.server.start() }
        }
      case .killedNode, .stoppedNode: break
      }
    }

    /// Has the server take no write of anybody who comes, or take them again.
    private func setReadOnly(_ isReadOnly: Bool) async throws {
      try await offPool { [server] in
        let name = "default_transaction_read_only"
        try server.query(
          isReadOnly ? "ALTER SYSTEM SET \(name) = on" : "ALTER SYSTEM RESET \(name)")
        try server.query("SELECT pg_reload_conf()")
        try server.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test_%'")
      }
    }
  }

  /// A primary whose commits a standby has, too, before they are answered; the standby takes over
  /// when the primary is killed.
  final class ReplicatedFaults: FaultedStore {
    private let primary: PrivatePostgreSQL
    private let standby: PrivatePostgreSQL
    private let isOver = Mutex(false)
    private let address: String
    private let keyring: String

    init(in folder: TemporaryFolder) throws {
      primary = try PrivatePostgreSQL(settings: PostgreSQLFaults.settings)
      address = try primary.newDatabase()
      standby = try PrivatePostgreSQL(standbyOf: primary, settings: PostgreSQLFaults.settings)
      try primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
      try primary.query("SELECT pg_reload_conf()")
      keyring = folder.file("keyring")
    }

    let possible = [Fault.killedDatabase, .killedNode, .stoppedNode]
    let order: String = PostgreSQLFaults.order

    /// Both servers, of which a node takes the one that can write.
    func options(ofNode number: Int) -> [String] {
      let sockets = [primary, standby].map { $0.folder.path(percentEncoded: false) + "/socket" }
      return PostgreSQLFaults.options(
        address: address.replacing(/host=.*/, with: "host=" + sockets.joined(separator: ",")),
        keyring: keyring)
    }

    func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
      try PostgreSQLFaults.read(present, query)
    }

    var place: [String] { PostgreSQLFaults.options(address: present, keyring: keyring) }

    /// The address of the server that can write.
    private var present: String {
      guard isOver.withLock({ $0 }) else { return address }
      return address.replacing(
        primary.folder.lastPathComponent, with: standby.folder.lastPathComponent)
    }

    func inject(
      _ fault: Fault, _ nodes: [FaultedNode], _ random: inout SeededGenerator
    ) async throws {
      guard fault == .killedDatabase else { return }
      // What is committed from here on is at the primary alone, and must not be answered.
      try await offPool { try self.standby.holdReplication() }
      try await random.pause(200...600)
      try await offPool {
        self.primary.crash()
        try self.standby.promote()
      }
      isOver.withLock { $0 = true }
    }
  }
#endif
