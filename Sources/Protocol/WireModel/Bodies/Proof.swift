public import WebAuthnModel

/// What a protected action decides on: exactly one kind, as fields beside the action's payload.
///
/// Which kinds a scenario allows is its policy's to say.
public enum Proof: Sendable, Hashable {
  /// The token that `POST /biometric/auth/verify` gave.
  case verificationToken(SecretText)
  /// The WebAuthn assertion itself, straight to the action.
  case assertion(AssertionResponse)
  /// The PIN of a client without a device secret (seed 002).
  case pin(SecretText)
  /// The PIN as two signatures of a device.
  case pinProof(PINProof)
  /// The device key alone: opens the session of an account without a second factor, and acts
  /// nowhere.
  case deviceProof(DeviceProof)
  /// The mailed code, and the texted one or that of an authenticator app.
  case codes(validateCode: SecretText, otp: SecretText?, twoFactorCode: SecretText?)

  /// The kinds, by the field that gives each.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A verification token.
    case verificationToken
    /// An assertion.
    case assertion
    /// A PIN in the body.
    case pin
    /// A device's PIN proof.
    case pinProof
    /// A device's own signature.
    case deviceProof
    /// Codes.
    case validateCode
  }

  /// Which kind this is.
  public var kind: Kind {
    switch self {
    case .verificationToken: .verificationToken
    case .assertion: .assertion
    case .pin: .pin
    case .pinProof: .pinProof
    case .deviceProof: .deviceProof
    case .codes: .validateCode
    }
  }

  /// Reads the proof from the fields of a body.
  ///
  /// - Throws: ``JSONShapeError`` where there is none or more than one.
  init(reading reader: inout JSONObjectReader) throws(JSONShapeError) {
    guard let proof = try Self.optional(reading: &reader) else {
      throw JSONShapeError(path: reader.path, problem: Self.countProblem)
    }
    self = proof
  }

  /// Reads the proof from the fields of a body that may go without.
  static func optional(reading reader: inout JSONObjectReader) throws(JSONShapeError) -> Proof? {
    var found: [Proof] = []
    if let token = try reader.optionalSecret("verificationToken") {
      found.append(.verificationToken(token))
    }
    if let assertion = reader.optionalValue("assertion") {
      found.append(.assertion(try AssertionResponse(json: assertion)))
    }
    if let pin = try reader.optionalSecret("pin") { found.append(.pin(pin)) }
    if let proof = reader.optionalValue("pinProof") {
      found.append(.pinProof(try PINProof(json: proof)))
    }
    if let proof = reader.optionalValue("deviceProof") {
      found.append(.deviceProof(try DeviceProof(json: proof)))
    }
    let otp = try reader.optionalSecret("otp")
    let twoFactorCode = try reader.optionalSecret("twoFactorCode")
    if let code = try reader.optionalSecret("validateCode") {
      guard otp == nil || twoFactorCode == nil else {
        throw JSONShapeError(path: reader.path, problem: "must not hold both otp and twoFactorCode")
      }
      found.append(.codes(validateCode: code, otp: otp, twoFactorCode: twoFactorCode))
    } else if otp != nil || twoFactorCode != nil {
      throw JSONShapeError(path: reader.path, problem: "validateCode: is missing beside the code")
    }
    guard found.count <= 1 else {
      throw JSONShapeError(path: reader.path, problem: Self.countProblem)
    }
    return found.first
  }

  /// The proof's fields.
  public var members: JSONObject {
    switch self {
    case .verificationToken(let token): ["verificationToken": .string(token.exposed)]
    case .assertion(let assertion): ["assertion": assertion.json]
    case .pin(let pin): ["pin": .string(pin.exposed)]
    case .pinProof(let proof): ["pinProof": proof.json]
    case .deviceProof(let proof): ["deviceProof": proof.json]
    case .codes(let validateCode, let otp, let twoFactorCode):
      {
        var members: JSONObject = ["validateCode": .string(validateCode.exposed)]
        members["otp"] = otp.map { .string($0.exposed) }
        members["twoFactorCode"] = twoFactorCode.map { .string($0.exposed) }
        return members
      }()
    }
  }

  /// Whether a body was refused for holding no proof, or more than one.
  public static func isCountProblem(_ error: JSONShapeError) -> Bool {
    error.problem == countProblem
  }

  private static let countProblem =
    "must hold exactly one proof: verificationToken, assertion, pin, pinProof or validateCode"
}
