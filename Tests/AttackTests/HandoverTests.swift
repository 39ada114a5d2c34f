import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

@Suite("Whoever hands actions to somebody's phone")
struct HandoverTests {
  // Holds: ASVS-6.6.2
  @Test("a mailbox alone calls on no phone: a session that proved nothing hands nothing over")
  func mailbox() async throws {
    try await Stage.run { stage in
      let requested: CodeRequestAnswer = try await stage.server.read(
        .requestCode, CodeRequest(userName: Stage.ada, purpose: .signIn))
      let opened: SessionAnswer = try await stage.server.read(
        .openSession,
        SessionRequest.code(
          codeRequest: requested.codeRequest,
          validateCode: try await stage.server.code(to: Stage.ada)))
      let thief = opened.accessToken.exposed
      let handover = try await stage.handOver()
      let refused = [
        try await stage.ask(as: thief),
        try await stage.send(.handover, handover, as: thief),
        try await stage.send(.collectHandover, handover, as: thief),
        try await stage.send(.withdrawHandover, handover, as: thief),
      ]
      for answer in refused {
        #expect(answer.status == 401 && answer.reason == .insufficientUserAuthentication)
      }
      let status: HandoverAnswer = try await stage.server.read(
        .handover, at: ["id": handover.transactionID], as: stage.page)
      #expect(status.status == .pending)
    }
  }

  // Holds: ASVS-6.6.2
  @Test("another session of the same account, and a host, reach nothing of what was handed over")
  func otherSessions() async throws {
    try await Stage.run { stage in
      let handover = try await stage.handOver()
      let routes: [Route] = [.handover, .handoverEvents, .collectHandover, .withdrawHandover]
      for route in routes {
        let answer = try await stage.send(route, handover, as: stage.phoneToken)
        #expect(answer.status == 404 && answer.reason == .notFound)
      }
      try await stage.approve(handover)
      let stolen = try await stage.send(.collectHandover, handover, as: stage.phoneToken)
      #expect(stolen.status == 404)
      for host in [HostName.shop, .default] {
        let key = try await stage.server.harness.serviceKey([.transactions], of: host).exposed
        let read = try await stage.server.send(
          .serviceTransaction, at: ["id": handover.transactionID], as: key)
        #expect(read.status == 404)
      }
      // Even with the token in hand the action is the asking session's alone.
      let token = try await stage.collect(handover)
      let acted = try await stage.send(order: Stage.order, token, as: stage.phoneToken)
      #expect(acted.status == 401 && acted.reason == .verificationFailed)
      #expect(try await stage.send(order: Stage.order, token).status == 200)
    }
  }

