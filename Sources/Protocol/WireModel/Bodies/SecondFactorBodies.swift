public import WebAuthnModel

/// Answer of `GET /second-factor`: the second-factor account as it stands.
public struct SecondFactorAnswer: JSONBody, Hashable {
  /// Whether the PIN is blocked until an administrator or a re-enrolment unblocks it.
  public var isBlocked: Bool
  /// Wrong PINs since the last right one.
  public var failedAttempts: Int64
  /// How many wrong PINs in a row block it.
  public var maxAttempts: Int64
  /// Seconds until the next PIN is taken; 0 for at once.
  public var penalisedFor: Int64
  /// When the next PIN is taken, RFC 3339 in UTC; nil for at once.
  public var penalisedUntil: String?
  /// Whether the account has a PIN.
  public var hasPIN: Bool
  /// Whether the account has a credential.
  public var hasBiometrics: Bool
  /// Whether the account has an authenticator app.
  public var hasTwoFactor: Bool
  /// Whether the PIN is on devices of the account: in a body none is taken then.
  public var hasDevicePIN: Bool
  /// Whether codes can be texted to the account.
  public var hasPhone: Bool
  /// Whether a new factor takes a proof by one that the account has; else a mailed code adds it.
  ///
  /// So it is from the first factor on, also when none is left, but for a recovery that is ready.
  public var needsFactor: Bool

  /// An answer to send.
  public init(
    isBlocked: Bool, failedAttempts: Int64, maxAttempts: Int64, penalisedFor: Int64,
    penalisedUntil: String?, hasPIN: Bool, hasBiometrics: Bool, hasTwoFactor: Bool,
    hasDevicePIN: Bool, hasPhone: Bool, needsFactor: Bool
  ) {
    self.isBlocked = isBlocked
    self.failedAttempts = failedAttempts
    self.maxAttempts = maxAttempts
    self.penalisedFor = penalisedFor
    self.penalisedUntil = penalisedUntil
    self.hasPIN = hasPIN
    self.hasBiometrics = hasBiometrics
    self.hasTwoFactor = hasTwoFactor
    self.hasDevicePIN = hasDevicePIN
    self.hasPhone = hasPhone
    self.needsFactor = needsFactor
  }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    isBlocked = try reader.bool("isBlocked")
    failedAttempts = try reader.integer("failedAttempts")
    maxAttempts = try reader.integer("maxAttempts")
    penalisedFor = try reader.integer("penalisedFor")
    penalisedUntil = try reader.optionalString("penalisedUntil")
    hasPIN = try reader.bool("hasPIN")
    hasBiometrics = try reader.bool("hasBiometrics")
    hasTwoFactor = try reader.bool("hasTwoFactor")
    hasDevicePIN = try reader.bool("hasDevicePIN")
    hasPhone = try reader.bool("hasPhone")
    needsFactor = try reader.bool("needsFactor")
  }

  /// The answer's fields.
  public var json: JSONValue {
    [
      "isBlocked": .bool(isBlocked), "failedAttempts": .integer(failedAttempts),
      "maxAttempts": .integer(maxAttempts), "penalisedFor": .integer(penalisedFor),
      "penalisedUntil": penalisedUntil.map(JSONValue.string) ?? .null, "hasPIN": .bool(hasPIN),
      "hasBiometrics": .bool(hasBiometrics), "hasTwoFactor": .bool(hasTwoFactor),
      "hasDevicePIN": .bool(hasDevicePIN), "hasPhone": .bool(hasPhone),
      "needsFactor": .bool(needsFactor),
    ]
  }
}

/// Body of `PUT /second-factor/pin`.
public struct SetPINRequest: JSONBody, Hashable {
  /// The new PIN: 4 to 12 digits.
  ///
  /// Secret.
  public var pin: SecretText
  /// What entitles to it.
  public var entitlement: Entitlement
  /// A key that an account without a factor gets in the same change, both or neither; only with a
  /// code.
  public var registration: RegistrationResponse?

  /// What entitles to a PIN: exactly one.
  public enum Entitlement: Sendable, Hashable {
    /// The code mailed for purpose `set_pin`; only where the account has no factor yet.
    case validateCode(SecretText)
    /// The PIN that is replaced.
    case oldPIN(SecretText)
    /// A proof by another factor; only where the account has no PIN yet.
    case proof(Proof)
  }

  /// A request to send.
  public init(
    pin: SecretText, entitlement: Entitlement, registration: RegistrationResponse? = nil
  ) {
    self.pin = pin
    self.entitlement = entitlement
    self.registration = registration
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    pin = SecretText(try reader.string("pin"))
    var found: [Entitlement] = []
    let code = try reader.optionalSecret("validateCode")
    if let code { found.append(.validateCode(code)) }
    if let oldPIN = try reader.optionalSecret("oldPin") { found.append(.oldPIN(oldPIN)) }
    if let proof = try reader.optionalProof("proof") { found.append(.proof(proof)) }
    registration = try reader.optionalRegistration(besideCode: code)
    try reader.finish()
    guard found.count == 1 else {
      throw JSONShapeError(
        path: "", problem: "must hold exactly one of validateCode, oldPin and proof")
    }
    entitlement = found[0]
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = ["pin": .string(pin.exposed)]
    switch entitlement {
    case .validateCode(let code): members["validateCode"] = .string(code.exposed)
    case .oldPIN(let oldPIN): members["oldPin"] = .string(oldPIN.exposed)
    case .proof(let proof): members["proof"] = .object(proof.members)
    }
    members["registration"] = registration?.json
    return .object(members)
  }
}
