import CountersignCore
import CountersignSQLite
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Attacks on the strength of factors")
struct FactorTests {
  @Test("Attack 1: a mailed code and a PIN in a body take no key away, and add none beside it")
  func weakProof() async throws {
    try await Holder.attacked { server, victim in
      let thief = try await server.signUp(Holder.name)
      let pin = Proof.pin(SecretText(Holder.pin))
      let id = ["id": Base64URL.encode(victim.key.credentialID.bytes)]
      for answer in [
        try await server.send(
          .revokeCredential, at: id, as: thief, idempotencyKey: "thief-1",
          RevocationRequest(proof: pin)),
        try await server.send(
          .registrationOptions, as: thief, RegistrationOptionsRequest(proof: pin)),
        try await server.send(.makeLink, as: thief, SessionLinkRequest(type: .enrol, proof: pin)),
      ] {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
      let own = try await server.approve(victim.large, by: victim.key, as: thief)
      #expect(own.status == 200)
    }
  }

  @Test("Attack 1: a key that a PIN in a body added does not pay above the limit while it waits")
  func weakKey() async throws {
    try await AttackedServer.run { server in
      let (_, key) = try await server.weakKey()
      let large = try await server.payment()
      let thief = try await server.signUp(Holder.name)
      let early = try await server.approve(large, by: key, as: thief)
      #expect(early.status == 403 && early.reason == .factorWaits)
      let link = try await server.harness.stopRequest(of: .credentialAdded)
      #expect(try await server.send(.stop, link).status == 200)
      let later = try await server.approve(large, by: key, as: thief)
      #expect(later.status == 401)
    }
  }

  @Test("Attack 47.8: a key that a PIN adds on the way pays what the PIN could, counted with it")
  func keyByPINOnTheWay() async throws {
    try await AttackedServer.run { server in
      let (_, key) = try await server.weakKey()
      let thief = try await server.signUp(Holder.name)
      let large = try await server.payment()
      for number in 0..<6 {
        let low = try await server.payment(of: "12.50")
        let answer =
          number % 2 == 0
          ? try await server.approve(low, by: key, as: thief)
          : try await server.send(
            .approveTransaction, at: ["id": low.transaction.transactionID], as: thief,
            idempotencyKey: "low-\(number)",
            ApprovalRequest(proof: .pin(SecretText(Holder.pin))))
        // Five in a row, whichever of the two gives them.
        #expect(answer.status == (number < 5 ? 200 : 403), "\(number): \(answer.status)")
        // What the key has approved lifts it to nothing larger.
        let above = try await server.approve(large, by: key, as: thief)
        #expect(above.status == 403 && above.reason == .factorWaits)
      }
    }
  }

  @Test("Attack 47.8: a key that a PIN added adds another that waits too, and no stronger one")
  func keyByWeakKey() async throws {
    try await AttackedServer.run { server in
      let (_, key) = try await server.weakKey()
      let thief = try await server.signUp(Holder.name)
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: thief, LinkedOptionsRequest(changing: .addPasskey))
      let asked: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief,
        RegistrationOptionsRequest(proof: .assertion(try key.assert(options.options))))
      let second = try server.newKey()
      let added = try await server.send(
        .registerCredential, as: thief, try second.register(asked))
      #expect(added.status == 201)
      let large = try await server.payment()
      let refused = try await server.approve(large, by: second, as: thief)
      #expect(refused.status == 403 && refused.reason == .factorWaits)
    }
  }

  @Test("Attack 2: whoever begins a recovery and makes noise keeps nobody from stopping it")
  func recovery() async throws {
    try await Holder.attacked { server, victim in
      let thief = try await server.signUp(Holder.name)
      server.turn(seconds: 1)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(purpose: .recover))
      let begun = try await server.send(
        .beginRecovery, as: thief,
        RecoveryRequest(validateCode: try await server.code(to: Holder.name)))
      #expect(begun.status == 202)
      let link = try await server.harness.stopRequest(of: .recoveryBegun)
      // A session of the mailbox ends no other.
      let ended = try await server.send(
        WireRequest(.endSessions, query: ["which": "others"], accessToken: thief))
      #expect(ended.status == 401)
      for _ in 0..<6 {
        let options: LinkedOptions = try await server.read(
          .linkedOptions, as: thief, LinkedOptionsRequest(changing: .addPasskey))
        let signed = try victim.key.assert(options.options)
        let junk = AssertionResponse(
          credentialID: signed.id, clientDataJSON: signed.clientDataJSON,
          authenticatorData: signed.authenticatorData,
          signature: [UInt8](repeating: 1, count: 70))
        _ = try await server.send(
          .revokeCredentials, as: thief, RevocationRequest(proof: .assertion(junk)))
      }
      for number in 0..<30 {
        _ = try await server.send(
          .signUp, SignUpRequest(userName: Holder.name, displayName: "\(number)"))
      }
      let stopped = try await server.send(.stop, link)
      #expect(stopped.status == 200 && stopped.json == ["stopped": "recovery"])
      server.turn(seconds: 300_000)
      let later = try await server.signUp(Holder.name)
      let shown: RecoveryAnswer = try await server.read(.recovery, as: later)
      #expect(shown.status == .none)
    }
  }

  @Test("Attack 3: a host enrols no first device on an account that is not its own")
  func foreignFirstDevice() async throws {
    try await AttackedServer.run { server in
      _ = try await server.signUp(Holder.name)
      let host = try await server.harness.serviceKey([.sessions], of: .rival).exposed
      let request = SessionLinkRequest(type: .enrol, userName: Holder.name, displayName: "Ada")
      var headless = request
      headless.secondFactor = SecondFactorDemand.none
      #expect(try await server.send(.makeServiceLink, as: host, headless).status == 422)
      // A link can be made; what it enrols takes the code that is mailed to the person.
      let link: SessionLinkAnswer = try await server.read(.makeServiceLink, as: host, request)
      let phone = TestPhone(try server.harness.newAuthenticator())
      let refused = try await server.send(
        .confirmLink, at: ["id": link.id],
        LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
      #expect(refused.status == 400 && refused.reason == .proofRequired)
      let devices = try await server.harness.store.rows("SELECT 1 FROM devices", [])
      #expect(devices.isEmpty)
    }
  }

  @Test(
    "Attack 4: a screen that a phone signed in changes no factor without a proof of it")
  func signedInByPhone() async throws {
    try await AttackedServer.run { server in
      let phone = try await server.phone()
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, SessionLinkRequest(type: .login))
      let number = try #require(link.number)
      let options: LinkOptions = try await server.read(
        .linkOptions, at: ["id": link.id], LinkOptionsRequest(deviceID: phone.id, number: number))
      let confirmed = try await server.send(
        .confirmLink, at: ["id": link.id],
        try phone.login(options, number: number, by: .pinProof))
      #expect(confirmed.status == 200 || confirmed.status == 201)
      let collected = try await server.send(
        WireRequest(
          .collectLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed))
      let screen = try SessionAnswer(json: collected.json).accessToken.exposed
      for answer in [
        try await server.send(
          WireRequest(
            .revokeDevices, query: ["which": "all"], accessToken: screen,
            body: RevocationRequest().json)),
        try await server.send(
          .registrationOptions, as: screen, RegistrationOptionsRequest()),
        try await server.send(.makeLink, as: screen, SessionLinkRequest(type: .enrol)),
      ] {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
    }
  }

  @Test(
    "Attack 24: a passkey that is copied elsewhere pays above the limit where that is strong alone",
    arguments: [BackedUpPasskeys.strong, .weak])
  func copiedPasskey(worth: BackedUpPasskeys) async throws {
    let change = { (policy: inout ServicePolicy) in policy.backedUpPasskeys = worth }
    try await AttackedServer.run(change: change) { server in
      let token = try await server.signUp(Holder.name)
      var key = try server.harness.newAuthenticator()
      key.flags.formUnion([.backupEligible, .backedUp])
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: token, CodeRequest(purpose: .register))
      let options: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: token,
        RegistrationOptionsRequest(validateCode: try await server.code(to: Holder.name)))
      let added = try await server.send(.registerCredential, as: token, try key.register(options))
      #expect(added.status == 201)
      let paid = try await server.approve(try await server.payment(), by: key, as: token)
      #expect(paid.status == (worth == .strong ? 200 : 401))
    }
  }

  @Test("Attack 9: a mailed code shows and declines nothing of an account with a strong factor")
  func mailedCode() async throws {
    try await Holder.attacked { server, victim in
      let thief = try await server.signUp(Holder.name)
      let id = ["id": victim.large.transaction.transactionID]
      for (route, parameters) in [
        (Route.credentials, [:]), (.devices, [:]), (.sessions, [:]), (.transactions, [:]),
        (.transaction, id), (.denyTransaction, id),
      ] as [(Route, [String: String])] {
        let refused = try await server.send(route, at: parameters, as: thief)
        #expect(refused.status == 401, "\(route.path)")
        #expect(refused.reason == .insufficientUserAuthentication, "\(route.path)")
      }
      let paid = try await server.approve(victim.large, by: victim.key, as: thief)
      #expect(paid.status == 200)
    }
  }

  @Test("Attack 22: a proof for one change of factors is good for no other")
  func otherChange() async throws {
    try await Holder.attacked { server, victim in
      let session = try await server.signUp(Holder.name)
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: session, LinkedOptionsRequest(changing: .addPasskey))
      let proof = Proof.assertion(try victim.key.assert(options.options))
      #expect(options.document["addPasskey"] == .flag(true))
      let id = Base64URL.encode(victim.key.credentialID.bytes)
      for (route, parameters) in [
        (Route.revokeCredentials, [:]), (.revokeCredential, ["id": id]), (.revokeDevices, [:]),
      ] as [(Route, [String: String])] {
        let refused = try await server.send(
          WireRequest(
            route, parameters: parameters, query: parameters.isEmpty ? ["which": "all"] : [:],
            accessToken: session, body: RevocationRequest(proof: proof).json))
        #expect(refused.status == 403 && refused.reason == .transactionMismatch, "\(route.path)")
      }
      let added = try await server.send(
        .registrationOptions, as: session, RegistrationOptionsRequest(proof: proof))
      #expect(added.status == 200)
    }
  }

  @Test("Attack 28: a key that waits does not stop its owner's recovery")
  func waitingKey() async throws {
    try await AttackedServer.run { server in
      let (owner, key) = try await server.weakKey()
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: owner, CodeRequest(purpose: .recover))
      let begun = try await server.send(
        .beginRecovery, as: owner,
        RecoveryRequest(validateCode: try await server.code(to: Holder.name)))
      #expect(begun.status == 202)
      let thief = try await server.signUp(Holder.name)
      let options: LinkedOptions = try await server.read(
        .linkedOptions, as: thief, LinkedOptionsRequest(changing: .stopRecovery))
      let refused = try await server.send(
        .cancelRecovery, as: thief,
        RevocationRequest(proof: .assertion(try key.assert(options.options))))
      #expect(refused.status == 401 || refused.status == 403)
      let shown: RecoveryAnswer = try await server.read(.recovery, as: owner)
      #expect(shown.status == .waiting)
    }
  }
}

