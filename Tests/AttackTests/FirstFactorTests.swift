import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

/// What codes alone brought before an account had a factor, each by itself: no device that goes
/// with the first factor takes it along.
@Suite("Attacks on what outlives the first factor")
struct FirstFactorTests {
  private static let ada = "ada@example.com"
  private static let number = "+2348012345678"

  // Holds: RTS-24
  @Test("Attack 46.4: a link that a mailed code alone made is over with the first factor")
  func link() async throws {
    try await AttackedServer.run { server in
      let thief = try await server.signUp(Self.ada)
      let link: SessionLinkAnswer = try await server.read(
        .makeLink, as: thief, SessionLinkRequest(type: .enrol))
      #expect(try await server.send(.link, at: ["id": link.id]).status == 200)
      let owner = try await server.signUp(Self.ada)
      _ = try await server.registerKey(owner, of: Self.ada)
      let over = try await server.send(.link, at: ["id": link.id])
      #expect(over.status == 404 && over.reason == .linkOver)
    }
  }

  @Test("Attack 46.4: a number that a code alone proposed is not confirmed after the first factor")
  func proposedNumber() async throws {
    try await AttackedServer.run { server in
      let token = try await server.signUp(Self.ada)
      server.turn(seconds: 1)
      let asked = try await server.send(
        .requestCode, as: token, CodeRequest(purpose: .register))
      #expect(asked.status == 202)
      let code = try await server.code(to: Self.ada)
      let proposed = try await server.send(
        .setPhone, as: token, PhoneRequest(phone: Self.number, validateCode: code))
      #expect(proposed.status == 202)
      let otp = try await server.code(to: Self.number)
      _ = try await server.registerKey(token, of: Self.ada)
      // As for a number that nobody proposed: the proposal is gone.
      let late = try await server.send(.confirmPhone, as: token, PhoneConfirmation(otp: otp))
      #expect(late.status == 401 && late.reason == .verificationFailed)
      let factors: SecondFactorAnswer = try await server.read(.secondFactor, as: token)
      #expect(!factors.hasPhone)
    }
  }

  @Test("Attack 46.4: a browser in which two codes were a proof is a stranger after it")
  func browser() async throws {
    try await AttackedServer.run { server in
      let browser = Browser()
      func send(_ route: Route, _ body: any JSONBody) async throws -> Answer {
        try await server.send(WireRequest(route, body: body.json), in: browser)
      }
      let asked = try await send(.signUp, SignUpRequest(userName: Self.ada, displayName: "Ada"))
      let opened = try await send(
        .openSession,
        SessionRequest.code(
          codeRequest: try CodeRequestAnswer(json: asked.json).codeRequest,
          validateCode: try await server.code(to: Self.ada)))
      #expect(opened.status == 201)
      try await Self.setNumber(server, send)
      let signIn = LinkedOptionsRequest(scenario: .signIn, payload: [:])
      let proof = try await Self.proof(server) { proof in
        if let proof {
          try await send(.raiseSession, SessionProofRequest(proof: proof))
        } else {
          try await send(.requestCode, CodeRequest(approving: signIn))
        }
      }
      #expect(try await send(.raiseSession, SessionProofRequest(proof: proof)).status == 200)
      #expect(browser.names.contains("countersign.lane"))
      #expect(try await Self.known(server) == 2)
      let owner = try await server.signUp(Self.ada)
      _ = try await server.registerKey(owner, of: Self.ada)
      #expect(try await Self.known(server) == 0)
    }
  }

