import FlowModel
import WebAuthnModel
import WireModel

/// CHANGE_PIN: the old PIN replaces itself.
struct ChangePINCalls: ConsultsFactors, ChecksProof {
  func consult(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let account = SecondFactorAccount(try await worker.session().secondFactor())
      return .factors(account, .pin, .none(.biometricsNotAvailable))
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func checkProof(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      return await worker.verifyPIN(in: try await worker.session())
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let old = worker.materials.given.pin, let new = worker.materials.given.newPIN else {
      throw .nothingGiven
    }
    // The server sees the keys of a device's PINs alone, which differ even for the same PIN.
    guard new != old else { throw ActionStop(.unacceptablePIN(.pinUnchanged)) }
    guard try await worker.device.isPINKey() else {
      return try await worker.setPINInBody(new, .oldPIN(old), .changePIN, operation, proof)
    }
    return try await worker.setPINKey(new, .oldPIN(old), .changePIN, operation, proof)
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    await worker.device.keepOpenPIN()
    return .done
  }

  func isSame(_ asked: AskedAction) -> Bool {
    switch asked {
    case .pin(.changePIN, _), .pinKey(.changePIN, _, _): true
    default: false
    }
  }
}

/// HEADLESS_UPGRADE: an account without a second factor gets a PIN and, where the person wants it,
/// a key; a mailed code entitles to both, and one action sets both or neither.
struct HeadlessUpgradeCalls: ConsultsFactors, SendsCodes, RegistersKey {
  /// The way in which the account gets its PIN.
  enum Means: Sendable {
    /// As a key of the device that the session is of.
    case onDevice
    /// With this installation as a new device, where the session was opened by a code.
    case newDevice
    /// As it is, where the app has no device secrets.
    case inBody
  }

  func consult(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let session = try await worker.session()
      let account = SecondFactorAccount(try await session.secondFactor())
      // Who has a factor gets another by that one, not by a code.
      guard !account.hasBiometrics else { return .failure(.notAllowed(.secondFactorExists)) }
      worker.materials.upgrade = try await means(session, worker)
      return .factors(account, .code, await worker.keys.offer())
    } catch {
      return .failure(CallFailure(error))
    }
  }

  private func means(
    _ session: AccountSession, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Means {
    guard worker.context.device != nil else { return .inBody }
    guard let id = await worker.device.state().deviceID else { return .newDevice }
    let isHere = try await session.devices().devices.contains { $0.id == id && $0.isCurrent }
    return isHere ? .onDevice : .newDevice
  }

  func sendCode(_ code: WantedCode, _ worker: isolated FlowWorker) async -> Answer {
    switch worker.materials.upgrade {
    case .newDevice?: await worker.sendCode(for: .register)
    case .onDevice?, .inBody?, nil: await worker.sendCode(for: .setPIN)
    }
  }

  /// Asks how to make a key, which the server tells every account without a factor.
  ///
  /// One action sets the PIN and the key, and proves what entitles to both.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    guard worker.materials.key.creation == nil else { return }
    guard let creation = try await worker.askManagement(.codes).creation else {
      throw ActionStop(.notAllowed(.secondFactorExists))
    }
    worker.materials.key.entitle(creation)
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let pin = worker.materials.given.newPIN, let code = worker.materials.given.codes?.mailed,
      let means = worker.materials.upgrade
    else { throw .nothingGiven }
    return switch means {
    case .inBody:
      try await worker.setPINInBody(
        pin, .validateCode(code), .headlessUpgrade, operation, proof)
    case .onDevice:
      try await worker.setPINKey(pin, .validateCode(code), .headlessUpgrade, operation, proof)
    case .newDevice:
      try await worker.registerDevice(pin, code, operation)
    }
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    if worker.materials.key.registration != nil {
      worker.materials.key.drop()
      await worker.keys.noteRegistered()
    }
    if worker.materials.arrival.unconfirmedDevice != nil {
      await worker.keepNewDevice()
    } else {
      await worker.device.keepOpenPIN()
    }
    return .done
  }

  func isSame(_ asked: AskedAction) -> Bool {
    switch asked {
    case .pin(.headlessUpgrade, _), .pinKey(.headlessUpgrade, _, _), .device(.headlessUpgrade, _):
      true
    default: false
    }
  }
}

/// The requests by which a PIN is set.
extension FlowWorker {
  /// Makes the request that sets or changes the PIN of this device.
  fileprivate func setPINKey(
    _ pin: SecretText, _ entitlement: PINKeyChange.Entitlement,
    _ change: AskedAction.FactorChange, _ operation: OperationID, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    guard let secrets = device.secrets, let account = materials.owner.accountID else {
      throw .nothingGiven
    }
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
    let registration = materials.key.registration
    request.registration = registration
    guard let id = await device.state().deviceID else { throw .nothingGiven }
    do throws(ClientError) {
      return FlowAction(
        request: try await session().pinKeyRequest(request, of: id, operation: operation),
        asked: .pinKey(change, PINKeyName(request), key: registration?.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Makes the request that sets or changes a PIN that is sent in the body.
  fileprivate func setPINInBody(
    _ pin: SecretText, _ entitlement: SetPINRequest.Entitlement,
    _ change: AskedAction.FactorChange, _ operation: OperationID, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    do throws(DeviceSecretsError) {
      try await device.requireNoAppPIN(pin)
    } catch {
      throw ActionStop(error)
    }
    let registration = materials.key.registration
    do throws(ClientError) {
      return FlowAction(
        request: try await session().pinRequest(
          SetPINRequest(pin: pin, entitlement: entitlement, registration: registration),
          operation: operation),
        asked: .pin(change, key: registration?.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Makes the request that registers this installation as a device of the account, with its PIN.
  fileprivate func registerDevice(
    _ pin: SecretText, _ code: SecretText, _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let account = materials.owner.accountID else { throw .nothingGiven }
    let device = try await makeDevice(for: account, context: account, pin: pin)
    let registration = materials.key.registration
    do throws(ClientError) {
      let request = try await session().deviceRequest(
        DeviceRequest(device: device, validateCode: code, registration: registration),
        operation: operation)
      return FlowAction(
        request: request, asked: .device(.headlessUpgrade, key: registration?.id))
    } catch {
      throw ActionStop(error, .codes)
    }
  }

  /// Asks for a challenge for what is done to the account's factors.
  fileprivate func askManagement(_ proof: ActionProof) async throws(ActionStop) -> LinkedOptions {
    do throws(ClientError) {
      return try await session().options(changing: .setPIN)
    } catch {
      throw ActionStop(error, proof)
    }
  }
}
