extension FlowState {
  /// The flow as a screen renders it; nil before the first.
  public var flow: Flow? {
    switch self {
    case .idle: nil
    case .active(let frame, let step): frame.flow(at: step)
    case .finished(let finished): finished.flow
    }
  }
}

extension FlowFrame {
  fileprivate func flow(at step: FlowStep) -> Flow {
    Flow(
      id: start.id, type: start.type, phase: step.phase, error: nil,
      currentInteraction: step.interaction, previousInteractionResult: lastResult,
      secondFactorAccount: secondFactorAccount,
      transaction: step.question?.transaction ?? start.asked, result: nil, earlierOperation: earlier
    )
  }
}

extension FinishedFlow {
  fileprivate var flow: Flow {
    Flow(
      id: frame.start.id, type: frame.start.type, phase: error == nil ? .done : .error,
      error: error, currentInteraction: nil, previousInteractionResult: frame.lastResult,
      secondFactorAccount: frame.secondFactorAccount, transaction: transaction, result: result,
      earlierOperation: frame.earlier)
  }

  private var error: FlowError? {
    switch ending {
    case .done: nil
    case .error(let error), .actionFailed(let error, _): error
    }
  }

  private var result: ActionResult? {
    switch ending {
    case .error: nil
    case .done(let result), .actionFailed(_, let result): result
    }
  }
}

extension FlowStep {
  /// What a screen has to do now.
  var phase: FlowPhase {
    switch self {
    case .asking: .waitForInput
    case .recalling, .resolving, .preparing, .renewing, .signing, .verifying, .acting, .refreshing:
      .processing
    }
  }

  /// The question that is asked or whose answer is being processed.
  var question: Question? {
    switch self {
    case .recalling, .resolving, .preparing: nil
    case .renewing(let question), .asking(let question), .signing(let question, _),
      .verifying(let question, _), .refreshing(let question, _):
      question
    case .acting(let action): action.question
    }
  }

  /// What was given and is being processed.
  private var inputTypes: Set<Factor> {
    switch self {
    case .recalling, .resolving, .preparing, .asking: []
    case .renewing, .signing, .verifying: [.biometrics]
    case .refreshing: [.pin]
    case .acting(let action): [action.proof.factor]
    }
  }

  fileprivate var interaction: Interaction? {
    question.map { question in
      Interaction(
        type: .verifySecondFactor,
        secondFactorInfo: SecondFactorInfo(
          allowed: question.allowed,
          required: question.allowed.count == 1 ? question.allowed : []),
        inputTypes: inputTypes)
    }
  }
}
