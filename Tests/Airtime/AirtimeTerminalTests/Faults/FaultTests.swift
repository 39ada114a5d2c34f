import Foundation
import ProgramTesting
import Testing

/// Injects faults under load, and audits what is left after each part of them.
///
/// `make test` has the short form, `make verify STEPS=faults` the long one. A number that the run
/// prints repeats its choices.
@Suite("faults", .serialized, .timeLimit(.minutes(120)))
struct FaultTests {
  @Test("a node on SQLite is whole, however it ends, and whatever its disk refuses")
  func node() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteFaults(in: folder)
    if store.disk == nil { print("faults: \(SmallDisk.need)") }
    let stage = try await FaultStage(store, in: folder, data: [store.data])
    try await stage.injectAll()
    try await stage.finish()
  }

  #if PostgreSQL
    @Test("two nodes on PostgreSQL are whole, whatever happens to them, to it, and in between")
    func twoNodes() async throws {
      let folder = try TemporaryFolder()
      let store = try PostgreSQLFaults(in: folder)
      let stage = try await FaultStage(
        store, in: folder, data: [folder.file("node-1"), folder.file("node-2")])
      try await stage.injectAll()
      try await stage.finish()
    }

    @Test("nodes go on with the synchronous replica of a primary that is killed, and lose nothing")
    func failover() async throws {
      for _ in 0..<(FaultPlan().isLong ? 5 : 1) {
        let folder = try TemporaryFolder()
        let store = try ReplicatedFaults(in: folder)
        let stage = try await FaultStage(
          store, in: folder, data: [folder.file("node-1"), folder.file("node-2")])
        try await stage.inject(.killedDatabase, times: 1)
        try await stage.inject(.killedNode, times: 1)
        try await stage.finish()
      }
    }
  #endif
}
