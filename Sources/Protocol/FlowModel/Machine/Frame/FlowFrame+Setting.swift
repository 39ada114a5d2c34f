/// The soft prompt, and setting factors (interactions, "SET_SECOND_FACTOR").
extension FlowFrame {
  /// What entitles is given: asks for what is set, or goes on with it where it was given before.
  ///
  /// The operation names the action where the proof has no challenge that does.
  func set(_ basis: SetQuestion.Basis, _ operation: OperationID? = nil) -> FlowTransition {
    let setting = basis.setting
    if let given = setting.given, let operation = basis.challenge ?? operation {
      let question = SetQuestion(basis, setting.goal.factors)
      switch given.key {
      case .wanted: return entitling(.set(question, given.factors, operation))
      case .ready: return acting(.set(question, given.factors), basis.proof, operation)
      }
    }
    guard setting.goal.offersBiometricsFirst else {
      return asking(.set(SetQuestion(basis, setting.goal.factors)))
    }
    return asking(.softPrompt(.setting(basis)))
  }

  /// The answer to the soft prompt is in the vault.
  func remembered(
    _ prompt: SoftPrompt, _ answer: SoftPrompt.Answer, _ operation: OperationID
  ) -> FlowTransition {
    let frame = with(.success, [.confirm], of: .softPrompt)
    switch (prompt, answer) {
    case (.setting(let basis), .accept):
      return frame.set(basis.with(.welcome))
    case (.setting(let basis), .decline):
      if case .addBiometrics = basis.setting.goal {
        // Nothing else is set in this flow.
        return frame.ended(
          .notAllowed(.biometricsDeclined), at: .remembering(prompt, answer, operation))
      }
      return frame.set(basis.with(.declined))
    case (.registration(let errand, let matter, let delivery), .accept):
      return frame.asking(.register(errand, matter, mailed: delivery))
    case (.registration(let errand, let matter, let delivery), .decline):
      guard errand.level != .biometricsOnly else {
        return frame.ended(
          .deviceUnable(.biometricsDeclined), at: .remembering(prompt, answer, operation))
      }
      return frame.fallenBack(errand, matter, mailed: delivery, operation)
    }
  }

  /// The person gives the factors that are to be set.
  func given(
    _ question: SetQuestion, _ input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    let factors: Setting.Given.Factors
    let operation: OperationID
    switch (input, question.factors) {
    case (.pin(let id), .pin), (.pin(let id), .pinAndMaybeBiometrics):
      (factors, operation) = (.pin, id)
    case (.pinAndBiometrics(let id), .pinAndMaybeBiometrics): (factors, operation) = (.both, id)
    case (.biometrics(let id), .biometrics): (factors, operation) = (.biometrics, id)
    case (.biometrics, .pinAndMaybeBiometrics): throw .missingPIN
    case (.pin, .biometrics), (.pinAndBiometrics, .biometrics): throw .factorNotAllowed(.pin)
    case (.biometrics, .pin), (.pinAndBiometrics, .pin): throw .factorNotAllowed(.biometrics)
    default: throw .factorNotAllowed(.validateCode)
    }
    let known = question.basis.challenge ?? operation
    let asked = Question.set(question)
    switch factors {
    case .pin:
      let action = SentAction(
        intent: .set(question, factors), proof: question.basis.proof, operation: known)
      return processing(.acting(action), answering: asked, input) {
        .act($0, question.basis.proof, known)
      }
    case .biometrics:
      // How to make the key came with the check of the PIN.
      return processing(.creating(.set(question, factors, known)), answering: asked, input) {
        .factors(.create($0))
      }
    case .both:
      return processing(.entitling(.set(question, factors, known)), answering: asked, input) {
        .factors(.askCreation($0))
      }
    }
  }
}
