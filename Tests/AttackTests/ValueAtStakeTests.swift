import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("An unknown value is never low")
struct ValueAtStakeTests {
  private static let ada = "ada@example.com"
  private static let pin = SecretText("258036")
  private static let euro = DeclaredField.Kind.money(
    DeclaredField.FixedCurrency(code: "EUR", exponent: 2))

  /// Scenarios whose documents do not bear out what is said of their value, with a payload.
  private static let unknown: [(DeclaredScenario, JSONValue)] = [
    // Money moves, and the declaration says that none does.
    (declared("PAY_NONE", ["amount": euro], .none), ["amount": "4000.00"]),
    // The amount is beside the one that is looked at.
    (
      declared("PAY_FEE", ["fee": euro, "amount": euro], .field("fee")),
      ["fee": "0.01", "amount": "4000.00"]
    ),
    (
      declared("PAY_ELSEWHERE", ["fee": euro, "amount": .money(nil)], .field("fee")),
      ["fee": "1.00", "amount": "0.50 KWD"]
    ),
    // A field that the document does not have, or that is no money.
    (declared("PAY_MISSING", ["amount": euro], .field("total")), ["amount": "1.00"]),
    (declared("PAY_TEXT", ["amount": .text], .field("amount")), ["amount": "4000.00"]),
  ]

  @Test("Attack 2: no PIN and no code acts on a value that the server cannot tell")
  func unknownValues() async throws {
    try await AttackedServer.run(scenarios: Self.unknown.map(\.0)) { server in
      let (token, key) = try await Self.victim(server)
      let host = try await server.harness.serviceKey().exposed
      for (scenario, payload) in Self.unknown {
        let name = scenario.name
        let ways: ActionOptions = try await server.read(
          .actionOptions, at: ["scenario": name.text], as: token,
          ActionOptionsRequest(payload: .some(payload)))
        for kind in [Proof.Kind.pin, .validateCode] {
          let way = ways.ways.first { $0.proof == kind }
          #expect(way?.reason == Reason.linkingRequired.code, "\(name) \(kind)")
        }
        let review: TransactionAnswer = try await server.read(
          .createTransaction, as: host,
          NewTransactionRequest(userName: Self.ada, scenario: name, payload: payload))
        let id = ["id": review.transaction.transactionID]
        for answer in [
          try await server.send(
            .performAction, at: ["scenario": name.text], as: token,
            ActionRequest(payload: payload, proof: .pin(Self.pin))),
          try await server.send(
            .proveScenario, as: token,
            ProofRequest(scenario: name, payload: payload, proof: .pin(Self.pin))),
          try await server.send(
            .approveTransaction, at: id, as: token, ApprovalRequest(proof: .pin(Self.pin))),
        ] {
          #expect(answer.status == 403 && answer.reason == .linkingRequired, "\(name)")
        }
        // The passkey signs exactly that.
        #expect(try await server.approve(review, by: key, as: token).status == 200, "\(name)")
        let acted = try await server.act(name, payload, by: key, as: token)
        #expect(acted.status == 200, "\(name)")
      }
      let done = try await server.harness.store.rows("SELECT 1 FROM low_value", [])
      #expect(done.isEmpty)
    }
  }

  @Test("Attack 2: where no money moves, a weak factor acts only if the scenario names it")
  func namedFallback() async throws {
    let named = Self.declared("WRITE_NOTE", ["note": .text], .none)
    let unnamed = Self.declared("OPEN_SAFE", ["note": .text], .none, fallback: [])
    let change = { (policy: inout ServicePolicy) in policy.backedUpPasskeys = .weak }
    try await AttackedServer.run(scenarios: [named, unnamed], change: change) { server in
      let (token, key) = try await Self.victim(server)
      let payload: JSONValue = ["note": "blue"]
      let byPIN = ActionRequest(payload: payload, proof: .pin(Self.pin))
      let written = try await server.send(
        .performAction, at: ["scenario": "WRITE_NOTE"], as: token, byPIN)
      #expect(written.status == 200)
      let refused = try await server.send(
        .performAction, at: ["scenario": "OPEN_SAFE"], as: token, byPIN)
      #expect(refused.status == 403 && refused.reason == .proofNotAllowed)
      let copied = try await server.act(
        unnamed.name, payload, by: key, as: token,
        changes: CeremonyChanges { $0.flags = Self.copied })
      #expect(copied.status == 401 && copied.reason == .insufficientUserAuthentication)
      #expect(try await server.act(unnamed.name, payload, by: key, as: token).status == 200)
      // A fallback names no copied key either.
      let other: JSONValue = ["note": "red"]
      let copiedToo = try await server.act(
        named.name, other, by: key, as: token, changes: CeremonyChanges { $0.flags = Self.copied })
      #expect(copiedToo.status == 401 && copiedToo.reason == .insufficientUserAuthentication)
      #expect(try await server.act(named.name, other, by: key, as: token).status == 200)
    }
  }

