import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("What a weak proof, or a host's word, does not bring")
struct WeakWordTests {
  private static let ada = "ada@example.com"
  private static let pin = SecretText("258036")

  private static func firstFactorWaits(_ policy: inout ServicePolicy) {
    policy.firstFactor = .waits
  }

  private static func takesNoWeakFactor(_ policy: inout ServicePolicy) {
    policy.weakFactors = .never
  }

  @Test("Attack 1: where the first factor waits, it brings none beside it that does not")
  func firstFactorWaits() async throws {
    try await AttackedServer.run(change: Self.firstFactorWaits) { server in
      let thief = try await server.signUp(Self.ada)
      let first = try await server.registerKey(thief, of: Self.ada)
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: thief, LinkedOptionsRequest(changing: .addPasskey))
      let creation: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief,
        RegistrationOptionsRequest(proof: .assertion(try first.assert(options.options))))
      let second = try server.newKey()
      let added = try await server.send(.registerCredential, as: thief, second.register(creation))
      #expect(added.status == 201)
      let keys: CredentialList = try await server.read(.credentials, as: thief)
      #expect(keys.credentials.map(\.isWaiting) == [true, true])
    }
  }

  @Test("Attack 1: where weak factors are refused, a PIN in a body is none and brings none")
  func weakFactorsNever() async throws {
    try await AttackedServer.run(change: Self.takesNoWeakFactor) { server in
      let thief = try await server.signUp(Self.ada)
      let set = try await server.setFirstPIN(Self.pin, as: thief, of: Self.ada)
      #expect(set.status == 401 && set.reason == .insufficientUserAuthentication)
      // Strong ones are set as ever.
      _ = try await server.registerKey(thief, of: Self.ada)
    }
  }

  @Test("Attack 1: a PIN in a body takes no factor away that waits, and no authenticator app")
  func takesNothing() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      let app = try await server.addApp(by: Self.pin, as: owner)
      server.turn(seconds: 7200)
      let thief = try await server.signUp(Self.ada)
      let creation: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief, RegistrationOptionsRequest(proof: .pin(Self.pin)))
      let key = try server.newKey()
      #expect(
        try await server.send(.registerCredential, as: thief, key.register(creation)).status == 201)
      let proof = RevocationRequest(proof: .pin(Self.pin))
      let id = ["id": key.credentialID.base64URL]
      for answer in [
        try await server.send(.revokeCredential, at: id, as: thief, proof),
        try await server.send(.removeAuthenticatorApp, as: thief, proof),
        try await server.send(
          .enrolAuthenticatorApp, as: thief, AuthenticatorAppRequest(proof: .pin(Self.pin))),
      ] {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
      // The app's own code takes it away.
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief,
        CodeRequest(approving: LinkedOptionsRequest(changing: .removeAuthenticatorApp)))
      server.turn(seconds: 60)
      let own = try await server.send(
        .removeAuthenticatorApp, as: thief,
        RevocationRequest(
          proof: .codes(
            validateCode: try await server.code(to: Self.ada), otp: nil,
            twoFactorCode: app.code(at: server.harness.clock.now()))))
      #expect(own.status == 204)
    }
  }

  @Test("Attack 13: a host sees and ends nothing in an account that its person signed up")
  func foreignHost() async throws {
    try await AttackedServer.run { server in
      let person = try await server.signUp(Self.ada)
      let harness = server.harness
      let shop = try await harness.serviceKey([.sessions, .transactions], of: .shop).exposed
      let rival = try await harness.serviceKey([.sessions, .transactions], of: .rival).exposed
      let asked: TransactionAnswer = try await server.read(
        .createTransaction, as: shop,
        NewTransactionRequest(
          userName: Self.ada, amount: "5.00", currency: "EUR", payee: "Secret Clinic"))
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: rival, ServiceSessionRequest(userName: Self.ada))
      let token = opened.accessToken.exposed
      let id = ["id": asked.transaction.transactionID]
      for answer in [
        try await server.send(.transactions, as: token),
        try await server.send(.sessions, as: token),
        try await server.send(.transaction, at: id, as: token),
        try await server.send(.denyTransaction, at: id, as: token),
        try await server.send(
          WireRequest(.endSessions, query: ["which": "others"], accessToken: token)),
      ] {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
      #expect(try await server.send(.transactions, as: person).status == 200)
    }
  }

  @Test("Attack 11: the token before the present one is worth what it was, and takes nothing over")
  func retiredToken() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let key = try await server.registerKey(owner, of: Self.ada)
      let change: LinkedOptions = try await server.read(
        .linkedOptions, as: owner, LinkedOptionsRequest(changing: .setPIN))
      server.harness.watch.note("pin", Self.pin.exposed)
      let set = try await server.send(
        .setPIN, as: owner,
        SetPINRequest(
          pin: Self.pin, entitlement: .proof(.assertion(try key.assert(change.options)))))
      #expect(set.status == 204 || set.status == 200)
      let before = try await server.signUp(Self.ada)
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: before, LinkedOptionsRequest(scenario: .signIn, payload: [:]))
      let raised = try await server.send(
        .raiseSession, as: before,
        SessionProofRequest(proof: .assertion(try key.assert(options.options))))
      #expect(raised.status == 200)
      let token = try SessionAnswer(json: raised.json).accessToken.exposed
      // Nobody has used the new one yet.
      #expect(try await server.send(.devices, as: before).status == 401)
      let taken = try await server.send(
        .raiseSession, as: before, SessionProofRequest(proof: .pin(Self.pin)))
      #expect((try? SessionAnswer(json: taken.json)) == nil)
      #expect(try await server.send(.devices, as: token).status == 200)
    }
  }
}

extension AttackedServer {
  /// Adds an authenticator app by a PIN in a body.
  fileprivate func addApp(
    by pin: SecretText, as token: String
  ) async throws -> TestAuthenticatorApp {
    let answer: AuthenticatorAppAnswer = try await read(
      .enrolAuthenticatorApp, as: token, AuthenticatorAppRequest(proof: .pin(pin)))
    let app = TestAuthenticatorApp(typed: answer.secret)
    let confirmed = try await send(
      .confirmAuthenticatorApp, as: token,
      AuthenticatorAppConfirmation(twoFactorCode: app.code(at: harness.clock.now())))
    #expect(confirmed.status == 204)
    return app
  }
}
