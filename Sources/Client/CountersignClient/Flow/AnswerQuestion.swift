public import FlowModel
import WebAuthnModel
public import WireModel

/// Answering the question that is asked. What is not accepted is thrown as a `FlowInputError`: the
/// flow is unchanged, and input may be given again.
extension FlowManager {
  /// Says yes to a session that is opened.
  ///
  /// - Parameters:
  ///   - account: In a LOGIN one of the accounts that were shown; nothing in an ENROL.
  ///   - number: The number on the other screen, where numbers were shown.
  /// - Throws: `FlowInputError`.
  public func confirmSession(
    account: SessionAccount? = nil, number: String? = nil
  ) throws(FlowInputError) {
    commit(try state.applying(.input(.confirmSession(account: account, number: number))))
  }

  /// Says yes to the transaction that is shown.
  ///
  /// - Throws: `FlowInputError`.
  public func confirmTransaction() throws(FlowInputError) {
    commit(try state.applying(.input(.confirmTransaction)))
  }

  /// Gives a factor that is to be verified or set.
  ///
  /// - Parameters:
  ///   - input: The factor.
  ///   - userInput: What the person says beside it, at most 256 characters, kept with an approval
  ///     and not signed; nil for nothing.
  ///   - appPIN: The app PIN that is set with the factors, at the end of the flow; it must not be
  ///     the PIN. Nil for none. Secret.
  /// - Throws: `FlowInputError`.
  public func inputSecondFactor(
    _ input: SecondFactorInput, userInput: String? = nil, appPIN: SecretText? = nil
  ) throws(FlowInputError) {
    let input = input.withCodeAlone
    let operation = context.newOperation()
    let event: FlowInput =
      switch input {
      case .pin: .pin(operation)
      case .biometrics: .biometrics(operation)
      case .pinAndBiometrics: .pinAndBiometrics(operation)
      case .code: .code(operation)
      }
    let transition = try state.applying(.input(event))
    let asked = state.flow?.currentInteraction
    try Self.requireWellFormed(input, asked?.type)
    try requireTaken(userInput, besideAnswerTo: asked)
    let setsFactor = asked?.type == .setSecondFactor
    if let appPIN {
      guard softLocks != nil, setsFactor else { throw .appPINNotTaken }
      try requireSettable(appPIN, besides: input.pin)
    }
    // Another PIN than the one that it was compared with takes it back.
    if setsFactor, appPIN != nil || input.pin != nil { keep(newAppPIN: appPIN) }
    commit(transition, given: GivenInput(input, to: asked, userInput: userInput))
  }

  /// Gives a factor that is to be verified or set, or a new PIN and biometrics in one.
  ///
  /// - Parameters:
  ///   - pin: The PIN. Secret.
  ///   - biometrics: Whether biometrics are given: the authenticator will ask.
  ///   - code: A code. Secret.
  ///   - userInput: What the person says beside it, at most 256 characters, kept with an approval
  ///     and not signed; nil for nothing.
  /// - Throws: `FlowInputError`.
  public func inputSecondFactor(
    pin: SecretText? = nil, biometrics: Bool = false, code: SecretText? = nil,
    userInput: String? = nil
  ) throws(FlowInputError) {
    let input: SecondFactorInput
    switch (pin, biometrics, code) {
    case (let pin?, false, nil): input = .pin(pin)
    case (let pin?, true, nil): input = .pinAndBiometrics(pin)
    case (nil, true, nil): input = .biometrics
    case (nil, false, let code?): input = .code(code)
    case (nil, false, nil): throw missingInput()
    default: throw unexpectedInput()
    }
    try inputSecondFactor(input, userInput: userInput)
  }

  /// Has a code sent in place of biometrics, or once more.
  ///
  /// - Throws: `FlowInputError`, and of these `codeTooEarly` before the time that
  ///   `CodeDelivery/resendAfterSeconds` names: nothing is sent then.
  public func requestCode() throws(FlowInputError) {
    let transition = try state.applying(.input(.requestCode))
    if let code = transition.effects.lazy.compactMap(\.sentCode).first,
      state.flow?.currentInteraction?.secondFactorInfo?.allowed.contains(.biometrics) == false,
      let seconds = resends.secondsLeft(code)
    {
      throw .codeTooEarly(seconds: seconds)
    }
    commit(transition)
  }

