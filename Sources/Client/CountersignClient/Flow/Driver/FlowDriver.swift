import FlowModel
import WebAuthnModel
import WireModel

/// Performs the effects of one flow, with the calls of its kind.
///
/// Holds the secrets, challenges, proofs and requests of the flow, and lives as long as the flow.
/// The machine sees none of them.
actor FlowDriver {
  let context: FlowContext
  let kind: FlowKind<SignatureAPI>
  /// The account that the flow was started for; nil for the one that was used last.
  let wantedAccount: String?

  /// The flow's account.
  var owner = FlowOwner.unknown
  /// The factors that the person gave.
  var given = GivenFactors()
  /// The challenge for a key.
  var signing = SigningStage.nothing
  /// The challenge for this device's own keys, until it is used; nil if the session is no device's.
  var deviceChallenge: DeviceChallenge?
  /// The key that is registered.
  var newKey = KeyStage.nothing
  /// The key that binds the new session; nil before it was made, and if the connection binds none.
  var openingKey: KeyThumbprint?
  /// The action's request; nil before one was sent.
  var sent: SentRequest?
  /// The state of the second factor that an answer told beside what was asked; until the machine
  /// is told.
  var toldSecondFactor: SecondFactorAccount?
  /// The link that is confirmed.
  var openedLink = LinkStage.unopened
  /// The traces of an account that comes to this device.
  var arrival = Arrival()
  /// The way in which an account without a factor gets its PIN; nil before its factors were
  /// consulted.
  var upgrade: UpgradeMeans?
  /// The earlier operations of which it is known what became of them.
  var resolved: Set<OperationID> = []
  /// Those that asked for something else, and whose outcome the person has to be told.
  var untold: Set<OperationID> = []
  /// True once a denial was sent.
  private var hasDenied = false

  init(_ kind: FlowKind<SignatureAPI>, account: String?, _ context: FlowContext) {
    self.kind = kind
    self.context = context
    wantedAccount = account
  }

  /// The account that the flow is about; nil until it is known.
  var accountID: String? { owner.accountID }

  /// The PIN that the flow sets; nil where it sets none.
  ///
  /// Secret.
  var newPIN: SecretText? { given.newPIN }

  /// The answer to an effect.
  struct Report: Sendable {
    /// The answer for the machine.
    let answer: Answer
    /// The state of the second factor, if the server told that too.
    let secondFactor: SecondFactorAccount?
  }

  /// Does one effect.
  ///
  /// - Parameters:
  ///   - effect: What the machine wants.
  ///   - input: What the person has just given, where it was an input that led to the effect.
  /// - Returns: The answer for the machine; nil where none is waited for.
  func perform(_ effect: FlowEffect, _ input: GivenInput) async -> Report? {
    given.take(input)
    guard let answer = await answer(to: effect) else { return nil }
    let report = Report(answer: answer, secondFactor: toldSecondFactor)
    toldSecondFactor = nil
    note(report, of: effect)
    return report
  }

  private func answer(to effect: FlowEffect) async -> Answer? {
    switch effect {
    case .readOpenOperation: return await readOpenOperation()
    case .lookUpOperation(_, let operation): return await lookUpOperation(operation)
    case .openSession: return await kind.open(self)
    case .confirmEnrolment: return await kind.confirmEnrolment(self)
    case .confirmLogin(_, let account, let number):
      return await kind.confirmLogin(of: account, number, self)
    case .readReview: return await kind.readReview(self)
    case .consultFactors: return await kind.consultFactors(self)
    case .askChallenge: return await kind.askChallenge(self)
    case .mailCode(_, let registersKey):
      return await kind.sendCode(.mailed(registersKey: registersKey), self)
    case .textCode: return await kind.sendCode(.texted, self)
    // It was taken before the effect.
    case .keepInput: return .done
    case .checkProof: return await kind.checkProof(self)
    case .sign: return await sign()
    case .verify: return await verify()
    case .disableBiometrics: return await disableBiometrics()
    case .rememberSoftPrompt(_, let answer): return await remember(answer)
    case .askCreation: return await askCreation()
    case .createKey: return await createKey()
    case .act(_, let proof, let operation): return await act(proof, operation)
    case .actAgain: return await actAgain()
    case .askSecondFactor: return await askSecondFactor()
    case .deny: return await deny()
    case .denyAfterRefusal(_, let factor):
      await kind.denyAfterRefusal(of: factor, self)
      return nil
    case .awaitDecision: return await kind.awaitDecision(self)
    // The manager does these itself.
    case .armDeadline, .forget, .release: return nil
    }
  }

  /// Notes for later flows how the second factor stands after an effect.
  private func note(_ report: Report, of effect: FlowEffect) {
    guard let account = accountID else { return }
    if case .secondFactor(let told) = report.answer { context.told.note(told, of: account) }
    if let told = report.secondFactor { context.told.note(told, of: account) }
    switch (report.answer, effect) {
    case (.failure, .act), (.failure, .actAgain), (.failure, .askCreation), (.failure, .checkProof):
      if report.secondFactor == nil { context.told.forget(account) }
    case (_, .act(_, .pin, _)) where !kind.changesFactors,
      (_, .checkProof) where given.pin != nil:
      context.told.noteRightPIN(of: account)
    case (_, .act) where kind.changesFactors, (_, .actAgain) where kind.changesFactors:
      context.told.forget(account)
    default: break
    }
  }

  /// The account's session.
  func session() async throws(ClientError) -> AccountSession {
    if let session = owner.session { return session }
    guard let session = try await context.session(of: wantedAccount) else { throw .noSession }
    owner = .session(session)
    return session
  }

  /// The biometric keys of the flow's account on this device.
  var keys: LocalKeys { keys(of: owner.accountID) }

  /// The biometric keys of an account on this device; none of an account that is not known yet.
  func keys(of account: String?) -> LocalKeys {
    LocalKeys(
      authenticator: account.map(context.authenticator), vault: context.vault, account: account)
  }

  /// This installation as a device of the flow's account.
  var device: AccountDevice { context.device(of: owner.accountID) }

  /// Asks for the state of the second factor, in the session of a flow that has one.
  private func askSecondFactor() async -> Answer {
    guard kind.hasSession else { return .failure(.sessionOver) }
    do throws(ClientError) {
      return .secondFactor(SecondFactorAccount(try await session().secondFactor()))
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Denies; again after a pause, and as nobody's activity, where the answer was lost.
  private func deny() async -> Answer {
    if hasDenied {
      await pauseBeforeRepetition()
      guard !Task.isCancelled else { return .failure(.notSent) }
      if let session = owner.session { owner = .session(session.inBackground) }
    }
    hasDenied = true
    return await kind.deny(self)
  }

  /// Notes the state of the second factor, where a refusal tells it.
  func noteSecondFactor(toldBy error: ClientError) {
    guard case .refused(let problem) = error, let told = problem.secondFactor else { return }
    toldSecondFactor = SecondFactorAccount(told)
  }

  /// Takes the challenges that are to be signed.
  func take(_ challenge: FlowChallenge, _ deviceChallenge: Challenge?) {
    signing = .asked(challenge)
    self.deviceChallenge = deviceChallenge.map { DeviceChallenge($0, challenge.document) }
  }

  /// Notes the answer to the soft prompt.
  private func remember(_ answer: SoftPromptAnswer) async -> Answer {
    if let account = owner.accountID {
      await SoftPromptMemory(vault: context.vault).remember(answer, for: account)
      arrival.hasAnsweredSoftPrompt = true
    }
    return .done
  }

  /// The flow has ended: what the device made for it and the server never took is destroyed.
  ///
  /// What the server may have taken stays, to be found out about.
  func release() async {
    guard sent?.outcome != .open else { return }
    if let key = newKey.registration?.id {
      newKey.drop()
      await keys.delete(key)
    }
    await dropUnconfirmedDevice()
    guard let account = owner.accountID, arrival.isAccountNew else { return }
    // An earlier enrolment of it may still be confirmed.
    guard let state = try? await device.read(), state.unconfirmedIDs.isEmpty else { return }
    try? await context.installation.remove(account)
  }
}
