import CountersignCore
import CountersignTesting
import Foundation
import ProgramTesting

/// A fault that a run injects.
enum Fault: String, Sendable, CaseIterable {
  /// SIGKILL of a node.
  case killedNode = "a killed node"
  /// SIGKILL of PostgreSQL and all its processes.
  case killedDatabase = "a killed database"
  /// Connections between node and database that are cut between request and answer.
  case cutConnections = "cut connections"
  /// Connections between node and database that delay and split what passes.
  case slowConnections = "slow connections"
  /// A node that is stopped for a while and resumed.
  case stoppedNode = "a stopped node"
  /// A database that takes no write.
  case readOnly = "a read-only database"
  /// A disk without room.
  case fullDisk = "a full disk"
}

/// The random choices of a run, all of one number, which is printed.
///
/// The same number gives the same choices. Threads and the machine are not part of it.
struct FaultSeed {
  /// `COUNTERSIGN_FAULT_SEED`, or a new one.
  let number: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["COUNTERSIGN_FAULT_SEED"].flatMap(UInt64.init)
    number = given ?? UInt64.random(in: 1...999_999_999)
  }

  /// The generator of one part of a run.
  func generator(_ part: UInt64) -> SeededGenerator { SeededGenerator(seed: number &+ part << 32) }
}

/// The length of a run: short in `make test`, long in `make verify STEPS=faults`.
struct FaultPlan {
  /// SIGKILLs of a node, in `COUNTERSIGN_FAULT_KILLS`; nil in the short form.
  private let kills: Int?
  /// SIGKILLs of the database, in `COUNTERSIGN_FAULT_DATABASE_KILLS`.
  private let databaseKills: Int
  /// The minutes after which a long run injects nothing more, in `COUNTERSIGN_FAULT_MINUTES`.
  let minutes: Int

  init() {
    func number(_ name: String) -> Int? {
      ProcessInfo.processInfo.environment["COUNTERSIGN_FAULT_" + name].flatMap { Int($0) }
    }
    kills = number("KILLS")
    databaseKills = number("DATABASE_KILLS") ?? 50
    minutes = number("MINUTES") ?? 45
  }

  /// True for the long form.
  var isLong: Bool { kills != nil }

  /// The milliseconds for which a node is stopped.
  var stopMilliseconds: Int { isLong ? 20_000 : 1500 }

  /// How often a fault is injected; a lone node, whose every kill stops all, is killed a quarter as
  /// often.
  func count(_ fault: Fault, nodes: Int) -> Int {
    guard let kills else { return fault == .killedNode ? 2 : 1 }
    return switch fault {
    case .killedNode: nodes > 1 ? kills : kills / 4
    case .killedDatabase: databaseKills
    case .cutConnections, .slowConnections: max(kills / 10, 1)
    case .stoppedNode, .readOnly, .fullDisk: max(kills / 40, 1)
    }
  }

  /// The faults of a run in the order of their injection, in parts that each end in an audit.
  func parts(
    _ possible: [Fault], nodes: Int, _ random: inout SeededGenerator
  ) -> [[Fault]] {
    let faults = possible.flatMap { [Fault](repeating: $0, count: count($0, nodes: nodes)) }
      .shuffled(using: &random)
    let size = isLong ? 10 : 3
    return stride(from: 0, to: faults.count, by: size).map {
      Array(faults[$0..<min($0 + size, faults.count)])
    }
  }
}

/// The store of a run, which faults happen to.
protocol FaultedStore: Sendable {
  /// The faults that are possible with it here.
  var possible: [Fault] { get }
  /// The options of `serve` by which a node finds it.
  func options(ofNode number: Int) -> [String]
  /// The options of `store check` that name it.
  var place: [String] { get }
  /// Reads it as it is.
  func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome
  /// What sorts the lines of the ledger as they were committed.
  var order: String { get }
  /// Injects a fault that is the store's, and ends it.
  func inject(
    _ fault: Fault, _ nodes: [FaultedNode], _ random: inout SeededGenerator
  ) async throws
}

extension SeededGenerator {
  /// Waits a while.
  mutating func pause(_ milliseconds: ClosedRange<Int>) async throws {
    try await Task.sleep(for: .milliseconds(Int.random(in: milliseconds, using: &self)))
  }
}
