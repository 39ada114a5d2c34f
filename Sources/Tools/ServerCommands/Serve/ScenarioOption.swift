import CountersignCore
import FlowModel
import ToolSupport
import WireModel

/// Reads `--scenario NAME[:LEVEL[:FALLBACK]]`: a host's own scenario, or another policy for a
/// built-in one.
enum ScenarioOption {
  /// The server's scenarios with what the options say of them.
  static func policies(_ texts: [String]) throws -> ScenarioPolicies {
    var policies = ScenarioPolicies()
    for text in texts {
      do {
        try policies.set(try policy(text))
      } catch let refusal as Refusal {
        throw CommandFailure(.wrongUse, refusal.detail, hint: hint)
      }
    }
    return policies
  }

  private static func policy(_ text: String) throws -> ScenarioPolicy {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let name = ScenarioName(parts[0])
    let builtIn = ScenarioPolicy.builtIn.first { $0.name == name }
    guard parts.count <= 3,
      let level = parts.count > 1 ? levels[parts[1]] : builtIn?.level ?? .biometricsOnly
    else { throw CommandFailure(.wrongUse, "no scenario is written \(text)", hint: hint) }
    guard parts.count == 3 else {
      return ScenarioPolicy(name, level: level, fallback: builtIn?.fallback ?? [])
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
    "write it as in SHIP_ORDER, TOP_UP:biometricsOnly or AUTHORIZE_TRANSACTION:fallbackOnly:codes"
}
