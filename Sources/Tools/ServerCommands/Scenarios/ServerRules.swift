import CountersignCore
import Crypto
import WireModel

extension ScenarioFile.Rules {
  /// The rules of this server.
  static let server = ScenarioFile.Rules(
    documents: .ofServer, serverScenarios: ScenarioName.ofServer,
    builtInLanguages: DocumentTexts.builtIn.languages,
    textNames: DocumentTexts.Name.allCases.map(\.rawValue),
    hash: { Array(SHA256.hash(data: $0)) })
}
