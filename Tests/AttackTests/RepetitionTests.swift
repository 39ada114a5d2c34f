import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Attacks by repeating somebody's request")
struct RepetitionTests {
  private static let ada = "ada@example.com"

  @Test("Attack 34: a set-up of an authenticator app, repeated, tells nobody its secret")
  func authenticatorApp() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      func request() async throws -> AuthenticatorAppRequest {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addAuthenticatorApp))
        return AuthenticatorAppRequest(proof: .assertion(try key.assert(options.options)))
      }
      func setUp(_ body: AuthenticatorAppRequest, as token: String) async throws -> Answer {
        try await server.send(.enrolAuthenticatorApp, as: token, idempotencyKey: "app-1", body)
      }
      let asked = try await request()
      let first = try AuthenticatorAppAnswer(json: try await setUp(asked, as: owner).json)
      // Who has the mailbox and the key of the request, and has proved nothing.
      let thief = try await server.signUp(Self.ada)
      for body in [asked, AuthenticatorAppRequest()] {
        let refused = try await setUp(body, as: thief)
        #expect(refused.status == 401 && refused.reason == .insufficientUserAuthentication)
      }
      // Nor without a proof that is fresh, in the session that set it up.
      let used = try await setUp(asked, as: owner)
      #expect(used.status == 409 && used.reason == .alreadyUsed)
      let unproved = try await setUp(AuthenticatorAppRequest(), as: owner)
      #expect(unproved.reason == .insufficientUserAuthentication)
      // A fresh one gives another secret, and voids the one whose answer was lost.
      let again = try await setUp(try await request(), as: owner)
      #expect(again.status == 201 && !again.isReplayed)
      let second = try AuthenticatorAppAnswer(json: again.json)
      let (old, new) = (
        TestAuthenticatorApp(typed: first.secret), TestAuthenticatorApp(typed: second.secret)
      )
      #expect(old.bytes != new.bytes)
      func isConfirmed(_ code: SecretText) async throws -> Bool {
        try await server.send(
          .confirmAuthenticatorApp, as: owner, AuthenticatorAppConfirmation(twoFactorCode: code)
        ).status == 204
      }
      server.harness.turnUntilApart(old, new)
      #expect(try await !isConfirmed(old.code(at: server.harness.clock.now())))
      #expect(try await isConfirmed(new.code(at: server.harness.clock.now())))
    }
  }

  @Test("Attack 34: a session that has proved nothing is told of no other session's operation")
  func elsewhere() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let host = try await server.harness.serviceKey([.transactions], of: .shop).exposed
      let asked: TransactionAnswer = try await server.read(
        .createTransaction, as: host,
        NewTransactionRequest(
          userName: Self.ada, amount: "500.00", currency: "EUR", payee: "Secret Clinic"))
      let id = ["id": asked.transaction.transactionID]
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: owner,
        LinkedOptionsRequest(
          scenario: .authorizeTransaction,
          payload: ReviewPayload(transactionID: asked.transaction.transactionID).json))
      let body = ApprovalRequest(proof: .assertion(try key.assert(options.options)))
      func approve(as token: String) async throws -> Answer {
        try await server.send(
          .approveTransaction, at: id, as: token, idempotencyKey: "pay-1", body)
      }
      let approved = try await approve(as: owner)
      #expect(approved.status == 200 && !approved.isReplayed)
      let thief = try await server.signUp(Self.ada)
      let repeated = try await approve(as: thief)
      #expect(repeated.status == 401 && repeated.reason == .insufficientUserAuthentication)
      #expect(try await server.send(.operation, at: ["id": "pay-1"], as: thief).status == 404)
      // Its own session gets the very same answer.
      let again = try await approve(as: owner)
      #expect(again.status == 200 && again.isReplayed && again.bytes == approved.bytes)
    }
  }

  @Test("Attack 34: a repetition gives what was stored, whatever the account has got since")
  func sinceThen() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let change: LinkedOptions = try await server.read(
        .linkedOptions, as: owner, LinkedOptionsRequest(changing: .addPasskey))
      let request = RegistrationOptionsRequest(proof: .assertion(try key.assert(change.options)))
      let first: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: owner, request)
      let added = try server.newKey()
      #expect(
        try await server.send(.registerCredential, as: owner, added.register(first)).status == 201)
      let again: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: owner, request)
      #expect(again == first)
      #expect(again.excludeCredentials.map(\.id) == [key.credentialID])
    }
  }
}