/// Somebody with a passkey and a PIN in a body, before whom a host put a payment above the limit.
private struct Holder {
  static let name = "ada@example.com"
  static let pin = "258036"

  let key: TestAuthenticator
  let large: TransactionAnswer

  static func attacked(
    _ body: (AttackedServer, Holder) async throws -> Void
  ) async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(name)
      let key = try await server.registerKey(token, of: name)
      try await server.setPIN(by: key, as: token)
      try await body(server, Holder(key: key, large: try await server.payment()))
    }
  }
}

extension AttackedServer {
  /// A payment that a host put before the person, above the limit unless told.
  fileprivate func payment(of amount: String = "500.00") async throws -> TransactionAnswer {
    let host = try await harness.serviceKey([.transactions], of: .shop).exposed
    return try await read(
      .createTransaction, as: host,
      NewTransactionRequest(
        userName: Holder.name, amount: DecimalAmount(amount), currency: "EUR",
        payee: "Order desk"))
  }

  /// The session of somebody whose one factor is a PIN in a body, and a key that the PIN added in
  /// another one.
  fileprivate func weakKey() async throws -> (owner: String, key: TestAuthenticator) {
    let owner = try await signUp(Holder.name)
    harness.watch.note("pin", Holder.pin)
    let _: CodeRequestAnswer = try await read(
      .requestCode, as: owner, CodeRequest(purpose: .setPIN))
    let set = try await send(
      .setPIN, as: owner,
      SetPINRequest(
        pin: SecretText(Holder.pin),
        entitlement: .validateCode(try await code(to: Holder.name))))
    #expect(set.status == 204)
    turn(seconds: 1)
    let thief = try await signUp(Holder.name)
    let asked: CredentialCreationOptions = try await read(
      .registrationOptions, as: thief,
      RegistrationOptionsRequest(proof: .pin(SecretText(Holder.pin))))
    let key = try harness.newAuthenticator()
    let added = try await send(.registerCredential, as: thief, try key.register(asked))
    #expect(added.status == 201)
    turn(seconds: 1)
    return (owner, key)
  }

