import DocumentModel

@testable import FlowModel

/// What must hold in every walk (flows, "Lifecycle", and the table of interactions).
struct WalkRules {
  private(set) var asked: FlowEffect?
  private(set) var deadline: FlowTag?
  /// How flows ended, and the interactions that were asked, so that a walk can prove that it came
  /// anywhere.
  private(set) var endings: Set<String> = []
  private(set) var interactions: Set<String> = []
  /// The effects that were wanted, by the flow that wanted them.
  private(set) var effects: [FlowType: Set<String>] = [:]
  /// The values that each field of a flow had: a field that is always the same says nothing.
  private(set) var values = WalkValues()

  private var vault: Set<OperationID> = []
  /// The review that another device is asked to decide; nil if none is.
  private var awaited: String?
  private var given = Given()

  /// What the person and the surroundings have given in this flow.
  private struct Given {
    var proofs: Set<ActionProof> = []
    var mayCreate = false
    var confirmedSession = false
    var isByLink = true
    var confirmed: Document?
    var shown: Document?
    var asked: Set<InteractionType> = []
    var inputs: Set<InputType> = []
    /// True after the transaction was confirmed, until the next question is answered.
    var hasJustConfirmed = false
    /// True once the server has verified the proof, or will only do so with the change.
    var isProofChecked = false
  }

  mutating func check(
    _ event: FlowEvent, _ transition: FlowTransition, from before: (FlowState, Flow?),
    to flow: Flow?
  ) -> String? {
    note(event, before.1)
    for effect in transition.effects {
      if let type = flow?.type { effects[type, default: []].insert(effect.kind) }
      if let broken = note(effect, transition.state, flow) { return broken }
    }
    guard let flow else { return "no flow after an event that changed something" }
    values.note(flow)
    return Self.lifecycle(before, event, transition, flow) ?? ended(transition.state, flow)
      ?? promise(transition.state) ?? projection(flow) ?? limits(transition.state)
  }

  private mutating func note(_ event: FlowEvent, _ before: Flow?) {
    if case .input(let input) = event {
      given.hasJustConfirmed = input == .confirmTransaction
      given.inputs.formUnion(input.types(in: before))
    }
    if case .checkProof? = asked, case .answer(_, let answer) = event {
      if answer == .done { given.isProofChecked = true }
      if case .failure(.notAllowed) = answer { given.isProofChecked = true }
    }
    switch event {
    case .start(_, let kind, _):
      given = Given()
      given.isByLink = kind != .login
      if case .sign(.unread(let review?, _)) = kind { given.confirmed = review.document }
    case .input(.confirmSession): given.confirmedSession = true
    case .input(.confirmTransaction): given.confirmed = before?.transaction?.document
    case .input(.pin), .input(.pinAndBiometrics): given.proofs.insert(.pin)
    case .input(.code): given.proofs.insert(.codes)
    case .input(.softPrompt(.accept, _)): given.mayCreate = true
    case .answer(_, .done):
      if case .sign? = asked { given.proofs.insert(.assertion) }
      if case .verify? = asked { given.proofs.insert(.token) }
    // The person agreed on this installation before, or asks for it in so many words.
    case .answer(_, .factorDemand(_, .welcome)), .answer(_, .missingKey(.welcome, _, _)):
      given.mayCreate = true
    case .answer(_, .factors(_, _, let offer)):
      given.mayCreate = offer == .welcome || (offer == .declined && before?.type == .addBiometrics)
    default: break
    }
  }

  private mutating func note(
    _ effect: FlowEffect, _ state: FlowState, _ flow: Flow?
  ) -> String? {
    switch effect {
    case .armDeadline(let tag): deadline = tag
    case .forget(let operation): vault.remove(operation)
    case .release:
      asked = nil
      awaited = nil
      deadline = nil
    case .awaitDecision(let id): awaited = id
    case .denyAfterRefusal:
      switch flow?.error {
      case .triesUsedUp, .secondFactorBlocked, .notAllowed: break
      default: return "denies after what was no final refusal"
      }
    case .act(_, let proof, let operation):
      vault.insert(operation)
      asked = effect
      if proof != .confirmation, !given.proofs.contains(proof) {
        return "acts on a \(proof) that nobody gave"
      }
      // What you see is what you sign.
      guard case .active(_, let step) = state else { return "acts at its end" }
      let signed = step.kind.signature?.transaction
      if signed?.document != given.shown { return "acts on what was not shown" }
      if signed?.review != nil, signed?.document != given.confirmed {
        return "acts on what was not confirmed"
      }
    case .confirmEnrolment, .confirmLogin:
      asked = effect
      if given.isByLink, !given.confirmedSession { return "confirms what nobody confirmed" }
    case .createKey:
      asked = effect
      if !given.mayCreate { return "makes a key without the soft prompt" }
    case .deny:
      asked = effect
      if flow?.type != .signTransaction { return "denies in \(flow?.type.rawValue ?? "nothing")" }
    default: asked = effect
    }
    return nil
  }

