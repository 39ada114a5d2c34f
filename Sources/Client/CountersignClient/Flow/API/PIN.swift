import FlowModel
import WebAuthnModel
import WireModel

/// CHANGE_PIN: the old PIN replaces itself.
extension FlowDriver {
  func consultToChangePIN() async -> Answer {
    do throws(ClientError) {
      let account = SecondFactorAccount(try await session().secondFactor())
      return .factors(account, .pin, .none(.biometricsNotAvailable))
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func checkOldPIN() async -> Answer {
    do throws(ClientError) {
      return await verifyPIN(in: try await session())
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func makePINChange(
    _ proof: ActionProof, _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let old = given.pin, let new = given.newPIN else { throw .nothingGiven }
    // The server sees the keys of a device's PINs alone, which differ even for the same PIN.
    guard new != old else { throw ActionStop(.unacceptablePIN(.pinUnchanged)) }
    guard try await device.isPINKey() else {
      return try await setPINInBody(new, .oldPIN(old), operation, proof)
    }
    return try await setPINKey(new, .oldPIN(old), operation, proof)
  }
}

/// HEADLESS_UPGRADE: an account without a second factor gets a PIN and, where the person wants it,
/// a key; a mailed code entitles to both, and one action sets both or neither.
extension FlowDriver {
  func consultToUpgrade() async -> Answer {
    do throws(ClientError) {
      let session = try await session()
      let account = SecondFactorAccount(try await session.secondFactor())
      // Who has a factor gets another by that one, not by a code.
      guard !account.hasBiometrics else { return .failure(.notAllowed(.secondFactorExists)) }
      upgrade = try await upgradeMeans(in: session)
      return .factors(account, .code, await keys.offer())
    } catch {
      return .failure(CallFailure(error))
    }
  }

  private func upgradeMeans(
    in session: AccountSession
  ) async throws(ClientError) -> UpgradeMeans {
    guard context.device != nil else { return .inBody }
    guard let id = await device.state().deviceID else { return .newDevice }
    let isHere = try await session.devices().devices.contains { $0.id == id && $0.isCurrent }
    return isHere ? .onDevice : .newDevice
  }

  func sendUpgradeCode() async -> Answer {
    switch upgrade {
    case .newDevice?: await sendCode(for: .register)
    case .onDevice?, .inBody?, nil: await sendCode(for: .setPIN)
    }
  }

  /// Asks how to make a key, which the server tells every account without a factor.
  ///
  /// One action sets the PIN and the key, and proves what entitles to both.
  func entitleUpgradeKey() async throws(ActionStop) {
    guard newKey.creation == nil else { return }
    guard let creation = try await askManagement(.codes).creation else {
      throw ActionStop(.notAllowed(.secondFactorExists))
    }
    newKey.entitle(creation)
  }

  func makeUpgrade(
    _ proof: ActionProof, _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let pin = given.newPIN, let code = given.codes?.mailed, let means = upgrade else {
      throw .nothingGiven
    }
    return switch means {
    case .inBody:
      try await setPINInBody(pin, .validateCode(code), operation, proof)
    case .onDevice:
      try await setPINKey(pin, .validateCode(code), operation, proof)
    case .newDevice:
      try await registerDevice(pin, code, operation)
    }
  }

  func completeUpgrade() async {
    if newKey.registration != nil {
      newKey.drop()
      await keys.noteRegistered()
    }
    if arrival.unconfirmedDevice != nil {
      await keepNewDevice()
    } else {
      await device.keepOpenPIN()
    }
  }
}

/// The requests by which a PIN is set.
extension FlowDriver {
  /// Makes the request that sets or changes the PIN of this device.
  private func setPINKey(
    _ pin: SecretText, _ entitlement: PINKeyChange.Entitlement, _ operation: OperationID,
    _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    guard let secrets = device.secrets, let account = owner.accountID else { throw .nothingGiven }
    // What the server may have taken is the old PIN now, if it has.
    if await device.state().openPIN != nil {
      guard let session = try? await session(), await device.settlePIN(in: session) else {
        throw ActionStop(.notSent)
      }
    }
    let options = try await askManagement(proof)
    guard let pinChallenge = options.pinChallenge else { throw ActionStop(.sessionOver) }
    let challenge = DeviceChallenge(pinChallenge, options.document)
    var request: PINKeyRequest
    do throws(DeviceSecretsError) {
      request = try await secrets.preparePINKey(
        PINKeyChange(
          account: account, pin: pin, challenge: challenge, entitlement: entitlement))
    } catch {
      throw ActionStop(error)
    }
    let registration = newKey.registration
    request.registration = registration
    guard let id = await device.state().deviceID else { throw .nothingGiven }
    do throws(ClientError) {
      return FlowAction(
        request: try await session().pinKeyRequest(request, of: id, operation: operation),
        asked: .pinKey(kind.type, PINKeyName(request), key: registration?.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Makes the request that sets or changes a PIN that is sent in the body.
  private func setPINInBody(
    _ pin: SecretText, _ entitlement: SetPINRequest.Entitlement, _ operation: OperationID,
    _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    do throws(DeviceSecretsError) {
      try await device.requireNoAppPIN(pin)
    } catch {
      throw ActionStop(error)
    }
    let registration = newKey.registration
    do throws(ClientError) {
      return FlowAction(
        request: try await session().pinRequest(
          SetPINRequest(pin: pin, entitlement: entitlement, registration: registration),
          operation: operation),
        asked: .pin(kind.type, key: registration?.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Makes the request that registers this installation as a device of the account, with its PIN.
  private func registerDevice(
    _ pin: SecretText, _ code: SecretText, _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let account = owner.accountID else { throw .nothingGiven }
    let device = try await makeDevice(for: account, context: account, pin: pin)
    let registration = newKey.registration
    do throws(ClientError) {
      let request = try await session().deviceRequest(
        DeviceRequest(device: device, validateCode: code, registration: registration),
        operation: operation)
      return FlowAction(request: request, asked: .device(kind.type, key: registration?.id))
    } catch {
      throw ActionStop(error, .codes)
    }
  }

  /// Asks for a challenge for what is done to the account's factors.
  private func askManagement(_ proof: ActionProof) async throws(ActionStop) -> LinkedOptions {
    do throws(ClientError) {
      return try await session().options(changing: .setPIN)
    } catch {
      throw ActionStop(error, proof)
    }
  }
}
