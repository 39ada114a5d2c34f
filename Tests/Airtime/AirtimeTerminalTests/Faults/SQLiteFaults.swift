import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Testing

/// Faults of a node on SQLite.
struct SQLiteFaults: FaultedStore {
  /// The folder of the node's state.
  let data: String
  /// The disk of that folder; nil for the machine's own, which nobody fills.
  let disk: SmallDisk?

  /// A store on a disk of its own, where that is possible here.
  init(in folder: TemporaryFolder) throws {
    disk = SmallDisk.isPossible ? try SmallDisk(megabytes: 64) : nil
    data = disk.map { $0.path + "/data" } ?? folder.file("data")
  }

  var possible: [Fault] {
    [.killedNode, .stoppedNode] + (disk == nil ? [] : [.readOnly, .fullDisk])
  }

  func options(ofNode number: Int) -> [String] { [] }

  var place: [String] { ["--data", data] }

  /// The one writer adds row after row.
  let order = "rowid"

  private var database: String { data + "/countersign.sqlite" }

  func read<Outcome>(_ query: (any ReadTransaction) throws -> Outcome) throws -> Outcome {
    try SQLiteInspection(path: database, schemas: .of([AirtimeShop()])).read(query)
  }

  func inject(
    _ fault: Fault, _ nodes: [FaultedNode], _ random: inout SeededGenerator
  ) async throws {
    guard let disk else { return }
    switch fault {
    case .readOnly:
      let files = ["", "-wal"].map { database + $0 }
      try disk.setReadOnly(true, files)
      try await random.pause(200...800)
      // Neither does one serve that is started now.
      try await nodes[0].kill()
      await #expect(throws: NotReady.self) { try await nodes[0].tryToStart() }
      try disk.setReadOnly(false, files)
    case .fullDisk:
      try await offPool { try disk.fill() }
      try await random.pause(300...1000)
      if Bool.random(using: &random) { try await nodes[0].kill() }
      disk.makeRoom()
    default: break
    }
  }
}