  private static func lifecycle(
    _ before: (state: FlowState, flow: Flow?), _ event: FlowEvent, _ transition: FlowTransition,
    _ flow: Flow
  ) -> String? {
    if case .start = event { return nil }
    guard let old = before.flow, !old.isFinal else { return "an update after a final one" }
    guard old.id == flow.id, old.type == flow.type else { return "the type has changed" }
    if case .input = event, flow.phase != .processing {
      return "input is not answered by PROCESSING"
    }
    if case .input = event { return nil }
    // One PROCESSING is one update, but for what may change at any time.
    if old.phase == .processing, flow.phase == .processing,
      old.currentInteraction != flow.currentInteraction
        || old.previousInteractionResult != flow.previousInteractionResult
        || old.transaction != flow.transaction
    {
      return "PROCESSING changes what it shows"
    }
    // What is asked stands until it is answered.
    if old.phase == .waitForInput, flow.phase == .waitForInput,
      old.currentInteraction != flow.currentInteraction
        || old.previousInteractionResult != flow.previousInteractionResult
    {
      return "a question changes"
    }
    if flow.isFinal, transition.effects.last != .release(flow.id) {
      return "ends without letting go"
    }
    return nil
  }

  private mutating func ended(_ state: FlowState, _ flow: Flow) -> String? {
    guard case .finished(let finished) = state else { return nil }
    endings.insert(flow.error?.kind ?? "done")
    endings.insert(flow.type.rawValue + " " + flow.phase.rawValue)
    if case .outcomeUnknown(let operation)? = finished.error, !vault.contains(operation) {
      return "an unknown outcome is not remembered"
    }
    guard flow.phase == .done else {
      vault = []
      return nil
    }
    if !vault.isEmpty { return "remembers what is done" }
    switch flow.type {
    case .enrol, .login: return flow.session?.account == nil ? "done without an account" : nil
    case .signTransaction:
      let status = flow.transaction?.review?.status
      return status == nil || status == .approved || flow.result != nil
        ? nil : "done, and \(status?.rawValue ?? "")"
    default: return nil
    }
  }

  /// Whatever processes, waits for one answer with its tag, and for one deadline.
  private func promise(_ state: FlowState) -> String? {
    guard case .active(let frame, let step) = state, step.phase == .processing else { return nil }
    guard asked?.tag == frame.tag else { return "waits for an answer to nothing" }
    guard deadline == FlowTag(flow: frame.id, step: frame.processingSince) else {
      return "processes without a deadline"
    }
    return nil
  }

  private mutating func projection(_ flow: Flow) -> String? {
    guard (flow.error != nil) == (flow.phase == .error) else { return "error and phase disagree" }
    if flow.isFinal { return flow.currentInteraction == nil ? nil : "asks after the end" }
    guard let interaction = flow.currentInteraction else {
      return flow.phase == .waitForInput ? "waits without a question" : nil
    }
    guard Self.possible[flow.type]?.contains(interaction.type) == true else {
      return "\(interaction.type.rawValue) in \(flow.type.rawValue)"
    }
    guard flow.phase == .waitForInput else { return nil }
    if let broken = result(flow) { return broken }
    given.asked.insert(interaction.type)
    given.shown = flow.transaction?.document
    interactions.insert(flow.type.rawValue + " " + interaction.type.rawValue)
    if !interaction.inputTypes.isEmpty { return "input before it was given" }
    if let info = interaction.secondFactorInfo {
      if info.allowed.isEmpty, !info.otherDevice { return "a question without an answer" }
      if info.otherDevice, awaited != flow.transaction?.review?.id {
        return "offers another device, and does not wait for it"
      }
      if info.otherDevice, info.registersKey { return "a key beside that of another device" }
      if !info.required.isSubset(of: info.allowed) { return "more is required than is allowed" }
    }
    return nil
  }

