import FlowModel
import WebAuthnModel
import WireModel

extension FlowContext {
  /// Has the server verify a PIN that nothing else is done with yet: a wrong one counts.
  ///
  /// - Parameters:
  ///   - pin: The PIN. Secret.
  ///   - account: Whose.
  ///   - session: A session of the account, in which TEST_BIOMETRICS verifies it. Nil where there
  ///     may be none: then a sign-in of this device does.
  /// - Throws: ``DeviceSecretsError`` where nothing of the PIN was sent; ``ClientError``.
  func verify(
    _ pin: SecretText, of account: String, in session: AccountSession?
  ) async throws {
    do {
      try await verifyOnce(pin, of: account, in: session)
    } catch let error as ClientError where error.reason == .generationMismatch {
      // Only the device's own secrets are too old.
      let device = device(of: account)
      let isSettled =
        if let session { await device.settlePIN(in: session) } else { await device.guessPIN() }
      guard isSettled else { throw error }
      try await verifyOnce(pin, of: account, in: session)
    }
  }

  private func verifyOnce(
    _ pin: SecretText, of account: String, in session: AccountSession?
  ) async throws {
    let device = device(of: account)
    let state = try await device.read()
    guard let session else { return try await signIn(by: pin, device, state) }
    let proof: Proof
    if let secrets = device.secrets, state.hasPIN {
      let linked = try await session.options(for: BiometricTest())
      guard let challenge = linked.pinChallenge else { throw ClientError.noSession }
      if state.openPIN != nil { _ = await device.settlePIN(in: session) }
      proof = .pinProof(
        try await secrets.provePIN(
          pin, DeviceChallenge(challenge, linked.document), of: account))
    } else {
      try await device.requireNoAppPIN(pin)
      proof = .pin(pin)
    }
    _ = try await session.perform(BiometricTest(), proof: proof, operation: newOperation())
  }

  /// Opens a session that nobody keeps: it ends with the device that is replaced, or by its time.
  ///
  /// Ended here it would log this device out.
  private func signIn(
    by pin: SecretText, _ device: AccountDevice, _ state: DeviceState
  ) async throws {
    guard let secrets = device.secrets, let account = device.account else {
      throw DeviceSecretsError.nothingHeld
    }
    let key = try connection.binding?.makeKey()
    let options = try await connection.sessionOptions(deviceID: state.deviceID, boundTo: key)
    guard let challenge = options.pinChallenge else { throw ClientError.noSession }
    let proof = try await secrets.provePIN(
      pin, DeviceChallenge(challenge, options.document), of: account)
    var request = WireRequest(.openSession, body: SessionRequest.pinProof(proof).json)
    request.openingKey = key
    let _: SessionAnswer = try await connection.call(request)
  }
}

extension FlowDriver {
  /// Has the server verify the PIN that was given, for nothing else.
  func verifyPIN(in session: AccountSession?) async -> Answer {
    guard let pin = given.pin, let account = accountID else {
      return ActionStop.nothingGiven.answer
    }
    do {
      try await context.verify(pin, of: account, in: session)
      return .done
    } catch let error as DeviceSecretsError {
      return ActionStop(ofProof: error).answer
    } catch let error as ClientError {
      noteSecondFactor(toldBy: error)
      return Answer(before: error, proof: .pin)
    } catch {
      return .failure(.notUnderstood(.answerNotUnderstood))
    }
  }
}
