/// Factors that are to be set.
public struct Setting: Sendable, Hashable {
  /// In which flow.
  public indirect enum Goal: Sendable, Hashable {
    /// ENROL: the PIN, with biometrics where the device offers them.
    case enrol(EnrolSession, BiometricsOffer)
    /// CHANGE_PIN: the PIN.
    case changePIN
    /// ADD_BIOMETRICS: biometrics.
    case addBiometrics(BiometricsOffer)
    /// HEADLESS_UPGRADE: the PIN, with biometrics where the device offers them.
    case headlessUpgrade(BiometricsOffer)
  }

  /// What for.
  public let goal: Goal
  /// What the person has given already, while what entitles to it is asked for again.
  public internal(set) var given: Given?

  init(_ goal: Goal, given: Given? = nil) {
    self.goal = goal
    self.given = given
  }

  /// Factors that were given.
  public struct Given: Sendable, Hashable {
    /// Which.
    public let factors: Factors
    /// Whether the authenticator has made the key; where there is none to make, it has.
    public let key: Key

    /// Which factors a person set.
    public enum Factors: Sendable, Hashable, CaseIterable {
      /// The PIN.
      case pin
      /// Biometrics.
      case biometrics
      /// Both in one input.
      case both
    }

    /// How far the key has come.
    public enum Key: Sendable, Hashable, CaseIterable {
      /// It is to be made.
      case wanted
      /// It is made, or not wanted.
      case ready
    }

    init(_ factors: Factors, key: Key) {
      self.factors = factors
      self.key = key
    }
  }
}

/// Whether a key may be registered on this device, and what the person said when asked.
public enum BiometricsOffer: Sendable, Hashable {
  /// It may not, for this reason.
  case none(FlowReason)
  /// The person was never asked on this installation.
  case unasked
  /// The person has agreed before.
  case welcome
  /// The person has declined before.
  case declined
}
