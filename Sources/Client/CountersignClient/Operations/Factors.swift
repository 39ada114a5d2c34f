public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Has a code mailed or texted to the account's person.
  ///
  /// - Parameters:
  ///   - purpose: What the code is to be good for.
  ///   - channel: How it is sent; nil for the person's first address.
  /// - Returns: The code request.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func requestCode(
    _ purpose: CodePurpose, channel: CodeChannel? = nil
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = CodeRequest(purpose: purpose, channel: channel)
    return try await connection.call(request(.requestCode, body: body.json))
  }

  /// Has a code sent that stands in for a factor, for one action.
  ///
  /// - Parameters:
  ///   - action: The scenario and its payload.
  ///   - channel: How it is sent; nil for the first code, which goes to the person's first
  ///     address. A second one is texted after the first was given.
  /// - Returns: The code request.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func requestCode(
    approving action: LinkedOptionsRequest, channel: CodeChannel? = nil
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = CodeRequest(approving: action, channel: channel)
    return try await connection.call(request(.requestCode, body: body.json))
  }

  /// Has a code sent that registers the account's first key on the way to one action.
  ///
  /// The key approves that action and no other before it has. The code itself stands in for a
  /// factor there as well. Where the account has, or had, a factor it does that alone.
  ///
  /// - Parameter action: The scenario and its payload.
  /// - Returns: The code request.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func requestCode(
    registeringOnTheWayTo action: LinkedOptionsRequest
  ) async throws(ClientError) -> CodeRequestAnswer {
    let body = CodeRequest(registeringOnTheWayTo: action)
    return try await connection.call(request(.requestCode, body: body.json))
  }

  /// A proof of one change of factors by a registered key: one call.
  ///
  /// - Parameters:
  ///   - change: The change, which the proof is good for alone.
  ///   - authenticator: The holder of the key.
  /// - Returns: The proof, good once.
  /// - Throws: ``ClientError``.
  public func prove(
    _ change: FactorChange, with authenticator: any Authenticator
  ) async throws(ClientError) -> Proof {
    let linked = try await options(changing: change)
    let request = SigningRequest(linked.options, document: linked.document)
    do throws(AuthenticatorError) {
      return .assertion(try await authenticator.sign(request))
    } catch {
      throw .authenticator(error)
    }
  }

  /// Sets or changes the PIN: one call.
  ///
  /// The PIN must not be the app PIN. It is compared with those of this installation where the
  /// session comes from an ``Installation`` of a ``FlowManager`` with device secrets, or over a
  /// connection whose ``TokenBinding`` has them; any other session knows of no app PIN.
  ///
  /// - Parameters:
  ///   - pin: The new PIN. Secret.
  ///   - entitlement: What entitles to it.
  /// - Throws: ``ClientError``.
  public func setPIN(
    _ pin: SecretText, entitledBy entitlement: SetPINRequest.Entitlement
  ) async throws(ClientError) {
    _ = try await connection.call(
      pinRequest(SetPINRequest(pin: pin, entitlement: entitlement), operation: nil))
  }

  /// The call itself, so that the very same one can be sent again.
  func pinRequest(
    _ change: SetPINRequest, operation: OperationID?
  ) -> WireRequest {
    request(.setPIN, idempotencyKey: operation?.text, body: change.json)
  }

  /// Sets or changes the PIN of the session's device: one call.
  ///
  /// - Parameters:
  ///   - change: The new PIN key, as ``DeviceSecrets`` made it.
  ///   - device: The device's id.
  ///   - operation: The idempotency key.
  /// - Throws: ``ClientError``.
  public func setPINKey(
    _ change: PINKeyRequest, of device: String, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(pinKeyRequest(change, of: device, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func pinKeyRequest(
    _ change: PINKeyRequest, of device: String, operation: OperationID?
  ) -> WireRequest {
    request(
      .setPINKey, parameters: ["id": device], idempotencyKey: operation?.text,
      body: change.json)
  }

  /// Has a code texted to a new telephone number: one call.
  ///
  /// - Parameters:
  ///   - request: The number, and what entitles to it.
  ///   - operation: The idempotency key; nil for none.
  /// - Returns: The code request; the number holds once its code is confirmed.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func setPhone(
    _ request: PhoneRequest, operation: OperationID? = nil
  ) async throws(ClientError) -> CodeRequestAnswer {
    try await connection.call(
      self.request(.setPhone, idempotencyKey: operation?.text, body: request.json))
  }

  /// Makes the new telephone number the account's: one call.
  ///
  /// - Parameters:
  ///   - otp: The code that was texted to it. Secret.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func confirmPhone(
    _ otp: SecretText, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .confirmPhone, idempotencyKey: operation?.text, body: PhoneConfirmation(otp: otp).json))
  }

  /// Asks for the secret of an authenticator app: one call.
  ///
  /// - Parameters:
  ///   - entitlement: What entitles to it.
  ///   - operation: The idempotency key; nil for none.
  /// - Returns: What the app is to keep; it holds once a code of it is confirmed.
  /// - Throws: ``ClientError``.
  public func enrolAuthenticatorApp(
    entitledBy entitlement: AuthenticatorAppRequest, operation: OperationID? = nil
  ) async throws(ClientError) -> AuthenticatorAppAnswer {
    try await connection.call(
      request(
        .enrolAuthenticatorApp, idempotencyKey: operation?.text, body: entitlement.json))
  }

  /// Makes the authenticator app a factor of the account: one call.
  ///
  /// - Parameters:
  ///   - code: The code that the app shows. Secret.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func confirmAuthenticatorApp(
    _ code: SecretText, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .confirmAuthenticatorApp, idempotencyKey: operation?.text,
        body: AuthenticatorAppConfirmation(twoFactorCode: code).json))
  }

  /// Removes the authenticator app: one call.
  ///
  /// - Parameters:
  ///   - proof: A proof by a factor of this change.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func removeAuthenticatorApp(
    proof: Proof? = nil, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .removeAuthenticatorApp, idempotencyKey: operation?.text,
        body: RevocationRequest(proof: proof).json))
  }

  /// The factors and devices on hold: those that the account had before its owner proved its
  /// address.
  ///
  /// - Returns: The list; empty where there are none.
  /// - Throws: ``ClientError``.
  public func heldFactors() async throws(ClientError) -> HeldFactors {
    try await connection.call(request(.heldFactors))
  }

  /// Makes a factor that is on hold count again: one call.
  ///
  /// - Parameters:
  ///   - id: Which, as the list has it.
  ///   - proof: A strong proof of this change.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func keepHeldFactor(
    _ id: String, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .keepHeldFactor, parameters: ["id": id], idempotencyKey: operation?.text,
        body: RevocationRequest(proof: proof).json))
  }

  /// Removes a factor that is on hold for good: one call.
  ///
  /// - Parameters:
  ///   - id: Which, as the list has it.
  ///   - proof: A strong proof of this change.
  ///   - operation: The idempotency key; nil for none.
  /// - Throws: ``ClientError``.
  public func removeHeldFactor(
    _ id: String, proof: Proof, operation: OperationID? = nil
  ) async throws(ClientError) {
    _ = try await connection.call(
      request(
        .removeHeldFactor, parameters: ["id": id], idempotencyKey: operation?.text,
        body: RevocationRequest(proof: proof).json))
  }
}
