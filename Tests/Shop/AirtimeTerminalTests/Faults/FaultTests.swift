import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import CountersignTransport
import Foundation
import ProgramTesting
import Testing

/// Kills the server under load while its supplier misbehaves, then audits what is left.
///
/// `make faults` kills it 50 times; the short form here, 5 times.
@Suite("faults", .serialized)
struct FaultTests {
  @Test(
    "SIGKILL under load with a misbehaving supplier loses nothing and pays nothing twice",
    .timeLimit(.minutes(30)))
  func killLoop() async throws {
    let kills = Int(ProcessInfo.processInfo.environment["COUNTERSIGN_FAULT_KILLS"] ?? "") ?? 5
    let folder = try TemporaryFolder()
    let data = folder.file("data")
    let supplier = try MisbehavingSupplier()
    let options = ["--supplier", supplier.address, "--log-level", "error"]
    var server = try DemoServer(folder: data, options: options)
    let port = server.port
    guard let address = ServerAddress(server.address) else { throw NotReady(line: server.address) }
    let transport = HTTPTransport(address: address)
    var buyers: [Buyer] = []
    for index in 0..<8 {
      buyers.append(
        try await Buyer(
          "buyer\(index)", at: server.address, in: folder, mailbox: server.mailbox,
          over: WatchedTransport(transport, server.watch)))
    }
    let (receipts, told) = AsyncStream<String>.makeStream()
    let load = buyers.map { buyer in Task { try await buyer.buy(telling: told) } }
    defer { for task in load { task.cancel() } }
    Task {
      for task in load { _ = await task.result }
      told.finish()
    }
    // One purchase at least was told before the first kill, and is held against what it left.
    _ = await receipts.first { _ in true }
    for _ in 0..<kills {
      try await Task.sleep(for: .milliseconds(Int.random(in: 50...600)))
      #expect(server.end(by: SIGKILL) == SIGKILL)
      server = try DemoServer(folder: data, port: port, options: options)
    }
    for task in load { task.cancel() }
    var acknowledged: Set<String> = []
    for task in load { acknowledged.formUnion(try await task.value) }
    await transport.shutdown()
    try await settled(data)
    #expect(server.end(by: SIGTERM) == 0)
    try await audit(data, acknowledged)
  }

  /// Waits until the last server has a definite answer to every order, from a supplier that
  /// misbehaves all the while.
  private func settled(_ data: String) async throws {
    let open = "SELECT 1 FROM outbox WHERE kind = 'supply' AND done_at IS NULL LIMIT 1"
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      let store = try SQLiteInspection(
        path: data + "/countersign.sqlite", schemas: .of([AirtimeShop()]))
      if try store.read({ try $0.rows(open, []).isEmpty }) { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("orders are open after two minutes")
  }

  private func audit(_ data: String, _ acknowledged: Set<String>) async throws {
    let store = try SQLiteStore(
      path: data + "/countersign.sqlite", schemas: .of([AirtimeShop()]), seals: .none)
    let found = try await store.read { transaction in
      (
        ledger: try verifyLedger(in: transaction),
        audit: try verifyAudit(in: transaction).fault,
        topUps: Set(try transaction.rows("SELECT id FROM topups", []).map { try $0.text(0) }),
        spent: try transaction.rows("SELECT 1 FROM spent WHERE stage = 'acted'", []).count,
        operations: try transaction.rows(
          "SELECT 1 FROM operations WHERE scenario = 'TOP_UP'", []
        ).count,
        executed: try transaction.rows(
          "SELECT 1 FROM audit WHERE kind = 'topup_executed'", []
        ).count,
        pending: try transaction.rows("SELECT 1 FROM topups WHERE status = 'pending'", []).count
      )
    }
    try await store.close()
    let verified = try await BuiltProgram.run(["audit", "verify", "--data", data])
    #expect(verified.status == 0)
    #expect(found.ledger == nil)
    #expect(found.audit == nil)
    #expect(!acknowledged.isEmpty)
    #expect(acknowledged.isSubset(of: found.topUps))
    #expect(found.spent == found.topUps.count)
    #expect(found.operations == found.topUps.count)
    // With the ledger's own checks: each debit has one record, and one supply or one refund.
    #expect(found.pending == 0)
    #expect(found.executed == found.topUps.count)
    print("\(found.topUps.count) top-ups, \(acknowledged.count) acknowledged, all whole")
  }
}

/// `countersign supplier sandbox` as a process of its own that fails, delays, hangs and answers
/// garbage.
private final class MisbehavingSupplier {
  let address: String
  private let process: Process

  init() throws {
    process = Process()
    let output = Pipe()
    process.executableURL = BuiltProgram.url
    process.arguments = [
      "supplier", "sandbox", "--port", "0", "--fail", "0.2", "--delay", "10", "--hang", "0.02",
      "--garbage", "0.1",
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    address = try ReadyLine.read(output)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}
