/// What a flow is about at each of its steps, and how a screen sees it.
extension FlowStep {
  /// What the flow is about.
  var subject: FlowSubject {
    switch self {
    case .opening(let errand): .unopened(errand)
    case .confirming(let session): session.subject
    case .recalling(let errand), .resolving(let errand, _): errand.subject
    case .reading(let errand): errand.subject
    case .preparing(_, let matter, _), .denying(_, let matter, _): .matter(matter, .pending)
    case .consulting(let management): .factors(management)
    case .sendingCode(let cause, _, _): cause.subject
    case .asking(let question): question.subject
    case .keeping(.confirmation(_, let review)): .matter(.review(review), .pending)
    case .keeping(.factor(let verification, _)), .renewing(let verification),
      .signing(let verification, _), .verifying(let verification, _),
      .disabling(let verification), .refreshing(let verification, _):
      verification.cause.subject
    case .remembering(let prompt, _, _): prompt.subject
    case .entitling(let registration), .creating(let registration): registration.subject
    case .acting(let action): action.intent.subject
    }
  }
}

extension FlowSubject {
  /// The same, with a review that was decided.
  func reviewed(as status: ReviewStatus) -> FlowSubject {
    if case .matter(.review(let review), _) = self {
      .matter(.review(review), status)
    } else {
      self
    }
  }

  /// The same, with the account whose session it is now.
  func opened(for account: SessionAccount) -> FlowSubject {
    if case .session(let session, _) = self { .session(session, account) } else { self }
  }

  /// The session as a screen shows it.
  var session: FlowSession? {
    switch self {
    case .session(.enrol(let session), let account):
      FlowSession(
        id: session.id, type: .enrol, announceInfo: session.announceInfo,
        enrolInfo: session.enrolInfo, account: account)
    case .session(.login(let session), let account):
      FlowSession(
        id: session.id, type: .login, announceInfo: session.announceInfo, enrolInfo: nil,
        account: account)
    case .unopened, .matter, .unread, .factors: nil
    }
  }

  /// The transaction as a screen shows it.
  var transaction: FlowTransaction? {
    switch self {
    case .matter(.transaction(let document), _): FlowTransaction(document: document)
    case .matter(.review(let review), let status):
      FlowTransaction(
        document: review.document,
        review: TransactionReview(
          id: review.id, created: review.created, expires: review.expires, status: status))
    case .matter(.scenario, _), .unopened, .session, .unread, .factors: nil
    }
  }
}

extension AccountErrand {
  fileprivate var subject: FlowSubject {
    switch self {
    case .manage(let management): .factors(management)
    case .sign(let errand): errand.subject
    }
  }
}

extension SignErrand {
  fileprivate var subject: FlowSubject {
    switch request {
    case .scenario: .matter(.scenario, .pending)
    case .asked: .matter(.transaction(nil), .pending)
    case .review(let review?): .matter(.review(review), .pending)
    case .review(nil): .unread
    }
  }
}

extension Question {
  fileprivate var subject: FlowSubject {
    switch self {
    case .confirm(let session): .session(session, nil)
    case .review(_, let review): .matter(.review(review), .pending)
    case .verify(let verification): verification.cause.subject
    case .softPrompt(let prompt): prompt.subject
    case .set(let question): question.basis.setting.goal.subject
    case .register(_, let matter, _): .matter(matter, .pending)
    }
  }
}

extension Cause {
  fileprivate var subject: FlowSubject {
    switch self {
    case .sign(_, let matter): .matter(matter, .pending)
    case .login(let session, let account): .session(.login(session), account)
    case .headless(let session): .session(.enrol(session), nil)
    case .removal: .factors(.removeBiometrics)
    case .setting(let setting): setting.goal.subject
    }
  }
}

extension SoftPrompt {
  fileprivate var subject: FlowSubject {
    switch self {
    case .setting(let basis): basis.setting.goal.subject
    case .registration(_, let matter, _): .matter(matter, .pending)
    }
  }
}

extension Registration {
  fileprivate var subject: FlowSubject {
    switch self {
    case .checked(let verification): verification.cause.subject
    case .set(let question, _, _): question.basis.setting.goal.subject
    case .onTheWay(_, let matter, _, _): .matter(matter, .pending)
    }
  }
}

extension SentAction.Intent {
  fileprivate var subject: FlowSubject {
    switch self {
    case .prove(let verification): verification.cause.subject
    case .confirm(let session): session.subject
    case .set(let question, _): question.basis.setting.goal.subject
    case .register(_, let matter, _): .matter(matter, .pending)
    }
  }
}
