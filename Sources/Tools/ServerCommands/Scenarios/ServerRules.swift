import CountersignCore
import Crypto
import WireModel

extension ScenarioFile.Rules {
  /// The rules of this server, with the scenarios and the words of its modules.
  static func server(with modules: [any Module]) -> ScenarioFile.Rules {
    var policy = ServicePolicy()
    policy.add(modules)
    return ScenarioFile.Rules(
      documents: .ofServer, serverScenarios: policy.scenarios.namesOfServer,
      builtInLanguages: policy.texts.languages, textNames: policy.texts.names.map(\.text),
      hash: { Array(SHA256.hash(data: $0)) })
  }
}
