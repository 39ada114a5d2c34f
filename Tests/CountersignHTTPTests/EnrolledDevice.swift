import CountersignCore
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension ServerHarness {
  /// A device that registered itself and logged itself in, by the wire alone: entitled by a mailed
  /// code as the account's first factor, or by the PIN of a device that is there.
  func enrolledDevice(
    pin: String, entitledBy other: (device: TestDevice, token: String)? = nil
  ) async throws -> (TestDevice, String) {
    let device = try TestDevice()
    let token: String
    var code: SecretText?
    var proof: Proof?
    if let other {
      token = other.token
      let answered = try await send(
        WireRequest(
          .linkedOptions, accessToken: token,
          body: LinkedOptionsRequest(changing: .addDevice(named: device.name)).json))
      let challenge = try LinkedOptions(json: answered.body ?? .null).pinChallenge
      proof = .pinProof(try other.device.pinProof(pin, over: challenge))
    } else {
      token = try await signUp()
      _ = try await send(
        WireRequest(
          .requestCode, accessToken: token, body: CodeRequest(purpose: .register).json))
      code = try await harness.newestCode(to: "ada@example.com")
    }
    let registration = try device.registration(
      for: try await accountID(of: "ada@example.com"), pin: pin)
    let registered = try await send(
      WireRequest(
        .registerDevice, accessToken: token,
        body: DeviceRequest(device: registration, validateCode: code, proof: proof).json))
    try #require(registered.status == 201)
    return (device, try await openSession(of: device, pin: pin))
  }

  /// A session that a device opens by its PIN.
  func openSession(of device: TestDevice, pin: String) async throws -> String {
    let answered = try await send(
      WireRequest(.sessionOptions, body: SessionOptionsRequest(deviceID: device.id).json))
    let options = try SessionOptions(json: answered.body ?? .null)
    #expect(options.demand == .pin)
    let opened = try await send(
      WireRequest(
        .openSession,
        body: SessionRequest.pinProof(device.pinProof(pin, over: options.pinChallenge)).json))
    try #require(opened.status == 201)
    return try SessionAnswer(json: opened.body ?? .null).accessToken.exposed
  }

  /// The id of an account.
  func accountID(of userName: String) async throws -> String {
    try await harness.account(named: userName)?.text ?? ""
  }
}