  /// The result before a question is that of a question that was asked, and of what was given.
  private func result(_ flow: Flow) -> String? {
    let result = flow.previousInteractionResult
    if given.hasJustConfirmed,
      result
        != InteractionResult(
          outcome: .success, interaction: .confirmTransaction, inputTypes: [.confirm])
    {
      return "the confirmation has another result"
    }
    if flow.currentInteraction?.type == .setSecondFactor, !given.isProofChecked,
      given.asked.contains(.verifySecondFactor),
      flow.type == .enrol
        || (flow.type == .changePIN && given.proofs.isDisjoint(with: [.assertion, .codes]))
    {
      return "asks for a new PIN before the old one or the code is verified"
    }
    guard let result else { return nil }
    guard given.asked.contains(result.interaction) else {
      return "the result of a question that was never asked"
    }
    guard result.inputTypes.isSubset(of: given.inputs) else {
      return "the result of what nobody gave"
    }
    return nil
  }

  private func limits(_ state: FlowState) -> String? {
    guard case .active(let frame, let step) = state else { return nil }
    guard frame.biometricFailures <= 3, frame.refusedProofs < 3, frame.renewals <= 1,
      frame.wrongCodes < 5
    else { return "a limit is passed" }
    if frame.biometricFailures == 3, case .asking(let question) = step,
      Interaction(content: question.content).secondFactorInfo?.allowed.contains(.biometrics)
        == true
    {
      return "biometrics after three failures"
    }
    return nil
  }

  /// Which interaction can occur in which flow, by hand from the specification.
  static let possible: [FlowType: Set<InteractionType>] = [
    .enrol: [.confirm, .verifySecondFactor, .setSecondFactor, .softPrompt],
    .login: [.confirm, .verifySecondFactor],
    .signTransaction: [
      .confirmTransaction, .verifySecondFactor, .setSecondFactor, .softPrompt,
    ],
    .changePIN: [.verifySecondFactor, .setSecondFactor],
    .addBiometrics: [.verifySecondFactor, .setSecondFactor, .softPrompt],
    .removeBiometrics: [.verifySecondFactor],
    .headlessUpgrade: [.verifySecondFactor, .setSecondFactor, .softPrompt],
  ]

  /// Which effects a flow can want: a client has calls for these and no other.
  static let wanted: [FlowType: Set<String>] = [
    .enrol: everywhere.union(key).union([
      "open", "confirm", "account", "send", "keep", "check",
    ]),
    .login: everywhere.union(challenge).union(["open", "confirm", "account"]),
    .signTransaction: everywhere.union(inSession).union(challenge).union(key).union([
      "account", "verify", "review", "deny", "denyToo", "await", "send", "keep",
    ]),
    // The challenge only where the server wants another proof than the PIN, as this one never does.
    .changePIN: everywhere.union(inSession).union(challenge).union([
      "consult", "account", "check", "keep",
    ]),
    .addBiometrics: everywhere.union(inSession).union(key).union(["consult", "account"]),
    .removeBiometrics: everywhere.union(inSession).union(challenge).union(["consult", "account"]),
    .headlessUpgrade: everywhere.union(inSession).union(key).union(["consult", "send", "keep"]),
  ]

  private static let everywhere: Set<String> = ["deadline", "act", "repeat", "forget", "release"]
  private static let inSession: Set<String> = ["read", "lookup"]
  private static let challenge: Set<String> = ["options", "sign", "disable"]
  private static let key: Set<String> = ["remember", "creation", "create"]
}

extension FlowEffect {
  /// The effect without what it carries.
  fileprivate var kind: String {
    switch self {
    case .confirmEnrolment, .confirmLogin: "confirm"
    case .rememberSoftPrompt: "remember"
    default: text
    }
  }
}

extension FlowInput {
  /// The types of input that it gives to the question of a flow.
  fileprivate func types(in flow: Flow?) -> Set<InputType> {
    switch self {
    case .confirmSession, .confirmTransaction, .softPrompt: [.confirm]
    case .pin: [.pin]
    case .biometrics: [.biometrics]
    case .pinAndBiometrics: [.pin, .biometrics]
    case .code:
      Set(
        (flow?.currentInteraction?.secondFactorInfo?.allowed ?? []).compactMap {
          InputType(rawValue: $0.rawValue)
        })
    case .requestCode, .deny: []
    }
  }
}
