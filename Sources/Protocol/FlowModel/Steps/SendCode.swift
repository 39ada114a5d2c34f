/// Codes: sent when their question opens (scenarios, "Modules"), and the fallback that they are.
extension FlowFrame {
  /// Asks for the factors in place of biometrics.
  ///
  /// Nothing is asked, and no code is sent, that could not act. Where nothing here could, the flow
  /// waits for another device that can.
  func fallBack(_ signing: Signing) -> FlowTransition {
    switch signing.standIns {
    case [] where signing.waitsElsewhere: ask(.act(.sign(signing)), .otherDevice)
    case []: end(.notAllowed(signing.obstacle), at: .preparing(signing))
    case [.pin]: ask(.act(.sign(signing)), .pin)
    case [.validateCode]: mailCode(for: .act(.sign(signing)))
    default: ask(.act(.sign(signing)), .pinOrCode)
    }
  }

  /// Falls back with the code that was mailed for a key on the way: it serves the same flow.
  func fallBack(
    _ signing: Signing, mailed: CodeDelivery, _ operation: OperationID
  ) -> FlowTransition {
    guard signing.standIns.contains(.validateCode) else { return fallBack(signing) }
    guard signing.secondCode(after: mailed) == .twoFactor else {
      return act(
        .prove(Verification(.act(.sign(signing)), .mailedCode(mailed)), .codes, operation))
    }
    return ask(.act(.sign(signing)), .authenticatorCode(mailed: mailed))
  }

  /// Has a code mailed, which is asked for then.
  func mailCode(for purpose: Purpose) -> FlowTransition {
    move(to: .mailingCode(purpose, instead: nil)) {
      .mailCode($0, registersKey: purpose.registersKey)
    }
  }

  /// Has a code sent as the person wishes: in place of biometrics, or once more.
  func requestCode(_ verification: Verification) throws(FlowInputError) -> FlowTransition {
    let question = Question.verify(verification)
    // Who has a PIN gets a key by it, and by no code.
    let purpose =
      verification.choice == .pinOrCode
      ? Purpose.act(verification.purpose.kind) : verification.purpose
    switch verification.choice {
    // An authenticator app's code goes with the mailed one: both are asked for again.
    case .biometricsOrCode, .all, .pinOrCode, .mailedCode, .authenticatorCode:
      return process(
        .mailingCode(purpose, instead: verification), answering: question, .requestCode
      ) { .mailCode($0, registersKey: purpose.registersKey) }
    case .textedCode:
      return process(.textingCode(verification), answering: question, .requestCode) {
        .textCode($0)
      }
    case .pin, .biometrics, .either, .otherDevice: throw .factorNotAllowed(.validateCode)
    }
  }

  func mailCode(
    for purpose: Purpose, _ instead: Verification?, _ answer: Answer
  ) -> FlowTransition {
    guard case .codeDelivery(let delivery) = answer else {
      return askInstead(instead, answer, at: .mailingCode(purpose, instead: instead))
    }
    var frame = self
    switch instead?.choice {
    case .biometricsOrCode?, .all?: frame = with(.biometricsFail, [], .fallbackChosen)
    default: break
    }
    // Tries are counted for each code.
    frame.wrongCodes = 0
    return frame.ask(purpose, .mailedCode(delivery))
  }

  func textCode(for verification: Verification, _ answer: Answer) -> FlowTransition {
    guard case .codeDelivery(let delivery) = answer else {
      return askInstead(verification, answer, at: .textingCode(verification))
    }
    var frame = self
    frame.wrongCodes = 0
    return frame.ask(verification.purpose, .textedCode(delivery))
  }

  /// Asks the question that stood before, as no code was sent and it can still be answered.
  private func askInstead(
    _ verification: Verification?, _ answer: Answer, at step: FlowStep
  ) -> FlowTransition {
    switch (answer, verification) {
    case (.failure(.refused(let reason)), let verification?),
      (.failure(.notAllowed(let reason)), let verification?):
      with(.codeFail, [], reason).ask(.verify(verification))
    default: notUnderstand(answer, at: step)
    }
  }
}