  /// Says whether biometrics are wanted on this device.
  ///
  /// - Parameter answer: Yes or no; it is not asked again before the account is enrolled anew.
  /// - Throws: `FlowInputError`.
  public func answerSoftPrompt(_ answer: SoftPromptAnswer) throws(FlowInputError) {
    let operation = context.newOperation()
    commit(try state.applying(.input(.softPrompt(answer, operation))))
  }

  /// Denies what is asked to be authorised; the flow ends in `denied`.
  ///
  /// - Throws: `FlowInputError` where nothing is asked now; the flow is unchanged.
  public func deny() throws(FlowInputError) {
    commit(try state.applying(.input(.deny)))
  }
}

extension FlowManager {
  private static func requireWellFormed(
    _ input: SecondFactorInput, _ asked: InteractionType?
  ) throws(FlowInputError) {
    if case .code(let code) = input, !CodeRule.isWellFormed(code) { throw .malformedCode }
    guard let pin = input.pin else { return }
    guard PINRule.isWellFormed(pin) else { throw .malformedPIN }
    // A PIN that the account has may be an easy one; a new one may not.
    if asked == .setSecondFactor, PINRule.fault(of: pin) != nil { throw .pinTooSimple }
  }

  private func requireSettable(
    _ appPIN: SecretText, besides pin: SecretText?
  ) throws(FlowInputError) {
    do throws(AppPINError) {
      try SoftLockManager.requireSettable(appPIN, besides: pin.map { [$0] } ?? [])
    } catch {
      throw FlowInputError(error)
    }
  }

  private func requireTaken(
    _ userInput: String?, besideAnswerTo asked: Interaction?
  ) throws(FlowInputError) {
    guard let userInput else { return }
    // A key on the way is registered before anything is approved.
    guard state.flow?.transaction?.review != nil, asked?.secondFactorInfo?.registersKey != true
    else { throw .userInputNotTaken }
    switch UserInputRule.fault(of: userInput) {
    case nil: return
    case .tooLong: throw .userInputTooLong
    case .unshowable: throw .userInputUnshowable
    }
  }

  /// The error for no factor at all.
  private func missingInput() -> FlowInputError {
    guard let flow = state.flow, !flow.isFinal else { return .noFlow }
    guard flow.phase == .waitForInput, let asked = flow.currentInteraction else {
      return .notWaitingForInput
    }
    return asked.secondFactorInfo?.allowed.contains(.pin) == true
      ? .missingPIN : .unexpectedInput(asked.type)
  }

  /// The error for a code beside another factor.
  private func unexpectedInput() -> FlowInputError {
    let error = missingInput()
    guard error == .missingPIN, let asked = state.flow?.currentInteraction else { return error }
    return .unexpectedInput(asked.type)
  }
}

extension FlowInputError {
  fileprivate init(_ error: AppPINError) {
    self =
      switch error {
      case .refused(.malformed): .malformedPIN
      case .sameAsPIN: .appPINIsPIN
      case .refused(.tooSimple), .pinMissing, .locked, .otherAccount, .noSoftLock, .storageFailed:
        .pinTooSimple
      }
  }
}

/// An answer to VERIFY_SECOND_FACTOR or SET_SECOND_FACTOR.
public enum SecondFactorInput: Sendable {
  /// The PIN, 4 to 12 digits. Secret.
  case pin(SecretText)
  /// Biometrics: the authenticator will ask.
  case biometrics
  /// A new PIN, and biometrics beside it. Secret.
  case pinAndBiometrics(SecretText)
  /// The code that was mailed or texted, or that of an authenticator app, as it was typed or
  /// pasted. Secret.
  case code(SecretText)

  /// The same, without the spaces of a code that was pasted as `123 456`.
  fileprivate var withCodeAlone: SecondFactorInput {
    guard case .code(let typed) = self else { return self }
    return .code(CodeRule.code(typed: typed))
  }

  /// The PIN that is given; nil where none is.
  var pin: SecretText? {
    switch self {
    case .pin(let pin), .pinAndBiometrics(let pin): pin
    case .biometrics, .code: nil
    }
  }
}
