/// A transaction under review, and the denial (interactions, "CONFIRM_TRANSACTION").
extension FlowFrame {
  func read(
    _ authorised: Review?, _ policy: SigningPolicy, _ answer: Answer
  ) -> FlowTransition {
    guard case .review(let review) = answer else {
      return notUnderstand(answer, at: .reading(authorised: authorised, policy))
    }
    let signing = Signing.review(review, policy)
    switch review.status {
    case .pending:
      // "Authorize" on a screen that showed this very transaction was its confirmation.
      return review == authorised ? prepare(signing) : ask(.review(review, policy))
    case .approved where authorised != nil:
      // Approving what is approved is no refusal.
      return complete(at: .preparing(signing))
    case .approved, .denied, .expired:
      return endReviewed(as: review.status, at: .preparing(signing))
    }
  }

  /// Goes on with the challenge, as the transaction is confirmed.
  func keep(_ review: Review, _ policy: SigningPolicy, _ answer: Answer) -> FlowTransition {
    guard answer == .done else {
      return notUnderstand(answer, at: .keepingConfirmation(review, policy))
    }
    return with(.success, [.confirm], of: .confirmTransaction).prepare(.review(review, policy))
  }

  /// Ends if another device has decided, or if the time is over: in DONE if that device was
  /// offered, and has approved.
  ///
  /// Nil if that says nothing of this flow, or if its own decision is under way: the answer to that
  /// tells.
  func hear(of status: ReviewStatus, on id: String, at step: FlowStep) -> FlowTransition? {
    guard status != .pending, step.kind.signature?.transaction?.review?.id == id else { return nil }
    switch step {
    case .acting, .repeating, .denying, .denyingAgain: return nil
    case .asking(.verify(let verification))
    where verification.info.otherDevice && status == .approved:
      return with(.success, []).complete(at: step, reviewed: .approved)
    default: return endReviewed(as: status, at: step)
    }
  }

  /// Denies, in whichever interaction of SIGN_TRANSACTION.
  func deny(_ question: Question) throws(FlowInputError) -> FlowTransition {
    guard let signing = question.kind.signature else {
      throw .unexpectedInput(question.content.type)
    }
    return process(.denying(signing), answering: question, .deny) { .deny($0) }
  }

  func deny(_ signing: Signing, _ answer: Answer, at step: FlowStep) -> FlowTransition {
    switch answer {
    case .decision(.denied):
      return end(.denied, at: step, reviewed: .denied)
    case .decision(let status) where status != .pending:
      return endReviewed(as: status, at: step)
    case .failure(.notSent), .failure(.lost):
      if case (.denying, .failure(.notSent)) = (step, answer) { return end(.network, at: step) }
      // Denying twice is denying once: the same again, until the deadline.
      return move(to: .denyingAgain(signing)) { .deny($0) }
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Ends because somebody has decided before, or nobody in time.
  func endReviewed(
    as status: ReviewStatus, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    end(
      status == .expired ? .transactionExpired : .transactionAlreadyReviewed, at: step,
      reviewed: status, after: effects)
  }
}
