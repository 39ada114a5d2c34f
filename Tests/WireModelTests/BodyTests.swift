import Testing
import WebAuthnModel
import WireModel

@Suite("The bodies")
struct BodyTests {
  @Test("every body that is sent is read as it was sent")
  func roundTrips() throws {
    try expectRoundTrip(SignUpRequest(userName: "ada@example.com", displayName: "Ada"))
    try expectRoundTrip(CodeRequest(userName: "ada@example.com", purpose: .signIn))
    try expectRoundTrip(CodeRequest(purpose: .setPIN, channel: .sms))
    try expectRoundTrip(CodeRequestAnswer(codeRequest: "cod_1", resendAfter: 60))
    try expectRoundTrip(
      SessionRequest.code(codeRequest: "cod_1", validateCode: SecretText("012345")))
    try expectRoundTrip(
      SessionAnswer(accessToken: SecretText("t"), expiresIn: 300, accountID: "acc_1"))
    try expectRoundTrip(
      RegistrationOptionsRequest(proof: .pin(SecretText("258036"))))
    try expectRoundTrip(RegistrationOptionsRequest(validateCode: SecretText("012345")))
    try expectRoundTrip(RevocationRequest())
    try expectRoundTrip(RevocationRequest(proof: .pin(SecretText("258036"))))
    try expectRoundTrip(RegisteredCredential(credentialID: "AAEC"))
    try expectRoundTrip(LinkedOptionsRequest(scenario: .topUp, payload: ["amount": 500]))
    try expectRoundTrip(
      VerificationAnswer(verificationToken: SecretText("jwt"), expiresIn: 300))
    try expectRoundTrip(
      TopUpRequest(payload: Self.payload, proof: .verificationToken(SecretText("jwt"))))
    try expectRoundTrip(Self.answer)
    try expectRoundTrip(
      OperationAnswer(operationID: "op_1", scenario: .topUp, result: .topUp(Self.answer)))
    try expectRoundTrip(
      SetPINRequest(pin: SecretText("258036"), entitlement: .oldPIN(SecretText("924715"))))
    try expectRoundTrip(WalletAnswer(balance: 4500, cashback: 0, currency: "NGN"))
    try expectRoundTrip(
      SecondFactorAnswer(
        isBlocked: false, failedAttempts: 2, maxAttempts: 5, penalisedFor: 5,
        penalisedUntil: "2024-01-22T10:30:45Z", hasPIN: true, hasBiometrics: false,
        hasTwoFactor: false, hasDevicePIN: true, hasPhone: true, needsFactor: true))
    try expectRoundTrip(
      RedemptionRequest(
        verificationToken: SecretText("jwt"), scenario: ScenarioName("SHIP_ORDER"),
        payload: ["order": "17"]))
    try expectRoundTrip(
      RedemptionAnswer(
        accountID: "acc_1", contextClass: "urn:countersign:acr:linked", methods: ["mfa"],
        authTime: 1_705_919_445))
    for kind in HostEvent.Kind.allCases {
      try expectRoundTrip(
        HostEvent(
          kind: kind, timestamp: "2024-01-22T10:30:45Z", accountID: "acc_1",
          userName: "ada@example.com",
          transaction: TransactionAnswer(
            transaction: ReviewTransaction(
              transactionID: "trn_1", amount: 4250, currency: "NGN", payee: "Ikeja Books",
              lastFourPAN: "4242", createdAt: "2024-01-22T10:30:45Z",
              expiresAt: "2024-01-22T10:38:45Z"), status: .denied,
            decidedAt: "2024-01-22T10:31:00Z")))
    }
    try expectRoundTrip(
      Problem(
        status: 401, title: "no", detail: "again", reason: .verificationFailed,
        extensions: ["verified": false]))
  }

  @Test(
    "a top-up takes exactly one proof",
    arguments: [
      #"{}"#, #"{"pin":"258036","verificationToken":"jwt"}"#, #"{"otp":"123456"}"#,
      #"{"validateCode":"123456","pin":"258036"}"#,
    ])
  func proofCount(proof: String) throws {
    guard case .object(var members) = Self.payload.json,
      case .object(let proofs) = try JSONValue(parsing: Array(proof.utf8))
    else { return }
    for name in proofs.names { members[name] = proofs[name] }
    #expect(throws: JSONShapeError.self) { try TopUpRequest(json: .object(members)) }
  }

  @Test(
    "an amount is a whole number from 1 to 2^53",
    arguments: [
      "0", "-1", "1.5", "5e2", "9007199254740993", "1e400", "\"500\"", "null", "true",
      "99999999999999999999",
    ])
  func amounts(amount: String) throws {
    let body = #"{"amount":\#(amount),"productCode":"A","recipientPhone":"0"}"#
    let json = try JSONValue(parsing: Array(body.utf8))
    let error = #expect(throws: JSONShapeError.self) { try TopUpPayload(json: json) }
    #expect(error?.path == "amount")
  }

  @Test("a field that nobody knows is refused by its name")
  func unknownField() throws {
    guard case .object(var members) = Self.payload.json else { return }
    members["amout"] = 5
    let error = #expect(throws: JSONShapeError.self) { try TopUpPayload(json: .object(members)) }
    #expect(error.map { "\($0)".contains("amout") } == true)
  }

  @Test("a secret is in no description, reflection or dump")
  func secrets() {
    let request = TopUpRequest(payload: Self.payload, proof: .pin(SecretText("258036")))
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!"\(request)\(String(reflecting: request))\(dumped)".contains("258036"))
  }

  @Test("every route is in the table once, and its parameters are encoded")
  func routes() {
    #expect(Set(Route.all).count == Route.all.count)
    #expect(Route.operation.path(["id": "a/b c"]) == "/operations/a%2Fb%20c")
    #expect(Route.operation.path([:]) == nil)
    #expect(
      WireRequest(.revokeCredentials, query: ["which": "others", "keep": "a+b"]).target
        == "/biometric/credentials?keep=a%2Bb&which=others")
  }

  @Test("every reason is listed once")
  func reasons() { #expect(Set(Reason.all).count == Reason.all.count) }

  private func expectRoundTrip<Body: JSONBody & Equatable>(_ body: Body) throws {
    let bytes = body.json.serialized()
    #expect(try Body(json: JSONValue(parsing: bytes)) == body)
  }

  private static let payload = TopUpPayload(
    amount: 500, productCode: "AIRTIME_MTN", recipientPhone: "08012345678", supplierSlug: "mtn",
    useCashback: false)
  private static let answer = TopUpAnswer(
    transactionID: "tx_1", status: .completed, amount: 500, balance: 4500,
    timestamp: "2024-01-22T10:30:45Z")
}
