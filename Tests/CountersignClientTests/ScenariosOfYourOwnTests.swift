import CountersignClient
import FlowModel
import Foundation
import Testing
import WebAuthnModel
import WireModel

/// The backend of an app.
protocol Shop: Sendable {
  func ship(_ order: ShipOrder, token: SecretText) async throws(TransportError) -> HostAnswer
}

extension Person {
  func agrees(_ question: String) async -> Bool { true }
  func input(_ question: FactorQuestion) async -> SecondFactorInput? {
    question.factor == .biometrics ? .biometrics : nil
  }
}

// The article's code, as it stands there.
struct ShipOrder: JSONBody, Hashable {
  var orderID: String
}

func shipOrder(at shop: some Shop) -> Scenario<ShipOrder> {
  let policy = ScenarioPolicy(ScenarioName("SHIP_ORDER"), level: .biometricsOnly)
  let screens = ScenarioScreens(success: ScenarioScreens.Text("Shipped", "It is on its way."))
  return Scenario(redeemedByHost: policy, screens: screens) { order, token throws(TransportError) in
    try await shop.ship(order, token: token)
  }
}

struct PayInvoice: JSONBody, Hashable {
  var amount: String
  var account: String
  var payee: String
}

let payInvoice = Scenario<PayInvoice>(
  performing: ScenarioPolicy(
    ScenarioName("PAY_INVOICE"), level: .biometricsWithFallback, fallback: [.pin]),
  screens: ScenarioScreens(success: ScenarioScreens.Text("Paid", "Your payment is on its way.")))

func context(
  _ manager: FlowManager, _ screens: some Navigator, _ shop: some Shop
) -> MultifactorAuthenticationContext {
  var configuration = ContextConfiguration()
  configuration.scenarios.register(shipOrder(at: shop))
  return MultifactorAuthenticationContext(
    manager: manager, navigator: screens, configuration: configuration)
}

struct Terminal: Navigator {
  let person: any Person

  func show(_ screen: Screen) async -> ScreenAnswer {
    if let notice = screen.notice { await person.tell(notice) }
    switch screen.content {
    case .start, .confirmTransaction:
      return await person.agrees("Authorize?") ? .authorize : .deny
    case .factor(let question):
      guard let input = await person.input(question) else { return .leave }
      return .factor(input)
    case .softPrompt:
      return .softPrompt(await person.agrees("Use biometrics for this?") ? .accept : .decline)
    case .registration:
      return .factor(.biometrics)
    case .otherDevice:
      return await person.agrees("Approve it on your other device. Wait for it?") ? .stay : .leave
    case .leaving(let texts):
      return await person.agrees(texts.title) ? .leave : .stay
    case .outcome(let outcome):
      await person.tell(outcome.text.message)
      return .close
    }
  }
}

struct Transfer: ClientAction {
  struct Request: JSONBody, Hashable {
    var amount: String
    var account: String
  }

  struct Result: JSONBody, Hashable {
    var transferID: String
  }

  let scenario = ScenarioName("TRANSFER")
  let request: Request

  func isAnswered(by document: Document) -> Bool { document.answers(request) }
}

func transfer(_ request: Transfer.Request, with flows: FlowManager) async throws -> String {
  let run = try await flows.start(Transfer(request: request))
  return try await run.result.transferID
}

extension Transfer {
  fileprivate static let asked = Transfer(
    request: Request(amount: "12.50", account: "DE89 3704 0044 0532 0130 00"))

  fileprivate var document: Document {
    Document(
      scenario: scenario, language: .english, title: "Send money",
      fields: [
        Document.Field("amount", label: "Amount", .money(Money(1250, "EUR", exponent: 2))),
        Document.Field(
          "account", label: "Account",
          .account(BankAccount(scheme: BankAccount.iban, identifier: "DE89370400440532013000"))),
      ])
  }
}

extension ShipOrder {
  fileprivate var document: Document {
    Document(
      scenario: ScenarioName("SHIP_ORDER"), language: .english, title: "Ship an order",
      fields: [Document.Field("orderID", label: "Order", .text(orderID))])
  }
}

extension PayInvoice {
  fileprivate var document: Document {
    Document(
      scenario: payInvoice.name, language: .english, title: "Pay an invoice",
      fields: [
        Document.Field("amount", label: "Amount", .money(Money(1250, "EUR", exponent: 2))),
        Document.Field(
          "account", label: "Account",
          .account(BankAccount(scheme: BankAccount.iban, identifier: "DE89370400440532013000"))),
        Document.Field("payee", label: "To", .payee(payee)),
      ])
  }
}

