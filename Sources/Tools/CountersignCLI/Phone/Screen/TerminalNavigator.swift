import CountersignClient
import FlowModel
import WireModel

/// The screens of scenarios in a terminal: shows each, and asks whoever sits there, after what
/// flags answer.
actor TerminalNavigator: Navigator {
  private let person: Person
  private var shown: FlowTransaction?

  init(_ answers: GivenAnswers, answersYes: Bool) {
    person = Person(answers, answersYes: answersYes)
  }

  func show(_ screen: Screen) async -> ScreenAnswer {
    if let notice = screen.notice { Console.note(notice) }
    if let transaction = screen.transaction, transaction != shown {
      shown = transaction
      Console.table(transaction.rows)
    }
    switch screen.content {
    case .start, .confirmTransaction: return decision()
    case .factor(let question): return await factor(question, screen)
    case .softPrompt(let reason): return person.softPrompt(reason).screenAnswer
    case .registration:
      return person.wantsBiometrics("set up biometrics on this phone?")
        ? .factor(.biometrics) : .leave
    case .leaving(let texts):
      let question = "\(texts.title) \(texts.message)"
      return person.isScript || Terminal.confirm(question) ? .leave : .stay
    // What it says stands with the command's result.
    case .outcome: return .close
    }
  }

  private func decision() -> ScreenAnswer { person.decision().screenAnswer }

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
