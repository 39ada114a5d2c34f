import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("A first PIN with a key beside it")
struct FactorPairTests {
  /// How an account gets its PIN.
  enum Means: CaseIterable { case onDevice, newDevice, inBody }

  /// An account without a factor, and a key that is made for its session.
  private struct Scene {
    let harness: ServiceHarness
    let session: AuthenticatedSession
    let device: TestDevice
    let registration: RegistrationResponse
    let code: SecretText
  }

  private func scene(_ means: Means) async throws -> Scene {
    let harness = try await ServiceHarness()
    var session = try await harness.signUp()
    var device = try TestDevice()
    if means == .onDevice {
      device = try await harness.registerDevice(session)
      let options = try await harness.service.signIn.options(
        SessionOptionsRequest(deviceID: device.id)
      ).get()
      session = try await harness.session(
        .deviceProof(device.deviceProof(over: options.pinChallenge)))
    }
    let creation = try #require(try await options(harness, session).creation)
    return Scene(
      harness: harness, session: session, device: device,
      registration: try harness.newAuthenticator().register(creation),
      code: try await harness.code(
        means == .newDevice ? .register : .setPIN, session, to: "ada@example.com"))
  }

  private func options(
    _ harness: ServiceHarness, _ session: AuthenticatedSession
  ) async throws -> LinkedOptions {
    try await harness.service.actions.options(
      LinkedOptionsRequest(changing: .addPasskey), session: session
    ).get()
  }

  /// Sets both; the change itself, so that the very same one can be sent again.
  private func change(
    _ means: Means, _ scene: Scene, _ registration: RegistrationResponse, code: SecretText
  ) async throws -> @Sendable () async throws -> Reason? {
    let (service, session) = (scene.harness.service, scene.session)
    let key = try IdempotencyKey("upgrade-1")
    switch means {
    case .onDevice:
      var request = try scene.device.pinChange(
        to: "258036", from: nil, generation: 1,
        over: try await scene.harness.pinChallenge(session, changing: .setPIN),
        entitlement: .validateCode(code))
      request.registration = registration
      return { [request] in
        try await service.devicePINs.set(
          of: DeviceID(scene.device.id), request, idempotencyKey: key, session: session
        ).refusal
      }
    case .newDevice:
      let request = DeviceRequest(
        device: try scene.device.registration(for: session.accountID.text, pin: "258036"),
        validateCode: code, registration: registration)
      return {
        try await service.devices.register(request, idempotencyKey: key, session: session).refusal
      }
    case .inBody:
      let request = SetPINRequest(
        pin: SecretText("258036"), entitlement: .validateCode(code), registration: registration)
      return {
        try await service.pins.set(request, idempotencyKey: key, session: session).refusal
      }
    }
  }

  @Test("both are set by one change with one code, and once", arguments: Means.allCases)
  func both(means: Means) async throws {
    let scene = try await scene(means)
    let change = try await change(means, scene, scene.registration, code: scene.code)
    for _ in 0..<2 { #expect(try await change() == nil) }
    let factors = try await scene.harness.service.secondFactors.show(scene.session)
    #expect(factors.hasPIN || factors.hasDevicePIN)
    #expect(factors.hasBiometrics)
    let listed = try await scene.harness.service.credentials.list(scene.session).credentials
    #expect(listed.map(\.id) == [scene.registration.id.base64URL])
    #expect(try await scene.harness.auditKinds().count { $0 == "credential_added" } == 1)
    // Who has a factor gets a further key by that one.
    #expect(try await options(scene.harness, scene.session).creation == nil)
  }

  @Test("neither is set where the code is wrong, or the key", arguments: Means.allCases)
  func neither(means: Means) async throws {
    let scene = try await scene(means)
    let wrong = SecretText(scene.code.exposed == "000000" ? "000001" : "000000")
    let wrongCode = try await change(means, scene, scene.registration, code: wrong)
    #expect(try await wrongCode() == .verificationFailed)
    // A key that was made for another session.
    let other = try await scene.harness.signUp()
    let creation = try #require(try await options(scene.harness, other).creation)
    let foreign = try await change(
      means, scene, try scene.harness.newAuthenticator().register(creation), code: scene.code)
    #expect(try await foreign() == .challengeUnknown)
    let factors = try await scene.harness.service.secondFactors.show(scene.session)
    #expect(!factors.hasPIN && !factors.hasDevicePIN && !factors.hasBiometrics)
    #expect(try await scene.harness.service.credentials.list(scene.session).credentials.isEmpty)
    // The code is not spent by what was refused.
    let right = try await change(means, scene, scene.registration, code: scene.code)
    #expect(try await right() == nil)
  }

  @Test("the same change with another key is another change", arguments: [Means.onDevice])
  func anotherKey(means: Means) async throws {
    let scene = try await scene(means)
    var request = try scene.device.pinChange(
      to: "258036", from: nil, generation: 1,
      over: try await scene.harness.pinChallenge(scene.session, changing: .setPIN),
      entitlement: .validateCode(scene.code))
    request.registration = scene.registration
    func refusal(_ request: PINKeyRequest) async throws -> Reason? {
      try await scene.harness.service.devicePINs.set(
        of: DeviceID(scene.device.id), request, session: scene.session
      ).refusal
    }
    #expect(try await refusal(request) == nil)
    #expect(try await refusal(request) == nil)
    request.registration = nil
    #expect(try await refusal(request) == .alreadyUsed)
  }

  @Test("a key comes along with a code only, since a factor that is there entitles by itself")
  func onlyWithCode() async throws {
    let scene = try await scene(.inBody)
    let key = scene.registration
    let proof = Proof.pin(SecretText("258036"))
    let bodies: [JSONValue] = [
      SetPINRequest(
        pin: SecretText("9713"), entitlement: .oldPIN(SecretText("2580")), registration: key
      ).json,
      SetPINRequest(pin: SecretText("9713"), entitlement: .proof(proof), registration: key).json,
    ]
    for body in bodies {
      #expect(throws: JSONShapeError.self) { try SetPINRequest(json: body) }
    }
    let device = try scene.device.registration(for: "acc_ada", pin: "258036")
    #expect(throws: JSONShapeError.self) {
      try DeviceRequest(json: DeviceRequest(device: device, proof: proof, registration: key).json)
    }
    let bare = try scene.device.registration(for: "acc_ada")
    #expect(throws: JSONShapeError.self) {
      try DeviceRequest(
        json: DeviceRequest(
          device: bare, validateCode: scene.code, registration: key
        ).json)
    }
    let change = PINKeyRequest(
      generation: 1, pinKey: [1], challenge: Challenge([1]), entitlement: .proof(proof),
      registration: key)
    #expect(throws: JSONShapeError.self) { try PINKeyRequest(json: change.json) }
  }

  @Test(
    "an account that has a factor gets no key by a code", arguments: [Means.newDevice, .inBody])
  func hasFactor(means: Means) async throws {
    let scene = try await scene(means)
    let later = try await change(means, scene, scene.registration, code: scene.code)
    _ = try await scene.harness.registerKey(scene.session)
    #expect(try await later() == .insufficientUserAuthentication)
    #expect(
      try await scene.harness.service.credentials.list(scene.session).credentials.count == 1)
  }
}
