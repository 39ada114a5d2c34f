import CountersignClient
import FlowModel
import WireModel

/// The screens of scenarios in a terminal: shows each, and asks whoever sits there, after what
/// flags answer.
actor TerminalNavigator: Navigator {
  /// What is said of an outcome.
  enum Outcomes {
    /// Nothing: it stands with the command's result.
    case silent
    /// Its text.
    case told
  }

  private let executor = TerminalExecutor()
  private let person: Person
  private let outcomes: Outcomes
  private let cancel: @Sendable () async -> Void
  private var shown: [String] = []

  /// - Parameters:
  ///   - phone: Whose screens.
  ///   - answers: What flags answer.
  ///   - outcomes: What is said of an outcome.
  init(_ phone: Phone, _ answers: GivenAnswers, outcomes: Outcomes = .silent) {
    person = Person(answers, answersYes: phone.answersYes)
    self.outcomes = outcomes
    cancel = { [manager = phone.manager] in await manager.cancel() }
  }

  /// Whoever waits for a person blocks no thread that others need.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: executor)
  }

  /// Shows a transaction, of which a screen then says nothing more unless it has changed.
  func present(_ transaction: ReviewTransaction) { present(transaction.rows) }

  func show(_ screen: Screen) async -> ScreenAnswer {
    let answer = await answer(to: screen)
    // A script that has no further answer has not confirmed that leaving denies.
    if case .leave = answer, person.isScript { await cancel() }
    return answer
  }

  private func answer(to screen: Screen) async -> ScreenAnswer {
    if let notice = screen.notice { Console.note(notice) }
    if let transaction = screen.transaction { present(transaction.rows) }
    switch screen.content {
    case .start, .confirmTransaction: return person.decision(leaving: "to leave").screenAnswer
    case .factor(let question): return await factor(question, screen)
    case .softPrompt(let reason): return person.softPrompt(reason).screenAnswer
    case .registration:
      return person.wantsBiometrics("set up biometrics on this phone?")
        ? .factor(.biometrics) : .leave
    case .leaving(let texts):
      let question = "\(texts.title) \(texts.message)"
      return person.isScript || Terminal.confirm(question) ? .leave : .stay
    case .outcome(let outcome):
      if outcomes == .told { Console.note("\(outcome.text.title). \(outcome.text.message)") }
      return .close
    }
  }

  private func present(_ rows: [(String, String)]) {
    let texts = rows.map { "\($0.0) \($0.1)" }
    guard !Set(texts).isSubset(of: shown) else { return }
    shown = texts
    Console.table(rows)
  }

  private func factor(_ question: FactorQuestion, _ screen: Screen) async -> ScreenAnswer {
    let info = SecondFactorInfo(
      allowed: Set([question.factor] + question.alternatives), codeDelivery: question.delivery)
    guard let answer = try? await person.proof(info) else { return .leave }
    if case .factors(let input) = answer, screen.transaction?.review != nil {
      return .factor(input, userInput: person.reason)
    }
    return answer.screenAnswer
  }
}

extension PersonAnswer {
  /// The same, as an answer to a screen.
  var screenAnswer: ScreenAnswer {
    switch self {
    case .transaction: .authorize
    case .factors(let input): .factor(input)
    case .requestCode: .requestCode
    case .softPrompt(let answer): .softPrompt(answer)
    case .deny: .deny
    case .session, .leave: .leave
    }
  }
}
