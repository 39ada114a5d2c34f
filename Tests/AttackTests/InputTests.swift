import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// `make test-postgresql` runs these tests too: SQLite takes texts that PostgreSQL refuses.
@Suite("Texts that are none")
struct InputTests {
  private static let ada = "ada@example.com"
  private static let nothing = "a\u{0}b"

  // Holds: input
  @Test("Attack 21: a character U+0000 in an id, a path, a query or a member is told as malformed")
  func zero() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let host = try await server.harness.serviceKey().exposed
      for answer in [
        // The path and the query.
        try await server.send(.operation, at: ["id": Self.nothing], as: token),
        try await server.send(.transaction, at: ["id": Self.nothing], as: token),
        try await server.send(.denyTransaction, at: ["id": Self.nothing], as: token),
        try await server.send(.actionOptions, at: ["scenario": Self.nothing], as: token, nil),
        try await server.send(.link, at: ["id": Self.nothing]),
        try await server.send(.handover, at: ["id": Self.nothing], as: token),
        try await server.send(.auditRows, at: ["lane": Self.nothing], as: host),
        try await server.send(
          WireRequest(.endSessions, query: ["which": "ses_\u{0}"], accessToken: token)),
        try await server.send(
          WireRequest(.accounts, query: ["after": Self.nothing], accessToken: host)),
        // Members of bodies, and a name of one.
        try await server.send(
          .signUp, SignUpRequest(userName: "\u{0}" + Self.ada, displayName: "Ada")),
        try await server.send(.signUp, SignUpRequest(userName: Self.ada, displayName: "\u{0}")),
        try await server.send(
          .openSession,
          SessionRequest.code(
            codeRequest: Self.nothing, validateCode: SecretText("123456"))),
        try await server.send(
          .openServiceSession, as: host, ServiceSessionRequest(userName: Self.nothing)),
        try await server.send(
          .sessionOptions, SessionOptionsRequest(deviceID: Self.nothing)),
      ] {
        #expect(answer.status == 400 && answer.reason == .malformed)
      }
      let named = try await server.attacker.send(
        "POST", "/accounts", body: ["userName": .string(Self.ada), "\u{0}": "Ada"])
      #expect(named.status == 400 && named.reason == .malformed)
      // Nothing of it is stored, and the person goes on.
      let names = try await server.harness.store.rows("SELECT id FROM accounts", [])
      #expect(names.count == 1)
      #expect(try await server.send(.sessions, as: token).status == 200)
    }
  }

  @Test("Attack 28: words beside a proof are nobody's signature, and the host is told so")
  func wordsBesideAProof() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      let key = try await server.registerKey(token, of: Self.ada)
      let host = try await server.harness.serviceKey([.transactions]).exposed
      let review: TransactionAnswer = try await server.read(
        .createTransaction, as: host,
        NewTransactionRequest(
          userName: Self.ada, amount: "500.00", currency: "EUR", payee: "Order desk"))
      // Whoever carries the proof can write what they want beside it.
      let approved = try await server.approve(
        review, by: key, as: token, userInput: "and 4,000 to Eve")
      #expect(approved.status == 200)
      let id = ["id": review.transaction.transactionID]
      let pending = try await server.send(
        .serviceTransaction, at: ["id": try await Self.waiting(server, host)], as: host)
      #expect(pending.json.member("isUserInputSigned") == nil)
      for answer in [
        approved, try await server.send(.serviceTransaction, at: id, as: host),
        try await server.send(.transaction, at: id, as: token),
      ] {
        #expect(answer.json.member("userInput") == "and 4,000 to Eve")
        #expect(answer.json.member("isUserInputSigned") == false)
        #expect(answer.json.member("amount") == "500.00")
      }
    }
  }

  /// The id of a transaction on which nobody has decided.
  private static func waiting(_ server: AttackedServer, _ host: String) async throws -> String {
    let review: TransactionAnswer = try await server.read(
      .createTransaction, as: host,
      NewTransactionRequest(
        userName: ada, amount: "5.00", currency: "EUR", payee: "Order desk"))
    return review.transaction.transactionID
  }
}

extension JSONValue {
  /// The member of an object; nil where there is none.
  fileprivate func member(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}
