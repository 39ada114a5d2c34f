import FlowModel
import WebAuthnModel
import WireModel

/// Does the effects of one flow: what all kinds of flow have in common here, and the rest by its
/// ``FlowCalls``.
///
/// Holds the flow's secrets, challenges, proofs and requests, and goes with it.
actor FlowWorker {
  let context: FlowContext
  let calls: any FlowCalls
  var materials = FlowMaterials()
  /// Whose flow it was started for; nil for the account that was used last.
  let wantedAccount: String?

  init(_ calls: any FlowCalls, account: String?, _ context: FlowContext) {
    self.calls = calls
    self.context = context
    wantedAccount = account
  }

  /// Does one effect.
  ///
  /// - Parameters:
  ///   - effect: What the machine wants.
  ///   - given: What the person has just given, where it was an input that led to the effect.
  /// - Returns: The answer for the machine; nil where none is waited for.
  func perform(_ effect: FlowEffect, _ given: GivenInput) async -> FlowEvent? {
    materials.take(given)
    return switch effect {
    case .readOpenOperation(let tag): .openOperationRead(tag, await readOpenOperation())
    case .askOperation(let tag, let id): .operationAnswered(tag, await askOperation(id))
    case .askOptions(let tag): .optionsAnswered(tag, await calls.options(self))
    case .sign(let tag): .signed(tag, await sign())
    case .verify(let tag): .verified(tag, await verify())
    case .act(let tag, let proof, let id): .acted(tag, await act(proof, id))
    case .actAgain(let tag): .acted(tag, await actAgain())
    case .askSecondFactorAccount(let tag): .secondFactorAnswered(tag, await secondFactor())
    case .disableBiometrics(let tag): await disableBiometrics(tag)
    case .deny(let tag): .denied(tag, await deny())
    case .session(.open(let tag)): .sessionOpened(tag, await calls.open(self))
    case .session(.confirm(let tag, let session, let number)):
      .sessionConfirmed(tag, await calls.confirm(session, number, self))
    case .review(.read(let tag)): .reviewRead(tag, await calls.read(self))
    case .review(.denyAfterRefusal): await denyAfterRefusal()
    case .code(.send(let tag, let sending)): .codeSent(tag, await calls.sendCode(sending, self))
    case .code(.keep(let tag)): .kept(tag)
    case .factors(.consult(let tag)): .factorsAnswered(tag, await calls.consult(self))
    case .factors(.remember(let tag, let answer)): await remember(answer, tag)
    case .factors(.askCreation(let tag)): .creationAnswered(tag, await askCreation())
    case .factors(.create(let tag)): .created(tag, await createKey())
    case .armDeadline, .forget, .release: nil
    }
  }

  /// The account's session.
  func session() async throws(ClientError) -> AccountSession {
    if let session = materials.session { return session }
    guard let session = await context.session(of: wantedAccount) else { throw .noSession }
    materials.session = session
    materials.accountID = session.accountID
    return session
  }

  /// What signs for the flow's account; nil before that is known.
  var authenticator: (any Authenticator)? { materials.accountID.map(context.authenticator) }

  /// What the device's secrets hold of the flow's account.
  func readDevice() async throws(DeviceSecretsError) -> DeviceState {
    guard let device = context.device, let account = materials.accountID else {
      return DeviceState(deviceID: nil)
    }
    return try await device.state(of: account)
  }

  /// The same, where secrets that cannot be read are none: whoever needs them is told so.
  ///
  /// Nothing is sent in another form, forgotten or destroyed for what this says.
  func deviceState() async -> DeviceState {
    (try? await readDevice()) ?? DeviceState(deviceID: nil)
  }

  /// How the second factor stands, where a refusal has just told it.
  func takeToldSecondFactor() -> SecondFactorAccount? {
    defer { materials.toldSecondFactor = nil }
    return materials.toldSecondFactor
  }

  private func secondFactor() async -> SecondFactorAccount? {
    guard materials.session != nil, let session = try? await session() else { return nil }
    return (try? await session.secondFactor()).map(SecondFactorAccount.init)
  }

  /// Denies; again after a pause, and as nobody's activity, where the answer was lost.
  private func deny() async -> DenialAnswer {
    if materials.hasDenied {
      await pauseBeforeRepetition()
      guard !Task.isCancelled else { return .notSent }
      materials.session = materials.session?.inBackground
    }
    materials.hasDenied = true
    return await calls.deny(self)
  }

  private func denyAfterRefusal() async -> FlowEvent? {
    _ = await calls.deny(self)
    return nil
  }

  private func remember(_ answer: SoftPrompt.Answer, _ tag: FlowTag) async -> FlowEvent {
    if let account = materials.accountID {
      await SoftPromptMemory(vault: context.vault).remember(answer, for: account)
      materials.hasAnsweredSoftPrompt = true
    }
    return .softPromptRemembered(tag)
  }

  /// The flow has ended: what the device made for it and the server never took is destroyed.
  ///
  /// What the server may have taken stays, to be found out about.
  func release() async {
    guard !materials.isOutcomeOpen else { return }
    if let key = materials.registration?.id {
      materials.registration = nil
      try? await authenticator?.deleteCredential(key)
    }
    await dropUnconfirmedDevice()
    guard let account = materials.accountID, materials.hasNewAccount else { return }
    // An earlier enrolment of it may still be confirmed.
    guard let state = try? await readDevice(), state.unconfirmedIDs.isEmpty else { return }
    try? await context.installation.remove(account)
  }
}
