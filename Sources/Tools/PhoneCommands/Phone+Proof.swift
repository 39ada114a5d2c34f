import CountersignClient
import CountersignDevice
import WireModel

extension Phone {
  /// Proves a factor with which others are managed; nil where the account has none.
  ///
  /// - Parameters:
  ///   - session: Whose factor.
  ///   - pin: The PIN, where a flag gives it.
  ///   - prompt: What it is for.
  /// - Returns: The proof, good once.
  /// - Throws: Where there is none, or a call fails.
  func proof(in session: AccountSession, pin: String?, prompt: String) async throws -> Proof? {
    let factors = try await session.secondFactor()
    if factors.hasPIN {
      guard let challenge = try await session.managementOptions().pinChallenge else {
        return .pin(try PhonePIN.obtain(pin, "the account's PIN:"))
      }
      let given = try PhonePIN.obtain(pin, "the PIN:")
      let shown = DeviceChallenge(challenge, .scenario(.manageFactors, prompt: prompt))
      return .pinProof(try await device.provePIN(given, shown, of: session.accountID))
    }
    guard factors.hasBiometrics else { return nil }
    return try await session.proveFactor(with: authenticator(of: session), prompt: prompt)
  }

  /// What entitles to a further factor: one that the account has, or for the first a mailed code.
  func entitlement(
    in session: AccountSession, pin: String?, codes: CodeOptions, prompt: String
  ) async throws -> RegistrationOptionsRequest {
    if let proof = try await proof(in: session, pin: pin, prompt: prompt) {
      return RegistrationOptionsRequest(proof: proof)
    }
    let recipient = await home.userName(of: session.accountID)
    let code = try await obtainCode(codes, to: recipient, for: .register) {
      try await session.requestCode(.register)
    }
    return RegistrationOptionsRequest(validateCode: code)
  }
}
