import DocumentModel

/// The challenge over what is signed, first and in place of an expired one.
extension FlowFrame {
  /// Asks for a challenge, or for the fallback if no challenge is wanted.
  func prepare(_ signing: Signing, isKeyNew: Bool = false) -> FlowTransition {
    guard signing.policy.level != .fallbackOnly else { return fallBack(signing) }
    return move(to: isKeyNew ? .preparingWithNewKey(signing) : .preparing(signing)) {
      .askChallenge($0)
    }
  }

  /// Asks the person, as a challenge came over what is signed.
  ///
  /// After a registration too: no two prompts of the device come without a screen between.
  func prepare(_ signing: Signing, isKeyNew: Bool, _ answer: Answer) -> FlowTransition {
    let step = isKeyNew ? FlowStep.preparingWithNewKey(signing) : .preparing(signing)
    return link(answer, to: signing, at: step, isKeyNew: isKeyNew) { signing, challenge in
      ask(.act(.sign(signing)), signing.choice(signing: challenge))
    }
  }

  /// Fetches a challenge anew that expired while the person was busy: once, without a question.
  func renew(
    _ verification: Verification, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    guard renewals < Self.maximumRenewals else {
      return end(.serverValidation(.challengeExpired), at: step, after: effects)
    }
    var frame = self
    frame.renewals += 1
    return frame.move(to: .renewing(verification)) { .askChallenge($0) }.after(effects)
  }

  /// Has the challenge signed that came in place of an expired one.
  func renew(_ verification: Verification, _ answer: Answer) -> FlowTransition {
    let step = FlowStep.renewing(verification)
    if case .act(.sign(let before)) = verification.purpose {
      return link(answer, to: before, at: step, isKeyNew: false) { signing, challenge in
        let renewed = Verification(.act(.sign(signing)), signing.choice(signing: challenge))
        // The person has said yes to this very transaction: only its challenge is new.
        guard signing.isSame(as: before) else { return ask(.verify(renewed)) }
        return move(to: .signing(renewed, challenge)) { .sign($0) }
      }
    }
    switch answer {
    case .missingKey(_, nil, _):
      return goOnWithoutBiometrics(verification, .nothingEnrolled, at: step)
    case .challenge(let challenge, nil, _):
      let renewed = Verification(
        verification.purpose, verification.choice.renewed(with: challenge))
      return move(to: .signing(renewed, challenge)) { .sign($0) }
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Goes on with a challenge if it is linked to what is signed, or in another way if this device
  /// has no key for it.
  private func link(
    _ answer: Answer, to signing: Signing, at step: FlowStep, isKeyNew: Bool,
    _ goOn: (Signing, OperationID) -> FlowTransition
  ) -> FlowTransition {
    let document: Document?
    let ways: SigningWays?
    switch answer {
    case .challenge(_, let linked, let told), .missingKey(_, let linked, let told):
      (document, ways) = (linked, told)
    default: return notUnderstand(answer, at: step)
    }
    var linked: Signing
    switch (signing, document) {
    case (.review(let review, let policy), let document?) where document != review.document:
      // What was confirmed is not what would be signed: it is shown again.
      let changed = Review(
        id: review.id, document: document, created: review.created, expires: review.expires)
      return ask(.review(changed, policy))
    case (.transaction(_, let policy), let document?): linked = .transaction(document, policy)
    case (.review, .some), (.scenario, nil): linked = signing
    case (.scenario, .some), (.transaction, nil), (.review, nil), (.unread, _):
      return end(.notAllowed(.challengeNotAsShown), at: step)
    }
    linked = linked.with(isKeyNew ? ways ?? signing.policy.ways?.withKey : ways)
    switch answer {
    case .challenge(let challenge, _, _):
      // A prompt for a signature that could not act would be in vain.
      guard let missing = ways?.missing(.biometrics) else { return goOn(linked, challenge) }
      return fallBack(linked, because: missing.reason, at: step)
    case .missingKey(let offer, _, _):
      return goOnWithoutKey(linked, offer, at: step, isKeyNew: isKeyNew)
    default: return notUnderstand(answer, at: step)
    }
  }

  /// Registers a key on the way, or asks for the fallback, as this device has no key that signs.
  private func goOnWithoutKey(
    _ signing: Signing, _ offer: BiometricsOffer, at step: FlowStep, isKeyNew: Bool
  ) -> FlowTransition {
    let hasFallback = signing.policy.level != .biometricsOnly
    // A key that is made on the way is of no use if keys could not act either; and beside a factor
    // of another device a weaker proof adds none.
    let ways = signing.policy.ways
    let obstacle = ways?.missing(.biometrics)?.reason
    let helpsKey =
      !isKeyNew && ways?.otherDevice != true
      && (obstacle == nil || obstacle?.code == "credential_missing")
    switch offer {
    case .unasked where helpsKey, .welcome where helpsKey:
      return askEntitlement(to: FactorSetup(.sign(signing), offer), signing)
    case .none(let reason):
      guard hasFallback || signing.waitsElsewhere else {
        return end(.deviceUnable(reason), at: step)
      }
      return fallBack(signing, because: reason, at: step)
    case .unasked, .welcome, .declined:
      guard hasFallback else { return end(.deviceUnable(.nothingEnrolled), at: step) }
      return fallBack(signing)
    }
  }

  /// Asks for what entitles to a key on the way: the PIN of an account that has one, which then
  /// approves as well; else a mailed code.
  private func askEntitlement(
    to setup: FactorSetup, _ signing: Signing
  ) -> FlowTransition {
    guard signing.policy.ways?.possible.contains(.pin) == true else {
      return mailCode(for: .set(setup))
    }
    return switch signing.standIns {
    case [.pin]: ask(.set(setup), .pin)
    case [.pin, .validateCode]: ask(.set(setup), .pinOrCode)
    // A PIN that approves nothing here registers nothing either.
    default: fallBack(signing)
    }
  }

  /// Asks for the fallback, as biometrics cannot sign; the question says why.
  ///
  /// The result before stands: it was no question that biometrics could have answered. But who gave
  /// them, for a challenge that has expired since, is told that they failed.
  private func fallBack(
    _ signing: Signing, because reason: FlowReason, at step: FlowStep
  ) -> FlowTransition {
    let obstructed = signing.obstructed(by: reason)
    if case .renewing = step {
      return with(.biometricsFail, [.biometrics], reason).fallBack(obstructed)
    }
    return fallBack(obstructed)
  }
}
