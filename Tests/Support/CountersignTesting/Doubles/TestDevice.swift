public import CountersignCore
import Crypto
public import WebAuthnModel
public import WireModel

/// A device for tests: it makes keys and signs statements, honestly unless it is told otherwise.
///
/// Its PIN keys come of its id, the PIN and the generation, so that a wrong PIN is another key.
public struct TestDevice: Sendable {
  /// The device's id.
  public var id: String
  /// The name that it gives itself.
  public var name = "Ada's phone"
  /// The device key.
  public var key: TestKey

  /// Makes a device with a new id and key.
  public init(_ algorithm: COSEAlgorithm = .es256) throws {
    id = "dev_" + Base64URL.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    key = try TestKey(algorithm)
  }

  /// The key that a PIN gives on this device.
  public func pinKey(_ pin: String, generation: Int64 = 1) throws -> TestKey {
    let key = SHA256.hash(data: Array("\(id) \(pin) \(generation)".utf8))
    return .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: Array(key)))
  }

  /// The device as it registers itself.
  ///
  /// - Parameters:
  ///   - context: What the registration is for: the account's id, or a link's.
  ///   - pin: The PIN; nil for none.
  ///   - relyingPartyID: The relying party that is signed for.
  /// - Returns: The device with its signatures.
  /// - Throws: Where a key does not sign.
  public func registration(
    for context: String, pin: String? = nil,
    relyingPartyID: RelyingPartyID = ServiceHarness.relyingPartyID
  ) throws -> NewDevice {
    var device = NewDevice(id: id, name: name, key: key.publicKey.serialized())
    let pinKey = try pin.map { try self.pinKey($0) }
    device.pinKey = pinKey?.publicKey.serialized()
    let statement = DeviceStatement.registration(
      of: device, relyingPartyID: relyingPartyID, context: context)
    device.signature = try key.signature(over: statement)
    device.pinSignature = try pinKey.map { SecretBytes(try $0.signature(over: statement)) }
    return device
  }

  /// A PIN proof over a challenge.
  public func pinProof(
    _ pin: String, over challenge: Challenge?, generation: Int64 = 1
  ) throws -> PINProof {
    guard let challenge else { throw HarnessError.noChallenge }
    var proof = PINProof(
      deviceID: id, generation: generation, challenge: challenge, deviceSignature: [],
      pinSignature: SecretBytes([]))
    let statement = DeviceStatement.pinProof(proof)
    proof.deviceSignature = try key.signature(over: statement)
    proof.pinSignature = SecretBytes(
      try pinKey(pin, generation: generation).signature(over: statement))
    return proof
  }

  /// A proof by the device alone.
  public func deviceProof(over challenge: Challenge?) throws -> DeviceProof {
    guard let challenge else { throw HarnessError.noChallenge }
    var proof = DeviceProof(deviceID: id, challenge: challenge, deviceSignature: [])
    proof.deviceSignature = try key.signature(over: DeviceStatement.deviceProof(proof))
    return proof
  }

  /// A change of the PIN, by the old one unless something else entitles to it.
  ///
  /// - Parameters:
  ///   - new: The new PIN.
  ///   - old: The PIN of the generation before; nil where something else entitles.
  ///   - generation: The new generation.
  ///   - challenge: The challenge.
  ///   - entitlement: What entitles in the old PIN's place.
  /// - Returns: The change with its signatures.
  /// - Throws: Where a key does not sign.
  public func pinChange(
    to new: String, from old: String?, generation: Int64, over challenge: Challenge?,
    entitlement: PINKeyRequest.Entitlement = .oldPIN(SecretBytes([]))
  ) throws -> PINKeyRequest {
    guard let challenge else { throw HarnessError.noChallenge }
    let newKey = try pinKey(new, generation: generation)
    var request = PINKeyRequest(
      generation: generation, pinKey: newKey.publicKey.serialized(), challenge: challenge,
      entitlement: entitlement)
    let statement = DeviceStatement.pinKey(request, deviceID: id)
    request.deviceSignature = try key.signature(over: statement)
    request.pinSignature = SecretBytes(try newKey.signature(over: statement))
    if let old {
      request.entitlement = .oldPIN(
        SecretBytes(
          try pinKey(old, generation: generation - 1).signature(over: statement)))
    }
    return request
  }
}

extension ServiceHarness {
  /// Registers a device by a mailed code, on an account without a factor.
  public func registerDevice(
    _ session: AuthenticatedSession, pin: String? = nil,
    to recipient: String = "ada@example.com"
  ) async throws -> TestDevice {
    let device = try TestDevice()
    let code = try await code(.register, session, to: recipient)
    _ = try await service.devices.register(
      DeviceRequest(
        device: device.registration(for: session.accountID.text, pin: pin), validateCode: code),
      session: session
    ).get()
    return device
  }

  /// Logs a device in by its PIN.
  public func logIn(
    _ device: TestDevice, _ pin: String, generation: Int64 = 1
  ) async throws -> AuthenticatedSession {
    let options = try await service.signIn.options(
      SessionOptionsRequest(deviceID: device.id)
    ).get()
    return try await session(
      .pinProof(device.pinProof(pin, over: options.pinChallenge, generation: generation)))
  }

  /// A challenge for a PIN that is linked to a money order.
  public func pinChallenge(
    _ payload: MoneyOrder, _ session: AuthenticatedSession
  ) async throws -> Challenge? {
    try await service.actions.options(
      LinkedOptionsRequest(scenario: .sendMoney, payload: payload.json), session: session
    ).get().pinChallenge
  }

  /// A challenge for a PIN with which factors are changed.
  public func pinChallenge(
    _ session: AuthenticatedSession, changing change: FactorChange = .addPasskey
  ) async throws -> Challenge? {
    try await service.actions.options(
      LinkedOptionsRequest(changing: change), session: session
    ).get().pinChallenge
  }
}