@Suite("The article on scenarios of one's own")
struct ScenariosOfYourOwnTests {
  @Test("its code is the code of this file, and its scenario takes fewer than 20 lines")
  func codeOfArticle() throws {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent(
        "Sources/Client/CountersignClient/CountersignClient.docc/ScenariosOfYourOwn.md"),
      encoding: .utf8)
    let text = try String(contentsOf: file, encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 6)
    for block in blocks { #expect(text.contains(block)) }
    let scenario = try #require(blocks.first).split(separator: "\n")
    #expect(scenario.count < 20)
  }

  @Test("an app's own action gets the token, and the same again where its answer was lost")
  func ownAction() async throws {
    let order = ShipOrder(orderID: "42")
    let phone = Phone([.answer(200, Script.linked(order.document)), Script.verified])
    let shop = Recorder(answers: [nil, .done])
    let ada = Clerk()
    let context = context(phone.manager, Terminal(person: ada), shop)
    let running = Task { await context.process(shipOrder(at: shop), order) }
    while await shop.tokens.isEmpty { await Task.yield() }
    await phone.clock.wake(.seconds(1))
    guard case .ended(let outcome) = await running.value else {
      Issue.record("the scenario was left")
      return
    }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(await shop.tokens == [Script.token, Script.token])
    #expect(await ada.told == ["It is on its way."])
    #expect(outcome.transaction?.document == order.document)
  }

  @Test("what the server performs is sent to it with the proof, for a document of these values")
  func performed() async throws {
    let invoice = PayInvoice(
      amount: "12.5", account: "DE89 3704 0044 0532 0130 00", payee: "Example Ltd")
    let operation = OperationAnswer(
      operationID: "op_1", scenario: payInvoice.name)
    let phone = Phone([
      .answer(200, Script.linked(invoice.document)), .answer(200, operation.json),
    ])
    var configuration = ContextConfiguration()
    configuration.scenarios.register(payInvoice)
    let context = MultifactorAuthenticationContext(
      manager: phone.manager, navigator: Terminal(person: Clerk()), configuration: configuration)
    guard case .ended(let outcome) = await context.process(payInvoice, invoice) else {
      Issue.record("the scenario was left")
      return
    }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(outcome.transaction?.document == invoice.document)
    let sent = try #require(await phone.transport.requests.last)
    #expect(sent.route == .performAction && sent.parameters == ["scenario": "PAY_INVOICE"])
    guard case .object(let body)? = sent.body else { return }
    #expect(body["payload"] == invoice.json && body["assertion"] != nil)
  }

  @Test("an action's own answer comes back as its type")
  func result() async throws {
    let phone = Phone([.answer(200, Script.linked(Transfer.asked.document)), acted(.completed)])
    async let transferID = transfer(Transfer.asked.request, with: phone.manager)
    while await phone.manager.currentFlow == nil { await Task.yield() }
    let last = try #require(try await phone.answer([.biometrics]).last)
    #expect(try await transferID == "trf_1")
    #expect(last.transaction?.document == Transfer.asked.document)
    #expect(last.result?.operation == OperationID("op_1"))
  }

  @Test("one that came to nothing is an error, and what it answered can be read")
  func failed() async throws {
    let phone = Phone([.answer(200, Script.linked(Transfer.asked.document)), acted(.failed)])
    let run = try await phone.manager.start(Transfer.asked)
    let updates = try await phone.answer([.biometrics])
    await #expect(throws: FlowError.serverValidation(.actionFailed)) { try await run.result }
    #expect(try run.result(in: #require(updates.last)).transferID == "trf_1")
  }

  @Test("an answer that is not the action's is never taken for one")
  func otherAnswer() async throws {
    let answer = OperationAnswer(
      operationID: "op_1", scenario: Transfer.asked.scenario, result: ["id": 1])
    let phone = Phone([
      .answer(200, Script.linked(Transfer.asked.document)), .answer(200, answer.json),
    ])
    let run = try await phone.manager.start(Transfer.asked)
    _ = try await phone.answer([.biometrics])
    await #expect(throws: FlowError.unknown(.answerNotUnderstood)) { try await run.result }
  }

  @Test("a document with a field that was not asked for is not shown")
  func fieldMore() async throws {
    let asked = Transfer.asked.document
    let document = Document(
      scenario: asked.scenario, language: asked.language, title: asked.title,
      fields: asked.fields + [Document.Field("payee", label: "To", .payee("Mallory"))])
    let phone = Phone([.answer(200, Script.linked(document))])
    try await phone.manager.start(Transfer.asked)
    let updates = try await phone.answer([])
    #expect(updates.last?.error == .notAllowed(.transactionNotAsAsked))
    #expect(updates.allSatisfy { $0.transaction?.document == nil })
  }

