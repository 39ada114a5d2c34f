import CountersignCore
import CountersignHTTP
import CountersignTesting
import Synchronization
import Testing
import WebAuthnModel
import WireModel

/// An app that proves possession of a key, at the wire alone.
final class BoundApp: Sendable {
  let server: ServerHarness
  let key: TestSessionKey
  private let opened = Mutex<SecretText?>(nil)

  init(change: (inout ServerSettings) -> Void = { _ in }) async throws {
    server = try await ServerHarness(change: change)
    key = try TestSessionKey()
  }

  var nonce: String { server.harness.service.possession.nonce }

  /// The access token of the session that was opened.
  func token() throws -> String { try #require(opened.withLock { $0 }).exposed }

  /// A proof for the list of sessions.
  func proof(nonce: String?) throws -> String {
    let token = opened.withLock { $0?.exposed }
    return try key.proof(for: WireRequest(.sessions, accessToken: token), nonce: nonce)
  }

  /// Sends a request with a proof by the app's key.
  func send(_ request: WireRequest) async throws -> WireResponse {
    try await send(request, by: key)
  }

  /// Sends a request with a proof by a key, or with none.
  func send(_ request: WireRequest, by key: TestSessionKey?) async throws -> WireResponse {
    try await server.send(try key?.proved(request, nonce: nonce) ?? request)
  }

  /// Why a request is refused; nil if it is not.
  func reason(_ request: WireRequest) async throws -> Reason? {
    try await reason(request, by: key)
  }

  /// Why a request with a proof by a key, or with none, is refused; nil if it is not.
  func reason(_ request: WireRequest, by key: TestSessionKey?) async throws -> Reason? {
    let answer = try await send(request, by: key)
    guard answer.status >= 400 else { return nil }
    return try Problem(json: answer.body ?? .null).reason
  }

  /// Opens the session by a mailed code.
  func open() async throws {
    let ada = SignUpRequest(userName: "ada@example.com", displayName: "Ada")
    let signUp = try await server.send(WireRequest(.signUp, body: ada.json))
    try await open(
      .code(
        codeRequest: try CodeRequestAnswer(json: signUp.body ?? .null).codeRequest,
        validateCode: try await server.harness.newestCode(to: "ada@example.com")))
  }

  /// Opens the session.
  func open(_ body: SessionRequest) async throws {
    let answer = try await send(WireRequest(.openSession, body: body.json))
    let session = try SessionAnswer(json: answer.body ?? .null)
    try #require(answer.status == 201 && session.tokenType == .dpop)
    opened.withLock { $0 = session.accessToken }
  }

  /// A device with a PIN, as Ada's first factor.
  func enrolDevice() async throws -> TestDevice {
    try await server.enrolledDevice(pin: "258036").0
  }

  /// A session of a device with a bearer token.
  func loose(by device: TestDevice) async throws -> String {
    try await server.openSession(of: device, pin: "258036")
  }

  /// The options of a sign-in, by a device or by a passkey.
  func options(
    _ deviceID: String?, _ key: TestSessionKey?, _ language: String? = nil
  ) async throws -> SessionOptions {
    var request = WireRequest(
      .sessionOptions, body: deviceID.map { SessionOptionsRequest(deviceID: $0).json })
    request.languages = PreferredLanguages([language].compactMap { $0.flatMap(Language.init) })
    return try SessionOptions(json: try await send(request, by: key).body ?? .null)
  }

  /// The request that binds a session to a key, signed by a device.
  func renewal(
    by device: TestDevice, to key: TestSessionKey, of token: String? = nil
  ) async throws -> WireRequest {
    let options = try await options(device.id, key)
    return WireRequest(
      .renewSessionKey,
      body: SessionKeyRequest(
        accessToken: SecretText(try token ?? self.token()),
        deviceProof: try device.deviceProof(over: options.pinChallenge)
      ).json)
  }
}
