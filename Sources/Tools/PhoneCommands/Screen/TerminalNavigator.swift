import CountersignClient
import Dispatch
import FlowModel
import ToolSupport
import WireModel

/// The screens of scenarios in a terminal: shows each, and asks whoever sits there, after what
/// flags answer.
actor TerminalNavigator: Navigator {
  /// The words for an outcome.
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
  private var shown: Document?
  /// Why no answer could be given to a question: the cause of what is left then.
  private var failure: CommandFailure?
  /// The last question's words on the one before: the cause where a script leaves.
  private var notice: String?
  /// True once a factor was given, or a code was asked for.
  private var hasGiven = false

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
  func present(_ document: Document?) {
    guard let document, document != shown else { return }
    shown = document
    Console.document(document)
  }

  func show(_ screen: Screen) async -> ScreenAnswer {
    failure = nil
    let answer = await answer(to: screen)
    guard case .leave = answer else { return answer }
    // To decline has a key of its own: whoever leaves has decided nothing.
    if case .start = screen.content { return .close }
    await cancel()
    return answer
  }

  /// The words of a command for a result.
  ///
  /// - Parameter result: How a scenario ended.
  /// - Returns: What it came to.
  /// - Throws: `CommandFailure` for what did not come to what was wanted; where an answer did not
  ///   come, why not.
  func message(of result: ProcessResult) throws -> String {
    if case .ended(let outcome) = result, case .failed(.flow(.notAllowed)) = outcome.kind {
      Console.missing(outcome.ways, isEnd: true)
    }
    if case .left = result {
      if let failure { throw failure }
      if person.isScript, let notice {
        throw CommandFailure(.refused, notice.asCause, hint: ProcessResult.nothingDecided)
      }
    }
    return try result.message
  }

  /// The decision that a review has come to.
  ///
  /// - Throws: `CommandFailure` where it came to none.
  func decision(of result: ProcessResult) throws -> TransactionStatus {
    _ = try message(of: result)
    guard case .ended(let outcome) = result, outcome.kind == .denied else { return .approved }
    return .denied
  }

  private func answer(to screen: Screen) async -> ScreenAnswer {
    notice = screen.notice
    if let notice = screen.notice { Console.note(notice) }
    present(screen.transaction?.document)
    person.tell(of: screen.ways)
    switch screen.content {
    case .start, .confirmTransaction: return person.decision(isWaiting: true).screenAnswer
    case .factor(let question): return await factor(question, screen)
    case .softPrompt(let reason): return person.softPrompt(reason).screenAnswer
    case .registration:
      return person.wantsBiometrics("set up biometrics on this phone?")
        ? .factor(.biometrics) : .leave
    // Nobody leaves in a way that would have to be confirmed.
    case .leaving: return .stay
    case .outcome(let outcome):
      if outcomes == .told { Console.note("\(outcome.text.title). \(outcome.text.message)") }
      return .close
    }
  }

  private func factor(_ question: FactorQuestion, _ screen: Screen) async -> ScreenAnswer {
    let info = SecondFactorInfo(
      allowed: Set([question.factor] + question.alternatives), codeDelivery: question.delivery)
    do {
      let answer = try await person.proof(info, isWaiting: screen.transaction?.review != nil)
      switch answer {
      case .factors, .requestCode: hasGiven = true
      case .leave where person.isScript && !hasGiven:
        failure = person.hasDecided ? .nothingGiven(for: info) : .nobodyDecided
      default: break
      }
      if case .factors(let input) = answer, screen.transaction?.review != nil {
        return .factor(input, userInput: person.reason)
      }
      return answer.screenAnswer
    } catch let failure as CommandFailure {
      keep(failure)
      return .leave
    } catch {
      // The question was taken back.
      return .leave
    }
  }

  private func keep(_ failure: CommandFailure) {
    self.failure = failure
    // Whoever follows transactions goes on, and has no result that would say it.
    if outcomes == .told { Console.fail(failure) }
  }
}

extension CommandFailure {
  /// Nobody was there to approve it, and no flag has.
  static let nobodyDecided = CommandFailure(
    .refused, "nobody is there to approve it, so nothing was decided",
    hint: "a script says --yes beside its proof")

  /// A script has given nothing that answers a question.
  static func nothingGiven(for info: SecondFactorInfo) -> CommandFailure {
    let names: [(Factor, String)] = [
      (.biometrics, "biometrics"), (.pin, "the PIN (--pin)"),
      (.validateCode, "codes (--code-from)"), (.otp, "codes (--code-from)"),
      (.twoFactor, "the authenticator app's code (--app-code)"),
    ]
    let taken = names.filter { info.allowed.contains($0.0) }.map(\.1)
    return CommandFailure(
      .refused, "nothing was given that proves it; it takes \(taken.joined(separator: " or "))",
      hint: ProcessResult.nothingDecided)
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

/// A thread for whoever waits for a person, so that the few that tasks share go on meanwhile.
final class TerminalExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "terminal")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: UnownedSerialExecutor(ordinary: self)) }
  }
}
