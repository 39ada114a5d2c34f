import FlowModel
import WireModel

/// The work that an effect is, ready to be done by a flow's worker.
///
/// The machine's effects are one type for all kinds of flow. Here, and nowhere else, an effect
/// meets the calls of the flow that wants it: if it needs a call that this kind of flow does not
/// make, it is no work, and has no code.
struct FlowWork: Sendable {
  /// Does the work; nil where nobody waits for an answer.
  let perform: @Sendable (_ worker: isolated FlowWorker) async -> Report?

  /// The answer to an effect.
  struct Report: Sendable {
    /// The answer for the machine.
    var answer: Answer
    /// The state of the second factor, if a refusal told that too.
    var secondFactor: SecondFactorAccount?
  }

  private init(_ perform: @escaping @Sendable (isolated FlowWorker) async -> Report?) {
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
      case .act(_, let proof, let id): FlowWork { await $0.act(proof, id) }
      case .actAgain: FlowWork { await $0.actAgain() }
      case .askSecondFactor: Self.answer(calls) { await $1.askSecondFactor() }
      // The worker takes what was given before each effect.
      case .keepInput: Self.answer(calls) { _, _ in .done }
      case .checkProof: Self.answer(calls as? any ChecksProof) { await $0.checkProof($1) }
      case .readOpenOperation, .lookUpOperation, .consultFactors:
        Self.workInSession(effect, calls)
      case .openSession, .confirmEnrolment, .confirmLogin: Self.workOnSession(effect, calls)
      case .askChallenge, .sign, .verify, .disableBiometrics:
        Self.workOnChallenge(effect, calls)
      case .mailCode(_, let registersKey):
        Self.answer(calls as? any SendsCodes) {
          await $0.sendCode(.mailed(registersKey: registersKey), $1)
        }
      case .textCode:
        Self.answer(calls as? any SendsCodes) { await $0.sendCode(.texted, $1) }
      case .rememberSoftPrompt(_, let said):
        Self.answer(calls as? any RegistersKey) { await $1.remember(said) }
      case .askCreation:
        Self.answer(calls as? any RegistersKey) { await $1.askCreation($0) }
      case .createKey:
        Self.answer(calls as? any RegistersKey) { await $1.createKey() }
      case .readReview:
        Self.answer(calls as? any ReadsReview) { await $0.read($1) }
      case .deny:
        Self.answer(calls as? any Denies) { await $1.deny($0) }
      case .denyAfterRefusal(_, let factor):
        (calls as? any ReadsReview).map { calls in
          FlowWork { worker in
            await calls.denyAfterRefusal(of: factor, worker)
            return nil
          }
        }
      case .awaitDecision:
        Self.answer(calls as? any ReadsReview) { await $0.awaitDecision($1) }
      case .armDeadline, .forget, .release: nil
      }
    guard let work else { return nil }
    self = work
  }

  /// The work of a flow in an account's session.
  private static func workInSession(
    _ effect: FlowEffect, _ calls: any FlowCalls
  ) -> FlowWork? {
    switch effect {
    case .lookUpOperation(_, let id):
      answer(calls as? any RecallsOperations) { await $1.lookUpOperation(id, $0) }
    case .consultFactors:
      answer(calls as? any ConsultsFactors) { await $0.consult($1) }
    default:
      answer(calls as? any RecallsOperations) { await $1.readOpenOperation() }
    }
  }

  /// The work of ENROL and LOGIN.
  private static func workOnSession(
    _ effect: FlowEffect, _ calls: any FlowCalls
  ) -> FlowWork? {
    switch effect {
    case .confirmEnrolment:
      answer(calls as? EnrolCalls) { await $0.confirm($1) }
    case .confirmLogin(_, let account, let number):
      answer(calls as? any LoginCalls) { await $0.confirm(account, number, $1) }
    default:
      answer(calls as? any OpensSession) { await $0.open($1) }
    }
  }

  /// The work of a flow whose proof may be a signed challenge.
  private static func workOnChallenge(
    _ effect: FlowEffect, _ calls: any FlowCalls
  ) -> FlowWork? {
    switch effect {
    case .sign: answer(calls as? any AsksChallenge) { await $1.sign() }
    case .verify: answer(calls as? any VerifiesChallenge) { await $1.verify() }
    case .disableBiometrics:
      answer(calls as? any AsksChallenge) { await $1.disableBiometrics() }
    default: answer(calls as? any AsksChallenge) { await $0.askChallenge($1) }
    }
  }

  /// Work that gives an answer; nil where the flow does not make the calls for it.
  private static func answer<Calls: Sendable>(
    _ calls: Calls?,
    _ perform: @escaping @Sendable (Calls, isolated FlowWorker) async -> Answer
  ) -> FlowWork? {
    guard let calls else { return nil }
    return FlowWork { worker in Report(answer: await perform(calls, worker)) }
  }
}
