import CountersignClient
import CountersignDevice
import CountersignTesting
import CountersignTransport
import FlowModel
import Foundation
import ProgramTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

@Suite("the example of a host", .serialized, .timeLimit(.minutes(10)))
struct OrderDeskTests {
  @Test("an order is sent only with the customer's proof for exactly it; a payment's fate is told")
  func ships() async throws {
    let stage = try await Stage()
    let (session, order) = try await stage.signIn("ada@example.com")
    let shipping = try stage.shipping(order)
    // Signed for other parcels than the shop would send.
    var other = shipping
    other["parcels"] = 1
    let mismatch = try await stage.ship(order, try await stage.prove(.object(other), session))
    #expect(mismatch.status == 403 && mismatch.text.contains("transaction_mismatch"))
    let token = try await stage.prove(.object(shipping), session)
    let shipped = try await stage.ship(order, token)
    #expect(shipped.status == 200, "\(shipped.text)")
    #expect(try shipped.flag("isShipped"))
    // The answer was lost: the shop asks again under the same key.
    let again = try await stage.ship(order, token)
    #expect(again.status == 200)
    // Another customer's order is not sent by this proof.
    let (_, foreign) = try await stage.signIn("bob@example.com")
    let stolen = try await stage.ship(foreign, token)
    #expect(stolen.status == 403 || stolen.status == 409)
    #expect(try await stage.desk("GET", "/orders/\(foreign)").flag("isShipped") == false)

    let charged = try await stage.desk("POST", "/orders/\(order)/charge", [:])
    let transactionID = try charged.word("transactionID")
    try await stage.expectPayment("pending", of: order)
    try await stage.approve(transactionID, session)
    try await stage.expectPayment("approved", of: order)
    stage.end()
  }

  @Test("an invoice is read in two languages, and paid once, for exactly what the shop asks")
  func pays() async throws {
    let stage = try await Stage()
    let (session, order) = try await stage.signIn("ada@example.com")
    let charged = try await stage.desk("POST", "/orders/\(order)/charge", [:])
    let id = try charged.word("transactionID")
    for (language, title, due) in [
      (Language.english, "Pay an invoice", "Due"), (.german, "Rechnung bezahlen", "Fällig am"),
    ] {
      let document = try #require(try await stage.review(id, session, language).document)
      #expect(document.title == title && document.fields.last?.label == due)
      #expect(document["amount"] == .money(Money(1250, "EUR", exponent: 2)))
      #expect(document["reference"] == .reference("Order \(order)"))
    }
    // What the shop put before the person is what it redeems in its app.
    let payload = try #require(
      try await stage.review(id, session, .english).transaction.payload)
    guard case .object(var other) = payload else { return }
    other["amount"] = "12.51"
    let wrong = try await stage.pay(
      order, try await stage.prove(.object(other), session, .payInvoice))
    #expect(wrong.status == 403 && wrong.text.contains("transaction_mismatch"))
    let token = try await stage.prove(payload, session, .payInvoice)
    let paid = try await stage.pay(order, token)
    #expect(paid.status == 200, "\(paid.text)")
    #expect(try paid.word("payment") == "paid")
    let twice = try await stage.redeem(SecretText(token), payload, .payInvoice)
    #expect(twice.status == 409)
    stage.end()
  }

  @Test("the app's own scenario, from its screen by the shop to the redemption: once, and as shown")
  func ownScenario() async throws {
    let stage = try await Stage()
    let app = try await App(stage, "ada@example.com")
    let shipment = Shipment(order: app.order, address: "4 Marina Road, Lagos", parcels: 2)
    // The shop would send other parcels than those that the person was shown.
    var other = shipment
    other.parcels = 1
    guard case .ended(let refused) = await app.ship(other), case .failed(let why) = refused.kind
    else { throw NotReady(line: "the scenario did not fail") }
    #expect(why.code == "transaction_mismatch")
    #expect(try await stage.desk("GET", "/orders/\(app.order)").flag("isShipped") == false)

    guard case .ended(let outcome) = await app.ship(shipment) else {
      throw NotReady(line: "the scenario was left")
    }
    #expect(outcome.kind == .authorized, "\(outcome)")
    #expect(
      outcome.transaction?.document?.fields.map(\.value)
        == [.reference(app.order), .text(shipment.address), .integer(2)])
    #expect(try await stage.desk("GET", "/orders/\(app.order)").flag("isShipped"))
    #expect(await app.navigator.outcomes.map(\.isSuccess) == [false, true])

    // The token is used up, and was never good for anything else.
    let token = try #require(app.tokens.withLock(\.last))
    let twice = try await stage.redeem(token, shipment.json)
    #expect(twice.status == 409)
    #expect(try Problem(json: twice.body ?? .null).reason == .alreadyUsed)
    let unused = try #require(app.tokens.withLock(\.first))
    let elsewhere = try await stage.redeem(unused, shipment.json)
    #expect(elsewhere.status == 403)
    #expect(try Problem(json: elsewhere.body ?? .null).reason == .transactionMismatch)
    stage.end()
  }

  @Test("a webhook that nobody signed, or that is old, changes nothing")
  func forgedWebhook() async throws {
    let stage = try await Stage()
    let body: JSONValue = [
      "type": "transaction.approved",
      "data": ["transactionID": "trn_1", "status": "approved"],
    ]
    let forged = try await stage.desk("POST", "/webhook", body)
    #expect(forged.status == 401)
    stage.end()
  }
}