  // Holds: RTS-24
  @Test("Attack 46.4: a token that two codes gave before the first factor is redeemed no more")
  func token() async throws {
    try await AttackedServer.run(scenarios: [.payInvoice]) { server in
      let session = try await server.signUp(Self.ada)
      func send(_ route: Route, _ body: any JSONBody) async throws -> Answer {
        try await server.send(route, as: session, body)
      }
      let invoice = LinkedOptionsRequest(
        scenario: .payInvoice, payload: ServiceHarness.invoice())
      func token() async throws -> SecretText {
        let proof = try await Self.proof(server) { proof in
          guard let proof else {
            return try await send(.requestCode, CodeRequest(approving: invoice))
          }
          return try await send(.proveScenario, Self.proving(invoice, proof))
        }
        let answer = try await send(.proveScenario, Self.proving(invoice, proof))
        return try VerificationAnswer(json: answer.json).verificationToken
      }
      let host = try await server.harness.serviceKey([.transactions]).exposed
      func redeem(_ token: SecretText) async throws -> Answer {
        try await server.send(
          .redeem, as: host,
          RedemptionRequest(
            verificationToken: token, scenario: invoice.scenario, payload: invoice.payload))
      }
      try await Self.setNumber(server, send)
      #expect(try await redeem(try await token()).status == 200)
      let late = try await token()
      // The session that stores the first factor goes on: only the token is over.
      _ = try await server.registerKey(session, of: Self.ada)
      #expect(try await server.send(.transactions, as: session).status == 200)
      let refused = try await redeem(late)
      #expect(refused.status == 401 && refused.reason == .verificationFailed)
    }
  }

  @Test(
    "Attack 46.4: codes from before the first factor pay nothing, and raise no session of a host",
    arguments: [true, false])
  func codes(pays: Bool) async throws {
    try await AttackedServer.run(scenarios: [.payInvoice]) { server in
      let owner = try await server.signUp(Self.ada)
      let shop = try await server.harness.serviceKey([.sessions], of: .shop).exposed
      let opened: SessionAnswer = try await server.read(
        .openServiceSession, as: shop, ServiceSessionRequest(userName: Self.ada))
      func send(_ route: Route, _ body: any JSONBody) async throws -> Answer {
        try await server.send(route, as: opened.accessToken.exposed, body)
      }
      let asked =
        pays
        ? LinkedOptionsRequest(scenario: .payInvoice, payload: ServiceHarness.invoice())
        : LinkedOptionsRequest(scenario: .signIn, payload: [:])
      func give(_ proof: Proof) async throws -> Answer {
        pays
          ? try await send(.proveScenario, Self.proving(asked, proof))
          : try await send(.raiseSession, SessionProofRequest(proof: proof))
      }
      try await Self.setNumber(server, send)
      let proof = try await Self.proof(server) { proof in
        guard let proof else {
          return try await send(.requestCode, CodeRequest(approving: asked))
        }
        return try await give(proof)
      }
      _ = try await server.registerKey(owner, of: Self.ada)
      let late = try await give(proof)
      #expect(late.status == 401 && late.reason == .verificationFailed)
      // The host answers for its session, which sees nothing now.
      #expect(try await server.send(.secondFactor, as: opened.accessToken.exposed).status == 200)
      #expect(try await server.send(.transactions, as: opened.accessToken.exposed).status == 401)
    }
  }

  @Test("codes that went to a number which is replaced by now pay nothing, and neither do tokens")
  func replacedNumber() async throws {
    try await AttackedServer.run(scenarios: [.payInvoice]) { server in
      let thief = try await server.signUp(Self.ada)
      let owner = try await server.signUp(Self.ada)
      func send(_ route: Route, _ body: any JSONBody) async throws -> Answer {
        try await server.send(route, as: thief, body)
      }
      let invoice = LinkedOptionsRequest(
        scenario: .payInvoice, payload: ServiceHarness.invoice())
      func proof() async throws -> Proof {
        try await Self.proof(server) { proof in
          guard let proof else {
            return try await send(.requestCode, CodeRequest(approving: invoice))
          }
          return try await send(.proveScenario, Self.proving(invoice, proof))
        }
      }
      try await Self.setNumber(server, send)
      let proved = try await send(.proveScenario, Self.proving(invoice, try await proof()))
      let token = try VerificationAnswer(json: proved.json).verificationToken
      let open = try await proof()
      try await Self.setNumber(server, to: "+2348087654321") { route, body in
        try await server.send(route, as: owner, body)
      }
      let late = try await send(.proveScenario, Self.proving(invoice, open))
      #expect(late.status == 401 && late.reason == .verificationFailed)
      let host = try await server.harness.serviceKey([.transactions]).exposed
      let redeemed = try await server.send(
        .redeem, as: host,
        RedemptionRequest(
          verificationToken: token, scenario: invoice.scenario, payload: invoice.payload))
      #expect(redeemed.status == 401 && redeemed.reason == .verificationFailed)
    }
  }

