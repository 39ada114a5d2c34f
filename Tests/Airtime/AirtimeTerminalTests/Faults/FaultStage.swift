import AirtimeServer
import CountersignTesting
import Foundation
import HistoryTesting
import ProgramTesting
import Testing

/// Nodes on one store, people who use them, and faults that happen meanwhile.
final class FaultStage {
  private let store: any FaultedStore
  private let nodes: [FaultedNode]
  private let folder: TemporaryFolder
  private let supplier: MisbehavingSupplier
  private let record = LoadRecord()
  private let buyers: [Buyer]
  private let plan = FaultPlan()
  private let seed = FaultSeed()
  private var random: SeededGenerator
  private var injected: [Fault: Int] = [:]
  private var rounds: UInt64 = 0

  /// Starts the nodes, and signs people up.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - folder: The folder of all that is not on the store's own disk.
  ///   - data: The folders of the nodes' state.
  /// - Throws: `NotReady` where a node does not come up, and the error of a call.
  init(_ store: any FaultedStore, in folder: TemporaryFolder, data: [String]) async throws {
    (self.store, self.folder) = (store, folder)
    random = seed.generator(0)
    print("faults: COUNTERSIGN_FAULT_SEED=\(seed.number) repeats the choices of this run")
    // An order without an answer is sent again after a while: too long for the short form.
    supplier = try MisbehavingSupplier(hangs: plan.isLong)
    let mailbox = folder.file("mailbox.jsonl")
    #expect(
      FileManager.default.createFile(
        atPath: mailbox, contents: nil, attributes: [.posixPermissions: 0o600]))
    var nodes: [FaultedNode] = []
    for (number, place) in data.enumerated() {
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if data.count > 1 {
        // One mailbox, whichever node sends the mail.
        try FileManager.default.linkItem(atPath: mailbox, toPath: place + "/mailbox.jsonl")
      }
      nodes.append(
        try FaultedNode(
          folder: place, port: Int(FreePort.any()), origin: nodes.first?.origin,
          options: store.options(ofNode: number) + [
            "--supplier", supplier.address, "--opening-balance", "1000000000",
          ]))
    }
    self.nodes = nodes
    var buyers: [Buyer] = []
    for person in ["ada", "bola", "chidi"] {
      buyers += try await Buyer.signUp(
        person, clients: 2, at: nodes, in: folder, record: record)
    }
    self.buyers = buyers
  }

  /// Injects all faults that are possible, in parts that each end in an audit.
  func injectAll() async throws {
    let left = Fault.allCases.filter { !store.possible.contains($0) }
    if !left.isEmpty {
      print("faults: left out here: \(left.map(\.rawValue).joined(separator: ", "))")
    }
    let end = ContinuousClock.now + .seconds(60 * plan.minutes)
    let parts = plan.parts(store.possible, nodes: nodes.count, &random)
    for (number, part) in parts.enumerated() {
      guard ContinuousClock.now < end else {
        Issue.record("the time is up after \(number) of \(parts.count) parts: they are too slow")
        return
      }
      try await underLoad {
        for fault in part { try await self.inject(fault) }
      }
      if plan.isLong {
        print("faults: part \(number + 1) of \(parts.count), \(record.answerCount) answers")
      }
    }
  }

  /// Injects one fault some times.
  func inject(_ fault: Fault, times: Int) async throws {
    try await underLoad {
      for _ in 0..<times { try await self.inject(fault) }
    }
  }

  /// Runs a body under load, and audits what it leaves.
  func underLoad(_ body: () async throws -> Void) async throws {
    rounds += 1
    record.setLoad(true)
    let load = buyers.enumerated().map { index, buyer in
      let seed = self.seed.number &+ (rounds << 8 + UInt64(index)) << 32
      return Task { try await buyer.work(seed) }
    }
    defer { record.setLoad(false) }
    let before = record.answerCount
    do {
      try await body()
      for node in nodes { try await node.start() }
      // After the last fault somebody is answered again.
      let mended = record.answerCount
      let end = ContinuousClock.now + .seconds(60)
      while record.answerCount == mended, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(record.answerCount > max(mended, before), "nobody is answered after the faults")
    } catch {
      record.setLoad(false)
      for task in load { _ = await task.result }
      throw error
    }
    record.setLoad(false)
    for task in load { try await task.value }
    try await FaultAudit(store, record).expectWhole()
  }

  private func inject(_ fault: Fault) async throws {
    injected[fault, default: 0] += 1
    try await random.pause(50...400)
    switch fault {
    case .killedNode:
      let node = nodes[Int.random(in: nodes.indices, using: &random)]
      try await node.kill()
      try await random.pause(0...300)
      try await node.start()
    case .stoppedNode:
      let node = nodes[Int.random(in: nodes.indices, using: &random)]
      node.stop(true)
      try await Task.sleep(for: .milliseconds(plan.stopMilliseconds))
      node.stop(false)
    case .killedDatabase, .cutConnections, .slowConnections, .readOnly, .fullDisk:
      try await store.inject(fault, nodes, &random)
    }
    for node in nodes { try await node.start() }
  }

  /// Waits until every order has a definite answer, ends the nodes, audits what is left, and looks
  /// through the history of the run.
  func finish() async throws {
    try await settled()
    for node in nodes { #expect(try await node.end() == 0) }
    let audit = FaultAudit(store, record)
    try await audit.expectWhole(isAtRest: true)
    let state = record.snapshot
    let history = try audit.history()
    let report = HistoryReport(history.operations)
    #expect(history.impossible == [], "reads of what never was")
    #expect(report.cycles == [])
    #expect(report.phantoms == [])
    let pins = state.pinOutcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let counts = Fault.allCases.compactMap { fault in
      injected[fault].map { "\($0) × \(fault.rawValue)" }
    }
    print(
      """
      faults: \(counts.joined(separator: ", "))
      faults: \(state.answers.count) answers (\(state.acknowledged.count) purchases), \
      \(state.unanswered) calls without one; \(try audit.lost().count) lost, \
      \(try audit.twice().count) twice
      faults: PINs: \(pins.joined(separator: ", "))
      faults: \(report.summary), \(history.ambiguous) reads of a balance that was there twice
      """)
  }

  /// Waits until the nodes have a definite answer to every order, from a supplier that misbehaves
  /// all the while.
  private func settled() async throws {
    let open = "SELECT 1 FROM outbox WHERE kind = 'supply' AND done_at IS NULL LIMIT 1"
    let end = ContinuousClock.now + .seconds(180)
    while ContinuousClock.now < end {
      if try store.read({ try $0.rows(open, []).isEmpty }) { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("orders are open after three minutes")
  }
}
