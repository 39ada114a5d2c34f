import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("An action that is handed to another device")
struct HandoverTests {
  @Test("the phone sees the same document with number and page, and its approval acts once")
  func approved() async throws {
    let stage = try await HandoverStage()
    let handover = try await stage.handOver()
    #expect(handover.status == .pending && handover.number.count == 2)
    let asked = try await stage.document(of: .large, in: stage.page)
    let shown = try #require(try await stage.waiting().first)
    let document = try #require(shown.document)
    #expect(shown.id == handover.transactionID && shown.transaction.number == handover.number)
    #expect(Array(document.fields.dropFirst(4)) == asked.fields && document.title == asked.title)
    #expect(
      document.fields.prefix(2).map(\.value) == [
        .text(handover.number), .text(ServiceHarness.originText),
      ])
    // Nobody is told of their own asking as of something to decide.
    #expect(
      try await stage.harness.service.reviews.list(status: nil, session: stage.page)
        .transactions.isEmpty)
    #expect(try await stage.collected().refusal == .handoverPending)
    _ = try await stage.approve(shown)
    #expect(try await stage.status() == .approved)
    // Nothing is done by that: the session that asked acts.
    #expect(try await stage.balance() == 5000)
    let token = try await stage.collected().get().verificationToken
    let first = try await stage.act(.large, token).get()
    #expect(!first.isReplayed)
    #expect(try await stage.balance() == 3500)
    // Again it is answered with the first, and for anything else it is used up.
    let again = try await stage.collected().get().verificationToken
    #expect(try await stage.act(.large, again).get().isReplayed)
    #expect(try await stage.act(.larger, again).refusal == .alreadyUsed)
    // What has acted is not taken back.
    try await stage.harness.service.handovers.withdraw(stage.id, session: stage.page).get()
    #expect(try await stage.status() == .approved)
    #expect(try await stage.act(.large, token).get().isReplayed)
    #expect(try await stage.balance() == 3500)
    #expect(try await stage.harness.fault() == nil)
  }

  @Test("the token is good for exactly what was handed over, and in the session that asked alone")
  func bound() async throws {
    let stage = try await HandoverStage()
    _ = try await stage.handOver()
    let token = try await stage.approvedToken()
    #expect(try await stage.act(.larger, token).refusal == .transactionMismatch)
    #expect(try await stage.act(.large, token, in: stage.phone).refusal == .verificationFailed)
    let stranger = try await stage.harness.signUp("mallory@example.com")
    for session in [stage.phone, stranger] {
      #expect(try await stage.collected(in: session).refusal == .notFound)
      #expect(
        try await stage.harness.service.handovers.show(stage.id, session: session).refusal
          == .notFound)
      #expect(
        try await stage.harness.service.handovers.withdraw(stage.id, session: session).refusal
          == .notFound)
    }
    #expect(try await stage.act(.large, token).refusal == nil)
  }

  @Test("a decline, its time, taking it back and the session's end leave nothing to collect")
  func over() async throws {
    let stage = try await HandoverStage()
    _ = try await stage.handOver()
    let declined = try #require(try await stage.waiting().first)
    _ = try await stage.harness.deny(declined, stage.phone)
    #expect(try await stage.status() == .denied)
    #expect(try await stage.collected().refusal == .alreadyDenied)

    _ = try await stage.handOver()
    let late = try #require(try await stage.waiting().first)
    let unused = try await stage.proof(of: late)
    stage.harness.clock.advance(seconds: 180)
    #expect(try await stage.status() == .expired)
    #expect(try await stage.collected().refusal == .transactionExpired)
    #expect(
      try await stage.harness.approvalRefusal(late, unused, stage.phone) == .transactionExpired)

    _ = try await stage.handOver()
    let withdrawn = try #require(try await stage.waiting().first)
    let early = try await stage.proof(of: withdrawn)
    try await stage.harness.service.handovers.withdraw(stage.id, session: stage.page).get()
    #expect(try await stage.status() == .withdrawn)
    #expect(try await stage.waiting().isEmpty)
    #expect(try await stage.collected().refusal == .transactionExpired)
    #expect(
      try await stage.harness.approvalRefusal(withdrawn, early, stage.phone) == .transactionExpired)

    _ = try await stage.handOver()
    let orphan = try #require(try await stage.waiting().first)
    let proof = try await stage.proof(of: orphan)
    try await stage.harness.service.sessions.end(stage.page)
    #expect(
      try await stage.harness.approvalRefusal(orphan, proof, stage.phone) == .transactionExpired)
  }

  @Test("an approval that is taken back acts no more, whether its token was collected or not")
  func approvedAndWithdrawn() async throws {
    for isCollected in [true, false] {
      let stage = try await HandoverStage()
      _ = try await stage.handOver()
      let token = isCollected ? try await stage.approvedToken() : nil
      if let token {
        // As long as it has not acted, it is to be had again.
        #expect(try await stage.collected().get().verificationToken == token)
      } else {
        _ = try await stage.approve(try #require(try await stage.waiting().first))
      }
      for _ in 0..<2 {
        try await stage.harness.service.handovers.withdraw(stage.id, session: stage.page).get()
        #expect(try await stage.status() == .withdrawn)
      }
      #expect(try await stage.collected().refusal == .transactionExpired)
      if let token { #expect(try await stage.act(.large, token).refusal == .alreadyUsed) }
      #expect(try await stage.balance() == 5000)
      let withdrawn = try await stage.harness.auditKinds().filter { $0 == "handover_withdrawn" }
      #expect(withdrawn.count == 1)
      #expect(try await stage.harness.fault() == nil)
    }
  }

  @Test("what came of it is listed once in each session; what was taken back is listed in none")
  func listed() async throws {
    let stage = try await HandoverStage()
    _ = try await stage.handOver()
    let declined = stage.id.text
    _ = try await stage.harness.deny(try #require(try await stage.waiting().first), stage.phone)
    stage.harness.clock.advance(seconds: 1)
    _ = try await stage.handOver()
    let late = stage.id.text
    stage.harness.clock.advance(seconds: 180)
    _ = try await stage.handOver()
    try await stage.harness.service.handovers.withdraw(stage.id, session: stage.page).get()
    _ = try await stage.handOver()
    for session in [stage.page, stage.phone] {
      let list = try await stage.harness.service.reviews.list(status: nil, session: session)
      let decided = list.transactions.filter { $0.status != .pending }
      #expect(decided.map(\.id) == [late, declined])
      #expect(decided.map(\.status) == [.expired, .denied])
      // It waits on the phone alone.
      #expect(list.transactions.count == (session.id == stage.page.id ? 2 : 3))
    }
  }

  @Test("who asked follows it to its end, and its time ends the stream too")
  func events() async throws {
    let stage = try await HandoverStage()
    for ending in [HandoverStatus.denied, .expired, .withdrawn] {
      _ = try await stage.handOver()
      var feed = try await stage.harness.service.handovers.events(of: stage.id, session: stage.page)
        .get()
      #expect(try await feed.next().statuses == [.pending])
      let quiet = try await feed.next()
      #expect(quiet.statuses == [] && !quiet.isLast)
      switch ending {
      case .denied:
        let shown = try #require(try await stage.waiting().first)
        _ = try await stage.harness.deny(shown, stage.phone)
      case .expired: stage.harness.clock.advance(seconds: 180)
      default:
        try await stage.harness.service.handovers.withdraw(stage.id, session: stage.page).get()
      }
      let last = try await feed.next()
      #expect(last.statuses == [ending] && last.isLast)
    }
  }

  @Test("who asked cannot approve, and nothing weaker than a key or a device's PIN can")
  func approvers() async throws {
    let stage = try await HandoverStage()
    _ = try await stage.handOver()
    let shown = try #require(try await stage.waiting().first)
    #expect(try await stage.harness.optionsRefusal(shown, stage.page) == .proofNotAllowed)
    let codes = Proof.codes(
      validateCode: SecretText("123456"), otp: SecretText("123456"), twoFactorCode: nil)
    #expect(
      try await stage.harness.approvalRefusal(shown, codes, stage.phone) == .proofNotAllowed)
    let ways = try await stage.harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(
        scenario: .authorizeTransaction,
        payload: ReviewPayload(transactionID: shown.id).json), session: stage.phone
    ).get().ways
    #expect(ways.filter(\.canAct).map(\.proof) == [.pinProof])
  }

  @Test("an approval is void once its device is gone, and once its time is over")
  func revoked() async throws {
    let stage = try await HandoverStage()
    _ = try await stage.handOver()
    let token = try await stage.approvedToken()
    _ = try await stage.harness.revokeDevices(
      .one(DeviceID(stage.device.id)), by: stage.device, "258036", stage.phone
    ).get()
    let refusal = try await stage.act(.large, token).refusal
    #expect(refusal != nil)
    #expect(try await stage.balance() == 5000)

    let other = try await HandoverStage()
    _ = try await other.handOver()
    let late = try await other.approvedToken()
    other.harness.clock.advance(seconds: 300)
    try await other.harness.keepAlive(other.page)
    #expect(try await other.act(.large, late).refusal == .tokenExpired)
    #expect(try await other.collected().refusal == .tokenExpired)
  }

  @Test("a session has one at a time; ten in ten minutes, and two declines, are enough")
  func limits() async throws {
    let stage = try await HandoverStage()
    let first = try await stage.handOver()
    _ = try await stage.handOver()
    #expect(try await stage.waiting().map(\.id) == [stage.id.text])
    #expect(
      try await stage.harness.service.handovers.show(
        ReviewID(first.transactionID), session: stage.page
      ).get().status == .withdrawn)
    for _ in 0..<8 { _ = try await stage.handOver() }
    #expect(try await stage.refusal() == .tooManyRequests)
    stage.harness.clock.advance(seconds: 600)
    for _ in 0..<2 {
      _ = try await stage.handOver()
      _ = try await stage.harness.deny(try #require(try await stage.waiting().first), stage.phone)
    }
    #expect(try await stage.refusal() == .tooManyRequests)
    stage.harness.clock.advance(seconds: 600)
    #expect(try await stage.refusal() == nil)
  }

  @Test("what no phone could approve is not handed over, and ways say what one could")
  func ways() async throws {
    let stage = try await HandoverStage()
    #expect(try await stage.way(in: stage.page)?.canHandOver == true)
    #expect(try await stage.way(in: stage.phone)?.canHandOver == nil)
    #expect(
      try await stage.refusal(.manageFactors, FactorChange.addPasskey.json) == .proofNotAllowed)
    #expect(try await stage.refusal(.signIn, .object([:])) == .proofNotAllowed)
    // What takes a key alone is for a phone that has one.
    let door = DeclaredScenario.openDoor.name
    #expect(try await stage.refusal(door, .object([:])) == .credentialMissing)
    // The phone itself hands nothing to itself, and a person without one has none.
    #expect(try await stage.refusal(in: stage.phone) == .pinMissing)
    let other = try await stage.harness.signUp("ben@example.com")
    #expect(try await stage.refusal(in: other) == .pinMissing)
  }
}

