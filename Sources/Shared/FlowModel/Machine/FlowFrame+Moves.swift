/// The few ways in which a flow moves, of which every transition is made.
extension FlowFrame {
  /// Goes on with a step that is answered by an event with the new tag.
  func moved(to step: FlowStep, _ effect: (FlowTag) -> FlowEffect) -> FlowTransition {
    var frame = self
    frame.step += 1
    return FlowTransition(.active(frame, step), [effect(frame.tag)])
  }

  /// Begins a PROCESSING: its one deadline, then its first step.
  func processing(_ step: FlowStep, _ effect: (FlowTag) -> FlowEffect) -> FlowTransition {
    var frame = self
    frame.step += 1
    frame.processingSince = frame.step
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

  /// Ends in ERROR.
  func ended(
    _ error: FlowError, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    finished(.error(error), at: step, after: effects)
  }

  /// Ends.
  func finished(
    _ ending: FinishedFlow.Ending, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    let transaction = step.question?.transaction ?? start.asked
    let finished = FinishedFlow(frame: self, transaction: transaction, ending: ending)
    return FlowTransition(.finished(finished), effects + [.release(start.id)])
  }

  /// With a result of the question that is being answered.
  func with(
    _ outcome: InteractionResult.Outcome, _ factor: Factor, _ reason: FlowReason? = nil
  ) -> FlowFrame {
    var frame = self
    frame.lastResult = InteractionResult(outcome: outcome, inputTypes: [factor], reason: reason)
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
}
