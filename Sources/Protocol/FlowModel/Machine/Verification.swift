/// VERIFY_SECOND_FACTOR: the purpose of a proof, and the factors that give it.
public struct Verification: Sendable, Hashable {
  /// The purpose of the proof.
  public let purpose: Purpose
  /// The factors that answer.
  public let choice: Choice

  init(_ purpose: Purpose, _ choice: Choice) {
    self.purpose = purpose
    self.choice = choice
  }

  /// The factors that answer: biometrics only if there is a challenge to sign, and a code only if
  /// it was sent.
  public enum Choice: Sendable, Hashable {
    /// The PIN alone.
    case pin
    /// The signed challenge of this operation alone.
    case biometrics(OperationID)
    /// The signed challenge or the PIN.
    case either(OperationID)
    /// The signed challenge, or a code that the person asks for first.
    case biometricsOrCode(OperationID)
    /// The signed challenge, the PIN, or a code that the person asks for first.
    case all(OperationID)
    /// The PIN, or a code that the person asks for first.
    case pinOrCode
    /// The code that was mailed.
    case mailedCode(CodeDelivery)
    /// The code that was texted after the mailed one was right.
    case textedCode(CodeDelivery)
    /// The authenticator app's code, after the mailed one was kept.
    case authenticatorCode(mailed: CodeDelivery)
    /// None here: another device of the account, where the transaction waits too.
    case otherDevice
  }
}

/// The purpose of a proof.
public indirect enum Purpose: Sendable, Hashable {
  /// The action itself.
  case act(FlowKind<Signing>)
  /// Factors that are asked for next.
  case set(FactorSetup)
  /// A key that is made next; the person has given the factors before.
  case createKey(FactorSetup)
  /// Factors that the person has given before, and whose key is made if they have one.
  case resubmit(FactorSetup, withKey: Bool)

  /// The kind of the flow.
  var kind: FlowKind<Signing> {
    switch self {
    case .act(let kind): kind
    case .set(let setup), .createKey(let setup), .resubmit(let setup, _): setup.kind
    }
  }

  /// True if a key is registered on the way to a signature.
  var registersKey: Bool {
    if case .act = self { false } else { kind.signature != nil }
  }
}

/// The proof of an action.
public enum ActionProof: Sendable, Hashable, CaseIterable {
  /// The PIN.
  case pin
  /// The signed challenge itself.
  case assertion
  /// The verification token that the signed challenge was exchanged for.
  case token
  /// The codes that were given.
  case codes
  /// The person's confirmation of a session, if no factor is needed.
  case confirmation
}

extension Verification {
  /// The factors that answer, as a screen shows them; if there is no choice, they are required.
  var info: SecondFactorInfo {
    switch choice {
    case .pin:
      SecondFactorInfo(
        allowed: [.pin], required: [.pin], registersKey: purpose.registersKey,
        otherDevice: waitsElsewhere, biometricsObstacle: obstacle)
    case .biometrics: SecondFactorInfo(allowed: [.biometrics], required: [.biometrics])
    case .either: SecondFactorInfo(allowed: [.pin, .biometrics])
    case .biometricsOrCode: SecondFactorInfo(allowed: [.biometrics, .validateCode])
    case .all: SecondFactorInfo(allowed: [.pin, .biometrics, .validateCode])
    case .pinOrCode:
      SecondFactorInfo(
        allowed: [.pin, .validateCode], registersKey: purpose.registersKey,
        otherDevice: waitsElsewhere, biometricsObstacle: obstacle)
    case .mailedCode(let delivery):
      SecondFactorInfo(
        allowed: [.validateCode], required: [.validateCode], codeDelivery: delivery,
        registersKey: purpose.registersKey, otherDevice: waitsElsewhere,
        biometricsObstacle: obstacle)
    case .textedCode(let delivery):
      SecondFactorInfo(
        allowed: [.otp], required: [.otp], codeDelivery: delivery, otherDevice: waitsElsewhere,
        biometricsObstacle: obstacle)
    case .authenticatorCode:
      SecondFactorInfo(
        allowed: [.twoFactor], required: [.twoFactor], otherDevice: waitsElsewhere,
        biometricsObstacle: obstacle)
    // The ways say why nothing can be given here.
    case .otherDevice: SecondFactorInfo(allowed: [], otherDevice: waitsElsewhere)
    }
  }

  private var waitsElsewhere: Bool { purpose.kind.signature?.waitsElsewhere == true }

  private var obstacle: FlowReason? { purpose.kind.signature?.policy.biometricsObstacle }
}

extension Verification.Choice {
  /// The input that a person types to answer; empty if biometrics answer.
  var typedInput: Set<InputType> {
    switch self {
    case .pin, .either, .all, .pinOrCode: [.pin]
    case .mailedCode: [.validateCode]
    case .textedCode: [.otp]
    case .authenticatorCode: [.twoFactor]
    case .biometrics, .biometricsOrCode, .otherDevice: []
    }
  }

  /// The challenge that biometrics sign; nil if they do not answer.
  var challenge: OperationID? {
    switch self {
    case .biometrics(let challenge), .either(let challenge), .biometricsOrCode(let challenge),
      .all(let challenge):
      challenge
    case .pin, .pinOrCode, .mailedCode, .textedCode, .authenticatorCode, .otherDevice: nil
    }
  }

  /// The same choice over another challenge.
  func renewed(with challenge: OperationID) -> Self {
    switch self {
    case .biometrics: .biometrics(challenge)
    case .either: .either(challenge)
    case .biometricsOrCode: .biometricsOrCode(challenge)
    case .all: .all(challenge)
    case .pin, .pinOrCode, .mailedCode, .textedCode, .authenticatorCode, .otherDevice: self
    }
  }
}

extension Signing {
  /// The factors that sign, with a challenge for biometrics.
  func choice(signing challenge: OperationID) -> Verification.Choice {
    switch standIns {
    case []: .biometrics(challenge)
    case [.pin]: .either(challenge)
    case [.validateCode]: .biometricsOrCode(challenge)
    default: .all(challenge)
    }
  }

  /// The code that goes with a mailed one: the server's word counts before the app's.
  func secondCode(after mailed: CodeDelivery) -> Factor {
    mailed.second ?? (policy.fallback == .authenticatorCode ? .twoFactor : .otp)
  }
}
