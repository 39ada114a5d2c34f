/// ENROL and LOGIN, up to what the confirmed session needs (interactions, "CONFIRM").
extension FlowFrame {
  func open(_ kind: FlowKind<Signing>, _ answer: Answer) -> FlowTransition {
    // A flow's type never changes, so a link of the other type is none for this flow.
    guard case .session(let session, let info) = answer, session.type == kind.type else {
      return notUnderstand(answer, at: .opening(kind))
    }
    let operation = OperationID(session.id)
    var frame = self
    frame.shown.session = session
    if case .enrol = kind { return frame.ask(.confirm(kind, info, operation)) }
    guard let account = info.accounts.first else {
      return frame.end(.accountMissing, at: .opening(kind))
    }
    // The app logs itself in with its only account: there is nothing to confirm.
    if kind == .login, info.accounts.count == 1, info.numbers.isEmpty {
      frame.shown.session?.account = account
      return frame.move(to: .confirming(kind, operation)) {
        .confirmLogin($0, account, number: nil)
      }
    }
    return frame.ask(.confirm(kind, info, operation))
  }

  /// Confirms a session, as the person says.
  func confirm(
    _ question: Question, with input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    guard case .confirm(let kind, let info, let operation) = question,
      case .confirmSession(let account, let number) = input
    else { throw .unexpectedInput(question.content.type) }
    let step = FlowStep.confirming(kind, operation)
    if case .enrol = kind {
      return process(step, answering: question, input) { .confirmEnrolment($0) }
    }
    guard let account, info.accounts.contains(account) else { throw .accountMissing }
    if !info.numbers.isEmpty {
      guard let number, info.numbers.contains(number) else { throw .numberMissing }
    }
    let picked = info.numbers.isEmpty ? nil : number
    var frame = self
    frame.shown.session?.account = account
    return frame.process(step, answering: question, input) {
      .confirmLogin($0, account, number: picked)
    }
  }

  /// Asks for what the confirmed session needs.
  func confirm(
    _ kind: FlowKind<Signing>, _ operation: OperationID, _ answer: Answer
  ) -> FlowTransition {
    // Without a question there is no result of one.
    let frame =
      shown.currentInteraction == nil ? self : with(.success, [.confirm], of: .confirm)
    switch (kind, answer) {
    case (_, .demand(.nothing)):
      return frame.act(.confirm(kind, operation))
    case (_, .demand(.pin)):
      return frame.ask(.act(kind), .pin)
    case (.enrol, .demand(.code)):
      return frame.mailCode(for: .act(kind))
    case (.enrol, .factorDemand(.nothing, let offer)):
      return frame.ask(for: .confirmed(FactorSetup(kind, offer)))
    case (.enrol, .factorDemand(.code, let offer)):
      return frame.mailCode(for: .set(FactorSetup(kind, offer)))
    case (.enrol, .factorDemand(.pin, let offer)):
      return frame.ask(.set(FactorSetup(kind, offer)), .pin)
    case (.login, .demand(.biometrics(let challenge))),
      (.linkLogin, .demand(.biometrics(let challenge))):
      return frame.ask(.act(kind), .biometrics(challenge))
    case (.login, .demand(.either(let challenge))),
      (.linkLogin, .demand(.either(let challenge))):
      return frame.ask(.act(kind), .either(challenge))
    default:
      return notUnderstand(answer, at: .confirming(kind, operation))
    }
  }
}
