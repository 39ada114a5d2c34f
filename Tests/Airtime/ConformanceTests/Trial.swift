import AirtimeServer
import BrowserTesting
import CountersignTesting
import Testing
import WireModel

/// One client and one server, from the sign-up to what a case is about.
struct Trial: Sendable {
  let client: any ConformingClient
  let server: ClockedServer

  static let userName = "ada@example.com"
  /// Above the low-value limit, so that only a linked proof buys it.
  static let payload = TopUpPayload(
    amount: 1500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678")
  /// The same, with the supplier named that would be chosen.
  static let payloadNamingSupplier = TopUpPayload(
    amount: 1500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678", supplierSlug: "mtn")
  static let document = Document(
    scenario: .topUp, language: .english, title: "Buy airtime",
    fields: [
      Document.Field("amount", label: "Amount", .money(Money(150_000, "NGN", exponent: 2))),
      Document.Field("payee", label: "To", .payee("MTN")),
      Document.Field("recipientPhone", label: "Number", .text("08012345678")),
      Document.Field("productCode", label: "Product", .reference("AIRTIME_MTN")),
      Document.Field("supplierSlug", label: "Supplier", .reference("mtn")),
    ])

  /// Runs a case.
  func run(_ conformanceCase: ConformanceCase) async throws {
    switch conformanceCase {
    case .register: try await register()
    case .registrationCancelled: try await registrationCancelled()
    case .options: try await options()
    case .sign: try await sign()
    case .verify: try await verify()
    case .topUpByToken: try await topUp(by: .token)
    case .topUpByAssertion: try await topUp(by: .assertion)
    case .cancel: try await cancel()
    case .lockout: try await unable(.lockout)
    case .permanentLockout: try await unable(.permanentLockout)
    case .keyGone: try await unable(.keyGone)
    case .expiredChallenge: try await expiredChallenge()
    case .foreignOrigin: try await foreignOrigin()
    case .otherOriginClass: try await otherOriginClass()
    case .challengeNotAsShown: try await challengeNotAsShown()
    case .unlinkedChallenge: try await unlinkedChallenge()
    case .transactionNotAsAsked: try await transactionNotAsAsked()
    case .changedAmount: try await changedAmount()
    case .replay: try await replay()
    case .lostAnswer: try await lostAnswer()
    case .boundToken: try await boundToken()
    }
    // Whatever a case does, money is neither made nor lost and the audit log is whole.
    let fault = try await server.harness.fault()
    #expect(fault == nil)
  }

  /// The origin at which the client registers its keys.
  var origin: String { client.kind.ownOrigin ?? server.address }

  /// Signs up and opens a session.
  func signIn() async throws {
    try await expect(.done, client.signUp(userName: Self.userName))
    try await expect(.done, client.openSession(code: code(for: "sign_in")))
  }

  /// Signs in and registers a key.
  func enrol() async throws {
    try await signIn()
    try await expect(.done, client.requestRegistrationCode())
    try await expect(.done, client.register(code: code(for: "register")))
  }

  /// Enrols, asks for a challenge for the purchase and has it signed.
  func enrolAndSign() async throws {
    try await enrol()
    try await askAndSign()
  }

  /// Asks for a challenge for the purchase and has it signed.
  func askAndSign() async throws {
    try await expect(.done, client.askOptions(Self.payload))
    try await expect(.done, client.sign())
  }

  /// Buys; ends the case where nothing is bought.
  ///
  /// - Parameters:
  ///   - payload: What is bought.
  ///   - proof: In which form the signed challenge entitles to it.
  ///   - location: Where it is bought.
  /// - Returns: What the client is told.
  /// - Throws: Where the client is told anything else.
  @discardableResult
  func buy(
    _ payload: TopUpPayload = Trial.payload, by proof: ProofForm,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> BoughtAirtime {
    let outcome = try await client.topUp(payload, by: proof)
    var bought: BoughtAirtime?
    if case .bought(let told) = outcome { bought = told }
    return try #require(bought, "\(outcome)", sourceLocation: location)
  }

  /// The code that was mailed.
  func code(for purpose: String) async throws -> String {
    try #require(try await server.code(to: Self.userName, for: purpose))
  }

  /// Ends the case where a step has another outcome: the next would say nothing.
  func expect(
    _ expected: ClientOutcome, _ outcome: ClientOutcome, _ field: AskedField? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let comment = field.map { Comment(rawValue: "of another \($0)") }
    try #require(outcome == expected, comment, sourceLocation: location)
  }

  /// What the server has come to.
  func state() async throws -> ServerState { try await ServerState(of: server) }

  /// Holds that the server refused one proof, and kept the evidence.
  func expectRefusedProof(_ reason: Reason) async throws {
    let refusals = try await ServerState.refusedProofs(of: server)
    #expect(refusals.count == 1)
    let isEvident = refusals.allSatisfy { $0.contains("\"reason\":\"\(reason.code)\"") }
    #expect(isEvident, "\(refusals)")
  }
}
