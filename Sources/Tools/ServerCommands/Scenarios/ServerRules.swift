import CountersignCore
import Crypto
import WireModel

extension ScenarioFile.Rules {
  /// The rules of this server, with the scenarios and the words of its modules.
  static let server: ScenarioFile.Rules = {
    var policy = ServicePolicy()
    policy.add(ProgramModules.all)
    return ScenarioFile.Rules(
      documents: .ofServer, serverScenarios: policy.scenarios.namesOfServer,
      builtInLanguages: policy.texts.languages, textNames: policy.texts.names.map(\.text),
      hash: { Array(SHA256.hash(data: $0)) })
  }()
}
