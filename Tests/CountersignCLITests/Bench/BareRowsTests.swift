import AirtimeModel
import AirtimeServer
import CountersignCore
import CountersignSQLite
import CountersignTesting
import Foundation
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@testable import BenchCommands

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
      let token = try await harness.service.proofs.verify(assertion, session: session).get()
      _ = try await harness.service.topUps.buy(
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

  @Test("ids and challenges of the bare rows begin with their moment, as the service's do")
  func order() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    let authenticator = try await harness.registerKey(session)
    let payload = TopUpPayload(
      amount: 50, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")
    let assertion = try await harness.linkedAssertion(payload, authenticator, session)
    _ = try await harness.service.topUps.buy(
      TopUpRequest(payload: payload, proof: .assertion(assertion)), idempotencyKey: nil,
      session: session
    ).get()
    #expect(try await Self.rowsBeginWithTheirMoment(harness.store) == 1)

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "rows.sqlite").path
    let measure = try await BareRows(file: file).measure(seconds: 0.01)
    let store = try SQLiteStore(path: file, schemas: .of([AirtimeShop()]))
    #expect(try await Self.rowsBeginWithTheirMoment(store) == measure.count)
    try await store.close()
  }

  /// How many approvals a store holds, where the ids of each begin with its moment; nil where one
  /// does not.
  private static func rowsBeginWithTheirMoment(_ store: some Store) async throws -> Int? {
    let rows = try await store.rows(
      """
      SELECT t.id, o.id, s.challenge_id, t.created_at FROM topups t
      JOIN operations o ON o.transaction_id = t.id
      JOIN spent s ON s.challenge_id = o.challenge_id
      """, [])
    for row in rows {
      let moment = try row.integer(3)
      let ids = try [row.text(0), row.text(1)].map { Base64URL.decode(String($0.dropFirst(3))) }
      let beginnings = try ids.map { Array($0?.prefix(6) ?? []) } + [Array(row.blob(2).prefix(8))]
      guard beginnings.allSatisfy({ $0.reduce(0) { $0 << 8 | Int64($1) } == moment }) else {
        return nil
      }
    }
    return rows.count
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
