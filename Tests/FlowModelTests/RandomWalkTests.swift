import Testing

@testable import FlowModel

@Suite("The flow under chance")
struct RandomWalkTests {
  @Test(
    "a random walk of 100000 events finds no state outside the rules",
    arguments: [1, 20_260_101, UInt64.random(in: 0...UInt64.max)])
  func walk(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    var walk = Walk()
    for number in 0..<100_000 {
      let event = walk.nextEvent(&chance)
      if let broken = walk.apply(event) {
        Issue.record("seed \(seed), event \(number): \(event): \(broken)")
        return
      }
    }
    // A walk that never gets anywhere would prove nothing.
    #expect(walk.endings.isSuperset(of: ["done", "cancelled", "outcomeUnknown", "triesUsedUp"]))
  }
}

/// SplitMix64: the same walk from the same seed everywhere.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A machine with what its surroundings would know.
struct Walk {
  var state = FlowState.idle
  var endings: Set<String> = []
  private var vault: Set<OperationID> = []
  private var asked: FlowEffect?
  private var deadline: FlowTag?
  private var proofs: Set<ActionProof> = []
  private var count: UInt64 = 0

  mutating func nextEvent(_ chance: inout Chance) -> FlowEvent {
    count += 1
    let tag = asked?.tag ?? FlowTag(flow: FlowID(count), step: 0)
    let level = SecurityLevel.allCases.randomElement(using: &chance) ?? .biometricsOnly
    let path = ProofPath.allCases.randomElement(using: &chance) ?? .token
    let start = FlowEvent.start(Sample.start(level, path, id: FlowID(count)))
    switch (Int.random(in: 0..<80, using: &chance), state.flow?.phase) {
    case (0, _): return start
    case (1, _): return .cancel
    case (2, _): return .deadlinePassed(deadline ?? tag)
    case (3, _): return .input(.pin(OperationID("key \(count)")))
    case (4, _): return .input(.biometrics)
    case (5...6, _):
      let stale = FlowTag(flow: tag.flow, step: tag.step - 1)
      return answers(stale, count).randomElement(using: &chance) ?? .cancel
    case (7, _): return answers(tag, count).randomElement(using: &chance) ?? .cancel
    case (_, nil), (_, .done), (_, .error): return start
    case (8...20, .waitForInput): return .input(.pin(OperationID("key \(count)")))
    case (_, .waitForInput): return .input(.biometrics)
    case (_, .processing):
      let fitting = answers(tag, count).filter { $0.answers(asked) }
      return fitting.randomElement(using: &chance) ?? .cancel
    }
  }

  /// Applies an event; says which rule is broken, if any.
  mutating func apply(_ event: FlowEvent) -> String? {
    let before = state
    guard let transition = try? state.applying(event) else {
      return event.tag == nil ? nil : "an answer was refused"
    }
    state = transition.state
    note(event, before)
    for effect in transition.effects {
      if let broken = note(effect) { return broken }
    }
    return lifecycle(before, event, transition) ?? promise() ?? projection() ?? limits()
  }

  private mutating func note(_ event: FlowEvent, _ before: FlowState) {
    guard before != state else { return }
    switch event {
    case .start: proofs = []
    case .input(.pin): proofs.insert(.pin)
    case .signed(_, .signed): proofs.insert(.assertion)
    case .verified(_, .verified): proofs.insert(.token)
    default: break
    }
  }

  private mutating func note(_ effect: FlowEffect) -> String? {
    switch effect {
    case .armDeadline(let tag): deadline = tag
    case .forget(let operation): vault.remove(operation)
    case .release: asked = nil
    case .act(_, let proof, let operation):
      vault.insert(operation)
      asked = effect
      if !proofs.contains(proof) { return "acts on a \(proof) that nobody gave" }
    default: asked = effect
    }
    return nil
  }

  private mutating func lifecycle(
    _ before: FlowState, _ event: FlowEvent, _ transition: FlowTransition
  ) -> String? {
    if case .finished = before, before != state {
      guard case .start = event else { return "an update after a final one" }
    }
    guard case .finished(let finished) = state, before != state else { return nil }
    guard case .release? = transition.effects.last else { return "ends without letting go" }
    endings.insert(state.flow?.error?.kind ?? "done")
    if case .error(.outcomeUnknown(let operation)) = finished.ending,
      !vault.contains(operation)
    {
      return "an unknown outcome is not remembered"
    }
    return nil
  }

  /// Whatever processes, waits for one answer with its tag, and for one deadline.
  private func promise() -> String? {
    guard case .active(let frame, let step) = state, step.phase == .processing else { return nil }
    guard asked?.tag == frame.tag else { return "waits for an answer to nothing" }
    guard deadline == FlowTag(flow: frame.start.id, step: frame.processingSince) else {
      return "processes without a deadline"
    }
    return nil
  }

  private func projection() -> String? {
    guard let flow = state.flow else { return nil }
    guard (flow.error != nil) == (flow.phase == .error) else { return "error and phase disagree" }
    switch flow.phase {
    case .waitForInput:
      guard let question = flow.currentInteraction, question.inputTypes.isEmpty,
        !question.secondFactorInfo.allowed.isEmpty
      else { return "waits without a question" }
    case .processing:
      if flow.currentInteraction?.inputTypes.isEmpty == true { return "processes no input" }
    case .done:
      guard flow.result != nil, flow.currentInteraction == nil else { return "done without result" }
    case .error:
      guard flow.currentInteraction == nil else { return "asks after the end" }
    }
    return nil
  }

  private func limits() -> String? {
    guard case .active(let frame, let step) = state else { return nil }
    guard frame.biometricFailures <= 3, frame.refusedProofs < 3, frame.renewals <= 1 else {
      return "a limit is passed"
    }
    if frame.biometricFailures == 3, step.question?.allowed.contains(.biometrics) == true {
      return "biometrics after three failures"
    }
    return nil
  }
}
