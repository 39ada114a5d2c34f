/// What only a transaction under review has, and saying no (interactions, "CONFIRM_TRANSACTION").
extension FlowFrame {
  func read(_ errand: SignErrand, _ answer: ReviewAnswer) -> FlowTransition {
    switch answer {
    case .failed(let failure):
      return ended(error(for: failure), at: .reading(errand))
    case .closed(let review, .approved) where errand.isAuthorised:
      // Approving what is approved is no refusal.
      return finished(.done(.accomplished), .matter(.review(review), .approved))
    case .closed(let review, let status):
      return alreadyReviewed(status, .review(review))
    case .pending(let review):
      // "Authorize" on a screen that showed this very transaction was its confirmation.
      if errand.request == .review(authorised: review) { return prepare(errand, .review(review)) }
      return asking(.review(errand, review))
    }
  }

  /// Another device decided, or the time is over.
  ///
  /// Nil where that says nothing of this flow, or where its own decision is under way: the answer
  /// to that tells.
  func decided(_ id: String, _ status: ReviewStatus, at step: FlowStep) -> FlowTransition? {
    guard status != .pending, case .matter(.review(let review), _) = step.subject, review.id == id
    else { return nil }
    switch step {
    case .acting, .denying: return nil
    default: return alreadyReviewed(status, .review(review))
    }
  }

  /// The person denies, in whichever interaction of SIGN_TRANSACTION.
  func denied(_ question: Question) throws(FlowInputError) -> FlowTransition {
    guard let (errand, matter) = question.signed else {
      throw .unexpectedInput(question.content.type)
    }
    return processing(.denying(errand, matter, .first), answering: question, .deny) { .deny($0) }
  }

  func denied(
    _ errand: SignErrand, _ matter: Matter, _ delivery: SentAction.Delivery,
    _ answer: DenialAnswer
  ) -> FlowTransition {
    let step = FlowStep.denying(errand, matter, delivery)
    switch answer {
    case .denied:
      return ended(.denied, step.subject.reviewed(as: .denied))
    case .alreadyReviewed(let status):
      return alreadyReviewed(status, matter)
    case .notSent where delivery == .first:
      return ended(.network, at: step)
    case .notSent, .lost:
      // Denying twice is denying once: the same again, until the deadline.
      return moved(to: .denying(errand, matter, .repeated)) { .deny($0) }
    case .failed(let failure):
      return ended(error(for: failure), at: step)
    }
  }

  /// Somebody decided before, or nobody in time.
  func alreadyReviewed(
    _ status: ReviewStatus, _ matter: Matter, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    ended(
      status == .expired ? .transactionExpired : .transactionAlreadyReviewed,
      .matter(matter, status), after: effects)
  }
}

extension Question {
  /// What would be signed; nil outside SIGN_TRANSACTION.
  fileprivate var signed: (SignErrand, Matter)? {
    switch self {
    case .review(let errand, let review): (errand, .review(review))
    case .verify(let verification):
      if case .sign(let errand, let matter) = verification.cause { (errand, matter) } else { nil }
    case .softPrompt(.registration(let errand, let matter, _)),
      .register(let errand, let matter, _):
      (errand, matter)
    case .softPrompt(.setting), .confirm, .set: nil
    }
  }
}
