import FlowModel
import WebAuthnModel
import WireModel

/// HEADLESS_UPGRADE: an account without a second factor gets a PIN and, where the person wants it,
/// a key; a mailed code entitles to the PIN, and the PIN to the key.
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
    let purpose: CodePurpose =
      switch worker.materials.upgrade {
      case .newDevice: .register
      case .onDevice, .inBody: .setPIN
      }
    do throws(ClientError) {
      let answer = try await worker.session().requestCode(purpose)
      return .sent(CodeDelivery(answer, worker.context.configuration.texts))
    } catch {
      return CodeAnswer(error)
    }
  }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    await worker.managementOptions(prompt: worker.context.configuration.texts.logInPrompt)
  }

  /// The PIN is set first, as the key is entitled by it.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    guard let pin = worker.materials.newPIN else { throw .nothingGiven }
    if worker.materials.pinThatWasSet != pin {
      let operation = OperationID(Base64URL.encode(worker.context.random.bytes(16)))
      try await worker.actWithin(try await pinAction(pin, operation, worker), operation)
      worker.materials.pinThatWasSet = pin
    }
    worker.materials.provingPIN = pin
    try await worker.askCreationByPIN()
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    if worker.materials.registration != nil {
      return try await worker.registrationAction(.headlessUpgrade, proof)
    }
    guard let pin = worker.materials.newPIN else { throw .nothingGiven }
    // It was set on the way to a key that then could not be made.
    guard worker.materials.pinThatWasSet != pin else { throw ActionStop(.accomplished) }
    return try await pinAction(pin, operation, worker)
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    if worker.materials.registration != nil, worker.materials.pinThatWasSet != nil {
      let _: RegisteredCredential = try ServerConnection.read(response.body)
      worker.materials.registration = nil
    } else if worker.materials.hasUnconfirmedDevice {
      await worker.keepNewDevice()
    } else {
      await worker.keepOpenPIN()
    }
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool {
    switch asked {
    case .pin(.headlessUpgrade), .pinKey(.headlessUpgrade, _), .device(.headlessUpgrade),
      .credential(.headlessUpgrade, _):
      true
    default: false
    }
  }

  private func pinAction(
    _ pin: SecretText, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    if let old = worker.materials.pinThatWasSet {
      return worker.materials.upgrade == .inBody
        ? try await worker.seedPINAction(pin, .oldPIN(old), .headlessUpgrade, operation, .codes)
        : try await worker.pinKeyAction(pin, .oldPIN(old), .headlessUpgrade, operation, .codes)
    }
    guard let code = worker.materials.mailedCode else { throw .nothingGiven }
    return switch worker.materials.upgrade {
    case .inBody:
      try await worker.seedPINAction(
        pin, .validateCode(code), .headlessUpgrade, operation, .codes)
    case .onDevice:
      try await worker.pinKeyAction(
        pin, .validateCode(code), .headlessUpgrade, operation, .codes)
    case .newDevice:
      try await worker.deviceAction(pin, code, .headlessUpgrade, operation)
    }
  }
}

extension FlowWorker {
  /// An action within another effect: remembered, and sent again until its answer is known.
  func actWithin(
    _ action: FlowAction, _ operation: OperationID
  ) async throws(ActionStop) {
    if let asked = action.asked { try await remember(operation, asked) }
    materials.sent = SentRequest(request: action.request, proof: .codes, asked: action.asked)
    var answer = await send()
    while answer == .lost || answer == .notSent && materials.isOutcomeOpen {
      // The flow's deadline ends this, and the vault keeps the operation then.
      guard !Task.isCancelled else { throw ActionStop(answer) }
      answer = await actAgain()
    }
    if !materials.isOutcomeOpen { await forget(operation) }
    guard answer == .accomplished else { throw ActionStop(answer) }
  }

  /// The request that registers this installation as a device of the account, with its PIN.
  func deviceAction(
    _ pin: SecretText, _ code: SecretText, _ change: AskedAction.FactorChange,
    _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let account = materials.accountID else { throw .nothingGiven }
    let device = try await newDevice(for: account, context: account, pin: pin)
    do throws(ClientError) {
      let request = try await session().deviceRequest(
        DeviceRequest(device: device, validateCode: code), operation: operation)
      return FlowAction(request: request, asked: .device(change))
    } catch {
      throw ActionStop(error, .codes)
    }
  }

  /// Makes a device that the server is about to register.
  func newDevice(
    for account: String, context: String, pin: SecretText?
  ) async throws(ActionStop) -> NewDevice {
    guard let device = self.context.device else { throw .nothingGiven }
    do throws(DeviceSecretsError) {
      let new = try await device.prepareDevice(
        DevicePlan(
          account: account, name: self.context.configuration.deviceName, context: context,
          pin: pin))
      materials.hasUnconfirmedDevice = true
      return new
    } catch {
      throw ActionStop(error)
    }
  }

  /// The server has registered the device.
  func keepNewDevice() async {
    materials.hasUnconfirmedDevice = false
    materials.hasNewAccount = false
    guard let account = materials.accountID else { return }
    try? await context.device?.settleDevice(.registered, of: account)
  }
}

extension CodeDelivery {
  /// A code that was mailed.
  init(_ answer: CodeRequestAnswer, _ texts: FlowTexts) {
    self.init(destination: texts.mailedTo, resendAfterSeconds: answer.resendAfter)
  }
}
