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
  /// The purpose of the flow.
  let purpose: FlowPurpose
  var materials = FlowMaterials()
  /// The account that the flow was started for; nil for the one that was used last.
  let wantedAccount: String?

  init(
    _ calls: any FlowCalls, _ purpose: FlowPurpose, account: String?, _ context: FlowContext
  ) {
    self.calls = calls
    self.purpose = purpose
    self.context = context
    wantedAccount = account
  }

  /// The account that the flow is about; nil until it is known.
  var accountID: String? { materials.owner.accountID }

  /// The PIN that the flow sets; nil where it sets none.
  ///
  /// Secret.
  var newPIN: SecretText? { materials.given.newPIN }

  /// Does one effect.
  ///
  /// - Parameters:
  ///   - effect: What the machine wants.
  ///   - given: What the person has just given, where it was an input that led to the effect.
  /// - Returns: The answer for the machine; nil where none is waited for. An effect that this kind
  ///   of flow cannot want has none either: the deadline of its PROCESSING ends the flow then.
  func perform(_ effect: FlowEffect, _ given: GivenInput) async -> FlowWork.Report? {
    materials.given.take(given)
    guard var report = await FlowWork(effect, calls)?.perform(self) else { return nil }
    report.secondFactor = materials.toldSecondFactor
    materials.toldSecondFactor = nil
    note(report, of: effect)
    return report
  }

  /// Notes for later flows how the second factor stands after an effect.
  private func note(_ report: FlowWork.Report, of effect: FlowEffect) {
    guard let account = accountID else { return }
    if case .secondFactor(let told) = report.answer { context.told.note(told, of: account) }
    if let told = report.secondFactor { context.told.note(told, of: account) }
    switch (report.answer, effect) {
    case (.failure, .act), (.failure, .actAgain), (.failure, .askCreation), (.failure, .checkProof):
      if report.secondFactor == nil { context.told.forget(account) }
    case (_, .act(_, .pin, _)) where !purpose.changesFactors,
      (_, .checkProof) where materials.given.pin != nil:
      context.told.noteRightPIN(of: account)
    case (_, .act) where purpose.changesFactors, (_, .actAgain) where purpose.changesFactors:
      context.told.forget(account)
    default: break
    }
  }

  /// The account's session.
  func session() async throws(ClientError) -> AccountSession {
    if let session = materials.owner.session { return session }
    guard let session = try await context.session(of: wantedAccount) else { throw .noSession }
    materials.owner = .session(session)
    return session
  }

  /// The biometric keys of the flow's account on this device.
  var keys: LocalKeys { keys(of: materials.owner.accountID) }

  /// The biometric keys of an account on this device; none of an account that is not known yet.
  func keys(of account: String?) -> LocalKeys {
    LocalKeys(
      authenticator: account.map(context.authenticator), vault: context.vault, account: account)
  }

  /// This installation as a device of the flow's account.
  var device: AccountDevice { context.device(of: materials.owner.accountID) }

  /// Asks for the state of the second factor, in the session of a flow that has one.
  func askSecondFactor() async -> Answer {
    guard case .account = purpose else { return .failure(.sessionOver) }
    do throws(ClientError) {
      return .secondFactor(SecondFactorAccount(try await session().secondFactor()))
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Denies; again after a pause, and as nobody's activity, where the answer was lost.
  func deny(_ calls: any Denies) async -> Answer {
    if materials.hasDenied {
      await pauseBeforeRepetition()
      guard !Task.isCancelled else { return .failure(.notSent) }
      if let session = materials.owner.session { materials.owner = .session(session.inBackground) }
    }
    materials.hasDenied = true
    return await calls.deny(self)
  }

  /// Notes the answer to the soft prompt.
  func remember(_ answer: SoftPromptAnswer) async -> Answer {
    if let account = materials.owner.accountID {
      await SoftPromptMemory(vault: context.vault).remember(answer, for: account)
      materials.arrival.hasAnsweredSoftPrompt = true
    }
    return .done
  }

  /// The flow has ended: what the device made for it and the server never took is destroyed.
  ///
  /// What the server may have taken stays, to be found out about.
  func release() async {
    guard materials.sent?.outcome != .open else { return }
    if let key = materials.key.registration?.id {
      materials.key.drop()
      await keys.delete(key)
    }
    await dropUnconfirmedDevice()
    guard let account = materials.owner.accountID, materials.arrival.isAccountNew else { return }
    // An earlier enrolment of it may still be confirmed.
    guard let state = try? await device.read(), state.unconfirmedIDs.isEmpty else { return }
    try? await context.installation.remove(account)
  }
}

extension FlowPurpose {
  /// True if the flow's action changes which factors there are.
  fileprivate var changesFactors: Bool {
    switch self {
    case .login, .linkLogin, .account(.scenario), .account(.transaction), .account(.review): false
    case .enrol, .account: true
    }
  }
}

/// The surroundings of all flows of a manager.
struct FlowContext: Sendable {
  let connection: ServerConnection
  /// Nil where the app has no device secrets: its PIN is then sent in the body.
  let device: (any DeviceSecrets)?
  let vault: any Vault
  let installation: Installation
  let authenticator: @Sendable (String) -> any Authenticator
  let configuration: FlowConfiguration
  let clock: any Clock<Duration>
  let random: RandomSource
  /// The states of second factors that the server has told.
  let told = ToldSecondFactors()
  /// The one session of a manager that was made for it; nil where sessions lie in the vault.
  let session: AccountSession?

  /// This installation as a device of an account; as none of an account that is not known yet.
  func device(of account: String?) -> AccountDevice {
    AccountDevice(connection: connection, secrets: device, vault: vault, account: account)
  }

  /// A random name for an operation.
  func newOperation() -> OperationID { OperationID(Base64URL.encode(random.bytes(16))) }

  /// The session of an account; nil where it has none here.
  ///
  /// - Throws: ``ClientError/locked`` while its soft lock is closed.
  func session(of account: String?) async throws(ClientError) -> AccountSession? {
    if let session { return account == nil || account == session.accountID ? session : nil }
    do throws(VaultError) {
      return try await installation.session(of: account)
    } catch {
      if error == .locked { throw .locked }
      return nil
    }
  }

  /// Refuses an account that is locked, where its session is not asked for.
  ///
  /// - Throws: ``ClientError/locked``, also if the vault cannot say that there is no app PIN.
  func requireOpen(_ account: String) async throws(ClientError) {
    do throws(VaultError) {
      try await installation.requireOpen(account)
    } catch {
      throw .locked
    }
  }

  /// Destroys all that this device holds of an account whose device the server knows no more.
  ///
  /// As far as it can: what stays is of no use to anybody, and the account is gone from the list.
  func forget(_ account: String, _ keys: [CredentialID]) async {
    let authenticator = authenticator(account)
    for key in keys { try? await authenticator.deleteCredential(key) }
    try? await device?.forget(account)
    try? await installation.remove(account)
  }
}
