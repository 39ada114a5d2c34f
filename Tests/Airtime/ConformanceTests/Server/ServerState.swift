import BrowserTesting
import CountersignCore
import CountersignSQLite
import CountersignTesting

/// What a case may change at the server: money, proofs that were used, keys.
struct ServerState: Sendable, Equatable {
  /// What the wallet holds.
  var balance: Int64
  /// How many purchases there are.
  var topUps: Int64
  /// How many signed challenges were exchanged for a token and did not act yet.
  var verified: Int64
  /// How many have acted.
  var acted: Int64
  /// The origin of each key that is registered.
  var origins: [String]

  /// The state of a server with one account.
  init(of server: ClockedServer) async throws {
    let store = server.harness.store
    func number(_ query: String) async throws -> Int64 {
      try await store.rows(query, []).first?.integer(0) ?? 0
    }
    balance = try await number(
      "SELECT SUM(balance) FROM ledger_accounts WHERE name LIKE 'wallet:%'")
    topUps = try await number("SELECT COUNT(*) FROM topups")
    verified = try await number("SELECT COUNT(*) FROM spent WHERE stage = 'verified'")
    acted = try await number("SELECT COUNT(*) FROM spent WHERE stage = 'acted'")
    origins = try await store.rows(
      "SELECT origin FROM credentials WHERE revoked_at IS NULL", []
    ).map { try $0.text(0) }
  }

  /// The ids of all purchases.
  static func topUps(of server: ClockedServer) async throws -> [String] {
    try await server.harness.store.rows("SELECT id FROM topups ORDER BY created_at, id", [])
      .map { try $0.text(0) }
  }

  /// The audit log's rows of a kind: their details.
  static func audit(_ kind: String, of server: ClockedServer) async throws -> [String] {
    try await server.harness.store.rows(
      "SELECT details FROM audit WHERE kind = ? ORDER BY lane, sequence", [.text(kind)]
    ).map { try $0.text(0) }
  }

  /// The audit log's rows of refused proofs: for a token, and of an action.
  static func refusedProofs(of server: ClockedServer) async throws -> [String] {
    try await audit("proof_refused", of: server) + audit("action_refused", of: server)
  }
}
