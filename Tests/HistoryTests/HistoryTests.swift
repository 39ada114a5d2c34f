import Testing

@testable import HistoryTesting

@Suite("Histories of operations")
struct HistoryTests {
  @Test("a clean history has no cycle, whatever runs at once")
  func clean() {
    let report = HistoryReport([
      HistoryOperation(
        "pay 1", of: "ada", from: 0, to: 10, reading: ["wallet": 0], writing: ["wallet": 1]),
      // At the same time as the payment after it, and it saw what was before.
      HistoryOperation("look", of: "bola", from: 15, to: 25, reading: ["wallet": 1]),
      HistoryOperation(
        "pay 2", of: "ada", from: 12, to: 20, reading: ["wallet": 1], writing: ["wallet": 2]),
      HistoryOperation("refund", reading: ["wallet": 2], writing: ["wallet": 3]),
      HistoryOperation("look again", of: "bola", from: 26, to: 30, reading: ["wallet": 3]),
    ])
    #expect(report.cycles == [])
    #expect(report.phantoms == [])
    #expect(report.edges[.writeWrite] == 2)
    #expect(report.edges[.writeRead] == 4)
    #expect(report.edges[.readWrite] == 1)
    #expect(report.edges[.realTime] == 4)
    #expect(report.edges[.process] == 2)
  }

  @Test("a lost update is a cycle: both read one version and wrote the next")
  func lostUpdate() {
    let report = HistoryReport([
      HistoryOperation("a", from: 0, to: 10, reading: ["wallet": 0], writing: ["wallet": 1]),
      HistoryOperation("b", from: 0, to: 10, reading: ["wallet": 0], writing: ["wallet": 2]),
    ])
    #expect(report.cycles == ["a -ww-> b -rw-> a"])
  }

  @Test("a proof that is spent twice is a cycle: each finds it unspent and spends it")
  func doubleSpend() {
    let report = HistoryReport([
      HistoryOperation("a", from: 0, to: 10, reading: ["proof": 0], writing: ["proof": 1]),
      HistoryOperation("b", from: 5, to: 30, reading: ["proof": 0], writing: ["proof": 1]),
    ])
    #expect(report.cycles == ["a -rw-> b -rw-> a"])
  }

  @Test("a write skew is a cycle: each reads what the other one writes")
  func writeSkew() {
    let report = HistoryReport([
      HistoryOperation(
        "a", from: 0, to: 10, reading: ["wallet": 0, "cashback": 0], writing: ["wallet": 1]),
      HistoryOperation(
        "b", from: 0, to: 10, reading: ["wallet": 0, "cashback": 0], writing: ["cashback": 1]),
    ])
    #expect(report.cycles == ["a -rw-> b -rw-> a"])
  }

  @Test("a stale read is a cycle: it began after the answer of what it does not see")
  func staleRead() {
    let write = HistoryOperation(
      "pay", from: 0, to: 10, reading: ["wallet": 0], writing: ["wallet": 1])
    func read(from start: Int64) -> HistoryOperation {
      HistoryOperation("look", from: start, to: 20, reading: ["wallet": 0])
    }
    #expect(HistoryReport([write, read(from: 11)]).cycles == ["pay -rt-> look -rw-> pay"])
    #expect(HistoryReport([write, read(from: 10)]).cycles == [])
  }

  @Test("a client that does not see its own write is a cycle")
  func ownWrite() {
    let report = HistoryReport([
      HistoryOperation(
        "pay", of: "ada", from: 0, to: 20, reading: ["wallet": 0], writing: ["wallet": 1]),
      HistoryOperation("balance", of: "ada", from: 0, to: 20, reading: ["wallet": 0]),
    ])
    #expect(report.cycles == ["pay -pr-> balance -rw-> pay"])
  }

  @Test("a read of a version that nobody wrote is a phantom")
  func phantom() {
    let report = HistoryReport([
      HistoryOperation("look", from: 0, to: 10, reading: ["wallet": 7])
    ])
    #expect(report.phantoms == ["look reads wallet 7"])
  }

  @Test("one stale read among twenty thousand operations is found, and nothing else")
  func longHistory() {
    var history = (1...20_000).map { (number: Int) in
      let start = Int64(number) * 10
      return number.isMultiple(of: 2)
        ? HistoryOperation(
          "pay \(number)", of: "p\(number % 16)", from: start, to: start + 25,
          reading: ["wallet": number / 2 - 1], writing: ["wallet": number / 2])
        : HistoryOperation(
          "look \(number)", of: "q\(number % 16)", from: start, to: start + 5,
          reading: ["wallet": number / 2])
    }
    #expect(HistoryReport(history).cycles == [])
    history[10_000].reads = ["wallet": 4990]
    let report = HistoryReport(history)
    #expect(report.cycles.count == 1)
    #expect(report.cycles.first?.contains("look 10001") == true)
  }
}