  @Test("Attack 2: where no limit looks, a key that waits acts no more than what added it")
  func waitingKeys() async throws {
    let scenarios = [
      Self.declared("WRITE_NOTE", ["note": .text], .none, fallback: [.pin]),
      Self.declared("SIGN_LEASE", ["note": .text], .none, fallback: [.codes]),
      Self.declared("OPEN_SAFE", ["note": .text], .none, fallback: []),
    ]
    let payload: JSONValue = ["note": "blue"]
    try await AttackedServer.run(scenarios: scenarios) { server in
      let owner = try await server.signUp(Self.ada)
      #expect(try await server.setFirstPIN(Self.pin, as: owner, of: Self.ada).status == 204)
      // The hour is over in which a first factor adds others that do not wait.
      server.turn(seconds: 7200)
      let opened = try await server.signUp(Self.ada)
      let raised: SessionAnswer = try await server.read(
        .raiseSession, as: opened, SessionProofRequest(proof: .pin(Self.pin)))
      let thief = raised.accessToken.exposed
      let creation: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief, RegistrationOptionsRequest(proof: .pin(Self.pin)))
      let key = try server.newKey()
      let added = try await server.send(.registerCredential, as: thief, key.register(creation))
      #expect(added.status == 201)
      let (_, link, _) = try await server.enrolByPage(as: thief, by: .pin(Self.pin))
      #expect(try await server.claim(link, isMine: true).status == 204)
      let host = try await server.harness.serviceKey().exposed
      for name in scenarios.map(\.name) {
        let place = ["scenario": name.text]
        let ways: ActionOptions = try await server.read(
          .actionOptions, at: place, as: thief, ActionOptionsRequest(payload: .some(payload)))
        let way = ways.ways.first { $0.proof == .assertion }
        #expect(way?.reason == Reason.factorWaits.code, "\(name)")
        let review: TransactionAnswer = try await server.read(
          .createTransaction, as: host,
          NewTransactionRequest(userName: Self.ada, scenario: name, payload: payload))
        let linked: LinkedOptions = try await server.read(
          .linkedOptions, as: thief, LinkedOptionsRequest(scenario: name, payload: payload))
        let proof = Proof.assertion(try key.assert(linked.options))
        for answer in [
          try await server.act(name, payload, by: key, as: thief),
          try await server.send(
            .proveScenario, as: thief,
            ProofRequest(scenario: name, payload: payload, proof: proof)),
          try await server.approve(review, by: key, as: thief),
        ] {
          #expect(answer.status == 403 && answer.reason == .factorWaits, "\(name)")
        }
      }
      // The PIN that the scenario names acts; the one of a phone that it added waits.
      let byPIN = ActionRequest(payload: payload, proof: .pin(Self.pin))
      let written = try await server.send(
        .performAction, at: ["scenario": "WRITE_NOTE"], as: thief, byPIN)
      #expect(written.status == 200)
      let handed = try await server.send(
        .handOver, at: ["scenario": "WRITE_NOTE"], as: thief,
        ActionOptionsRequest(payload: .some(payload)))
      #expect(handed.status == 403 && handed.reason == .factorWaits)
      await server.harness.deliverMessages()
      server.turn(seconds: 3 * 86_400)
      let later = try await server.signIn(by: key, of: Self.ada)
      for name in scenarios.map(\.name) {
        #expect(try await server.act(name, payload, by: key, as: later).status == 200, "\(name)")
      }
    }
  }

  @Test("Attack 2: amounts of a declared scenario are low each and together")
  func lowValues() async throws {
    let scenario = Self.declared(
      "PAY_INVOICE", ["fee": Self.euro, "amount": Self.euro], .field("amount"))
    try await AttackedServer.run(scenarios: [scenario]) { server in
      let (token, _) = try await Self.victim(server)
      var statuses: [Int] = []
      for _ in 1...6 {
        statuses.append(
          try await server.send(
            .performAction, at: ["scenario": "PAY_INVOICE"], as: token,
            ActionRequest(payload: ["fee": "1.00", "amount": "20.00"], proof: .pin(Self.pin))
          ).status)
        server.turn(seconds: 61)
      }
      #expect(statuses == [200, 200, 200, 200, 200, 403])
    }
  }

  @Test(
    "Attack 24: a passkey's own assertion says that it is copied, whatever it said before",
    arguments: [BackedUpPasskeys.strong, .weak])
  func copiedSinceItSigned(worth: BackedUpPasskeys) async throws {
    let scenario = Self.declared("PAY_INVOICE", ["amount": Self.euro], .field("amount"))
    let change = { (policy: inout ServicePolicy) in policy.backedUpPasskeys = worth }
    try await AttackedServer.run(scenarios: [scenario], change: change) { server in
      let (token, key) = try await Self.victim(server)
      let copied = CeremonyChanges { $0.flags = Self.copied }
      let payload: JSONValue = ["amount": "4000.00"]
      func status(_ changes: CeremonyChanges = CeremonyChanges()) async throws -> Int {
        server.turn(seconds: 61)
        return try await server.act(scenario.name, payload, by: key, as: token, changes: changes)
          .status
      }
      #expect(try await status() == 200)
      // The row says that it is not copied; the assertion says that it is.
      #expect(try await status(copied) == (worth == .strong ? 200 : 401))
      // By a token: what its assertion said is kept with it, whatever another one said since.
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: token, LinkedOptionsRequest(scenario: scenario.name, payload: payload))
      let verified: VerificationAnswer = try await server.read(
        .verifyAssertion, as: token,
        try key.assert(challenge: options.options.challenge, changes: copied))
      #expect(try await status() == 200)
      let byToken = try await server.send(
        .performAction, at: ["scenario": "PAY_INVOICE"], as: token,
        ActionRequest(
          payload: payload, proof: .verificationToken(verified.verificationToken)))
      #expect(byToken.status == (worth == .strong ? 200 : 401))
    }
  }

  /// The flags of a passkey that lies with a provider too.
  private static let copied: AuthenticatorFlags = [
    .userPresent, .userVerified, .backupEligible, .backedUp,
  ]

  /// A person with a PIN and a passkey that may be copied, and is not.
  private static func victim(
    _ server: AttackedServer
  ) async throws -> (token: String, key: TestAuthenticator) {
    let token = try await server.signUp(ada)
    var key = try server.newKey()
    key.flags.insert(.backupEligible)
    let _: CodeRequestAnswer = try await server.read(
      .requestCode, as: token, CodeRequest(purpose: .register))
    let creation: CredentialCreationOptions = try await server.read(
      .registrationOptions, as: token,
      RegistrationOptionsRequest(validateCode: try await server.code(to: ada)))
    let added = try await server.send(.registerCredential, as: token, try key.register(creation))
    try #require(added.status == 201)
    server.harness.watch.note("pin", pin.exposed)
    let options: LinkedOptions = try await server.read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .setPIN))
    let set = try await server.send(
      .setPIN, as: token,
      SetPINRequest(pin: pin, entitlement: .proof(.assertion(try key.assert(options.options)))))
    try #require(set.status == 204)
    return (token, key)
  }

  private static func declared(
    _ name: String, _ fields: KeyValuePairs<String, DeclaredField.Kind>,
    _ value: DeclaredScenario.ValueAtStake, fallback: Set<ScenarioPolicy.Fallback> = [.pin, .codes]
  ) -> DeclaredScenario {
    let name = ScenarioName(name)
    return DeclaredScenario(
      name: name, languages: [.english], titles: [.english: "Act"],
      policy: ScenarioPolicy(
        name, level: fallback.isEmpty ? .biometricsOnly : .biometricsWithFallback,
        fallback: fallback),
      fields: fields.map {
        DeclaredField(name: $0, kind: $1, labels: [.english: "Value"], isOptional: false)
      }, valueAtStake: value)
  }
}

extension AttackedServer {
  /// The answer to a declared scenario that a passkey signs.
  fileprivate func act(
    _ scenario: ScenarioName, _ payload: JSONValue, by key: TestAuthenticator, as token: String,
    changes: CeremonyChanges = CeremonyChanges()
  ) async throws -> Answer {
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(scenario: scenario, payload: payload))
    let assertion = try key.assert(challenge: options.options.challenge, changes: changes)
    return try await send(
      .performAction, at: ["scenario": scenario.text], as: token,
      ActionRequest(payload: payload, proof: .assertion(assertion)))
  }
}
