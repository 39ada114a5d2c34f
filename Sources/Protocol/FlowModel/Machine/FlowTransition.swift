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

  /// The same, after other effects.
  func after(_ earlier: [FlowEffect]) -> FlowTransition {
    FlowTransition(state, earlier + effects)
  }
}

extension FlowState {
  /// The machine: what follows from `event` in this state (flows, "Lifecycle").
  ///
  /// Pure: no time, no chance, no call. An answer that nobody waits for any more changes nothing.
  ///
  /// - Parameter event: What happened.
  /// - Returns: The new state and the effects to be done.
  /// - Throws: ``FlowInputError`` where the app may not do this now; the state stands.
  public func applying(_ event: FlowEvent) throws(FlowInputError) -> FlowTransition {
    switch (self, event) {
    case (.idle, .start(let start)), (.finished, .start(let start)):
      return FlowFrame.begun(start)
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
    case (.active(var frame, let step), .secondFactorChanged(let flow, let account)):
      if flow == frame.id { frame.secondFactorAccount = account }
      return FlowTransition(.active(frame, step))
    case (.active(let frame, let step), .reviewDecided(let id, let status)):
      return frame.decided(id, status, at: step) ?? FlowTransition(self)
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

extension FlowFrame {
  /// A person's answer to the question that is asked.
  fileprivate func answered(
    _ question: Question, with input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    switch (question, input) {
    case (_, .deny):
      try denied(question)
    case (.confirm(let session), .confirmSession(let account, let number)):
      try confirmed(session, account, number)
    case (.review(let errand, let review), .confirmTransaction):
      processing(.keeping(.confirmation(errand, review)), answering: question, input) {
        .code(.keep($0))
      }
    case (.verify(let verification), .pin), (.verify(let verification), .biometrics),
      (.verify(let verification), .code), (.verify(let verification), .requestCode):
      try proved(verification, question, with: input)
    case (.softPrompt(let prompt), .softPrompt(let answer, let operation)):
      processing(.remembering(prompt, answer, operation), answering: question, input) {
        .factors(.remember($0, answer))
      }
    case (.set(let asked), .pin), (.set(let asked), .biometrics), (.set(let asked), .code),
      (.set(let asked), .pinAndBiometrics):
      try given(asked, input)
    case (.register(let errand, let matter, let delivery), .biometrics(let operation)):
      processing(
        .entitling(.onTheWay(errand, matter, mailed: delivery, operation)),
        answering: question, input
      ) { .factors(.askCreation($0)) }
    case (.register, .pin), (.register, .pinAndBiometrics):
      throw FlowInputError.factorNotAllowed(.pin)
    case (.register, .code):
      throw FlowInputError.factorNotAllowed(.validateCode)
    default:
      throw .unexpectedInput(question.content.type)
    }
  }

  /// An answer with the right tag.
  ///
  /// Nil where the step expects another kind of answer.
  fileprivate func answered(_ event: FlowEvent, at step: FlowStep) -> FlowTransition? {
    switch (step, event) {
    case (.recalling(let errand), .openOperationRead(_, let answer)):
      recalled(errand, answer)
    case (.resolving(let errand, let operation), .operationAnswered(_, let answer)):
      resolved(errand, operation, answer)
    case (.preparing(let errand, let matter, let preparation), .optionsAnswered(_, let answer)):
      prepared(errand, matter, preparation, answer)
    case (.renewing(let verification), .optionsAnswered(_, let answer)):
      renewed(verification, answer)
    case (.signing(let verification, let operation), .signed(_, let answer)):
      signed(verification, operation, answer)
    case (.verifying(let verification, let operation), .verified(_, let answer)):
      verified(verification, operation, answer)
    case (.acting(let action), .acted(_, let answer)):
      acted(action, answer)
    case (.refreshing(let verification, let reason), .secondFactorAnswered(_, let account)):
      refreshed(verification, reason, account)
    case (.disabling(let verification), .biometricsDisabled):
      disabled(verification)
    default:
      answeredOfOneFlow(event, at: step)
    }
  }

  /// An answer that not every flow can wait for.
  private func answeredOfOneFlow(_ event: FlowEvent, at step: FlowStep) -> FlowTransition? {
    switch (step, event) {
    case (.opening(let errand), .sessionOpened(_, let answer)):
      opened(errand, answer)
    case (.confirming(let session), .sessionConfirmed(_, let answer)):
      confirmed(session, answer)
    case (.reading(let errand), .reviewRead(_, let answer)):
      read(errand, answer)
    case (.denying(let errand, let matter, let delivery), .denied(_, let answer)):
      denied(errand, matter, delivery, answer)
    case (.consulting(let management), .factorsAnswered(_, let answer)):
      consulted(management, answer)
    case (.sendingCode(let cause, let sending, let instead), .codeSent(_, let answer)):
      codeSent(cause, sending, instead, answer)
    case (.keeping(let input), .kept):
      kept(input)
    case (.remembering(let prompt, let answer, let operation), .softPromptRemembered):
      remembered(prompt, answer, operation)
    case (.entitling(let registration), .creationAnswered(_, let answer)):
      entitled(registration, answer)
    case (.creating(let registration), .created(_, let answer)):
      created(registration, answer)
    default:
      nil
    }
  }

  /// A deadline.
  ///
  /// Nil where it is not that of the present PROCESSING.
  fileprivate func late(_ tag: FlowTag, at step: FlowStep) -> FlowTransition? {
    guard tag == FlowTag(flow: id, step: processing.since), step.phase == .processing else {
      return nil
    }
    return switch step {
    case .acting(let action):
      // The action may have been executed: nothing but the server can tell.
      ended(.outcomeUnknown(action.operation), at: step)
    case .refreshing(let verification, let reason):
      // That the PIN was not accepted is known already, and is what the person must be told.
      refreshed(verification, reason, nil)
    case .disabling(let verification):
      // The key is gone, whether or not the server has heard of it.
      disabled(verification)
    default:
      ended(.timeout, at: step)
    }
  }
}
