/// What a setting and its proof say of each other.
extension SetQuestion.Basis {
  /// What is to be set.
  public var setting: Setting {
    switch self {
    case .confirmed(let setting), .proved(let setting, _, _): setting
    }
  }

  /// What the action is entitled by.
  var proof: ActionProof {
    switch self {
    case .confirmed: .confirmation
    case .proved(_, _, .pin): .pin
    case .proved(_, _, .code): .codes
    case .proved(_, _, .assertion): .assertion
    }
  }

  /// The challenge that was signed; it names the action.
  var challenge: OperationID? {
    if case .proved(_, _, .assertion(let operation)) = self { operation } else { nil }
  }

  /// The question that asks for the proof again, while what was given stands.
  func verification(given: Setting.Given?) -> Verification? {
    guard case .proved(var setting, let choice, _) = self else { return nil }
    setting.given = given
    return Verification(.setting(setting), choice)
  }

  /// The same, with another offer.
  func with(_ offer: BiometricsOffer) -> SetQuestion.Basis {
    switch self {
    case .confirmed(let setting): .confirmed(setting.with(offer))
    case .proved(let setting, let choice, let kept):
      .proved(setting.with(offer), choice, kept)
    }
  }
}

extension Setting {
  fileprivate func with(_ offer: BiometricsOffer) -> Setting {
    switch goal {
    case .enrol(let session, _): Setting(.enrol(session, offer), given: given)
    case .headlessUpgrade: Setting(.headlessUpgrade(offer), given: given)
    case .addBiometrics: Setting(.addBiometrics(offer), given: given)
    case .changePIN: self
    }
  }
}

extension Setting.Goal {
  /// Which factors are asked for.
  var factors: SetQuestion.Factors {
    switch self {
    case .changePIN: .pin
    case .addBiometrics: .biometrics
    case .enrol(_, let offer), .headlessUpgrade(let offer):
      switch offer {
      case .welcome, .unasked: .pinAndMaybeBiometrics
      case .declined, .none: .pin
      }
    }
  }

  /// Whether the soft prompt comes before the question: once on an installation.
  var offersBiometricsFirst: Bool {
    switch self {
    case .changePIN: false
    case .enrol(_, let offer), .addBiometrics(let offer), .headlessUpgrade(let offer):
      offer == .unasked
    }
  }

  /// What the flow is about.
  var subject: FlowSubject {
    switch self {
    case .enrol(let session, _): .session(.enrol(session), nil)
    case .changePIN: .factors(.changePIN)
    case .addBiometrics: .factors(.addBiometrics)
    case .headlessUpgrade: .factors(.headlessUpgrade)
    }
  }
}

extension Registration {
  /// What entitles to the key.
  var proof: ActionProof {
    switch self {
    case .checked: .pin
    case .set(let question, _, _): question.basis.proof
    case .onTheWay: .codes
    }
  }

  /// The question that asks again for what entitles; nil where nothing had to be proved.
  var verification: Verification? {
    switch self {
    case .checked(let verification): verification
    case .set(let question, let factors, _):
      question.basis.verification(given: Setting.Given(factors, key: .wanted))
    case .onTheWay(let errand, let matter, let delivery, _):
      Verification(.sign(errand, matter), .mailedCode(.registration(.taken), delivery))
    }
  }
}
