import CountersignCore
import FlowModel
import ToolSupport
import WireModel

/// Reads `--scenario NAME[:LEVEL[:FALLBACK]]`: another policy for a built-in scenario.
enum ScenarioOption {
  /// The scenarios of the server and its modules, with those that its file declares and the
  /// policies of the options.
  static func policies(
    _ texts: [String], modules: [any Module], declared: [DeclaredScenario] = []
  ) throws -> ScenarioPolicies {
    var policies = ScenarioPolicies()
    policies.add(modules.flatMap(\.scenarios))
    for scenario in declared {
      do {
        try policies.declare(scenario)
      } catch {
        throw CommandFailure(.wrongUse, error.detail, hint: "correct the file of --scenarios")
      }
    }
    for text in texts {
      do {
        try policies.set(try policy(text, known: policies))
      } catch let refusal as Refusal {
        throw CommandFailure(.wrongUse, refusal.detail, hint: hint)
      }
    }
    return policies
  }

  private static func policy(
    _ text: String, known: ScenarioPolicies
  ) throws -> ScenarioPolicy {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let name = ScenarioName(parts[0])
    let known = known[name]
    guard parts.count <= 3,
      let level = parts.count > 1 ? levels[parts[1]] : known?.level ?? .biometricsOnly
    else { throw CommandFailure(.wrongUse, "no scenario is written \(text)", hint: hint) }
    guard parts.count == 3 else {
      return ScenarioPolicy(name, level: level, fallback: known?.fallback ?? [])
    }
    var fallback: Set<ScenarioPolicy.Fallback> = []
    for word in parts[2].split(separator: "+", omittingEmptySubsequences: false) {
      guard let factor = ScenarioPolicy.Fallback(rawValue: String(word)) else {
        throw CommandFailure(.wrongUse, "no fallback is called \(word)", hint: hint)
      }
      fallback.insert(factor)
    }
    return ScenarioPolicy(name, level: level, fallback: fallback)
  }

  private static let levels: [String: SecurityLevel] = [
    "biometricsOnly": .biometricsOnly, "biometricsWithFallback": .biometricsWithFallback,
    "fallbackOnly": .fallbackOnly,
  ]

  private static let hint =
    "write it as in TEST_BIOMETRICS:biometricsOnly or AUTHORIZE_TRANSACTION:fallbackOnly:codes; a "
    + "scenario of your own is declared in the file of --scenarios"
}
