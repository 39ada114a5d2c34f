public import Crypto
public import WebAuthnModel
public import WireModel

/// A phone as the server sees it: a device key, a PIN key, and an authenticator.
///
/// Its PIN key is drawn, not derived: the server cannot tell.
public struct TestPhone: Sendable {
  /// The device's id.
  public let id: String
  /// The device key.
  public let key: P256.Signing.PrivateKey
  /// The PIN key; another one is a wrong PIN.
  public var pinKey: Curve25519.Signing.PrivateKey
  /// The authenticator with its keys for WebAuthn.
  public var authenticator: TestAuthenticator

  /// A new phone.
  public init(_ authenticator: TestAuthenticator) {
    id = "dev_" + Base64URL.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    key = P256.Signing.PrivateKey()
    pinKey = Curve25519.Signing.PrivateKey()
    self.authenticator = authenticator
  }

  /// The device as it registers itself.
  ///
  /// - Parameters:
  ///   - context: The account's id, or that of the link.
  ///   - withPIN: Whether it has a PIN.
  /// - Returns: The device, signed.
  /// - Throws: Where a key does not sign.
  public func device(for context: String, withPIN: Bool = true) throws -> NewDevice {
    let point = Array(key.publicKey.rawRepresentation)
    var device = NewDevice(
      id: id, name: "Ada's phone",
      key: COSEPublicKey.es256(x: Array(point[..<32]), y: Array(point[32...])).serialized())
    if withPIN {
      device.pinKey = COSEPublicKey.ed25519(Array(pinKey.publicKey.rawRepresentation)).serialized()
    }
    let statement = DeviceStatement.registration(
      of: device, relyingPartyID: authenticator.relyingPartyID, context: context)
    device.signature = Array(try key.signature(for: statement).derRepresentation)
    if withPIN { device.pinSignature = SecretBytes(Array(try pinKey.signature(for: statement))) }
    return device
  }

  /// The PIN, proved.
  public func pinProof(_ challenge: Challenge, generation: Int64 = 1) throws -> PINProof {
    var proof = PINProof(
      deviceID: id, generation: generation, challenge: challenge, deviceSignature: [],
      pinSignature: SecretBytes([]))
    let statement = DeviceStatement.pinProof(proof)
    proof.deviceSignature = Array(try key.signature(for: statement).derRepresentation)
    proof.pinSignature = SecretBytes(Array(try pinKey.signature(for: statement)))
    return proof
  }

  /// The device, proved.
  public func deviceProof(_ challenge: Challenge) throws -> DeviceProof {
    var proof = DeviceProof(deviceID: id, challenge: challenge, deviceSignature: [])
    proof.deviceSignature = Array(
      try key.signature(for: DeviceStatement.deviceProof(proof)).derRepresentation)
    return proof
  }

  /// Confirms a login by link.
  ///
  /// - Parameters:
  ///   - options: The server's options.
  ///   - number: The number that was picked.
  ///   - kind: The kind of proof.
  /// - Returns: The confirmation.
  /// - Throws: ``HarnessError/noChallenge`` if the options lack the challenge for the proof.
  public func login(
    _ options: LinkOptions, number: String, by kind: Proof.Kind
  ) throws -> LinkConfirmation {
    let proof: Proof
    switch kind {
    case .assertion:
      guard let assertion = options.assertion else { throw PhoneError.notAsked }
      proof = .assertion(try authenticator.assert(assertion))
    case .deviceProof:
      guard let challenge = options.pinChallenge else { throw PhoneError.notAsked }
      proof = .deviceProof(try deviceProof(challenge))
    default:
      guard let challenge = options.pinChallenge else { throw PhoneError.notAsked }
      proof = .pinProof(try pinProof(challenge))
    }
    return .login(deviceID: id, number: number, proof: proof)
  }

  /// A server's options lack a challenge for what the phone is to prove.
  public enum PhoneError: Error {
    /// No challenge for it.
    case notAsked
  }
}
