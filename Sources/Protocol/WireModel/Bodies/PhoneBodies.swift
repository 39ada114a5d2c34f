public import WebAuthnModel

/// Body of `PUT /account/phone`: the new number, and what entitles to it.
///
/// A mailed code alone where the account has no factor yet; otherwise a fresh proof by one.
public struct PhoneRequest: JSONBody, Hashable {
  /// The number, international (E.164).
  public var phone: String
  /// The code mailed for purpose `register`.
  public var validateCode: SecretText?
  /// A proof by a factor that the account has.
  public var proof: Proof?

  /// A request to send.
  public init(phone: String, validateCode: SecretText? = nil, proof: Proof? = nil) {
    self.phone = phone
    self.validateCode = validateCode
    self.proof = proof
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    phone = try reader.string("phone")
    validateCode = try reader.optionalSecret("validateCode")
    proof = try reader.optionalProof("proof")
    try reader.finish()
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = ["phone": .string(phone)]
    members["validateCode"] = validateCode.map { .string($0.exposed) }
    members["proof"] = proof.map { .object($0.members) }
    return .object(members)
  }
}

/// Body of `POST /account/phone/confirm`.
public struct PhoneConfirmation: JSONBody, Hashable {
  /// The code that was texted to the new number.
  ///
  /// Secret.
  public var otp: SecretText

  /// A confirmation to send.
  public init(otp: SecretText) { self.otp = otp }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    otp = SecretText(try reader.string("otp"))
    try reader.finish()
  }

  /// The body's fields.
  public var json: JSONValue { ["otp": .string(otp.exposed)] }
}
