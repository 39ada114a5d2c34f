import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import ProgramTesting
import Testing

@Suite("Crashes", .serialized)
struct CrashTests {
  // Holds: ASVS-2.3.3
  @Test("ASVS-2.3.3: SIGKILL between any two writes of a money order leaves the money whole")
  func killedAtEachWrite() async throws {
    var survived = false
    var point = 0
    var debits: Set<Int> = []
    while !survived, point < 100 {
      point += 1
      let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: directory) }
      survived = try await run(directory, dyingAt: point)
      let store = try SQLiteStore(
        path: directory.appending(path: "countersign.sqlite").path,
        schemas: .of([MoneyOrders(nil)]), seals: .ofTests)
      let keyring = try Keyring(
        parsing: Array(Data(contentsOf: directory.appending(path: "keyring"))))
      let found = try await store.read { transaction in
        (
          fault: try MoneyOrders(nil).fault(in: transaction)
            ?? verifyAudit(by: keyring, in: transaction).fault?.description,
          orders: try transaction.rows("SELECT status FROM money_orders", []).count,
          spent: try transaction.rows("SELECT 1 FROM spent WHERE stage = 'acted'", []).count,
          jobs: try transaction.rows(
            "SELECT 1 FROM outbox WHERE kind = 'money_order'", []
          ).count,
          audited: try transaction.rows(
            "SELECT 1 FROM audit WHERE kind = 'money_sent'", []
          ).count,
          balance: try transaction.rows(
            "SELECT balance FROM pockets", []
          ).first?.integer(0)
        )
      }
      try await store.close()
      #expect(found.fault == nil, "killed at write \(point)")
      #expect(
        [found.orders, found.spent, found.jobs, found.audited].allSatisfy { $0 == found.orders }
      )
      #expect(found.balance == (found.orders == 1 ? 4500 : 5000), "killed at write \(point)")
      debits.insert(found.orders)
    }
    #expect(survived)
    // Points before and after the commit were both hit, and there are as many as a money order has
    // writes.
    #expect(debits == [0, 1])
    #expect(point > 12)
  }

  /// Runs the process that dies; true where it outlived the money order.
  private func run(_ directory: URL, dyingAt point: Int) async throws -> Bool {
    let process = try ChildProcess(Self.executable(), [directory.path, String(point)])
    guard let signal = process.endingSignal else {
      #expect(process.awaitEnd() == 0)
      return true
    }
    #expect(signal == SIGKILL)
    return false
  }

  private static func executable() throws -> URL {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [products, Bundle.main.bundleURL].map {
      $0.appending(path: "CountersignCrash")
    }
    return try #require(
      candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }
}
