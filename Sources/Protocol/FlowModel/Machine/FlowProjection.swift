extension FlowState {
  /// The flow as a screen renders it (the flow structure of seed 001); nil before the first.
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
    if case .asking(let question) = step {
      return flow(
        .waitForInput, Interaction(content: question.content), lastResult, step.subject,
        step.subject.transaction)
    }
    // What was shown stands while it is processed: an input gives one update with PROCESSING.
    switch processing.shown {
    case .start(let subject):
      return flow(.processing, nil, nil, step.subject, subject.transaction)
    case .answer(let question, let input, let result, let subject):
      let interaction = Interaction(
        content: question.content, inputTypes: question.inputTypes(of: input))
      return flow(.processing, interaction, result, step.subject, subject.transaction)
    }
  }

  private func flow(
    _ phase: FlowPhase, _ interaction: Interaction?, _ result: InteractionResult?,
    _ subject: FlowSubject, _ transaction: FlowTransaction?
  ) -> Flow {
    Flow(
      id: id, type: subject.type, phase: phase, error: nil, currentInteraction: interaction,
      previousInteractionResult: result, secondFactorAccount: secondFactorAccount,
      session: subject.session, transaction: transaction, result: nil, earlierOperation: earlier)
  }
}

extension FinishedFlow {
  fileprivate var flow: Flow {
    Flow(
      id: frame.id, type: subject.type, phase: error == nil ? .done : .error, error: error,
      currentInteraction: nil, previousInteractionResult: frame.lastResult,
      secondFactorAccount: frame.secondFactorAccount, session: subject.session,
      transaction: subject.transaction, result: result, earlierOperation: frame.earlier)
  }

  private var error: FlowError? {
    switch ending {
    case .done: nil
    case .error(let error), .actionFailed(let error, _): error
    }
  }

  private var result: ActionResult? {
    switch ending {
    case .error, .done(.accomplished): nil
    case .done(.action(let result)), .actionFailed(_, let result): result
    }
  }
}

extension Question {
  /// What a screen needs to ask it.
  var content: Interaction.Content {
    switch self {
    case .confirm(.enrol(let session)):
      .confirm(
        ConfirmSessionInfo(
          accounts: session.accountsHere, secondFactorNeeded: session.secondFactor == .needed))
    case .confirm(.login(let session)):
      .confirm(
        ConfirmSessionInfo(
          accounts: session.accounts, numbers: session.numbers,
          secondFactorNeeded: session.secondFactor == .needed))
    case .review: .confirmTransaction
    case .verify(let verification): .verifySecondFactor(verification.choice.info)
    case .softPrompt(.registration): .softPrompt(.proving)
    case .softPrompt(.setting(let basis)):
      if case .addBiometrics = basis.setting.goal {
        .softPrompt(.adding)
      } else {
        .softPrompt(.settingUp)
      }
    case .set(let question): .setSecondFactor(question.factors.info)
    case .register:
      .setSecondFactor(
        SecondFactorInfo(
          allowed: [.biometrics], required: [.biometrics], use: .registration))
    }
  }

  /// What an answer gives; nothing for one that does not answer the question itself.
  fileprivate func inputTypes(of input: FlowInput) -> Set<InputType> {
    switch input {
    case .confirmSession, .confirmTransaction, .softPrompt: [.confirm]
    case .pin: [.pin]
    case .biometrics: [.biometrics]
    case .pinAndBiometrics: [.pin, .biometrics]
    case .code:
      if case .verify(let verification) = self { verification.choice.typedInput } else { [] }
    case .requestCode, .deny: []
    }
  }
}

extension Verification.Choice {
  /// Which factors answer; where there is no choice, they are required.
  fileprivate var info: SecondFactorInfo {
    switch self {
    case .pin: SecondFactorInfo(allowed: [.pin], required: [.pin])
    case .biometrics: SecondFactorInfo(allowed: [.biometrics], required: [.biometrics])
    case .either: SecondFactorInfo(allowed: [.pin, .biometrics])
    case .biometricsOrCode: SecondFactorInfo(allowed: [.biometrics, .validateCode])
    case .mailedCode(let use, let delivery):
      SecondFactorInfo(
        allowed: [.validateCode], required: [.validateCode], codeDelivery: delivery,
        use: use.isRegistration ? .registration : .flow)
    case .textedCode(let delivery):
      SecondFactorInfo(allowed: [.otp], required: [.otp], codeDelivery: delivery)
    case .authenticatorCode: SecondFactorInfo(allowed: [.twoFactor], required: [.twoFactor])
    }
  }

  /// What a person types to answer, where it is not biometrics that answer.
  var typedInput: Set<InputType> {
    switch self {
    case .pin, .either: [.pin]
    case .mailedCode: [.validateCode]
    case .textedCode: [.otp]
    case .authenticatorCode: [.twoFactor]
    case .biometrics, .biometricsOrCode: []
    }
  }
}

extension SetQuestion.Factors {
  fileprivate var info: SecondFactorInfo {
    switch self {
    case .pin: SecondFactorInfo(allowed: [.pin], required: [.pin])
    case .pinAndMaybeBiometrics:
      SecondFactorInfo(allowed: [.pin, .biometrics], required: [.pin])
    case .biometrics: SecondFactorInfo(allowed: [.biometrics], required: [.biometrics])
    }
  }
}

extension Setting.Given.Factors {
  /// What was given.
  var inputTypes: Set<InputType> {
    switch self {
    case .pin: [.pin]
    case .biometrics: [.biometrics]
    case .both: [.pin, .biometrics]
    }
  }
}
