import FlowModel
import WebAuthnModel
import WireModel

/// HEADLESS_UPGRADE: an account without a second factor gets a PIN and, where the person wants it,
/// a key; a mailed code entitles to both, and one action sets both or neither.
struct HeadlessUpgradeCalls: FlowCalls {
  /// How the account gets its PIN.
  enum Means: Sendable {
    /// As a key of the device that the session is of.
    case onDevice
    /// With this installation as a new device, where the session was opened by a code.
    case newDevice
    /// In the seed's form, where the app has no device secrets.
    case inBody
  }

  func consult(_ worker: isolated FlowWorker) async -> FactorsAnswer {
    do throws(ClientError) {
      let session = try await worker.session()
      let account = SecondFactorAccount(try await session.secondFactor())
      // Who has a factor gets another by that one, not by a code.
      guard !account.hasBiometrics else { return .failed(.notAllowed(.secondFactorExists)) }
      worker.materials.upgrade = try await means(session, worker)
      return .known(account, .code, await worker.offer())
    } catch {
      return .failed(CallFailure(error))
    }
  }

  private func means(
    _ session: AccountSession, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Means {
    guard worker.context.device != nil else { return .inBody }
    guard let id = await worker.deviceState().deviceID else { return .newDevice }
    let isHere = try await session.devices().devices.contains { $0.id == id && $0.isCurrent }
    return isHere ? .onDevice : .newDevice
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    switch worker.materials.upgrade {
    case .newDevice: await worker.sendCode(for: .register)
    case .onDevice, .inBody: await worker.sendCode(for: .setPIN)
    }
  }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    await worker.managementOptions(prompt: worker.context.configuration.texts.logInPrompt)
  }

  /// What entitles is judged with the PIN and the key, which are set in one action; how to make a
  /// key is told to every account that has no factor.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    guard worker.materials.creation == nil else { return }
    guard let creation = try await worker.managementChallenge(.codes).creation else {
      throw ActionStop(.notAllowed(.secondFactorExists))
    }
    worker.materials.creation = creation
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let pin = worker.materials.newPIN, let code = worker.materials.mailedCode else {
      throw .nothingGiven
    }
    return switch worker.materials.upgrade {
    case .inBody:
      try await worker.seedPINAction(
        pin, .validateCode(code), .headlessUpgrade, operation, proof)
    case .onDevice:
      try await worker.pinKeyAction(pin, .validateCode(code), .headlessUpgrade, operation, proof)
    case .newDevice:
      try await worker.deviceAction(pin, code, .headlessUpgrade, operation)
    }
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    if worker.materials.registration != nil {
      worker.materials.registration = nil
      await worker.noteRegistered()
    }
    if worker.materials.unconfirmedDevice != nil {
      await worker.keepNewDevice()
    } else {
      await worker.keepOpenPIN()
    }
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool {
    switch asked {
    case .pin(.headlessUpgrade, _), .pinKey(.headlessUpgrade, _, _), .device(.headlessUpgrade, _):
      true
    default: false
    }
  }
}

extension FlowWorker {
  /// The request that registers this installation as a device of the account, with its PIN.
  func deviceAction(
    _ pin: SecretText, _ code: SecretText, _ change: AskedAction.FactorChange,
    _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let account = materials.accountID else { throw .nothingGiven }
    let device = try await newDevice(for: account, context: account, pin: pin)
    do throws(ClientError) {
      let request = try await session().deviceRequest(
        DeviceRequest(
          device: device, validateCode: code, registration: materials.registration),
        operation: operation)
      return FlowAction(
        request: request, asked: .device(change, key: materials.registration?.id))
    } catch {
      throw ActionStop(error, .codes)
    }
  }

  /// Makes a device that the server is about to register.
  func newDevice(
    for account: String, context: String, pin: SecretText?
  ) async throws(ActionStop) -> NewDevice {
    guard let device = self.context.device else { throw .nothingGiven }
    await dropUnconfirmedDevice()
    do throws(DeviceSecretsError) {
      let new = try await device.prepareDevice(
        DevicePlan(
          account: account, name: self.context.configuration.deviceName, context: context,
          pin: pin))
      materials.unconfirmedDevice = new.id
      return new
    } catch {
      throw ActionStop(error)
    }
  }
}
