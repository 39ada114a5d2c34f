import BrowserTesting
import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Attacks on the strength of factors")
struct FactorTests {
  @Test("Attack 1: a mailed code and a PIN in a body make no key that pays above the limit")
  func weakProof() async throws {
    try await Holder.attacked { server, victim in
      let thief = try await server.signUp(Holder.name)
      let pin = Proof.pin(SecretText(Holder.pin))
      // The key that was there is taken away by nothing that the thief has.
      let revoked = try await server.send(
        .revokeCredential, at: ["id": Base64URL.encode(victim.key.credentialID.bytes)], as: thief,
        idempotencyKey: "thief-1", RevocationRequest(proof: pin))
      #expect(revoked.status == 401 || revoked.status == 403)
      let asked = try await server.send(
        .registrationOptions, as: thief, RegistrationOptionsRequest(proof: pin))
      guard asked.status == 200 else { return #expect(asked.status == 403) }
      let key = try server.newKey()
      _ = try await server.send(
        .registerCredential, as: thief,
        try key.register(try CredentialCreationOptions(json: asked.body ?? .null)))
      let paid = try await server.approve(victim.large, by: key, as: thief)
      #expect(paid.status == 401 || paid.status == 403)
      let own = try await server.approve(victim.large, by: victim.key, as: thief)
      #expect(own.status == 200)
    }
  }

  @Test("Attack 2: whoever begins a recovery and makes noise keeps nobody from stopping it")
  func recovery() async throws {
    try await Holder.attacked { server, victim in
      let thief = try await server.signUp(Holder.name)
      server.server.turn(seconds: 1)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: thief, CodeRequest(purpose: .recover))
      let begun = try await server.send(
        .beginRecovery, as: thief,
        RecoveryRequest(validateCode: try await server.code(to: Holder.name)))
      #expect(begun.status == 202)
      let link = try await server.stopLink(to: Holder.name)
      // A session of the mailbox ends no other.
      let ended = try await server.transport.send(
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
      #expect(stopped.status == 200 && stopped.body == ["stopped": "recovery"])
      server.server.turn(seconds: 300_000)
      let later = try await server.signUp(Holder.name)
      let shown: RecoveryAnswer = try await server.read(.recovery, as: later)
      #expect(shown.status == .none)
    }
  }

  @Test("Attack 3: a host enrols no first device on an account that is not its own")
  func foreignFirstDevice() async throws {
    try await AttackedServer.run { server in
      _ = try await server.signUp(Holder.name)
      let host = try await server.server.harness.serviceKey([.sessions], of: .rival).exposed
      for demand in [SecondFactorDemand.required, .none] {
        let made = try await server.send(
          .makeServiceLink, as: host,
          SessionLinkRequest(
            type: .enrol, userName: Holder.name, displayName: "Ada", secondFactor: demand))
        #expect(made.status == 404)
      }
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
      #expect(options.document.fields.contains { $0.name == "change" })
      let id = Base64URL.encode(victim.key.credentialID.bytes)
      for (route, parameters) in [
        (Route.revokeCredentials, [:]), (.revokeCredential, ["id": id]), (.revokeDevices, [:]),
      ] as [(Route, [String: String])] {
        let refused = try await server.transport.send(
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

  @Test("Attack 28: a key that came while a recovery waited does not stop it, and the notice does")
  func waitingKey() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Holder.name)
      let lost = try await server.registerKey(owner, of: Holder.name)
      try await server.setPIN(by: lost, as: owner)
      server.server.turn(seconds: 1)
      // The thief has the PIN, and adds a key; it waits.
      let thief = try await server.signUp(Holder.name)
      let asked: CredentialCreationOptions = try await server.read(
        .registrationOptions, as: thief,
        RegistrationOptionsRequest(proof: .pin(SecretText(Holder.pin))))
      let key = try server.newKey()
      _ = try await server.send(.registerCredential, as: thief, try key.register(asked))
      server.server.turn(seconds: 1)
      let _: CodeRequestAnswer = try await server.read(
        .requestCode, as: owner, CodeRequest(purpose: .recover))
      let begun = try await server.send(
        .beginRecovery, as: owner,
        RecoveryRequest(validateCode: try await server.code(to: Holder.name)))
      #expect(begun.status == 202)
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
      let host = try await server.server.harness.serviceKey([.transactions], of: .shop).exposed
      let large: TransactionAnswer = try await server.read(
        .createTransaction, as: host,
        NewTransactionRequest(
          userName: name, amount: "500.00", currency: "EUR", payee: "Order desk"))
      try await body(server, Holder(key: key, large: large))
    }
  }
}

extension AttackedServer {
  /// A passkey that no account knows.
  fileprivate func newKey() throws -> TestAuthenticator {
    try TestAuthenticator(
      relyingPartyID: ServiceHarness.relyingPartyID,
      origin: try #require(Origin(server.address)))
  }

  /// Sets the first PIN of an account by its passkey.
  fileprivate func setPIN(by key: TestAuthenticator, as token: String) async throws {
    server.harness.watch.note("pin", Holder.pin)
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
  fileprivate func approve(
    _ review: TransactionAnswer, by key: TestAuthenticator, as token: String
  ) async throws -> WireResponse {
    let id = review.transaction.transactionID
    let options: LinkedOptions = try await read(
      .linkedOptions, as: token,
      LinkedOptionsRequest(
        scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: id).json))
    return try await send(
      .approveTransaction, at: ["id": id], as: token,
      ApprovalRequest(proof: .assertion(try key.assert(options.options))))
  }

  /// What the link in the newest notice to a person holds.
  fileprivate func stopLink(to recipient: String) async throws -> StopRequest {
    await server.harness.deliverMessages()
    let message = server.harness.messenger.messages.last {
      $0.recipient == recipient && $0.stop != nil
    }
    let parts = try #require(message?.stop?.exposed.split(separator: "#").last)
      .split(separator: ".", maxSplits: 1)
    try #require(parts.count == 2)
    return StopRequest(id: String(parts[0]), secret: SecretText(String(parts[1])))
  }
}
