import CountersignTesting
import CountersignTransport
import Foundation
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("the example of a host", .serialized)
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
  private let folder: TemporaryFolder
  private let server: DemoServer
  private let example: ChildProcess
  private let exampleAddress: String
  private let transport: HTTPTransport
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
      BuiltProgram.url.deletingLastPathComponent().appending(path: "OrderDesk"),
      [
        "--countersign", address, "--service-key", data + "/service-key",
        "--event-secret", data + "/event-secret", "--port", "0",
      ])
    exampleAddress = try ReadyLine.read(example.output)
      .replacing("localhost", with: "127.0.0.1")
    server = try DemoServer(
      folder: data, port: port,
      options: [
        "--event-webhook", exampleAddress + "/webhook", "--scenario", "SHIP_ORDER",
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

  /// Proves SHIP_ORDER for a payload: options, signature, verification.
  func prove(_ payload: JSONValue, _ session: String) async throws -> String {
    let request = LinkedOptionsRequest(scenario: .shipOrder, payload: payload)
    let options = try LinkedOptions(json: try await call(.linkedOptions, session, request.json))
    let shown = try HostTransaction(json: try #require(options.transaction))
    #expect(try shown == HostTransaction(json: payload))
    let assertion = try #require(authenticator).assert(options.options)
    let answer = try await call(.verifyAssertion, session, assertion.json)
    return try VerificationAnswer(json: answer).verificationToken.exposed
  }

  func ship(_ order: String, _ token: String) async throws -> DeskAnswer {
    try await desk("POST", "/orders/\(order)/ship", ["verificationToken": .string(token)])
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
    var request = URLRequest(url: try #require(URL(string: exampleAddress + path)))
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body.map { Data($0.serialized()) }
    let (data, response) = try await URLSession.shared.data(for: request)
    return DeskAnswer(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      text: String(decoding: data, as: UTF8.self))
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

  private func code(to recipient: String) async throws -> SecretText {
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

/// What the shop answered.
private struct DeskAnswer {
  let status: Int
  let text: String

  var reader: JSONObjectReader {
    get throws { try JSONObjectReader(JSONValue(parsing: Array(text.utf8))) }
  }

  func flag(_ name: String) throws -> Bool {
    var reader = try reader
    return try reader.bool(name)
  }

  func word(_ name: String) throws -> String {
    var reader = try reader
    return try reader.string(name)
  }
}
