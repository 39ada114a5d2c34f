import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteAnswer {
  /// What a protected action came to: 200 with its answer, said to be a repetition where it is one;
  /// or 202, where the second code is still missing.
  static func action<Done>(
    _ outcome: ActionOutcome<Done>,
    _ done: (Done) -> (answer: any JSONBody, isReplayed: Bool)
  ) -> RouteAnswer {
    switch outcome {
    case .otpRequired(let required): return .json(required, status: .accepted)
    case .done(let outcome):
      let (body, isReplayed) = done(outcome)
      return .json(body).marked(isReplayed: isReplayed)
    }
  }
}