/// A demo server, the example beside it, and a customer's phone.
private final class Stage {
  /// The scenarios that the example declares.
  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Examples/OrderDesk/scenarios.yaml").standardizedFileURL.path

  let folder: TemporaryFolder
  let server: DemoServer
  private let example: ChildProcess
  let shop: Shop
  let transport: HTTPTransport
  private var authenticator: TestAuthenticator?

  init() async throws {
    folder = try TemporaryFolder()
    let data = folder.file("data")
    // Each of the two has to know the other's address: the server's port is found first.
    let first = try DemoServer(
      folder: data, options: ["--event-webhook", "http://127.0.0.1:9/webhook"])
    let port = first.port
    let address = first.address
    #expect(first.end(by: SIGTERM) == 0)
    example = try ChildProcess(
      BuiltProgram.named("OrderDesk"),
      [
        "--countersign", address, "--service-key", data + "/service-key",
        "--event-secret", data + "/event-secret", "--port", "0",
      ])
    shop = Shop(
      address: try ReadyLine.read(example.output).replacing("localhost", with: "127.0.0.1"))
    server = try DemoServer(
      folder: data, port: port,
      options: [
        "--event-webhook", shop.address + "/webhook", "--scenarios", Self.scenarios,
      ])
    transport = HTTPTransport(address: try #require(ServerAddress(server.address)))
  }

  func end() {
    example.end(by: SIGTERM)
    #expect(server.end(by: SIGTERM) == 0)
  }

  /// Signs a customer in at the shop, and registers a key with the session that it gives.
  func signIn(_ userName: String) async throws -> (session: String, order: String) {
    let answer = try await desk(
      "POST", "/sign-in", ["userName": .string(userName), "displayName": "Ada"])
    #expect(answer.status == 200, "\(answer.text)")
    var reader = try answer.reader
    let session = try reader.string("accessToken")
    var order = try reader.object("order")
    if authenticator == nil { try await registerKey(userName, session) }
    return (session, try order.string("id"))
  }

  /// What the shop would send: the payload that the app shows and signs.
  func shipping(_ order: String) throws -> JSONObject {
    ["order": .string(order), "address": "4 Marina Road, Lagos", "parcels": 2]
  }

  /// Proves a scenario for a payload: options, signature, verification.
  func prove(
    _ payload: JSONValue, _ session: String, _ scenario: ScenarioName = .shipOrder
  ) async throws -> String {
    let request = LinkedOptionsRequest(scenario: scenario, payload: payload)
    let options = try LinkedOptions(json: try await call(.linkedOptions, session, request.json))
    let names =
      scenario == .shipOrder
      ? ["order", "address", "parcels"] : ["amount", "account", "payee", "reference", "due"]
    #expect(options.document.fields.map(\.name) == names)
    let assertion = try #require(authenticator).assert(options.options)
    let answer = try await call(.verifyAssertion, session, assertion.json)
    return try VerificationAnswer(json: answer).verificationToken.exposed
  }

  /// Redeems a token as the shop's backend would, under no key of its own.
  func redeem(
    _ token: SecretText, _ payload: JSONValue, _ scenario: ScenarioName = .shipOrder
  ) async throws -> WireResponse {
    let key = try text(of: server.folder + "/service-key")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let body = RedemptionRequest(
      verificationToken: token, scenario: scenario, payload: payload)
    return try await transport.send(WireRequest(.redeem, accessToken: key, body: body.json))
  }

  /// A transaction as its person reads it.
  func review(
    _ id: String, _ session: String, _ language: Language
  ) async throws -> TransactionAnswer {
    var request = WireRequest(.transaction, parameters: ["id": id], accessToken: session)
    request.languages = PreferredLanguages([language])
    let response = try await transport.send(request)
    return try TransactionAnswer(json: response.body ?? .null)
  }

  func approve(_ transactionID: String, _ session: String) async throws {
    let request = LinkedOptionsRequest(
      scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: transactionID).json)
    let options = try LinkedOptions(json: try await call(.linkedOptions, session, request.json))
    let assertion = try #require(authenticator).assert(options.options)
    _ = try await call(
      .approveTransaction, session, ApprovalRequest(proof: .assertion(assertion)).json,
      ["id": transactionID])
  }

  /// Waits until the shop was told.
  func expectPayment(_ expected: String, of order: String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    var seen: String?
    while seen != expected, ContinuousClock.now < end {
      var reader = try await desk("GET", "/orders/\(order)").reader
      seen = try reader.optionalString("payment")
      if seen != expected { try await Task.sleep(for: .milliseconds(50)) }
    }
    #expect(seen == expected)
  }

