import AirtimeServer
import CountersignCore
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel

@testable import AirtimeTerminal

@Suite("the sandbox supplier")
struct SandboxSupplierTests {
  private func sandbox(
    failureShare: Double = 0, delay: Duration = .zero,
    repeats: SandboxSupplier.Repeats = .answerAgain
  ) -> SandboxSupplier {
    SandboxSupplier(port: 0, failureShare: failureShare, delay: delay, repeats: repeats)
  }

  private func order(_ id: String = "tx_1", amount: JSONValue = 500) -> [UInt8] {
    let order: JSONValue = [
      "transactionId": .string(id), "supplier": "mtn", "productCode": "AIRTIME_MTN",
      "amount": amount, "currency": "NGN", "recipientPhone": "08012345678",
    ]
    return order.serialized()
  }

  private func status(_ answer: JSONValue) throws -> String {
    var reader = try JSONObjectReader(answer)
    return try reader.string("status")
  }

  @Test("an order that comes again gets its first answer")
  func idempotent() async throws {
    let sandbox = sandbox(failureShare: 0.5)
    for number in 0..<20 {
      let first = try await sandbox.answer(order("tx_\(number)"), key: "tx_\(number)")
      let again = try await sandbox.answer(order("tx_\(number)"), key: "tx_\(number)")
      #expect(first.status == 200 && again.status == 200)
      #expect(first.body == again.body)
    }
  }

  @Test("orders that come at once get one answer")
  func concurrent() async throws {
    let sandbox = sandbox(failureShare: 0.5, delay: .milliseconds(5))
    let bodies = try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { try await sandbox.answer(order(), key: "tx_1").body }
      }
      return try await group.reduce(into: Set<JSONValue>()) { $0.insert($1) }
    }
    #expect(bodies.count == 1)
  }

  @Test("a bad supplier executes an order that comes again a second time")
  func executesAgain() async throws {
    let sandbox = sandbox(repeats: .executeAgain)
    let first = try await sandbox.answer(order(), key: "tx_1")
    let again = try await sandbox.answer(order(), key: "tx_1")
    #expect(first.body != again.body)
  }

  @Test("the share of failures is none at 0 and all at 1")
  func shares() async throws {
    for number in 0..<20 {
      let id = "tx_\(number)"
      let sold = try await sandbox().answer(order(id), key: id)
      #expect(try status(sold.body) == "completed")
      let failed = try await sandbox(failureShare: 1).answer(order(id), key: id)
      #expect(try status(failed.body) == "failed")
    }
  }

  @Test("an order that is not as it should be is refused, not sold")
  func malformed() async throws {
    let sandbox = sandbox()
    let text = String(decoding: order(), as: UTF8.self)
    #expect(try await sandbox.answer([], key: "tx_1").status == 400)
    #expect(try await sandbox.answer(order(), key: nil).status == 400)
    #expect(try await sandbox.answer(order(), key: "tx_2").status == 400)
    #expect(try await sandbox.answer(order(amount: 0), key: "tx_1").status == 400)
    #expect(try await sandbox.answer(order(amount: "500"), key: "tx_1").status == 400)
    let misspelt = text.replacingOccurrences(of: "supplier", with: "supplierSlug")
    #expect(try await sandbox.answer(Array(misspelt.utf8), key: "tx_1").status == 400)
  }

  @Test("an id that is used for another order is a conflict")
  func conflict() async throws {
    let sandbox = sandbox()
    _ = try await sandbox.answer(order(), key: "tx_1")
    #expect(try await sandbox.answer(order(amount: 501), key: "tx_1").status == 409)
  }

  @Test("the sandbox says where it listens, sells, and ends with its input")
  func process() async throws {
    let input = Pipe()
    let process = try ChildProcess(
      BuiltProgram.airtime, ["supplier", "sandbox", "--port", "0", "--until-input-ends"],
      input: input)
    let address = try ReadyLine.read(process.output)
    let outcome = try await withSupplier(address) { await $0.supply(.sample) }
    guard case .supplied(reference: _) = outcome else {
      Issue.record("not supplied: \(outcome)")
      return
    }
    try input.fileHandleForWriting.close()
    #expect(try await offPool { process.awaitEnd() } == 0)
  }

  @Test("every help has an example", arguments: [["supplier"], ["supplier", "sandbox"]])
  func help(_ command: [String]) async throws {
    let outcome = try await BuiltProgram.run(command + ["--help"], program: BuiltProgram.airtime)
    #expect(outcome.status == 0 && outcome.output.contains("Example:"))
    #expect(outcome.output.contains("airtime \(command.joined(separator: " "))"))
  }
}
