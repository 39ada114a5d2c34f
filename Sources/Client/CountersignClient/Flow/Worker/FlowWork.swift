import FlowModel
import WireModel

/// The work that an effect is, ready to be done by a flow's worker.
///
/// The machine's effects are one type for all kinds of flow. Here, and nowhere else, an effect
/// meets the calls of the flow that wants it: if it needs a call that this kind of flow does not
/// make, it is no work, and has no code.
struct FlowWork: Sendable {
  /// Does the work; nil where nobody waits for an answer.
  let perform: @Sendable (_ worker: isolated FlowWorker) async -> Answer?

  /// The answer of an effect.
  struct Answer: Sendable {
    let event: FlowEvent
    /// The state of the second factor, if a refusal told that too.
    var secondFactor: SecondFactorAccount?
  }

  private init(_ perform: @escaping @Sendable (isolated FlowWorker) async -> Answer?) {
    self.perform = perform
  }
}

extension FlowWork {
  /// The work that an effect is in a flow of these calls.
  ///
  /// Nil for one that such a flow cannot want, and for one that the manager does itself.
  init?(_ effect: FlowEffect, _ calls: any FlowCalls) {
    let work: FlowWork? =
      switch effect {
      case .act(let tag, let proof, let id):
        FlowWork { await $0.act(proof, id).answer(tag) }
      case .actAgain(let tag):
        FlowWork { await $0.actAgain().answer(tag) }
      case .askSecondFactorAccount(let tag):
        Self.answer(calls) { .secondFactorAnswered(tag, await $1.askSecondFactor()) }
      case .readOpenOperation(let tag):
        Self.answer(calls as? any RecallsOperations) {
          .openOperationRead(tag, await $1.readOpenOperation())
        }
      case .askOperation(let tag, let id):
        Self.answer(calls as? any RecallsOperations) {
          .operationAnswered(tag, await $1.askOperation(id, $0))
        }
      case .askOptions(let tag):
        Self.answer(calls as? any AsksChallenge) {
          .optionsAnswered(tag, await $0.askChallenge($1))
        }
      case .sign(let tag):
        Self.answer(calls as? any AsksChallenge) { .signed(tag, await $1.sign()) }
      case .disableBiometrics(let tag):
        Self.answer(calls as? any AsksChallenge) {
          await $1.disableBiometrics()
          return .biometricsDisabled(tag)
        }
      case .verify(let tag):
        Self.answer(calls as? any VerifiesChallenge) { .verified(tag, await $1.verify()) }
      case .deny(let tag):
        Self.answer(calls as? any Denies) { .denied(tag, await $1.deny($0)) }
      case .session(let effect): Self.work(effect, calls as? any OpensSession)
      case .review(let effect): Self.work(effect, calls as? any ReadsReview)
      case .code(let effect): Self.work(effect, calls)
      case .factors(let effect): Self.work(effect, calls)
      case .armDeadline, .forget, .release: nil
      }
    guard let work else { return nil }
    self = work
  }

  private static func work(_ effect: SessionEffect, _ calls: (any OpensSession)?) -> FlowWork? {
    switch effect {
    case .open(let tag):
      answer(calls) { .sessionOpened(tag, await $0.open($1)) }
    case .confirm(let tag, let session, let number):
      answer(calls) { .sessionConfirmed(tag, await $0.confirm(session, number, $1)) }
    }
  }

  private static func work(_ effect: ReviewEffect, _ calls: (any ReadsReview)?) -> FlowWork? {
    guard let calls else { return nil }
    switch effect {
    case .read(let tag):
      return answer(calls) { .reviewRead(tag, await $0.read($1)) }
    case .denyAfterRefusal:
      return FlowWork { worker in
        _ = await calls.deny(worker)
        return nil
      }
    }
  }

  private static func work(_ effect: CodeEffect, _ calls: any FlowCalls) -> FlowWork? {
    switch effect {
    case .send(let tag, let sending):
      answer(calls as? any SendsCodes) { .codeSent(tag, await $0.sendCode(sending, $1)) }
    // The worker takes what was given before each effect.
    case .keep(let tag):
      answer(calls) { _, _ in .kept(tag) }
    }
  }

  private static func work(_ effect: FactorsEffect, _ calls: any FlowCalls) -> FlowWork? {
    switch effect {
    case .consult(let tag):
      answer(calls as? any ConsultsFactors) { .factorsAnswered(tag, await $0.consult($1)) }
    case .remember(let tag, let said):
      answer(calls as? any RegistersKey) {
        await $1.remember(said)
        return .softPromptRemembered(tag)
      }
    case .askCreation(let tag):
      answer(calls as? any RegistersKey) { .creationAnswered(tag, await $1.askCreation($0)) }
    case .create(let tag):
      answer(calls as? any RegistersKey) { .created(tag, await $1.createKey()) }
    }
  }

  /// Work that is answered by an event; nil where the flow does not make the calls for it.
  private static func answer<Calls: Sendable>(
    _ calls: Calls?,
    _ perform: @escaping @Sendable (Calls, isolated FlowWorker) async -> FlowEvent
  ) -> FlowWork? {
    guard let calls else { return nil }
    return FlowWork { worker in Answer(event: await perform(calls, worker)) }
  }
}