  // Holds: RTS-4.1
  @Test("a hundred concurrent uses of one approval pay once, and another payment never")
  func race() async throws {
    try await Stage.run { stage in
      let handover = try await stage.handOver()
      try await stage.approve(handover)
      let token = try await stage.collect(handover)
      let other = MoneyOrder(amount: 1400, recipient: "BOLA")
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for turn in 0..<100 {
          group.addTask {
            try await stage.send(order: turn.isMultiple(of: 5) ? other : Stage.order, token)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let paid = answers.filter { $0.status == 200 }
      #expect(!paid.isEmpty)
      #expect(Set(try paid.map { try MoneyOrderAnswer(json: $0.json).transactionID }).count == 1)
      let session = try await stage.session(stage.page)
      #expect(try await stage.server.harness.service.moneyOrders.list(session).count == 1)
    }
  }

  @Test("an approval that its asker took back pays nothing, with the token in hand")
  func takenBack() async throws {
    try await Stage.run { stage in
      let handover = try await stage.handOver()
      try await stage.approve(handover)
      let token = try await stage.collect(handover)
      let withdrawn = try await stage.send(.withdrawHandover, handover, as: stage.page)
      #expect(withdrawn.status == 204)
      let collected = try await stage.send(.collectHandover, handover, as: stage.page)
      #expect(collected.status == 409 && collected.reason == .transactionExpired)
      let paid = try await stage.send(order: Stage.order, token)
      #expect(paid.status == 409 && paid.reason == .alreadyUsed)
      let session = try await stage.session(stage.page)
      #expect(try await stage.server.harness.service.moneyOrders.list(session).isEmpty)
    }
  }

  // Holds: ASVS-6.6.4
  @Test("a thief's session cannot flood a phone: it has one at a time, and after two declines none")
  func flood() async throws {
    try await Stage.run { stage in
      for _ in 0..<3 { _ = try await stage.handOver() }
      #expect(try await stage.waiting().count == 1)
      for _ in 0..<2 {
        let handover = try await stage.handOver()
        let denied = try await stage.send(
          .denyTransaction, handover, as: stage.phoneToken)
        #expect(denied.status == 200)
      }
      let refused = try await stage.ask(as: stage.page)
      #expect(refused.status == 429 && refused.reason == .tooManyRequests)
      #expect(refused.retryAfterSeconds ?? 0 > 0)
    }
  }
}

/// Ada has two devices: the second one asks, the first, which is strong, approves.
private struct Stage {
  static let ada = "ada@example.com"
  static let order = MoneyOrder(amount: 1500, recipient: "BOLA")

  let server: AttackedServer
  let phone: TestPhone
  let phoneToken: String
  let page: String

  static func run(_ body: (Stage) async throws -> Void) async throws {
    try await AttackedServer.run { server in
      let phones = [try await enrol(server), try await enrol(server)]
      // Else whoever reads the mailbox would put the phones on hold.
      try await server.harness.proveAddresses()
      try await body(
        Stage(
          server: server, phone: phones[0], phoneToken: try await logIn(phones[0], server),
          page: try await logIn(phones[1], server)))
    }
  }

  private static func enrol(_ server: AttackedServer) async throws -> TestPhone {
    let (service, phone) = (server.harness.service, TestPhone(try server.newKey()))
    let link = try await service.linkIssuer.make(
      SessionLinkRequest(type: .enrol, userName: ada, displayName: "Ada"), from: .local,
      mandate: .anyFactor
    ).get()
    let id = SessionLinkID(link.id)
    let options = try await service.links.options(id, LinkOptionsRequest()).get()
    let registration = try phone.authenticator.register(#require(options.creation))
    _ = try await service.linkConfirmations.confirm(
      id, .enrol(try phone.device(for: link.id), registration: registration, .nothing)
    ).get()
    return phone
  }

  private static func logIn(_ phone: TestPhone, _ server: AttackedServer) async throws -> String {
    let options = try await server.harness.service.signIn.options(
      SessionOptionsRequest(deviceID: phone.id)
    ).get()
    let opened = try await server.harness.service.signIn.open(
      .pinProof(phone.pinProof(#require(options.pinChallenge)))
    ).get()
    server.harness.watch.note("accessToken", opened.accessToken.exposed)
    return opened.accessToken.exposed
  }

  func session(_ token: String) async throws -> AuthenticatedSession {
    try await server.harness.service.sessions.authenticate(SecretText(token), activity: .person)
      .get()
  }

  func ask(as token: String) async throws -> Answer {
    let payload: JSONValue? = Self.order.json
    return try await server.send(
      .handOver, at: ["scenario": "SEND_MONEY"], as: token, ActionOptionsRequest(payload: payload))
  }

  func handOver() async throws -> HandoverAnswer {
    let answer = try await ask(as: page)
    #expect(answer.status == 201)
    return try HandoverAnswer(json: answer.json)
  }

  func send(
    _ route: Route, _ handover: HandoverAnswer, as token: String
  ) async throws -> Answer {
    try await server.send(route, at: ["id": handover.transactionID], as: token)
  }

  func waiting() async throws -> [TransactionAnswer] {
    let list: TransactionList = try await server.read(.transactions, as: phoneToken)
    return list.transactions.filter { $0.status == .pending }
  }

  func approve(_ handover: HandoverAnswer) async throws {
    let linked: LinkedOptions = try await server.read(
      .linkedOptions, as: phoneToken,
      LinkedOptionsRequest(
        scenario: .authorizeTransaction,
        payload: ReviewPayload(transactionID: handover.transactionID).json))
    let proof = Proof.pinProof(try phone.pinProof(#require(linked.pinChallenge)))
    let answer = try await server.send(
      .approveTransaction, at: ["id": handover.transactionID], as: phoneToken,
      ApprovalRequest(proof: proof))
    #expect(answer.status == 200)
  }

  func collect(_ handover: HandoverAnswer) async throws -> SecretText {
    let answer: VerificationAnswer = try await server.read(
      .collectHandover, at: ["id": handover.transactionID], as: page)
    return answer.verificationToken
  }

  func send(
    order: MoneyOrder, _ token: SecretText, as session: String? = nil
  ) async throws -> Answer {
    try await server.send(
      .sendMoney, as: session ?? page,
      SendMoneyRequest(payload: order, proof: .verificationToken(token)))
  }
}
