/// From the start to the first question.
extension FlowFrame {
  /// Before anything else, the outcome of earlier operations has to be known.
  func begun() -> FlowTransition {
    processing(.recalling) { .readOpenOperation($0) }
  }

  func recalled(_ answer: OpenOperationAnswer) -> FlowTransition {
    switch answer {
    case .none: opened()
    case .open(let operation):
      moved(to: .resolving(operation)) { .askOperation($0, operation) }
    case .vaultFailed: ended(.deviceUnable(.vaultFailed), at: .recalling)
    }
  }

  func resolved(_ operation: OperationID, _ lookup: OperationLookup) -> FlowTransition {
    switch lookup {
    case .failed(let failure):
      return ended(error(for: failure), at: .resolving(operation))
    case .notFound:
      return recalledAgain(after: operation)
    case .found(let result, let request):
      var frame = self
      frame.earlier = EarlierOperation(operation: operation, result: result)
      switch (request, result.status) {
      case (.same, .completed), (.same, .pending):
        // What is asked for was done already. Doing it again needs another "Authorize".
        return frame.finished(
          .done(result), at: .resolving(operation), after: [.forget(operation)])
      case (.same, .failed), (.other, _):
        return frame.recalledAgain(after: operation)
      }
    }
  }

  /// What became of one operation is known; there may be another.
  private func recalledAgain(after operation: OperationID) -> FlowTransition {
    let next = moved(to: .recalling) { .readOpenOperation($0) }
    return FlowTransition(next.state, [.forget(operation)] + next.effects)
  }

  /// Nothing is open: asks for a challenge, or for the PIN where no challenge is wanted.
  private func opened() -> FlowTransition {
    if start.level == .fallbackOnly {
      return asking(Question(transaction: start.asked, choice: .pin))
    }
    return moved(to: .preparing) { .askOptions($0) }
  }

  /// A challenge came, first or in place of an expired one.
  func prepared(_ answer: OptionsAnswer, at step: FlowStep) -> FlowTransition {
    switch answer {
    case .failed(let failure):
      return ended(error(for: failure), at: step)
    case .mismatch(let reason):
      return ended(.notAllowed(reason), at: step)
    case .linked(let transaction, _, key: .missing):
      return withoutBiometrics(transaction, .nothingEnrolled, at: step)
    case .linked(let transaction, let operation, key: .held):
      let question = Question(
        transaction: transaction,
        choice: start.level == .biometricsOnly ? .biometrics(operation) : .either(operation))
      // The person has said yes to this very transaction: only its challenge is new.
      if case .renewing(let old) = step, old.transaction == transaction {
        return moved(to: .signing(question, operation)) { .sign($0) }
      }
      return asking(question)
    }
  }

  /// Goes on with the PIN alone, where the level allows it.
  func withoutBiometrics(
    _ transaction: FlowTransaction, _ reason: FlowReason, at step: FlowStep
  ) -> FlowTransition {
    guard start.level != .biometricsOnly else { return ended(.deviceUnable(reason), at: step) }
    return asking(Question(transaction: transaction, choice: .pin))
  }
}
