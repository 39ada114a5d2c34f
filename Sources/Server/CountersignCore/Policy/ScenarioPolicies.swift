import FlowModel
public import WireModel

/// The scenarios that a server knows, each with the proofs that it takes: the built-in ones, and a
/// host's own.
///
/// A scenario that stands here under no name is refused.
public struct ScenarioPolicies: Sendable, Hashable {
  private var byName: [ScenarioName: ScenarioPolicy]
  /// The scenarios whose actions are a host's own: this server lets the person prove them, and the
  /// host redeems the proof.
  public private(set) var ofHost: [ScenarioName] = []

  /// The built-in scenarios as they are.
  public init() {
    byName = Dictionary(
      uniqueKeysWithValues: ScenarioPolicy.builtIn.map { ($0.name, $0) })
  }

  /// A scenario's policy; nil where this server knows no scenario by that name.
  public subscript(name: ScenarioName) -> ScenarioPolicy? { byName[name] }

  /// Sets the policy of a built-in scenario, or makes a host's own known.
  ///
  /// - Parameter policy: Which proofs it takes; of a built-in one no fallback that it has not.
  /// - Throws: ``Refusal`` for a name that no host's scenario can have, or a policy that could
  ///   never be met.
  public mutating func set(_ policy: ScenarioPolicy) throws(Refusal) {
    let name = policy.name
    let builtIn = ScenarioPolicy.builtIn.first { $0.name == name }
    if let builtIn {
      guard policy.fallback.isSubset(of: builtIn.fallback) else {
        throw Refusal(
          .unacceptableValue,
          "\(name) takes no other fallback than "
            + builtIn.fallback.map(\.rawValue).sorted().joined(separator: " and "))
      }
    } else {
      guard !ScenarioName.ofServer.contains(name), Self.isName(name.text) else {
        throw Refusal(
          .unacceptableValue,
          "\(name) can name no scenario of a host: use 1 to 64 capital letters, digits and "
            + "underscores, and none of this server's own names")
      }
      // What a host redeems is a verification token, and only a key gives one.
      guard policy.level == .biometricsOnly else {
        throw Refusal(.unacceptableValue, "\(name) is a host's own and takes biometrics only")
      }
    }
    guard policy.level != .fallbackOnly || !policy.fallback.isEmpty else {
      throw Refusal(.unacceptableValue, "\(name) takes its fallback only, and has none")
    }
    if builtIn == nil, byName[name] == nil { ofHost.append(name) }
    byName[name] = policy
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first.map { 0x41...0x5a ~= $0 } == true
      && text.utf8.allSatisfy { 0x41...0x5a ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5f }
  }
}

extension ScenarioPolicies {
  /// The kinds of proof that a scenario takes; none of one that is not known.
  func kinds(of scenario: ScenarioName) -> Set<Proof.Kind> {
    guard let policy = self[scenario] else { return [] }
    return Set(Proof.Kind.allCases.filter(policy.allows))
  }
}
