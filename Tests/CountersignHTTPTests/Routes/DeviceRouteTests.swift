import CountersignCore
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Devices and their PINs, through the real router")
struct DeviceRouteTests {
  static let pin = "258036"

  @Test("a device registers, logs in, buys by its PIN and changes it; each answer can come again")
  func wholeLife() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await enrolled(server)
    let challenge = try await pinChallenge(server, token, amount: 2000)
    let proof = Proof.pinProof(try device.pinProof(Self.pin, over: challenge))
    let purchase = WireRequest(
      .sendMoney, accessToken: token,
      body: SendMoneyRequest(payload: payload(2000), proof: proof).json)
    let bought = try await server.transport.send(purchase)
    let again = try await server.transport.send(purchase)
    #expect([bought.status, again.status] == [200, 200])
    #expect([bought.isReplayed, again.isReplayed] == [false, true])
    let change = try device.pinChange(
      to: "924715", from: Self.pin, generation: 2,
      over: try await pinChallenge(server, token, for: LinkedOptionsRequest(changing: .setPIN)))
    let put = WireRequest(
      .setPINKey, parameters: ["id": device.id], accessToken: token, body: change.json)
    let changed = try await server.transport.send(put)
    let changedAgain = try await server.transport.send(put)
    #expect([changed.status, changedAgain.status] == [204, 204])
    #expect([changed.isReplayed, changedAgain.isReplayed] == [false, true])
    let listed = try await server.transport.send(WireRequest(.devices, accessToken: token))
    #expect(try DeviceList(json: listed.body ?? .null).devices.map(\.pinGeneration) == [2])
    let removal = WireRequest(
      .revokeDevice, parameters: ["id": device.id], accessToken: token,
      body: RevocationRequest(
        proof: try await server.proof(
          device, "924715", generation: 2,
          LinkedOptionsRequest(changing: .removeDevice(device.id)), token)
      ).json)
    #expect(try await server.transport.send(removal).status == 204)
    // Its session went with it.
    let after = try await server.transport.send(WireRequest(.devices, accessToken: token))
    #expect(after.status == 401)
    #expect(server.harness.bank.orders.count == 1)
    #expect(try await server.harness.fault() == nil)
  }

  // Holds: RTS-4.3b
  @Test(
    "30 parallel guesses at a device's PIN, with challenges of their own, get at most 5 answers")
  func parallelGuesses() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await enrolled(server)
    var requests: [WireRequest] = []
    for index in 0..<30 {
      let challenge = try await pinChallenge(server, token, amount: 500)
      let proof = Proof.pinProof(try device.pinProof("00000\(index % 10)", over: challenge))
      requests.append(
        WireRequest(
          .sendMoney, accessToken: token,
          body: SendMoneyRequest(payload: payload(500), proof: proof).json))
    }
    let statuses = try await withThrowingTaskGroup { group in
      for request in requests {
        group.addTask { try await server.transport.send(request).status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect((1...5).contains(statuses.count { $0 == 401 || $0 == 423 }))
    #expect(statuses.allSatisfy { [401, 423, 429].contains($0) })
  }

  // Holds: RTS-4.3a
  @Test("a wrong PIN and a wrong device key are told in one way, no sooner than the floor")
  func oneAnswer() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await enrolled(server)
    var other = device
    other.key = try TestKey(.es256)
    var answers: [WireResponse] = []
    for proof in [
      try device.pinProof("000001", over: try await pinChallenge(server, token, amount: 500)),
      try other.pinProof(Self.pin, over: try await pinChallenge(server, token, amount: 500)),
    ] {
      answers.append(
        try await server.transport.send(
          WireRequest(
            .sendMoney, accessToken: token,
            body: SendMoneyRequest(payload: payload(500), proof: .pinProof(proof)).json)))
    }
    #expect(answers.map(\.status) == [401, 401])
    #expect(answers[0].body == answers[1].body)
    #expect(server.sleeps.all == [.milliseconds(250), .milliseconds(250)])
  }

  @Test("a PIN, a registration or a revocation that is repeated under its key says so")
  func replays() async throws {
    let server = try await ServerHarness()
    func repeated(
      _ route: Route, _ token: String, _ key: String, _ body: JSONValue? = nil,
      parameters: [String: String] = [:], query: [String: String] = [:]
    ) async throws {
      let request = WireRequest(
        route, parameters: parameters, query: query, accessToken: token, idempotencyKey: key,
        body: body)
      let first = try await server.transport.send(request)
      let second = try await server.transport.send(request)
      #expect((200..<300).contains(first.status) && first.status == second.status, "\(route)")
      #expect(first.body == second.body)
      #expect([first.isReplayed, second.isReplayed] == [false, true], "\(route)")
    }
    let token = try await server.signUp()
    _ = try await server.transport.send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .setPIN).json))
    let code = try await server.harness.newestCode(to: "ada@example.com")
    let pin = SecretText(Self.pin)
    try await repeated(
      .setPIN, token, "pin", SetPINRequest(pin: pin, entitlement: .validateCode(code)).json)
    let device = try TestDevice()
    let registration = DeviceRequest(
      device: try device.registration(for: try await accountID(server)), proof: .pin(pin))
    try await repeated(.registerDevice, token, "device", registration.json)
    let page = try await server.signUp()
    let proved = RevocationRequest(proof: .pin(pin)).json
    try await repeated(.revokeDevice, page, "one", proved, parameters: ["id": device.id])
    for (route, key) in [(Route.revokeDevices, "devices"), (.revokeCredentials, "credentials")] {
      try await repeated(route, page, key, proved, query: ["which": "all"])
    }
    let eve = try await server.signUp("eve@example.com")
    let authenticator = try await ServerHarness.registerKey(
      eve, server.harness, to: "eve@example.com", server.transport.send)
    let removal = RevocationRequest(
      proof: try await server.proof(
        authenticator,
        LinkedOptionsRequest(changing: .removePasskey(authenticator.credentialID)), eve))
    try await repeated(
      .revokeCredential, eve, "key", removal.json,
      parameters: ["id": authenticator.credentialID.base64URL])
  }

  // Holds: RTS-4.3a
  @Test("a login tells how the PIN stands to the device whose key signed, and to nobody else")
  func toldAtLogin() async throws {
    let server = try await ServerHarness()
    let (device, _) = try await enrolled(server)
    func logIn(_ signer: TestDevice, _ pin: String) async throws -> WireResponse {
      let answered = try await server.transport.send(
        WireRequest(.sessionOptions, body: SessionOptionsRequest(deviceID: device.id).json))
      let challenge = try SessionOptions(json: answered.body ?? .null).pinChallenge
      return try await server.transport.send(
        WireRequest(
          .openSession,
          body: SessionRequest.pinProof(try signer.pinProof(pin, over: challenge)).json))
    }
    var forger = device
    forger.key = try TestKey(.es256)
    // The right PIN does not help who has not the device's key.
    let forged = try await logIn(forger, Self.pin)
    let stranger = try await logIn(try TestDevice(), Self.pin)
    #expect(forged.status == 401 && forged.body == stranger.body)
    let members = ["type", "title", "status", "detail", "reason"]
    guard case .object(let body)? = forged.body else { throw HarnessError.noChallenge }
    #expect(body.names == members)
    let wrong = try await logIn(device, "000001")
    let problem = try Problem(json: wrong.body ?? .null)
    #expect(wrong.status == 401 && problem.reason == .verificationFailed)
    #expect(problem.secondFactor?.failedAttempts == 1 && problem.secondFactor?.maxAttempts == 5)
    #expect(problem.secondFactor?.hasPIN == true && problem.secondFactor?.isBlocked == false)
    _ = try await logIn(device, "000001")
    let early = try Problem(json: try await logIn(device, Self.pin).body ?? .null)
    #expect(early.reason == .penalised && early.secondFactor?.penalisedFor == 5)
    for _ in 3...5 {
      server.harness.clock.advance(seconds: 121)
      _ = try await logIn(device, "000001")
    }
    let blocked = try await logIn(device, Self.pin)
    #expect(blocked.status == 423)
    #expect(try Problem(json: blocked.body ?? .null).secondFactor?.isBlocked == true)
    // Whether it is blocked is not told to others either.
    #expect(try await logIn(forger, Self.pin).body == stranger.body)
  }

  @Test("a query that names no devices revokes none")
  func selections() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await enrolled(server)
    for query in [
      [:], ["which": "others"], ["which": "all", "keep": device.id], ["which": "none"],
      ["keep": device.id],
    ] {
      let response = try await server.transport.send(
        WireRequest(.revokeDevices, query: query, accessToken: token))
      #expect(response.status == 400)
    }
    let unknown = try await server.transport.send(
      WireRequest(
        .revokeDevices, query: ["which": "others", "keep": "dev_x"], accessToken: token))
    #expect(unknown.status == 404)
    var request = WireRequest(
      .revokeDevices, query: ["which": "others", "keep": device.id], accessToken: token)
    // A session alone takes nothing away, and a proof for one change makes no other.
    let unproved = try await server.transport.send(request)
    #expect(unproved.status == 401)
    #expect(
      try Problem(json: unproved.body ?? .null).reason == .insufficientUserAuthentication)
    for (change, status) in [
      (FactorChange.removeAllDevices, 403), (.keepOnlyDevice(device.id), 200),
    ] {
      request.body =
        RevocationRequest(
          proof: try await server.proof(
            device, Self.pin, LinkedOptionsRequest(changing: change), token)
        ).json
      #expect(try await server.transport.send(request).status == status)
    }
    let kept = try await server.transport.send(request)
    #expect(kept.isReplayed)
    #expect(try RevocationAnswer(json: kept.body ?? .null).revoked == 0)
  }

  @Test("a blocked PIN is unblocked by a service key of the administration alone")
  func unblocks() async throws {
    let server = try await ServerHarness()
    let (device, token) = try await enrolled(server)
    func buy(_ pin: String) async throws -> Int {
      let challenge = try await pinChallenge(server, token, amount: 500)
      let proof = Proof.pinProof(try device.pinProof(pin, over: challenge))
      return try await server.transport.send(
        WireRequest(
          .sendMoney, accessToken: token,
          body: SendMoneyRequest(payload: payload(500), proof: proof).json)
      ).status
    }
    for _ in 1...5 {
      _ = try await buy("000001")
      server.harness.clock.advance(seconds: 121)
    }
    #expect(try await buy(Self.pin) == 423)
    let keys = ServiceKeyAdministration(store: server.harness.store, keyring: .generated())
    func unblock(_ key: String?) async throws -> Int {
      try await server.transport.send(
        WireRequest(
          .unblock, accessToken: key,
          body: AdministrationRequest(.userName("ada@example.com")).json)
      ).status
    }
    #expect(try await unblock(nil) == 401)
    #expect(try await unblock(token) == 401)
    let weak = try await keys.create(name: "shop", scopes: [.sessions, .transactions]).get()
    #expect(try await unblock(weak.exposed) == 403)
    #expect(try await buy(Self.pin) == 423)
    let strong = try await keys.create(name: "help desk", scopes: [.admin]).get()
    #expect(try await unblock(strong.exposed) == 204)
    #expect(try await buy(Self.pin) == 200)
  }

  @Test("a recovery is begun and shown, and stopped by a factor that was there, not by a session")
  func recovery() async throws {
    let server = try await ServerHarness()
    let (device, phone) = try await enrolled(server)
    let token = try await server.signUp()
    server.harness.clock.advance(seconds: 1)
    let send = server.transport.send as (WireRequest) async throws -> WireResponse
    _ = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .recover).json))
    let code = try await server.harness.newestCode(to: "ada@example.com")
    let begun = try await send(
      WireRequest(
        .beginRecovery, accessToken: token, body: RecoveryRequest(validateCode: code).json))
    #expect(begun.status == 202)
    #expect(begun.body == ["status": "waiting", "readyAt": .null])
    // The wait begins when its notice was handed over.
    await server.harness.deliverMessages()
    let shown = try await send(WireRequest(.recovery, accessToken: token))
    let end = server.harness.clock.now().adding(seconds: 86_400)
    #expect(shown.body == ["status": "waiting", "readyAt": .string(end.rfc3339)])
    for body in [nil, RevocationRequest().json] as [JSONValue?] {
      for session in [token, phone] {
        let refused = try await send(
          WireRequest(.cancelRecovery, accessToken: session, body: body))
        #expect(refused.status == 401)
        #expect(
          try Problem(json: refused.body ?? .null).reason == .insufficientUserAuthentication)
      }
    }
    func stop(_ change: FactorChange) async throws -> WireResponse {
      let proof = try await server.proof(
        device, Self.pin, LinkedOptionsRequest(changing: change), phone)
      return try await send(
        WireRequest(
          .cancelRecovery, accessToken: phone, body: RevocationRequest(proof: proof).json))
    }
    let other = try await stop(.removeAllDevices)
    #expect(other.status == 403)
    #expect(try Problem(json: other.body ?? .null).reason == .transactionMismatch)
    #expect(try await send(WireRequest(.recovery, accessToken: token)).body == shown.body)
    #expect(try await stop(.stopRecovery).status == 204)
    let none = try await send(WireRequest(.recovery, accessToken: token))
    #expect(none.body == ["status": "none", "readyAt": .null])
  }

  private func payload(_ amount: Int64) -> MoneyOrder {
    var payload = MoneyOrder.sample
    payload.amount = amount
    return payload
  }

  /// A device that registered itself and logged itself in.
  private func enrolled(_ server: ServerHarness) async throws -> (TestDevice, String) {
    try await server.enrolledDevice(pin: Self.pin)
  }

  private func accountID(_ server: ServerHarness) async throws -> String {
    try await server.harness.store.read { transaction in
      try transaction.rows("SELECT id FROM accounts", []).first?.text(0) ?? ""
    }
  }

  /// A challenge for a PIN that is linked to a purchase.
  private func pinChallenge(
    _ server: ServerHarness, _ token: String, amount: Int64
  ) async throws -> Challenge? {
    try await pinChallenge(
      server, token,
      for: LinkedOptionsRequest(scenario: .sendMoney, payload: payload(amount).json))
  }

  /// A challenge for a PIN that is linked to what is asked for.
  private func pinChallenge(
    _ server: ServerHarness, _ token: String, for request: LinkedOptionsRequest
  ) async throws -> Challenge? {
    let answered = try await server.transport.send(
      WireRequest(.linkedOptions, accessToken: token, body: request.json))
    return try LinkedOptions(json: answered.body ?? .null).pinChallenge
  }
}
