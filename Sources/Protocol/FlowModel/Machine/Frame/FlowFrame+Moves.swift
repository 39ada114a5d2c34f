/// The few ways in which a flow moves, of which every transition is made.
extension FlowFrame {
  /// Goes on with a step that is answered by an event with the new tag.
  func moved(to step: FlowStep, _ effect: (FlowTag) -> FlowEffect) -> FlowTransition {
    var frame = self
    frame.step += 1
    return FlowTransition(.active(frame, step), [effect(frame.tag)])
  }

  /// Begins a PROCESSING: its one deadline, then its first step.
  func processing(
    _ step: FlowStep, answering question: Question, _ input: FlowInput,
    _ effect: (FlowTag) -> FlowEffect
  ) -> FlowTransition {
    processing(step, .answer(question, input, beside: lastResult, step.subject), effect)
  }

  /// Begins the PROCESSING with which a flow starts.
  func processing(_ step: FlowStep, _ effect: (FlowTag) -> FlowEffect) -> FlowTransition {
    processing(step, .start(step.subject), effect)
  }

  private func processing(
    _ step: FlowStep, _ shown: Processing.Shown, _ effect: (FlowTag) -> FlowEffect
  ) -> FlowTransition {
    var frame = self
    frame.step += 1
    frame.processing = Processing(since: frame.step, shown: shown)
    return FlowTransition(
      .active(frame, step), [.armDeadline(frame.tag), effect(frame.tag)])
  }

  /// Asks a person.
  func asking(_ question: Question, after effects: [FlowEffect] = []) -> FlowTransition {
    var frame = self
    // Whatever still runs for the steps before is stale from here on.
    frame.step += 1
    return FlowTransition(.active(frame, .asking(question)), effects)
  }

  /// Asks a person for a factor.
  func asking(
    _ cause: Cause, _ choice: Verification.Choice, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    asking(.verify(Verification(cause, choice)), after: effects)
  }

  /// Ends in ERROR.
  func ended(
    _ error: FlowError, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    ended(error, step.subject, after: effects)
  }

  /// Ends in ERROR, with what is known of the subject now.
  func ended(
    _ error: FlowError, _ subject: FlowSubject, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    var effects = effects
    if case .matter(.review(let review), .pending) = subject, error.isFinalRefusal {
      effects.append(.review(.denyAfterRefusal(review.id)))
    }
    return finished(.error(error), subject, after: effects)
  }

  /// Ends.
  func finished(
    _ ending: FinishedFlow.Ending, _ subject: FlowSubject, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    let finished = FinishedFlow(frame: self, subject: subject, ending: ending)
    return FlowTransition(.finished(finished), effects + [.release(id)])
  }

  /// With a result of a question.
  func with(
    _ outcome: InteractionResult.Outcome, _ inputTypes: Set<InputType>,
    _ reason: FlowReason? = nil, of interaction: InteractionType = .verifySecondFactor
  ) -> FlowFrame {
    var frame = self
    frame.lastResult = InteractionResult(
      outcome: outcome, interaction: interaction, inputTypes: inputTypes, reason: reason)
    return frame
  }

  /// What a call ends in that failed and changed nothing.
  func error(for failure: CallFailure) -> FlowError {
    switch failure {
    case .network: .network
    case .sessionOver: .sessionExpired
    case .refused(let reason): .serverValidation(reason)
    case .notAllowed(let reason): .notAllowed(reason)
    case .notUnderstood(let reason): .unknown(reason)
    }
  }

  /// Ends because an answer makes no sense here: never success.
  func notUnderstood(at step: FlowStep) -> FlowTransition {
    ended(.unknown(.answerNotUnderstood), at: step)
  }
}

extension FlowError {
  /// Whether the person was refused for good, so that no other device may approve either
  /// (scenarios, "Leaving").
  fileprivate var isFinalRefusal: Bool {
    switch self {
    case .triesUsedUp, .secondFactorBlocked: true
    // A factor that waits says nothing of the person's others.
    case .notAllowed(let reason): reason.code != "factor_waits"
    default: false
    }
  }
}
