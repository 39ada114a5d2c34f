/// From the start to the first question.
extension FlowFrame {
  static func begun(_ start: FlowStart) -> FlowTransition {
    switch start.errand {
    case .session(let errand):
      let step = FlowStep.opening(errand)
      return FlowFrame(start, step.subject).processing(step) { .session(.open($0)) }
    case .account(let errand):
      // Before anything else, the outcome of earlier operations has to be known.
      let step = FlowStep.recalling(errand)
      return FlowFrame(start, step.subject).processing(step) { .readOpenOperation($0) }
    }
  }

  func recalled(_ errand: AccountErrand, _ answer: OpenOperationAnswer) -> FlowTransition {
    switch answer {
    case .none: opened(errand)
    case .open(let operation):
      moved(to: .resolving(errand, operation)) { .askOperation($0, operation) }
    case .vaultFailed: ended(.deviceUnable(.vaultFailed), at: .recalling(errand))
    }
  }

  func resolved(
    _ errand: AccountErrand, _ operation: OperationID, _ lookup: OperationLookup
  ) -> FlowTransition {
    let step = FlowStep.resolving(errand, operation)
    switch lookup {
    case .failed(let failure):
      return ended(error(for: failure), at: step)
    case .notFound, .accomplished(request: .other):
      return recalledAgain(errand, after: operation)
    case .accomplished(request: .same):
      return finished(
        .done(.accomplished), step.subject.reviewed(as: .approved), after: [.forget(operation)])
    case .found(let result, let request):
      var frame = self
      frame.earlier = EarlierOperation(operation: operation, result: result)
      switch (request, result.status) {
      case (.same, .completed), (.same, .pending):
        // What is asked for was done already. Doing it again needs another "Authorize".
        return frame.finished(.done(.action(result)), step.subject, after: [.forget(operation)])
      case (.same, .failed), (.other, _):
        return frame.recalledAgain(errand, after: operation)
      }
    }
  }

  /// What became of one operation is known; there may be another.
  private func recalledAgain(
    _ errand: AccountErrand, after operation: OperationID
  ) -> FlowTransition {
    moved(to: .recalling(errand)) { .readOpenOperation($0) }.after([.forget(operation)])
  }

  /// Nothing is open of earlier flows.
  private func opened(_ errand: AccountErrand) -> FlowTransition {
    switch errand {
    case .sign(let errand):
      switch errand.request {
      case .scenario: prepare(errand, .scenario)
      case .asked: prepare(errand, .transaction(nil))
      case .review: moved(to: .reading(errand)) { .review(.read($0)) }
      }
    case .manage(let management):
      moved(to: .consulting(management)) { .factors(.consult($0)) }
    }
  }

  /// Asks for a challenge, or for the fallback where no challenge is wanted.
  func prepare(
    _ errand: SignErrand, _ matter: Matter, _ preparation: FlowStep.Preparation = .first
  ) -> FlowTransition {
    guard errand.level != .fallbackOnly else { return fallenBack(errand, matter) }
    return moved(to: .preparing(errand, matter, preparation)) { .askOptions($0) }
  }

  /// A challenge came over what is signed.
  func prepared(
    _ errand: SignErrand, _ matter: Matter, _ preparation: FlowStep.Preparation,
    _ answer: OptionsAnswer
  ) -> FlowTransition {
    let step = FlowStep.preparing(errand, matter, preparation)
    switch challenge(errand, matter, answer, at: step) {
    case .failure(let transition):
      return transition
    case .missing(let matter, let offer):
      return withoutKey(errand, matter, offer, preparation)
    case .held(let matter, let operation):
      // After a registration too: no two prompts of the device come without a screen between.
      return asking(
        .verify(Verification(.sign(errand, matter), errand.choice(signing: operation))))
    }
  }

  /// A challenge came in place of an expired one.
  func renewed(_ verification: Verification, _ answer: OptionsAnswer) -> FlowTransition {
    let step = FlowStep.renewing(verification)
    guard case .sign(let errand, let matter) = verification.cause else {
      switch answer {
      case .failed(let failure): return ended(error(for: failure), at: step)
      case .mismatch(let reason): return ended(.notAllowed(reason), at: step)
      case .linked: return notUnderstood(at: step)
      case .unlinked(_, key: .missing):
        return withoutBiometrics(verification, .nothingEnrolled, at: step)
      case .unlinked(let operation, key: .held):
        let renewed = Verification(
          verification.cause, verification.choice.renewed(with: operation))
        return moved(to: .signing(renewed, operation)) { .sign($0) }
      }
    }
    switch challenge(errand, matter, answer, at: step) {
    case .failure(let transition):
      return transition
    case .missing(let matter, let offer):
      return withoutKey(errand, matter, offer, .first)
    case .held(let now, let operation):
      let renewed = Verification(.sign(errand, now), errand.choice(signing: operation))
      // The person has said yes to this very transaction: only its challenge is new.
      guard now == matter else { return asking(.verify(renewed)) }
      return moved(to: .signing(renewed, operation)) { .sign($0) }
    }
  }

  fileprivate enum SignChallenge {
    case held(Matter, OperationID)
    case missing(Matter, BiometricsOffer)
    case failure(FlowTransition)
  }

  /// What an answer says of what is signed, and of the key.
  private func challenge(
    _ errand: SignErrand, _ matter: Matter, _ answer: OptionsAnswer, at step: FlowStep
  ) -> SignChallenge {
    switch (answer, matter) {
    case (.failed(let failure), _):
      return .failure(ended(error(for: failure), at: step))
    case (.mismatch(let reason), _):
      return .failure(ended(.notAllowed(reason), at: step))
    case (.linked(let shown, _, _), .review(let review)) where shown != review.document:
      // What was confirmed is not what would be signed: it is shown again.
      let changed = Review(
        id: review.id, document: shown, created: review.created, expires: review.expires)
      return .failure(asking(.review(errand, changed)))
    case (.linked(let shown, let operation, let key), .transaction):
      return key.held(.transaction(shown), operation)
    case (.linked(_, let operation, let key), .review),
      (.unlinked(let operation, let key), .scenario):
      return key.held(matter, operation)
    case (.linked, .scenario), (.unlinked, _):
      return .failure(ended(.notAllowed(.challengeNotAsShown), at: step))
    }
  }
}

extension OptionsAnswer.LocalKey {
  fileprivate func held(_ matter: Matter, _ operation: OperationID) -> FlowFrame.SignChallenge {
    switch self {
    case .held: .held(matter, operation)
    case .missing(let offer): .missing(matter, offer)
    }
  }
}

extension SignErrand {
  /// Which factors prove what is signed, with a challenge to sign.
  fileprivate func choice(signing operation: OperationID) -> Verification.Choice {
    switch (level, fallback) {
    case (.biometricsOnly, _): .biometrics(operation)
    case (_, .pin): .either(operation)
    case (_, .codes(let second)): .biometricsOrCode(operation, second)
    }
  }
}

extension Verification.Choice {
  /// The same choice over another challenge.
  func renewed(with operation: OperationID) -> Self {
    switch self {
    case .biometrics: .biometrics(operation)
    case .either: .either(operation)
    case .biometricsOrCode(_, let second): .biometricsOrCode(operation, second)
    case .pin, .mailedCode, .textedCode, .authenticatorCode: self
    }
  }
}

extension FlowFrame {
  fileprivate init(_ start: FlowStart, _ subject: FlowSubject) {
    self.init(id: start.id, subject, triesPerCode: start.triesPerCode)
  }
}