  /// A phone with a PIN, by a link of the app in whose process the server runs.
  fileprivate func phone() async throws -> TestPhone {
    let phone = TestPhone(try harness.newAuthenticator())
    let link = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: Holder.name, displayName: "Ada"), from: .local,
      mandate: .firstFactor
    ).get()
    let confirmed = try await send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
    try #require(confirmed.status == 201)
    return phone
  }

  /// Sets the first PIN of an account by its passkey.
  fileprivate func setPIN(by key: TestAuthenticator, as token: String) async throws {
    harness.watch.note("pin", Holder.pin)
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token, LinkedOptionsRequest(changing: .setPIN))
    let set = try await send(
      .setPIN, as: token,
      SetPINRequest(
        pin: SecretText(Holder.pin),
        entitlement: .proof(.assertion(try key.assert(options.options)))))
    #expect(set.status == 204 || set.status == 200)
  }

  /// The answer to an approval by a passkey, linked to the transaction.
  func approve(
    _ review: TransactionAnswer, by key: TestAuthenticator, as token: String,
    userInput: String? = nil
  ) async throws -> Answer {
    let id = review.transaction.transactionID
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token,
      LinkedOptionsRequest(
        scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: id).json))
    return try await send(
      .approveTransaction, at: ["id": id], as: token,
      ApprovalRequest(
        proof: .assertion(try key.assert(options.options)), userInput: userInput))
  }
}
