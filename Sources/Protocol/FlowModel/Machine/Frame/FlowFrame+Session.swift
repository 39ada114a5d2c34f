/// ENROL and LOGIN, up to what the confirmed session needs (interactions, "CONFIRM").
extension FlowFrame {
  func opened(_ errand: SessionErrand, _ answer: SessionOpening) -> FlowTransition {
    let step = FlowStep.opening(errand)
    switch (answer, errand) {
    case (.failed(let failure), _):
      return ended(error(for: failure), at: step)
    case (.expired, _):
      return ended(.sessionExpired, at: step)
    case (.opened(.enrol(let session)), .enrol):
      return asking(.confirm(.enrol(session)))
    case (.opened(.login(let session)), .login(let origin)):
      guard let account = session.accounts.first else {
        return ended(.accountMissing, .session(.login(session), nil))
      }
      // The app logs itself in with its only account: there is nothing to confirm.
      if origin == .app, session.accounts.count == 1, session.numbers.isEmpty {
        let confirmed = ConfirmedSession.login(session, account)
        return moved(to: .confirming(confirmed)) { .session(.confirm($0, confirmed, number: nil)) }
      }
      return asking(.confirm(.login(session)))
    case (.opened(.enrol), .login), (.opened(.login), .enrol):
      // A flow's type never changes, so a link of the other type is none for this flow.
      return notUnderstood(at: step)
    }
  }

  /// The person confirms a session.
  func confirmed(
    _ session: OpenedSession, _ account: SessionAccount?, _ number: String?
  ) throws(FlowInputError) -> FlowTransition {
    let confirmed: ConfirmedSession
    var picked: String?
    switch session {
    case .enrol(let session):
      confirmed = .enrol(session)
    case .login(let session):
      guard let account, session.accounts.contains(account) else { throw .accountMissing }
      if !session.numbers.isEmpty {
        guard let number, session.numbers.contains(number) else { throw .numberMissing }
        picked = number
      }
      confirmed = .login(session, account)
    }
    return processing(
      .confirming(confirmed), answering: .confirm(session),
      .confirmSession(account: account, number: number)
    ) { [picked] in .session(.confirm($0, confirmed, number: picked)) }
  }

  /// What a confirmed session needs.
  func confirmed(
    _ session: ConfirmedSession, _ answer: SessionConfirmation
  ) -> FlowTransition {
    let step = FlowStep.confirming(session)
    switch (answer, session) {
    case (.failed(let failure), _):
      return ended(error(for: failure), at: step)
    case (.expired, _):
      return ended(.sessionExpired, at: step)
    case (.login(let demand), .login(let login, let account)):
      return withConfirmation.demanded(demand, .login(login, account), session)
    case (.enrol(let proof, let factors), .enrol(let enrolment)):
      return withConfirmation.enrolled(enrolment, proof, factors)
    case (.login, .enrol), (.enrol, .login):
      return notUnderstood(at: step)
    }
  }

  /// With the result of CONFIRM, where a person was asked.
  private var withConfirmation: FlowFrame {
    if case .start = processing.shown { return self }
    return with(.success, [.confirm], of: .confirm)
  }

  private func demanded(
    _ demand: SessionConfirmation.Demand, _ cause: Cause, _ session: ConfirmedSession
  ) -> FlowTransition {
    switch demand {
    case .nothing: acting(.confirm(session), .confirmation, session.operation)
    case .pin: asking(cause, .pin)
    case .biometrics(let operation): asking(cause, .biometrics(operation))
    case .either(let operation): asking(cause, .either(operation))
    }
  }

  private func enrolled(
    _ session: EnrolSession, _ proof: SessionConfirmation.Proof,
    _ factors: SessionConfirmation.Factors
  ) -> FlowTransition {
    let confirmed = ConfirmedSession.enrol(session)
    switch factors {
    case .none:
      let cause = Cause.headless(session)
      return switch proof {
      case .nothing: acting(.confirm(confirmed), .confirmation, confirmed.operation)
      case .code: sendingCode(cause, .mail(.proof))
      case .pin: asking(cause, .pin)
      }
    case .pin(let offer):
      let setting = Setting(.enrol(session, offer))
      return switch proof {
      case .nothing: set(.confirmed(setting))
      case .code: sendingCode(.setting(setting), .mail(.proof))
      case .pin: asking(.setting(setting), .pin)
      }
    }
  }
}