  @Test("what no screen can show, and what no server can read, is not asked for")
  func malformed() async throws {
    let phone = Phone([])
    let request = Transfer.Request(amount: "12.50", account: "DE\u{202E}89")
    await #expect(throws: FlowInputError.malformedPayload) {
      try await phone.manager.start(Transfer(request: request))
    }
    #expect(await phone.manager.currentFlow == nil)
  }

  @Test("codes prove an action of the host's too: the token comes with the second one")
  func codes() async throws {
    let phone = Phone([
      .answer(200, CodeRequestAnswer(codeRequest: "cod_1", resendAfter: 60).json),
      .answer(202, OTPRequired(destination: "+234•••••78", resendAfter: 60).json),
      Script.verified,
    ])
    let shop = Recorder(answers: [.done])
    let order = ShipOrder(orderID: "42")
    let action = Declared(ScenarioName("SHIP_ORDER"), order)
    let run = try await phone.manager.start(
      action, level: .fallbackOnly, fallback: .textedCode
    ) { token throws(TransportError) in try await shop.ship(order, token: token) }
    let updates = try await phone.answer([
      .code(SecretText("111111")), .code(SecretText("222222")),
    ])
    #expect(updates.last?.phase == .done, "\(String(describing: updates.last?.error))")
    _ = try await run.result
    #expect(await shop.tokens == [Script.token])
    #expect(
      await phone.transport.calls == ["POST /codes", "POST /proofs", "POST /proofs"])
    let sent = await phone.transport.requests
    guard case .object(let first)? = sent[0].body, case .object(let last)? = sent[2].body,
      case .object(let proof)? = last["proof"]
    else { throw TestFailure() }
    #expect(first["scenario"] == "SHIP_ORDER" && first["payload"] == order.json)
    #expect(proof["validateCode"] == "111111" && proof["otp"] == "222222")
    #expect(sent[1].idempotencyKey != nil && sent[2].idempotencyKey != nil)
  }

  private struct TestFailure: Error {}

  private func acted(_ status: OperationStatus) -> ScriptedTransport.Step {
    .answer(
      200,
      OperationAnswer(
        operationID: "op_1", scenario: Transfer.asked.scenario, status: status,
        result: Transfer.Result(transferID: "trf_1").json
      ).json)
  }

  @Test("what the host refuses is a failure with the host's reason")
  func refused() async throws {
    let order = ShipOrder(orderID: "42")
    let phone = Phone([.answer(200, Script.linked(order.document)), Script.verified])
    let shop = Recorder(answers: [.refused(reason: "out_of_stock")])
    let context = context(phone.manager, Terminal(person: Clerk()), shop)
    guard case .ended(let outcome) = await context.process(shipOrder(at: shop), order),
      case .failed(let failure) = outcome.kind
    else {
      Issue.record("the scenario did not fail")
      return
    }
    #expect(failure.code == "out_of_stock")
  }

  @Test("a challenge over another payload than the one that was asked for is not signed")
  func otherPayload() async throws {
    let phone = Phone([.answer(200, Script.linked(ShipOrder(orderID: "43").document))])
    let shop = Recorder(answers: [])
    let context = context(phone.manager, Terminal(person: Clerk()), shop)
    let result = await context.process(shipOrder(at: shop), ShipOrder(orderID: "42"))
    guard case .ended(let outcome) = result, case .failed(let failure) = outcome.kind else {
      Issue.record("the scenario did not fail")
      return
    }
    #expect(failure.code == FlowReason.transactionNotAsAsked.code)
    #expect(await phone.authenticator.prompts == 0)
  }
}

/// A backend that keeps what it was sent.
private actor Recorder: Shop {
  private(set) var tokens: [String] = []
  private var answers: [HostAnswer?]

  /// An answer that is nil is lost.
  init(answers: [HostAnswer?]) { self.answers = answers }

  func ship(_ order: ShipOrder, token: SecretText) throws(TransportError) -> HostAnswer {
    tokens.append(token.exposed)
    guard let answer = answers.removeFirst() else {
      throw TransportError(.unknown, cause: "the answer is lost")
    }
    return answer
  }
}

/// Whoever sends orders off.
private actor Clerk: Person {
  private(set) var told: [String] = []

  func tell(_ text: String) { told.append(text) }
  func wait() {}
  func agrees(to flow: Flow) -> Bool { true }
  func choose<Choice: Sendable>(_ choices: [Choice]) -> Choice? { choices.first }
  func factor(of info: SecondFactorInfo) -> SecondFactorInput? { nil }
}
