import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What is told of a factor that waits")
struct WaitingFactorTests {
  private static let pin = "258036"
  private static let day: Int64 = 86_400

  @Test("a list says which passkey waits, and until when from when its notice was handed over")
  func passkey() async throws {
    let server = try await ServerHarness()
    let owner = try await server.signUp()
    try await server.setPIN(Self.pin, owner)
    let key = try await server.weakKey(try await server.signUp(), Self.pin)
    let before = try #require(try await server.credentials(owner).first)
    #expect(before.isWaiting && before.waitsUntil == nil)
    await server.harness.deliverMessages()
    let end = server.harness.clock.now().adding(seconds: 3 * Self.day).rfc3339
    let during = try #require(try await server.credentials(owner).first)
    #expect(during.isWaiting && during.waitsUntil == end)
    let refused = try await server.approve(by: key, owner)
    let problem = try Problem(json: refused.body ?? .null)
    #expect(refused.status == 403 && problem.reason == .factorWaits && problem.until == end)
    let way = try await server.wayOfPasskeys(owner)
    #expect(way.reason == "factor_waits" && way.until == end)
    server.harness.clock.advance(seconds: 3 * Self.day)
    let later = try await server.signIn(by: key)
    let after = try #require(try await server.credentials(later).first)
    #expect(!after.isWaiting && after.waitsUntil == nil)
    let free = try await server.wayOfPasskeys(later)
    #expect(free.canAct && free.until == nil)
  }

  @Test("the refusal of a factor that waits names no moment before its notice was handed over")
  func beforeNotice() async throws {
    let server = try await ServerHarness()
    let owner = try await server.signUp()
    try await server.setPIN(Self.pin, owner)
    let key = try await server.weakKey(try await server.signUp(), Self.pin)
    let problem = try Problem(json: try await server.approve(by: key, owner).body ?? .null)
    #expect(problem.reason == .factorWaits && problem.until == nil)
  }

  @Test("a device, a PIN in a body and an authenticator app say that they wait, as passkeys do")
  func others() async throws {
    let server = try await ServerHarness(policy: { $0.firstFactor = .waits })
    let (harness, token) = (server.harness, try await server.signUp())
    try await server.setPIN(Self.pin, token)
    let withPIN = try await server.secondFactor(token)
    #expect(withPIN.isPINWaiting && withPIN.pinWaitsUntil == nil && !withPIN.isTwoFactorWaiting)
    await harness.deliverMessages()
    let end = harness.clock.now().adding(seconds: 3 * Self.day).rfc3339
    #expect(try await server.secondFactor(token).pinWaitsUntil == end)

    let other = try await server.signUp("grace@example.com")
    let session = try await harness.service.sessions.authenticate(
      SecretText(other), activity: .person
    ).get()
    _ = try await harness.enrolApp(session, to: "grace@example.com")
    let withApp = try await server.secondFactor(other)
    #expect(withApp.isTwoFactorWaiting && withApp.twoFactorWaitsUntil == nil)
    #expect(!withApp.isPINWaiting)
    await harness.deliverMessages()
    #expect(try await server.secondFactor(other).twoFactorWaitsUntil == end)

    let third = try await server.signUp("joan@example.com")
    try await server.register(
      try TestDevice(), pin: Self.pin, third, to: "joan@example.com")
    let device = try #require(try await server.devices(third).first)
    #expect(device.isWaiting && device.waitsUntil == nil)
    await harness.deliverMessages()
    #expect(try await server.devices(third).first?.waitsUntil == end)
    harness.clock.advance(seconds: 3 * Self.day)
    let later = try await server.signUp("joan@example.com")
    let seen = try await harness.service.sessions.authenticate(
      SecretText(later), activity: .person
    ).get()
    let list = try await harness.service.devices.list(seen)
    #expect(list.devices.first?.isWaiting == false)
    let pinLater = try await server.secondFactor(try await server.signUp())
    #expect(pinLater.hasPIN && !pinLater.isPINWaiting && pinLater.pinWaitsUntil == nil)
    let appLater = try await server.secondFactor(try await server.signUp("grace@example.com"))
    #expect(appLater.hasTwoFactor && !appLater.isTwoFactorWaiting)
  }
}

extension ServerHarness {
  fileprivate func credentials(_ token: String) async throws -> [CredentialList.Item] {
    let answer = try await send(WireRequest(.credentials, accessToken: token))
    return try CredentialList(json: answer.body ?? .null).credentials
  }

  fileprivate func devices(_ token: String) async throws -> [DeviceList.Item] {
    let answer = try await send(WireRequest(.devices, accessToken: token))
    return try DeviceList(json: answer.body ?? .null).devices
  }

  fileprivate func secondFactor(_ token: String) async throws -> SecondFactorAnswer {
    let answer = try await send(WireRequest(.secondFactor, accessToken: token))
    return try SecondFactorAnswer(json: answer.body ?? .null)
  }

  /// A device that a mailed code brings to an account without a factor.
  fileprivate func register(
    _ device: TestDevice, pin: String, _ token: String, to recipient: String
  ) async throws {
    _ = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .register).json))
    let request = DeviceRequest(
      device: try device.registration(for: try await accountID(of: recipient), pin: pin),
      validateCode: try await harness.newestCode(to: recipient))
    let answer = try await send(
      WireRequest(.registerDevice, accessToken: token, body: request.json))
    try #require(answer.status == 201)
  }

  /// The answer to an approval above the limit for low amounts, by a passkey.
  fileprivate func approve(
    by key: TestAuthenticator, _ token: String
  ) async throws -> WireResponse {
    let id = try await harness.review().transaction.transactionID
    let request = LinkedOptionsRequest(
      scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: id).json)
    let body = ApprovalRequest(proof: try await proof(key, request, token))
    return try await send(
      WireRequest(
        .approveTransaction, parameters: ["id": id], accessToken: token, body: body.json))
  }

  /// What is told of passkeys for a transaction above the limit for low amounts.
  fileprivate func wayOfPasskeys(_ token: String) async throws -> ActionWay {
    let id = try await harness.review().transaction.transactionID
    let answer = try await send(
      WireRequest(
        .actionOptions, parameters: ["scenario": ScenarioName.authorizeTransaction.text],
        accessToken: token,
        body: ["payload": ReviewPayload(transactionID: id).json]))
    return try #require(
      ActionOptions(json: answer.body ?? .null).ways.first { $0.proof == .assertion })
  }
}
