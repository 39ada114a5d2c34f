import FlowModel

/// Why an action was not sent, as the answer that says so.
struct ActionStop: Error {
  let answer: ActionAnswer

  init(_ answer: ActionAnswer) { self.answer = answer }

  /// A call that had to come before the action.
  init(_ error: ClientError, _ proof: ActionProof) {
    answer = ActionAnswer(before: error, proof: proof)
  }

  init(_ error: DeviceSecretsError) { answer = ActionAnswer(error) }

  /// The flow wants what was never given: the machine does not do that.
  static let nothingGiven = ActionStop(.notUnderstood(.answerNotUnderstood))
}