  @Test("Attack 3: a session that two codes raised ends once the number is another")
  func raisedByNumber() async throws {
    try await AttackedServer.run { server in
      let owner = try await server.signUp(Self.ada)
      let thief = try await server.signUp(Self.ada)
      func send(_ route: Route, _ body: any JSONBody) async throws -> Answer {
        try await server.send(route, as: owner, body)
      }
      try await Self.setNumber(server, send)
      func raise(_ token: String) async throws -> String {
        let asked = LinkedOptionsRequest(scenario: .signIn, payload: [:])
        func give(_ proof: Proof) async throws -> Answer {
          try await server.send(.raiseSession, as: token, SessionProofRequest(proof: proof))
        }
        let proof = try await Self.proof(server) { proof in
          guard let proof else {
            return try await server.send(.requestCode, as: token, CodeRequest(approving: asked))
          }
          return try await give(proof)
        }
        return try SessionAnswer(json: try await give(proof).json).accessToken.exposed
      }
      let raised = try await raise(thief)
      let changing = try await raise(owner)
      #expect(try await server.send(.secondFactor, as: raised).status == 200)
      try await Self.setNumber(server, to: "+2348087654321") { route, body in
        try await server.send(route, as: changing, body)
      }
      #expect(try await server.send(.secondFactor, as: raised).reason == .sessionRequired)
      // The session that sets the number goes on.
      #expect(try await server.send(.secondFactor, as: changing).status == 200)
    }
  }

  private static func proving(
    _ action: LinkedOptionsRequest, _ proof: Proof
  ) -> ProofRequest {
    ProofRequest(scenario: action.scenario, payload: action.payload, proof: proof)
  }

  /// The browsers and networks that are known of all accounts.
  private static func known(_ server: AttackedServer) async throws -> Int {
    try await server.harness.store.rows(
      "SELECT 1 FROM lanes UNION ALL SELECT 1 FROM known_networks", []
    ).count
  }

  /// Sets the telephone number of an account without a factor, by codes alone.
  private static func setNumber(
    _ server: AttackedServer, to number: String = number,
    _ send: (Route, any JSONBody) async throws -> Answer
  ) async throws {
    server.turn(seconds: 1)
    #expect(try await send(.requestCode, CodeRequest(purpose: .register)).status == 202)
    let code = try await server.code(to: ada)
    let proposed = try await send(.setPhone, PhoneRequest(phone: number, validateCode: code))
    #expect(proposed.status == 202)
    let otp = try await server.code(to: number)
    #expect(try await send(.confirmPhone, PhoneConfirmation(otp: otp)).status == 204)
  }

  /// A proof by a mailed and a texted code; what sends asks for the mailed one if it has no proof.
  private static func proof(
    _ server: AttackedServer, _ send: (Proof?) async throws -> Answer
  ) async throws -> Proof {
    server.turn(seconds: 1)
    #expect(try await send(nil).status == 202)
    let mailed = try await server.code(to: ada)
    let first = try await send(.codes(validateCode: mailed, otp: nil, twoFactorCode: nil))
    #expect(first.status == 202)
    return .codes(
      validateCode: mailed, otp: try await server.code(to: number), twoFactorCode: nil)
  }
}
