/// What follows from an event.
public struct FlowTransition: Sendable, Hashable {
  /// The new state.
  public let state: FlowState
  /// What is to be done, in order.
  public let effects: [FlowEffect]

  init(_ state: FlowState, _ effects: [FlowEffect] = []) {
    self.state = state
    self.effects = effects
  }
}

extension FlowState {
  /// The machine: what follows from `event` in this state.
  ///
  /// Pure: no time, no chance, no call. An answer that nobody waits for any more changes nothing.
  ///
  /// - Parameter event: What happened.
  /// - Returns: The new state and the effects to be done.
  /// - Throws: ``FlowInputError`` where the app may not do this now; the state stands.
  public func applying(_ event: FlowEvent) throws(FlowInputError) -> FlowTransition {
    switch (self, event) {
    case (.idle, .start(let start)), (.finished, .start(let start)):
      return FlowFrame(start: start).begun()
    case (.active, .start):
      throw .flowAlreadyActive

    case (.active(let frame, .asking(let question)), .input(let input)):
      return try frame.answered(question, with: input)
    case (.active, .input):
      throw .notWaitingForInput
    case (.idle, .input), (.finished, .input):
      throw .noFlow

    case (.active(let frame, let step), .cancel):
      return frame.ended(.cancelled, at: step)
    case (.active(let frame, let step), .deadlinePassed(let tag)):
      return frame.late(tag, at: step) ?? FlowTransition(self)
    case (.active(let frame, let step), let answer):
      guard answer.tag == frame.tag else { return FlowTransition(self) }
      return frame.answered(answer, at: step) ?? FlowTransition(self)

    case (.idle, _), (.finished, _):
      return FlowTransition(self)
    }
  }
}

extension FlowEvent {
  /// The step that is answered; nil for what is no answer.
  public var tag: FlowTag? {
    switch self {
    case .start, .input, .cancel: nil
    case .deadlinePassed(let tag), .openOperationRead(let tag, _), .operationAnswered(let tag, _),
      .optionsAnswered(let tag, _), .signed(let tag, _), .verified(let tag, _), .acted(let tag, _),
      .secondFactorAnswered(let tag, _):
      tag
    }
  }
}

extension FlowFrame {
  /// An answer with the right tag.
  ///
  /// Nil where the step expects another kind of answer.
  fileprivate func answered(_ event: FlowEvent, at step: FlowStep) -> FlowTransition? {
    switch (step, event) {
    case (.recalling, .openOperationRead(_, let answer)):
      recalled(answer)
    case (.resolving(let operation), .operationAnswered(_, let answer)):
      resolved(operation, answer)
    case (.preparing, .optionsAnswered(_, let answer)):
      prepared(answer, at: step)
    case (.renewing, .optionsAnswered(_, let answer)):
      prepared(answer, at: step)
    case (.signing(let question, let operation), .signed(_, let answer)):
      signed(question, operation, answer)
    case (.verifying(let question, let operation), .verified(_, let answer)):
      verified(question, operation, answer)
    case (.acting(let action), .acted(_, let answer)):
      acted(action, answer)
    case (.refreshing(let question, let reason), .secondFactorAnswered(_, let account)):
      refreshed(question, reason, account)
    default:
      nil
    }
  }

  /// A deadline.
  ///
  /// Nil where it is not that of the present PROCESSING.
  fileprivate func late(_ tag: FlowTag, at step: FlowStep) -> FlowTransition? {
    guard tag == FlowTag(flow: start.id, step: processingSince), step.phase == .processing else {
      return nil
    }
    return switch step {
    case .acting(let action):
      // The action may have been executed: nothing but the server can tell.
      ended(.outcomeUnknown(action.operation), at: step)
    case .refreshing(let question, let reason):
      // That the PIN was not accepted is known already, and is what the person must be told.
      refreshed(question, reason, nil)
    case .recalling, .resolving, .preparing, .renewing, .asking, .signing, .verifying:
      ended(.timeout, at: step)
    }
  }
}
