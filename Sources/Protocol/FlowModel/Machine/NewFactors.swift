/// Factors that a person sets, and what entitles to them.
public indirect enum NewFactors: Sendable, Hashable {
  /// Nothing had to be proved.
  case confirmed(FactorSetup)
  /// This proof was given, in answer to this choice, and is kept until the action is sent.
  case proved(FactorSetup, ActionProof, Verification.Choice)
}

/// The flow in which factors are set, with the offer of a key on this device.
public indirect enum FactorSetup: Sendable, Hashable {
  /// ENROL: the PIN, with biometrics if the device offers them.
  case enrol(EnrolSession, BiometricsOffer)
  /// CHANGE_PIN: the PIN.
  case changePIN
  /// ADD_BIOMETRICS: biometrics.
  case addBiometrics(BiometricsOffer)
  /// HEADLESS_UPGRADE: the PIN, with biometrics if the device offers them.
  case headlessUpgrade(BiometricsOffer)
  /// SIGN_TRANSACTION: biometrics, registered on the way to the signature by a mailed code, or by
  /// the PIN of an account that has no other factor.
  case onTheWay(Signing, BiometricsOffer)
}

extension NewFactors {
  /// The flow in which they are set.
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
    case .confirmed(let setup): .confirmed(setup.offering(offer))
    case .proved(let setup, let proof, let choice): .proved(setup.offering(offer), proof, choice)
    }
  }
}

extension FactorSetup {
  /// The offer of biometrics; nil if they are not set in this flow.
  private var offer: BiometricsOffer? {
    switch self {
    case .enrol(_, let offer), .addBiometrics(let offer), .headlessUpgrade(let offer),
      .onTheWay(_, let offer):
      offer
    case .changePIN: nil
    }
  }

  fileprivate func offering(_ offer: BiometricsOffer) -> FactorSetup {
    switch self {
    case .enrol(let session, _): .enrol(session, offer)
    case .changePIN: .changePIN
    case .addBiometrics: .addBiometrics(offer)
    case .headlessUpgrade: .headlessUpgrade(offer)
    case .onTheWay(let signing, _): .onTheWay(signing, offer)
    }
  }

  /// True if the soft prompt comes before the question: once on an installation.
  var promptsFirst: Bool { offer == .unasked }

  /// The reason of the soft prompt.
  var promptReason: SoftPromptReason {
    switch self {
    case .addBiometrics: .adding
    case .onTheWay: .proving
    case .enrol, .changePIN, .headlessUpgrade: .settingUp
    }
  }

  /// True if a PIN is set.
  var hasPIN: Bool {
    switch self {
    case .enrol, .changePIN, .headlessUpgrade: true
    case .addBiometrics, .onTheWay: false
    }
  }

  /// The factors that are asked for.
  var info: SecondFactorInfo {
    switch (self, offer) {
    case (.addBiometrics, _): SecondFactorInfo(allowed: [.biometrics], required: [.biometrics])
    case (.onTheWay, _):
      SecondFactorInfo(allowed: [.biometrics], required: [.biometrics], registersKey: true)
    case (_, .welcome?), (_, .unasked?):
      SecondFactorInfo(allowed: [.pin, .biometrics], required: [.pin])
    case (_, .declined?), (_, BiometricsOffer.none?), (_, nil):
      SecondFactorInfo(allowed: [.pin], required: [.pin])
    }
  }

  /// The types of input that set the factors, with a key or without.
  func inputTypes(withKey: Bool) -> Set<InputType> {
    (hasPIN ? [.pin] as Set : []).union(withKey ? [.biometrics] : [])
  }

  /// The signature that is at stake; nil outside SIGN_TRANSACTION.
  var signing: Signing? {
    if case .onTheWay(let signing, _) = self { signing } else { nil }
  }
}
