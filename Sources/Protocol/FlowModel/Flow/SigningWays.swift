/// The factors that could act on what is signed, as the server told beside its challenge.
///
/// A way is no promise: the proof itself is still verified.
public struct SigningWays: Sendable, Hashable {
  /// A factor that could not act now.
  public struct Missing: Sendable, Hashable {
    /// The factor: PIN, BIOMETRICS, or VALIDATE_CODE for codes.
    public let factor: Factor
    /// The reason why it could not act; its detail says what would bring it.
    public let reason: FlowReason
    /// The end of its wait, RFC 3339 in UTC; nil if it waits for no time that is known.
    public let until: String?

    /// A factor that could not act.
    public init(_ factor: Factor, _ reason: FlowReason, until: String? = nil) {
      self.factor = factor
      self.reason = reason
      self.until = until
    }
  }

  /// The factors that could act: PIN, BIOMETRICS, and VALIDATE_CODE for codes.
  public let possible: Set<Factor>
  /// The factors that the scenario takes, and that could not act now.
  public let missing: [Missing]
  /// True if another device of the account could prove it in place of this one.
  ///
  /// What is under review waits there too; any other action is handed over to it.
  public let otherDevice: Bool

  /// Ways as the server told them.
  public init(possible: Set<Factor>, missing: [Missing] = [], otherDevice: Bool = false) {
    self.possible = possible
    self.missing = missing
    self.otherDevice = otherDevice
  }

  /// The reason why a factor could not act; nil if it could, or if the scenario does not take it.
  public func missing(_ factor: Factor) -> Missing? { missing.first { $0.factor == factor } }

  /// The same once this device has a key.
  var withKey: SigningWays {
    SigningWays(
      possible: possible.union([.biometrics]), missing: missing.filter { $0.factor != .biometrics })
  }
}

extension Signing {
  /// The factors in place of biometrics that could act, so far as the server told.
  var standIns: Set<Factor> {
    guard policy.level != .biometricsOnly else { return [] }
    let wanted: Set<Factor> =
      switch policy.fallback {
      case .pin: [.pin]
      case .textedCode, .authenticatorCode: [.validateCode]
      // Without the server's word no code is sent.
      case .any: policy.ways == nil ? [.pin] : [.pin, .validateCode]
      }
    return policy.ways.map { wanted.intersection($0.possible) } ?? wanted
  }

  /// True if it waits on another device of the account too, which could approve it.
  var waitsElsewhere: Bool {
    if case .review = self { policy.ways?.otherDevice == true } else { false }
  }

  /// The reason why no factor could act: one that only waits says most, one that is absent least.
  var obstacle: FlowReason {
    let missing = policy.ways?.missing ?? []
    let waiting = ["factor_waits", "recovered_limit", "second_factor_blocked"]
    let absent = ["credential_missing", "pin_missing", "channel_missing"]
    let order: [Factor] =
      policy.fallback == .pin
      ? [.pin, .validateCode, .biometrics] : [.validateCode, .pin, .biometrics]
    let sorted = order.compactMap { factor in missing.first { $0.factor == factor } }
    let found =
      sorted.first { waiting.contains($0.reason.code) }
      ?? sorted.first { !absent.contains($0.reason.code) } ?? sorted.first
    return found?.reason ?? FlowReason(code: "proof_not_allowed")
  }

  /// The same with what the server told of the factors.
  func with(_ ways: SigningWays?) -> Signing {
    guard let ways else { return self }
    return withPolicy { $0.ways = ways }
  }

  /// The same where biometrics cannot sign, for this reason.
  func obstructed(by reason: FlowReason) -> Signing {
    withPolicy { $0.biometricsObstacle = reason }
  }

  /// True if the same is signed by the same policy, whatever could act.
  func isSame(as other: Signing) -> Bool { asWanted == other.asWanted }

  /// The same as the app wants it, whatever could act.
  private var asWanted: Signing {
    withPolicy {
      $0.ways = nil
      $0.biometricsObstacle = nil
    }
  }

  private func withPolicy(_ change: (inout SigningPolicy) -> Void) -> Signing {
    var policy = policy
    change(&policy)
    return switch self {
    case .scenario: .scenario(policy)
    case .transaction(let document, _): .transaction(document, policy)
    case .unread(let authorised, _): .unread(authorised: authorised, policy)
    case .review(let review, _): .review(review, policy)
    }
  }
}
