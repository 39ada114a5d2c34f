import CountersignService
import CountersignStore
import CountersignTesting
import Foundation
import Synchronization
import Testing
import WireModel

@testable import CountersignCLI

@Suite("Bare rows of a benchmark")
struct BareRowsTests {
  @Test("rows.sql writes what an approval writes: the same tables in the same order")
  func statements() async throws {
    let written = Mutex<[String]>([])
    var hooks = StoreHooks()
    hooks.beforeStatement = { sql in written.withLock { $0.append(sql) } }
    let harness = try await ServiceHarness(hooks: hooks)
    let session = try await harness.signUp()
    let authenticator = try await harness.registerKey(session)
    let payload = TopUpPayload(
      amount: 50, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")
    // The first one makes the supplier's ledger account; the second is like all that follow.
    for _ in 0..<2 {
      written.withLock { $0 = [] }
      let assertion = try await harness.linkedAssertion(payload, authenticator, session)
      let token = try await harness.service.verifyAssertion(assertion, session: session).get()
      _ = try await harness.service.topUp(
        TopUpRequest(payload: payload, proof: .verificationToken(token.verificationToken)),
        idempotencyKey: nil, session: session
      ).get()
    }
    let statements = written.withLock { $0 }.compactMap(Self.target)
    #expect(statements == BareRows.sections.approval.compactMap(Self.target))
    #expect(statements.count >= 20)
  }

  @Test("the bare rows of a benchmark can be written")
  func write() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = try await BareRows(file: folder.appending(path: "rows.sqlite").path)
    let measure = try rows.measure(seconds: 0.01)
    #expect(measure.count >= BareRows.batchSize)
    #expect(measure.cpuSeconds > 0)
  }

  /// What a statement writes, as in `INSERT topups`; nil where it only reads.
  private static func target(_ sql: String) -> String? {
    let words = sql.split { " \n".contains($0) }
    return switch words.first {
    case "INSERT", "DELETE": "\(words[0]) \(words[2])"
    case "UPDATE": "\(words[0]) \(words[1])"
    default: nil
    }
  }
}
