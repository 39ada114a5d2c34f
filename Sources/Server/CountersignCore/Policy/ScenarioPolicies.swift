import FlowModel
public import WireModel

/// The scenarios that a server knows, each with the proofs that it takes: the built-in ones, those
/// of its modules, and those that the deployment declares.
///
/// A scenario that stands here under no name is refused.
public struct ScenarioPolicies: Sendable, Hashable {
  /// The built-in ones and those of modules, as they are unless the deployment decides otherwise.
  private var known: [ScenarioName: ScenarioPolicy]
  /// The deployment's own decisions.
  private var decided: [ScenarioName: ScenarioPolicy] = [:]
  /// The scenarios that the deployment declares: the host's own actions.
  public private(set) var declared: [DeclaredScenario] = []

  /// The built-in scenarios as they are.
  public init() {
    known = Dictionary(uniqueKeysWithValues: ScenarioPolicy.builtIn.map { ($0.name, $0) })
  }

  /// A scenario's policy; nil if this server knows no scenario by that name.
  public subscript(name: ScenarioName) -> ScenarioPolicy? {
    decided[name] ?? known[name] ?? declaredScenario(name)?.policy
  }

  /// The declared scenario of a name.
  public func declaredScenario(_ name: ScenarioName) -> DeclaredScenario? {
    declared.first { $0.name == name }
  }

  /// The names of scenarios whose actions this server executes itself, its modules' among them; no
  /// declared scenario has one of them.
  public var namesOfServer: Set<ScenarioName> { ScenarioName.ofServer.union(known.keys) }

  /// Adds the scenarios of a module.
  public mutating func add(_ policies: [ScenarioPolicy]) {
    for policy in policies { known[policy.name] = policy }
  }

  /// Sets the policy of a built-in scenario, or of a module's.
  ///
  /// - Parameter policy: The proofs that it takes; no fallback that the scenario has not.
  /// - Throws: ``Refusal`` for the name of no built-in scenario, or a policy that can never be met.
  public mutating func set(_ policy: ScenarioPolicy) throws(Refusal) {
    let name = policy.name
    guard let known = known[name] else {
      throw Refusal(
        .unacceptableValue,
        "\(name) is no scenario of this server's own; declare it with its fields in a file")
    }
    guard policy.fallback.isSubset(of: known.fallback) else {
      throw Refusal(
        .unacceptableValue,
        "\(name) takes no other fallback than "
          + known.fallback.map(\.rawValue).sorted().joined(separator: " and "))
    }
    guard policy.level != .fallbackOnly || !policy.fallback.isEmpty else {
      throw Refusal(.unacceptableValue, "\(name) takes its fallback only, and has none")
    }
    decided[name] = policy
  }

  /// Adds a scenario of the deployment's own.
  ///
  /// - Throws: ``Refusal`` for a name of this server's own or one that is declared already, and for
  ///   one whose tag in challenges is another's.
  public mutating func declare(_ scenario: DeclaredScenario) throws(Refusal) {
    let name = scenario.name
    guard !namesOfServer.contains(name), declaredScenario(name) == nil else {
      throw Refusal(.unacceptableValue, "\(name) is the name of another scenario; choose one")
    }
    let others = namesOfServer.union(declared.map(\.name))
    if let other = others.first(where: { $0.tag == name.tag }) {
      throw Refusal(
        .unacceptableValue,
        "\(name) and \(other) have one tag in challenges; choose another name")
    }
    if let field = scenario.fields.first(where: { Self.namesOfReviews.contains($0.name) }) {
      throw Refusal(
        .unacceptableValue,
        "\(name): the field \(field.name) is one of every review; choose another name")
    }
    declared.append(scenario)
  }
}

extension ScenarioPolicies {
  /// The fields before those of a declared scenario in the document of its review.
  static let namesOfReviews: Set<String> = [
    DocumentTexts.Name.transactionID.text, DocumentTexts.Name.scenario.text,
  ]

  /// The kinds of proof that a scenario takes; none of one that is not known.
  public func kinds(of scenario: ScenarioName) -> Set<Proof.Kind> { self[scenario]?.kinds ?? [] }
}

extension ScenarioPolicy {
  /// The kinds of proof that the scenario takes.
  var kinds: Set<Proof.Kind> { Set(Proof.Kind.allCases.filter(allows)) }
}
