/// The few moves of which every transition is made.
extension FlowFrame {
  /// Goes on with a step that is answered by an event with the new tag.
  func move(to step: FlowStep, _ effect: (FlowTag) -> FlowEffect) -> FlowTransition {
    var frame = self
    frame.step += 1
    return FlowTransition(.active(frame, step), [effect(frame.tag)])
  }

  /// Begins a PROCESSING: its one deadline, then its first step.
  func process(
    _ step: FlowStep, answering question: Question, _ input: FlowInput,
    _ effect: (FlowTag) -> FlowEffect
  ) -> FlowTransition {
    var frame = self
    frame.shown.currentInteraction = Interaction(
      content: question.content, inputTypes: question.inputTypes(of: input))
    return frame.process(step, effect)
  }

  /// Begins the PROCESSING with which a flow starts, or that of a question.
  func process(_ step: FlowStep, _ effect: (FlowTag) -> FlowEffect) -> FlowTransition {
    var frame = self
    frame.step += 1
    frame.processingSince = frame.step
    frame.shown.phase = .processing
    frame.shown.show(step.kind.signature)
    return FlowTransition(.active(frame, step), [.armDeadline(frame.tag), effect(frame.tag)])
  }

  /// Asks a person; from the first time on that another device is offered, for its decision too.
  func ask(_ question: Question, after effects: [FlowEffect] = []) -> FlowTransition {
    var frame = self
    var effects = effects
    // Whatever still runs for the steps before is stale from here on.
    frame.step += 1
    frame.shown.phase = .waitForInput
    frame.shown.currentInteraction = Interaction(content: question.content)
    frame.shown.previousInteractionResult = lastResult
    frame.shown.show(question.kind.signature)
    if !awaitsDecision, case .verify(let verification) = question, verification.info.otherDevice,
      case .sign(.review(let review, _)) = question.kind
    {
      frame.awaitsDecision = true
      effects.append(.awaitDecision(review.id))
    }
    return FlowTransition(.active(frame, .asking(question)), effects)
  }

  /// Asks a person for a factor.
  func ask(
    _ purpose: Purpose, _ choice: Verification.Choice, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    ask(.verify(Verification(purpose, choice)), after: effects)
  }

  /// Ends in ERROR.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - step: The step at which the flow ends, and which says what is shown.
  ///   - status: The status of the transaction under review, if it is known by now.
  ///   - result: The result of an action that was executed and came to nothing.
  ///   - effects: The effects before the end.
  /// - Returns: The transition to the end.
  func end(
    _ error: FlowError, at step: FlowStep, reviewed status: ReviewStatus? = nil,
    result: ActionResult? = nil, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    var flow = lastFlow(at: step)
    var effects = effects
    flow.phase = .error
    flow.error = error
    flow.result = result
    if let status { flow.transaction?.review?.status = status }
    if let review = flow.transaction?.review, review.status == .pending {
      switch error.finality {
      case .forGood: effects.append(.denyAfterRefusal(review.id))
      case .ofFactor: effects.append(.denyAfterRefusal(review.id, of: step.verifiedFactor))
      case .mendable: break
      }
    }
    return FlowTransition(.finished(flow), effects + [.release(id)])
  }

  /// Ends in DONE.
  ///
  /// - Parameters:
  ///   - step: The step at which the flow ends, and which says what is shown.
  ///   - result: The result of the action; nil if there is no more to say of it.
  ///   - status: The status of the transaction under review, if there is one.
  ///   - account: The account whose session it is now; nil if no session was opened.
  ///   - effects: The effects before the end.
  /// - Returns: The transition to the end.
  func complete(
    at step: FlowStep, result: ActionResult? = nil, reviewed status: ReviewStatus? = nil,
    for account: SessionAccount? = nil, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    var flow = lastFlow(at: step)
    flow.result = result
    if let status { flow.transaction?.review?.status = status }
    if let account { flow.session?.account = account }
    return FlowTransition(.finished(flow), effects + [.release(id)])
  }

  /// The flow as it ends at a step, in DONE.
  func lastFlow(at step: FlowStep) -> Flow {
    var flow = shown
    flow.phase = .done
    flow.currentInteraction = nil
    flow.previousInteractionResult = lastResult
    flow.show(step.kind.signature)
    return flow
  }

  /// Ends because an answer makes no sense at this step, or says that the call failed.
  func notUnderstand(_ answer: Answer, at step: FlowStep) -> FlowTransition {
    if case .failure(let failure) = answer {
      end(FlowError(failure), at: step)
    } else {
      end(.unknown(.answerNotUnderstood), at: step)
    }
  }

  /// The frame with the result of a question.
  func with(
    _ outcome: InteractionResult.Outcome, _ inputTypes: Set<InputType>,
    _ reason: FlowReason? = nil, of interaction: InteractionType = .verifySecondFactor
  ) -> FlowFrame {
    var frame = self
    frame.lastResult = InteractionResult(
      outcome: outcome, interaction: interaction, inputTypes: inputTypes, reason: reason)
    return frame
  }
}

extension FlowError {
  /// The error that a failed call ends a flow in, if nothing else follows from it.
  init(_ failure: CallFailure) {
    self =
      switch failure {
      case .notSent, .lost: .network
      case .sessionOver: .sessionExpired
      case .linkOver: .serverValidation(.linkOver)
      case .refused(let reason), .throttled(let reason): .serverValidation(reason)
      case .notAllowed(let reason): .notAllowed(reason)
      case .notUnderstood(let reason): .unknown(reason)
      case .deviceFailed(let reason): .deviceUnable(reason)
      case .blocked: .secondFactorBlocked
      // An answer about a proof that was not given.
      case .wrongPIN, .penalised, .unacceptablePIN, .wrongCode, .wrongMailedCode,
        .wrongSecondCode, .triesUsedUp, .proofRefused, .challengeExpired:
        .unknown(.answerNotUnderstood)
      }
  }

  /// The effect of a refusal on other devices (scenarios, "Leaving").
  fileprivate enum Finality {
    /// No other device may approve either.
    case forGood
    /// The same, unless another factor could act.
    case ofFactor
    /// Another factor, another device or a later try may approve.
    case mendable
  }

  fileprivate var finality: Finality {
    switch self {
    case .triesUsedUp, .secondFactorBlocked: .ofFactor
    // A limit, a missing channel or a factor that waits says nothing of the person.
    case .notAllowed(let reason): Self.tampering.contains(reason.code) ? .forGood : .mendable
    default: .mendable
    }
  }

  /// Something else would be approved than was shown.
  private static let tampering = [
    "transaction_mismatch", FlowReason.transactionNotAsAsked.code,
    FlowReason.challengeNotAsShown.code,
  ]
}
