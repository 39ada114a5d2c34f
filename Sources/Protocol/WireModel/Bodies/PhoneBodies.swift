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

  /// Refuses two ways at once.
  public func checkMembers() throws(JSONShapeError) {
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
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
}