  /// A call to the shop.
  func desk(
    _ method: String, _ path: String, _ body: JSONValue? = nil
  ) async throws -> DeskAnswer {
    try await shop.desk(method, path, body)
  }

  func ship(_ order: String, _ token: String) async throws -> DeskAnswer {
    try await shop.ship(order, token)
  }

  func pay(_ order: String, _ token: String) async throws -> DeskAnswer {
    try await desk("POST", "/orders/\(order)/pay", ["verificationToken": .string(token)])
  }

  private func registerKey(_ userName: String, _ session: String) async throws {
    _ = try await call(.requestCode, session, CodeRequest(purpose: .register).json)
    let code = try await code(to: userName)
    let options = try await call(
      .registrationOptions, session, RegistrationOptionsRequest(validateCode: code).json)
    let origin = try #require(Origin(server.address))
    let authenticator = try TestAuthenticator(
      relyingPartyID: RelyingPartyID("localhost"), origin: origin)
    let response = try authenticator.register(CredentialCreationOptions(json: options))
    _ = try await call(.registerCredential, session, response.json)
    self.authenticator = authenticator
  }

  func code(to recipient: String) async throws -> SecretText {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let lines = (try? text(of: server.mailbox))?.split(separator: "\n") ?? []
      for line in lines.reversed() {
        var mail = try JSONObjectReader(JSONValue(parsing: Array(line.utf8)))
        if try mail.string("to") == recipient, let code = try mail.optionalString("code") {
          return SecretText(code)
        }
      }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw NotReady(line: "no code for \(recipient)")
  }

  private func call(
    _ route: Route, _ session: String, _ body: JSONValue, _ parameters: [String: String] = [:]
  ) async throws -> JSONValue {
    let response = try await transport.send(
      WireRequest(route, parameters: parameters, accessToken: session, body: body))
    #expect((200...299).contains(response.status), "\(route.path): \(response.status)")
    return response.body ?? .null
  }
}

/// What the shop's app shows and the person authorizes.
private struct Shipment: JSONBody {
  let order: String
  let address: String
  var parcels: Int64
}

/// The shop's app on a customer's phone, over the SDK.
private struct App {
  let order: String
  let navigator: RecordingNavigator
  /// The tokens that the shop was given.
  let tokens: Tokens
  private let context: MultifactorAuthenticationContext
  private let scenario: Scenario<Shipment>

  /// Signs a customer in at the shop, and makes a key on the phone.
  init(_ stage: Stage, _ userName: String) async throws {
    let answer = try await stage.desk(
      "POST", "/sign-in", ["userName": .string(userName), "displayName": "Ada"])
    var reader = try answer.reader
    var order = try reader.object("order")
    let session = AccountSession(
      connection: ServerConnection(transport: stage.transport),
      accountID: try order.string("accountID"),
      accessToken: SecretText(try reader.string("accessToken")))
    self.order = try order.string("id")
    let vault = FileVault(directory: stage.folder.file("phone"))
    let authenticator = SoftwareAuthenticator(
      vault: vault, account: session.accountID,
      origin: try #require(Origin(stage.server.address)), presence: WhoeverIsThere())
    try await session.requestCode(.register)
    try await session.registerCredential(
      with: authenticator,
      entitledBy: RegistrationOptionsRequest(validateCode: try await stage.code(to: userName)))
    let (tokens, shop) = (Tokens([]), stage.shop)
    self.tokens = tokens
    scenario = Scenario(
      redeemedByHost: ScenarioPolicy(ScenarioName("SHIP_ORDER"), level: .biometricsOnly),
      screens: ScenarioScreens(success: ScenarioScreens.Text("Sent", "It is on its way."))
    ) { shipment, token throws(TransportError) in
      tokens.withLock { $0.append(token) }
      return try await shop.answer(to: shipment.order, token)
    }
    var configuration = ContextConfiguration()
    configuration.scenarios.register(scenario)
    navigator = RecordingNavigator()
    context = MultifactorAuthenticationContext(
      manager: FlowManager(session: session, authenticator: authenticator, vault: vault),
      navigator: navigator, configuration: configuration)
  }

  /// The person has pressed "Send", and verifies by biometrics.
  func ship(_ shipment: Shipment) async -> ProcessResult {
    await navigator.answer([{ _ in .factor(.biometrics) }])
    return await context.process(scenario, shipment)
  }
}

/// Secrets that a test keeps.
private final class Tokens: Sendable {
  private let tokens: Mutex<[SecretText]>
  init(_ tokens: [SecretText]) { self.tokens = Mutex(tokens) }
  func withLock<Value: Sendable>(_ work: (inout [SecretText]) -> Value) -> Value {
    tokens.withLock { work(&$0) }
  }
}

/// A person who says yes.
private struct WhoeverIsThere: UserPresence {
  var readiness: AuthenticatorReadiness { .ready }
  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {}
}
