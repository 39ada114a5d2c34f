/// The transition that follows from an event.
public struct FlowTransition: Sendable, Hashable {
  /// The new state.
  public let state: FlowState
  /// The effects to be done, in order.
  public let effects: [FlowEffect]

  init(_ state: FlowState, _ effects: [FlowEffect] = []) {
    self.state = state
    self.effects = effects
  }

  /// The same transition, after other effects.
  func after(_ earlier: [FlowEffect]) -> FlowTransition {
    FlowTransition(state, earlier + effects)
  }
}

extension FlowState {
  /// The machine: says what follows from `event` in this state (flows, "Lifecycle").
  ///
  /// Pure: no time, no chance, no call. An answer that nobody waits for any more changes nothing.
  ///
  /// - Parameter event: The event.
  /// - Returns: The new state and the effects to be done.
  /// - Throws: ``FlowInputError`` if the app may not do this now; the state stands.
  public func applying(_ event: FlowEvent) throws(FlowInputError) -> FlowTransition {
    switch (self, event) {
    case (.idle, .start(let id, let kind, let tries)),
      (.finished, .start(let id, let kind, let tries)):
      return FlowFrame(id: id, type: kind.type, triesPerCode: tries).begin(kind)
    case (.active, .start):
      throw .flowAlreadyActive

    case (.active(let frame, .asking(let question)), .input(let input)):
      return try frame.take(input, to: question)
    case (.active, .input):
      throw .notWaitingForInput
    case (.idle, .input), (.finished, .input):
      throw .noFlow

    case (.active(let frame, let step), .cancellation):
      return frame.end(.cancelled, at: step)
    case (.active(var frame, let step), .secondFactorChange(let flow, let account)):
      if flow == frame.id { frame.shown.secondFactorAccount = account }
      return FlowTransition(.active(frame, step))
    case (.active(let frame, let step), .decision(let id, let status)):
      return frame.hear(of: status, on: id, at: step) ?? FlowTransition(self)
    case (.active(let frame, let step), .deadline(let tag)):
      return frame.expire(tag, at: step) ?? FlowTransition(self)
    case (.active(let frame, let step), .answer(let tag, let answer)):
      guard tag == frame.tag, step.phase == .processing else { return FlowTransition(self) }
      return frame.proceed(with: answer, at: step)

    case (.idle, _), (.finished, _):
      return FlowTransition(self)
    }
  }
}

extension FlowFrame {
  /// Takes a person's answer to the question that is asked.
  fileprivate func take(
    _ input: FlowInput, to question: Question
  ) throws(FlowInputError) -> FlowTransition {
    switch (question, input) {
    case (_, .deny):
      try deny(question)
    case (.confirm, .confirmSession):
      try confirm(question, with: input)
    case (.review(let review, let policy), .confirmTransaction):
      process(.keepingConfirmation(review, policy), answering: question, input) {
        .keepInput($0)
      }
    case (.verify(let verification), .pin), (.verify(let verification), .biometrics),
      (.verify(let verification), .code), (.verify(let verification), .requestCode):
      try prove(verification, with: input)
    case (.softPrompt(let factors), .softPrompt(let answer, let operation)):
      process(.remembering(factors, answer, operation), answering: question, input) {
        .rememberSoftPrompt($0, answer)
      }
    case (.set(let factors), .pin), (.set(let factors), .biometrics), (.set(let factors), .code),
      (.set(let factors), .pinAndBiometrics):
      try set(factors, with: input)
    default:
      throw .unexpectedInput(question.content.type)
    }
  }

  /// Goes on with the answer to the present step.
  ///
  /// An answer that the step cannot have is not understood: it ends the flow, and never in success.
  fileprivate func proceed(with answer: Answer, at step: FlowStep) -> FlowTransition {
    switch step {
    case .opening(let kind): open(kind, answer)
    case .confirming(let kind, let operation): confirm(kind, operation, answer)
    case .recalling(let kind): recall(kind, answer)
    case .resolving(let kind, let operation): resolve(kind, operation, answer)
    case .reading(let authorised, let policy): read(authorised, policy, answer)
    case .preparing(let signing): prepare(signing, isKeyNew: false, answer)
    case .preparingWithNewKey(let signing): prepare(signing, isKeyNew: true, answer)
    case .consulting(let kind): consult(kind, answer)
    case .mailingCode(let purpose, let instead): mailCode(for: purpose, instead, answer)
    case .textingCode(let verification): textCode(for: verification, answer)
    case .keepingConfirmation(let review, let policy): keep(review, policy, answer)
    case .keeping(let verification, let operation): keep(verification, operation, answer)
    case .renewing(let verification): renew(verification, answer)
    case .signing(let verification, let challenge): sign(verification, challenge, answer)
    case .verifying(let verification, let challenge): verify(verification, challenge, answer)
    case .disabling(let verification): disable(verification, answer)
    case .remembering(let factors, let said, let operation):
      remember(said, for: factors, operation, answer)
    case .checking(let verification): check(verification, answer)
    case .entitling(let factors, let operation): entitle(factors, operation, answer)
    case .creating(let factors, let operation): createKey(factors, operation, answer)
    case .acting(let action), .repeating(let action): act(action, answer, at: step)
    case .refreshing(let verification, let reason): refresh(verification, reason, answer)
    case .denying(let signing), .denyingAgain(let signing): deny(signing, answer, at: step)
    case .asking: notUnderstand(answer, at: step)
    }
  }

  /// Ends a PROCESSING that has taken its time.
  ///
  /// Nil if the deadline is not that of the present PROCESSING.
  fileprivate func expire(_ tag: FlowTag, at step: FlowStep) -> FlowTransition? {
    guard tag == FlowTag(flow: id, step: processingSince), step.phase == .processing else {
      return nil
    }
    return switch step {
    // The action may have been executed: nothing but the server can tell.
    case .acting(let action), .repeating(let action):
      end(.outcomeUnknown(action.operation), at: step)
    // That the PIN was not accepted is known already, and is what the person must be told.
    case .refreshing(let verification, let reason):
      refresh(verification, reason, .failure(.lost))
    // The key is gone, whether or not the server has heard of it.
    case .disabling(let verification):
      disable(verification, .failure(.lost))
    default:
      end(.timeout, at: step)
    }
  }
}