/// A person with a page's session and a phone, whose PIN is the account's one factor.
private final class HandoverStage {
  let harness: ServiceHarness
  let page: AuthenticatedSession
  let phone: AuthenticatedSession
  let device: TestDevice
  var id = ReviewID("")

  init() async throws {
    harness = try await ServiceHarness { $0.add(.openDoor) }
    page = try await harness.signUp()
    device = try await harness.registerDevice(page, pin: "258036")
    phone = try await harness.logIn(device, "258036")
  }

  func asked(
    _ scenario: ScenarioName = .sendMoney, _ payload: JSONValue = MoneyOrder.large.json,
    in session: AuthenticatedSession? = nil
  ) async throws -> Decision<HandoverAnswer> {
    try await harness.keepAlive(page)
    try await harness.keepAlive(phone)
    return try await harness.service.handovers.handOver(
      LinkedOptionsRequest(scenario: scenario, payload: payload), session: session ?? page,
      origin: nil)
  }

  func handOver() async throws -> HandoverAnswer {
    let answer = try await asked().get()
    id = ReviewID(answer.transactionID)
    return answer
  }

  func refusal(
    _ scenario: ScenarioName = .sendMoney, _ payload: JSONValue = MoneyOrder.large.json,
    in session: AuthenticatedSession? = nil
  ) async throws -> Reason? { try await asked(scenario, payload, in: session).refusal }

