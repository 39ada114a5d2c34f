import AirtimeModel
import CountersignClient
import CountersignTransport
import NIOCore
import ToolSupport
import WebAuthnModel
import WireModel

/// One client: an account with a session, a key and a connection of its own.
struct BenchClient: Sendable {
  /// What each approval buys; its product earns no cashback.
  static let payload = TopUpPayload(
    amount: 50, productCode: "AIRTIME_AIRTEL", recipientPhone: "08012345678")

  let key: BenchKey
  let connection: BenchConnection
  private let optionsRequest: ByteBuffer
  private let verifyHead: String
  private let topUpHead: String

  /// Signs up, opens a session and registers a key, as an app would.
  static func signUp(
    _ number: Int, on target: BenchTarget, _ server: ServerConnection, _ address: ServerAddress,
    run: String
  ) async throws -> BenchClient {
    let userName = "bench-\(run)-\(number)@example.com"
    let signIn = Mailbox(path: target.mailboxFile, recipient: userName, purpose: .signIn)
    let register = Mailbox(path: target.mailboxFile, recipient: userName, purpose: .register)
    do {
      let request = try await server.signUp(userName: userName, displayName: "Bench \(number)")
      let session = try await server.openSession(
        codeRequest: request.codeRequest, code: try await signIn.newCode(after: 0, seconds: 60))
      try await session.requestCode(.register)
      let code = try await register.newCode(after: 0, seconds: 60)
      let key = BenchKey(origin: address.origin)
      try await session.registerCredential(
        with: key, entitledBy: RegistrationOptionsRequest(validateCode: code))
      return try await BenchClient(key, session, port: address.port)
    } catch let error as ClientError {
      throw CommandFailure(error)
    }
  }

  private init(_ key: BenchKey, _ session: AccountSession, port: Int) async throws {
    self.key = key
    connection = try await BenchConnection.open(port: port)
    func head(_ route: Route) -> String {
      """
      POST \(route.path) HTTP/1.1\r\nhost: localhost:\(port)\r\n\
      authorization: Bearer \(session.accessToken.exposed)\r\n\
      accept: application/json, application/problem+json\r\n\
      content-type: application/json\r\n
      """
    }
    verifyHead = head(.verifyAssertion)
    topUpHead = head(.topUp)
    optionsRequest = Self.request(
      head(.linkedOptions),
      LinkedOptionsRequest(scenario: .topUp, payload: Self.payload.json).json)
  }

  /// One approval from end to end.
  func approve(_ figures: inout CallFigures) async throws {
    let start = ContinuousClock.now
    let options = try await call(optionsRequest)
    let linked = try LinkedOptions(json: JSONValue(parsing: options.body))
    let assertion = try key.assertion(
      over: linked.options.challenge, relyingPartyID: linked.options.relyingPartyID)
    let verifyRequest = Self.request(verifyHead, assertion.json)
    let verifyStart = ContinuousClock.now
    let verified = try await call(verifyRequest)
    let verifyEnd = ContinuousClock.now
    let token = try VerificationAnswer(json: JSONValue(parsing: verified.body)).verificationToken
    let topUpRequest = Self.request(
      topUpHead, TopUpRequest(payload: Self.payload, proof: .verificationToken(token)).json)
    let topUpStart = ContinuousClock.now
    let bought = try await call(topUpRequest)
    let end = ContinuousClock.now
    figures.record(.options, options.duration)
    figures.record(.verify, verifyEnd - verifyStart)
    figures.record(.topUp, end - topUpStart)
    figures.record(.approval, end - start)
    if figures.exchanges.isEmpty {
      figures.exchanges = [
        BareExchange(optionsRequest, options.answer), BareExchange(verifyRequest, verified.answer),
        BareExchange(topUpRequest, bought.answer),
      ]
    }
  }

  private struct TimedAnswer {
    let answer: BenchAnswer
    let duration: Duration
    var body: [UInt8] { answer.body }
  }

  private func call(_ request: ByteBuffer) async throws -> TimedAnswer {
    let start = ContinuousClock.now
    let answer = try await connection.send(request)
    let duration = ContinuousClock.now - start
    guard answer.status == 200 else {
      throw CommandFailure(
        .refused, "status \(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
    }
    return TimedAnswer(answer: answer, duration: duration)
  }

  private static func request(_ head: String, _ body: JSONValue) -> ByteBuffer {
    let bytes = body.serialized()
    var buffer = ByteBuffer()
    buffer.reserveCapacity(head.utf8.count + bytes.count + 32)
    buffer.writeString(head)
    buffer.writeString("content-length: \(bytes.count)\r\n\r\n")
    buffer.writeBytes(bytes)
    return buffer
  }
}

extension ServerAddress {
  /// The port of an address of this machine.
  var port: Int {
    let text = origin.text
    return text.split(separator: ":").last.flatMap { Int($0) }
      ?? (text.hasPrefix("https") ? 443 : 80)
  }
}
