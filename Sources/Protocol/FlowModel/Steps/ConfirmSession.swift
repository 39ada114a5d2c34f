/// ENROL and LOGIN, up to what the confirmed session needs (interactions, "CONFIRM").
extension FlowFrame {
  func openEnrolment(_ answer: Answer) -> FlowTransition {
    // A flow's type never changes, so a link of the other type is none for this flow.
    guard case .enrolment(let session) = answer else {
      return notUnderstand(answer, at: .openingEnrolment)
    }
    return ask(.confirmEnrolment(session))
  }

  func openLogin(_ answer: Answer, at step: FlowStep) -> FlowTransition {
    guard case .login(let session) = answer else { return notUnderstand(answer, at: step) }
    guard let account = session.accounts.first else {
      return end(.accountMissing, at: .asking(.confirmLogin(session)))
    }
    // The app logs itself in with its only account: there is nothing to confirm.
    if step == .openingLogin, session.accounts.count == 1, session.numbers.isEmpty {
      return move(to: .confirmingLogin(session, account)) {
        .confirmLogin($0, account, number: nil)
      }
    }
    return ask(.confirmLogin(session))
  }

  /// Confirms an enrolment, as the person says.
  func confirm(_ session: EnrolSession, _ input: FlowInput) -> FlowTransition {
    process(.confirmingEnrolment(session), answering: .confirmEnrolment(session), input) {
      .confirmEnrolment($0)
    }
  }

  /// Confirms a login, as the person says.
  func confirm(
    _ session: LoginSession, _ account: SessionAccount?, _ number: String?, _ input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    guard let account, session.accounts.contains(account) else { throw .accountMissing }
    if !session.numbers.isEmpty {
      guard let number, session.numbers.contains(number) else { throw .numberMissing }
    }
    let picked = session.numbers.isEmpty ? nil : number
    return process(
      .confirmingLogin(session, account), answering: .confirmLogin(session), input
    ) { .confirmLogin($0, account, number: picked) }
  }

  /// Asks for what the confirmed enrolment needs.
  func confirm(_ session: EnrolSession, _ answer: Answer) -> FlowTransition {
    let frame = withConfirmation
    switch answer {
    case .demand(.nothing):
      return frame.act(.confirmEnrolment(session))
    case .demand(.code):
      return frame.mailCode(for: .enrolHeadless(session))
    case .demand(.pin):
      return frame.ask(.enrolHeadless(session), .pin)
    case .factorDemand(.nothing, let offer):
      return frame.ask(for: .confirmed(.enrol(session, offer)))
    case .factorDemand(.code, let offer):
      return frame.mailCode(for: .set(.enrol(session, offer)))
    case .factorDemand(.pin, let offer):
      return frame.ask(.set(.enrol(session, offer)), .pin)
    default:
      return notUnderstand(answer, at: .confirmingEnrolment(session))
    }
  }

  /// Asks for what the confirmed login needs.
  func confirm(
    _ session: LoginSession, of account: SessionAccount, _ answer: Answer
  ) -> FlowTransition {
    let frame = withConfirmation
    let purpose = Purpose.login(session, account)
    switch answer {
    case .demand(.nothing): return frame.act(.confirmLogin(session, account))
    case .demand(.pin): return frame.ask(purpose, .pin)
    case .demand(.biometrics(let challenge)): return frame.ask(purpose, .biometrics(challenge))
    case .demand(.either(let challenge)): return frame.ask(purpose, .either(challenge))
    default: return notUnderstand(answer, at: .confirmingLogin(session, account))
    }
  }

  /// The frame with the result of CONFIRM, if a person was asked.
  private var withConfirmation: FlowFrame {
    answered == nil ? self : with(.success, [.confirm], of: .confirm)
  }
}