  func status() async throws -> HandoverStatus {
    try await harness.service.handovers.show(id, session: page).get().status
  }

  func waiting() async throws -> [TransactionAnswer] {
    try await harness.service.reviews.list(status: .pending, session: phone).transactions
  }

  func proof(of shown: TransactionAnswer) async throws -> Proof {
    .pinProof(
      try device.pinProof(
        "258036", over: try await harness.reviewOptions(shown, phone).pinChallenge))
  }

  func approve(_ shown: TransactionAnswer) async throws -> TransactionAnswer {
    try await harness.approve(shown, try await proof(of: shown), phone).answer
  }

  func collected(
    in session: AuthenticatedSession? = nil
  ) async throws -> Decision<VerificationAnswer> {
    try await harness.service.handovers.collect(id, session: session ?? page)
  }

  func approvedToken() async throws -> SecretText {
    _ = try await approve(try #require(try await waiting().first))
    return try await collected().get().verificationToken
  }

  func act(
    _ order: MoneyOrder, _ token: SecretText, in session: AuthenticatedSession? = nil
  ) async throws -> Decision<ActionResponse<MoneyOrderAnswer>> {
    try await harness.service.moneyOrders.send(
      SendMoneyRequest(payload: order, proof: .verificationToken(token)), idempotencyKey: nil,
      session: session ?? page
    ).executed()
  }

  func balance() async throws -> Int64 {
    try await harness.service.moneyOrders.balance(page)
  }

  func document(of order: MoneyOrder, in session: AuthenticatedSession) async throws -> Document {
    try await harness.service.actions.options(
      LinkedOptionsRequest(scenario: .sendMoney, payload: order.json), session: session
    ).get().document
  }

  func way(in session: AuthenticatedSession) async throws -> ActionWay? {
    try await harness.service.actions.optionsWithWays(
      LinkedOptionsRequest(scenario: .sendMoney, payload: MoneyOrder.large.json), session: session
    ).get().ways.first { $0.proof == .pinProof }
  }
}

extension EventFeedTurn {
  /// The statuses that it tells.
  fileprivate var statuses: [HandoverStatus] {
    events.compactMap { try? HandoverAnswer(json: $0.data).status }
  }
}

extension MoneyOrder {
  /// Above the low value.
  fileprivate static let large = MoneyOrder(amount: 1500, recipient: "BOLA")
  fileprivate static let larger = MoneyOrder(amount: 1501, recipient: "BOLA")
}
