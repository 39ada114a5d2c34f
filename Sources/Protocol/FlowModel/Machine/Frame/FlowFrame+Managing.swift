/// The four flows over the account's own factors, up to their first question (flows, "Which
/// interaction can occur in which flow").
extension FlowFrame {
  func consulted(_ management: Management, _ answer: FactorsAnswer) -> FlowTransition {
    let step = FlowStep.consulting(management)
    switch answer {
    case .failed(let failure):
      return ended(error(for: failure), at: step)
    case .known(let account, let demand, let offer):
      var frame = self
      frame.secondFactorAccount = account
      switch management {
      case .changePIN:
        guard account.hasPIN else { return frame.ended(.notAllowed(.pinMissing), at: step) }
        return frame.asking(.setting(Setting(.changePIN)), demand, account, at: step)
      case .addBiometrics:
        guard account.hasPIN else { return frame.ended(.notAllowed(.pinMissing), at: step) }
        if case .none(let reason) = offer { return frame.ended(.deviceUnable(reason), at: step) }
        let setting = Setting(.addBiometrics(offer == .unasked ? .unasked : .welcome))
        return frame.asking(.setting(setting), .pin, account, at: step)
      case .removeBiometrics:
        guard account.hasBiometrics else {
          return frame.ended(.deviceUnable(.nothingEnrolled), at: step)
        }
        return frame.asking(.removal, demand, account, at: step)
      case .headlessUpgrade:
        guard !account.hasPIN else {
          return frame.ended(.notAllowed(.secondFactorExists), at: step)
        }
        return frame.upgraded(Setting(.headlessUpgrade(offer)), demand, at: step)
      }
    }
  }

  /// Asks for a factor that the account has; a blocked PIN is none.
  private func asking(
    _ cause: Cause, _ demand: FactorsAnswer.Demand, _ account: SecondFactorAccount,
    at step: FlowStep
  ) -> FlowTransition {
    switch demand {
    case .pin:
      account.isBlocked ? ended(.secondFactorBlocked, at: step) : asking(cause, .pin)
    case .biometrics(let operation):
      asking(cause, .biometrics(operation))
    case .either(let operation):
      asking(cause, account.isBlocked ? .biometrics(operation) : .either(operation))
    case .nothing, .code:
      // Who has a factor never changes it without one.
      notUnderstood(at: step)
    }
  }

  private func upgraded(
    _ setting: Setting, _ demand: FactorsAnswer.Demand, at step: FlowStep
  ) -> FlowTransition {
    switch demand {
    case .nothing: set(.confirmed(setting))
    case .code: sendingCode(.setting(setting), .mail(.proof))
    case .pin, .biometrics, .either: notUnderstood(at: step)
    }
  }
}
