/// Factors that a person sets, and what entitles to them.
public indirect enum NewFactors: Sendable, Hashable {
  /// Nothing had to be proved.
  case confirmed(FactorSetup)
  /// This proof was given, in answer to this choice, and is kept until the action is sent.
  case proved(FactorSetup, ActionProof, Verification.Choice)
}

/// The factors that a kind of flow sets, with the offer of a key on this device.
///
/// A SIGN_TRANSACTION sets biometrics alone: a key that is registered on the way to the signature.
public struct FactorSetup: Sendable, Hashable {
  /// The kind of the flow.
  public let kind: FlowKind<Signing>
  /// The offer of a key; none if the flow sets no key.
  public let offer: BiometricsOffer

  init(_ kind: FlowKind<Signing>, _ offer: BiometricsOffer) {
    self.kind = kind
    self.offer = offer
  }
}

extension NewFactors {
  /// The factors, and the flow in which they are set.
  var setup: FactorSetup {
    switch self {
    case .confirmed(let setup), .proved(let setup, _, _): setup
    }
  }

  /// The proof that entitles to them.
  var proof: ActionProof {
    switch self {
    case .confirmed: .confirmation
    case .proved(_, let proof, _): proof
    }
  }

  /// The challenge that was signed, which names the action.
  var challenge: OperationID? {
    if case .proved(_, .assertion, let choice) = self { choice.challenge } else { nil }
  }

  /// The code that was mailed; nil if no mailed code entitles.
  var mailedCode: CodeDelivery? {
    if case .proved(_, _, .mailedCode(let delivery)) = self { delivery } else { nil }
  }

  /// The question that asks for the proof again, for this purpose; nil if nothing had to be proved.
  func verification(for purpose: (FactorSetup) -> Purpose) -> Verification? {
    guard case .proved(let setup, _, let choice) = self else { return nil }
    return Verification(purpose(setup), choice)
  }

  /// The same factors after another answer to the offer of biometrics.
  func offering(_ offer: BiometricsOffer) -> NewFactors {
    switch self {
    case .confirmed(let setup): .confirmed(FactorSetup(setup.kind, offer))
    case .proved(let setup, let proof, let choice):
      .proved(FactorSetup(setup.kind, offer), proof, choice)
    }
  }
}

extension FactorSetup {
  /// True if the soft prompt comes before the question: once on an installation.
  var promptsFirst: Bool { offer == .unasked }

  /// The reason of the soft prompt.
  var promptReason: SoftPromptReason {
    switch kind {
    case .addBiometrics: .adding
    case .sign: .proving
    case .enrol, .login, .linkLogin, .changePIN, .removeBiometrics, .headlessUpgrade: .settingUp
    }
  }

  /// True if a PIN is set.
  var hasPIN: Bool {
    switch kind {
    case .enrol, .changePIN, .headlessUpgrade: true
    case .login, .linkLogin, .sign, .addBiometrics, .removeBiometrics: false
    }
  }

  /// The factors that are asked for.
  var info: SecondFactorInfo {
    guard hasPIN else {
      return SecondFactorInfo(
        allowed: [.biometrics], required: [.biometrics], registersKey: kind.signature != nil)
    }
    return switch offer {
    case .welcome, .unasked: SecondFactorInfo(allowed: [.pin, .biometrics], required: [.pin])
    case .declined, .none: SecondFactorInfo(allowed: [.pin], required: [.pin])
    }
  }

  /// The types of input that set the factors, with a key or without.
  func inputTypes(withKey: Bool) -> Set<InputType> {
    (hasPIN ? [.pin] as Set : []).union(withKey ? [.biometrics] : [])
  }
}
