/// Registering a key: as one of the factors that are set, or on the way to a signature (scenarios,
/// "Context").
extension FlowFrame {
  /// The code that was mailed for the registration serves the fallback of the same flow.
  func fallenBack(
    _ errand: SignErrand, _ matter: Matter, mailed delivery: CodeDelivery,
    _ operation: OperationID
  ) -> FlowTransition {
    let cause = Cause.sign(errand, matter)
    guard case .codes(let second) = errand.fallback else { return asking(cause, .pin) }
    switch delivery.second ?? second {
    case .texted:
      let verification = Verification(cause, .mailedCode(.fallback(.texted), delivery))
      return acting(.prove(verification), .codes, operation)
    case .authenticatorApp:
      return asking(cause, .authenticatorCode(mailed: delivery))
    }
  }

  /// This device has no key that signs: one is registered on the way, or the fallback is asked.
  func withoutKey(
    _ errand: SignErrand, _ matter: Matter, _ offer: BiometricsOffer,
    _ preparation: FlowStep.Preparation
  ) -> FlowTransition {
    switch (offer, preparation) {
    case (.unasked, .first):
      return sendingCode(.sign(errand, matter), .mail(.registration(.open)))
    case (.welcome, .first):
      return sendingCode(.sign(errand, matter), .mail(.registration(.agreed)))
    case (.none(let reason), _):
      guard errand.level != .biometricsOnly else {
        return ended(.deviceUnable(reason), at: .preparing(errand, matter, preparation))
      }
      return with(.biometricsFail, [], reason).fallenBack(errand, matter)
    case (.declined, _), (_, .afterRegistration):
      guard errand.level != .biometricsOnly else {
        return ended(.deviceUnable(.nothingEnrolled), at: .preparing(errand, matter, preparation))
      }
      return fallenBack(errand, matter)
    }
  }

  func entitling(_ registration: Registration) -> FlowTransition {
    moved(to: .entitling(registration)) { .factors(.askCreation($0)) }
  }

  /// The server has checked what entitles to a new key.
  func entitled(
    _ registration: Registration, _ answer: CreationOptionsAnswer
  ) -> FlowTransition {
    let step = FlowStep.entitling(registration)
    switch (answer, registration) {
    case (.failed(.notAllowed(let reason)), .onTheWay(let errand, let matter, let mailed, let id))
    where errand.level != .biometricsOnly:
      // Who has a factor gets another by that one: the code is good for the fallback all the same.
      return with(.biometricsFail, [.biometrics], reason, of: .setSecondFactor)
        .fallenBack(errand, matter, mailed: mailed, id)
    case (.failed(let failure), _):
      return ended(error(for: failure), at: step)
    case (.entitled, .checked(let verification)):
      guard case .setting(let setting) = verification.cause else {
        return notUnderstood(at: step)
      }
      return with(.success, [.pin]).set(.proved(setting, verification.choice, .pin))
    case (.entitled, .set), (.entitled, .onTheWay):
      return moved(to: .creating(registration)) { .factors(.create($0)) }
    case (.refused(let refusal), _):
      return refused(refusal, registration.verification, registration.proof, at: step)
    }
  }

  /// The authenticator has made a key, or not.
  func created(_ registration: Registration, _ answer: CreationAnswer) -> FlowTransition {
    let step = FlowStep.creating(registration)
    switch answer {
    case .created:
      switch registration {
      case .checked: return notUnderstood(at: step)
      case .set(let question, let factors, let operation):
        return acting(.set(question, factors), question.basis.proof, operation)
      case .onTheWay(let errand, let matter, let delivery, let operation):
        return acting(.register(errand, matter, mailed: delivery), .codes, operation)
      }
    case .cancelled:
      // On the way to a signature that means: in another way, please.
      if case .onTheWay(let errand, _, _, _) = registration, errand.level != .biometricsOnly {
        return notCreatable(registration, .biometricsCancelled)
      }
      return notCreated(registration, .biometricsCancelled)
    case .notInForeground:
      return notCreated(registration, .notInForeground)
    case .failed:
      var frame = self
      frame.biometricFailures += 1
      guard frame.biometricFailures >= Self.maximumBiometricFailures else {
        return frame.notCreated(registration, .biometricsFailed)
      }
      return frame.notCreatable(registration, .biometricsFailed)
    case .unavailable(let reason):
      return notCreatable(registration, reason)
    case .broken(let reason):
      return ended(.deviceUnable(reason), at: step)
    }
  }

  /// The same question again.
  private func notCreated(_ registration: Registration, _ reason: FlowReason) -> FlowTransition {
    let frame = with(.biometricsFail, [.biometrics], reason, of: .setSecondFactor)
    return switch registration {
    case .checked: notUnderstood(at: .creating(registration))
    case .set(let question, _, _): frame.asking(.set(question))
    case .onTheWay(let errand, let matter, let delivery, _):
      frame.asking(.register(errand, matter, mailed: delivery))
    }
  }

  /// No key will be made in this flow.
  private func notCreatable(
    _ registration: Registration, _ reason: FlowReason
  ) -> FlowTransition {
    let frame = with(.biometricsFail, [.biometrics], reason, of: .setSecondFactor)
    let step = FlowStep.creating(registration)
    switch registration {
    case .set(let question, _, _) where question.factors == .pinAndMaybeBiometrics:
      return frame.asking(.set(SetQuestion(question.basis.with(.none(reason)), .pin)))
    case .onTheWay(let errand, let matter, let delivery, let operation)
    where errand.level != .biometricsOnly:
      return frame.fallenBack(errand, matter, mailed: delivery, operation)
    case .checked, .set, .onTheWay:
      return frame.ended(.deviceUnable(reason), at: step)
    }
  }
}
