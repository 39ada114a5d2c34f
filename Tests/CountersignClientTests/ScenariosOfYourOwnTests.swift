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
  let screens = ScenarioScreens(success: ScenarioScreens.Text("Shipped", "It is on its way."))
  return Scenario("SHIP_ORDER", screens: screens) { order, token throws(TransportError) in
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
    case .leaving(let texts):
      return await person.agrees(texts.title) ? .leave : .stay
    case .outcome(let outcome):
      await person.tell(outcome.text.message)
      return .close
    }
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
    #expect(blocks.count == 4)
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
      operationID: "op_1", scenario: payInvoice.name, result: .accomplished)
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
