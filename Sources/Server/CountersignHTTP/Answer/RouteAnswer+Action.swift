import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

extension RouteAnswer {
  /// Answers a protected action: 200 with its answer, said to be a repetition where it is one; or
  /// 202, where the second code is still missing.
  static func action<Answer: JSONBody>(_ outcome: ActionOutcome<Answer>) -> RouteAnswer {
    switch outcome {
    case .otpRequired(let required): .json(required, status: .accepted)
    case .done(let done): .action(done)
    }
  }

  /// The answer of an action that was executed, said to be a repetition where it is one.
  static func action<Answer: JSONBody>(
    _ done: ActionResponse<Answer>, status: HTTPResponse.Status = .ok
  ) -> RouteAnswer { .json(done.answer, status: status).marked(isReplayed: done.isReplayed) }
}
