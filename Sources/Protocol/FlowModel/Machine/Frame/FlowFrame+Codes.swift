/// Codes: sent when their question opens, kept or sent on when they are given (scenarios,
/// "Modules").
extension FlowFrame {
  /// Has a code sent, and asks for it then.
  func sendingCode(_ cause: Cause, _ sending: CodeSending) -> FlowTransition {
    moved(to: .sendingCode(cause, sending, instead: nil)) { .code(.send($0, sending)) }
  }

  /// The person wants a code: in place of biometrics, or once more.
  func codeRequested(_ verification: Verification) throws(FlowInputError) -> FlowTransition {
    let sending: CodeSending
    switch verification.choice {
    case .biometricsOrCode(_, let second): sending = .mail(.fallback(second))
    case .mailedCode(let use, _): sending = .mail(use)
    // Both codes go together: with a new mailed one, both are asked for again.
    case .authenticatorCode: sending = .mail(.fallback(.authenticatorApp))
    case .textedCode: sending = .text
    case .pin, .biometrics, .either: throw .factorNotAllowed(.validateCode)
    }
    let step = FlowStep.sendingCode(verification.cause, sending, instead: verification)
    return processing(step, answering: .verify(verification), .requestCode) {
      .code(.send($0, sending))
    }
  }

  func codeSent(
    _ cause: Cause, _ sending: CodeSending, _ instead: Verification?, _ answer: CodeAnswer
  ) -> FlowTransition {
    let step = FlowStep.sendingCode(cause, sending, instead: instead)
    switch (answer, instead) {
    case (.sent(let delivery), _):
      var frame = self
      if case .biometricsOrCode? = instead?.choice {
        frame = with(.biometricsFail, [], .fallbackChosen)
      }
      // Tries are counted for each code.
      frame.wrongCodes = 0
      return switch sending {
      case .mail(let use): frame.asking(cause, .mailedCode(use.with(delivery.second), delivery))
      case .text: frame.asking(cause, .textedCode(delivery))
      }
    case (.failed(.refused(let reason)), let instead?),
      (.failed(.notAllowed(let reason)), let instead?):
      // The question that stood before can still be answered.
      return with(.codeFail, [], reason).asking(.verify(instead))
    case (.failed(let failure), _):
      return ended(error(for: failure), at: step)
    }
  }

  func codeGiven(
    _ verification: Verification, _ operation: OperationID
  ) -> FlowTransition {
    let question = Question.verify(verification)
    let input = FlowInput.code(operation)
    switch (verification.cause, verification.choice) {
    case (_, .mailedCode(.fallback(.authenticatorApp), _)), (_, .mailedCode(.registration, _)),
      (.setting, .mailedCode):
      return processing(.keeping(.factor(verification, operation)), answering: question, input) {
        .code(.keep($0))
      }
    default:
      let action = SentAction(intent: .prove(verification), proof: .codes, operation: operation)
      return processing(.acting(action), answering: question, input) {
        .act($0, .codes, operation)
      }
    }
  }

  /// What was given is kept: the next question, or what was given before goes on.
  func kept(_ input: KeptInput) -> FlowTransition {
    switch input {
    case .confirmation(let errand, let review):
      return with(.success, [.confirm], of: .confirmTransaction).prepare(errand, .review(review))
    case .factor(let verification, let operation):
      let frame = with(.collected, verification.choice.typedInput)
      switch (verification.cause, verification.choice) {
      case (.setting(let setting), .mailedCode):
        return frame.set(.proved(setting, verification.choice, .code), operation)
      case (.setting(let setting), _):
        return frame.set(.proved(setting, verification.choice, .pin), operation)
      case (.sign, .mailedCode(.fallback, let delivery)):
        return frame.asking(verification.cause, .authenticatorCode(mailed: delivery))
      case (.sign(let errand, let matter), .mailedCode(.registration(.open), let delivery)):
        return frame.asking(.softPrompt(.registration(errand, matter, mailed: delivery)))
      case (.sign(let errand, let matter), .mailedCode(.registration(.agreed), let delivery)):
        return frame.asking(.register(errand, matter, mailed: delivery))
      case (.sign(let errand, let matter), .mailedCode(.registration(.taken), let delivery)):
        return frame.entitling(.onTheWay(errand, matter, mailed: delivery, operation))
      default:
        return notUnderstood(at: .keeping(input))
      }
    }
  }

  /// A code was not accepted: it is asked for again, and not sent again by itself.
  func codeRefused(
    _ verification: Verification, _ wrong: WrongCode, at step: FlowStep,
    after effects: [FlowEffect]
  ) -> FlowTransition {
    var frame = with(
      .codeFail, verification.choice.typedInput, .wrongCode)
    frame.wrongCodes += 1
    guard frame.wrongCodes < triesPerCode else {
      return frame.ended(.triesUsedUp, at: step, after: effects)
    }
    switch (verification.choice, wrong) {
    case (.authenticatorCode(let delivery), .mailed), (.authenticatorCode(let delivery), .untold):
      // Which of the two was wrong is not known, so both are asked for again.
      return frame.asking(
        verification.cause, .mailedCode(.fallback(.authenticatorApp), delivery), after: effects)
    default:
      return frame.asking(.verify(verification), after: effects)
    }
  }
}
