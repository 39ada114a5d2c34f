import CountersignClient
import Dispatch
import FlowModel
import ToolSupport
import WireModel

/// The screens of scenarios in a terminal: shows each, and asks whoever sits there, after what
/// flags answer.
actor TerminalNavigator: Navigator {
  /// The outcomes that are told in words.
  enum Outcomes {
    /// None: each stands with the command's result.
    case none
    /// The failures.
    case failures
  }

  private let executor = TerminalExecutor()
  private let person: Person
  private let outcomes: Outcomes
  /// The words for reasons, by their codes.
  private let texts: [String: ReasonText]
  private let cancel: @Sendable () async -> Void
  private let decline: @Sendable (String) async throws -> TransactionStatus
  /// Reads what has become of a transaction, once what is denied after wrong tries is denied.
  private let status: @Sendable (String) async throws -> TransactionStatus
  /// The failure of an account that has no factor yet, or none left; nil for any other.
  private let factorsLacking: @Sendable () async -> CommandFailure?
  private var shown: Document?
  /// The number of lines that had been printed unasked when it was shown.
  private var shownAfter = 0
  /// The cause for which a question got no answer, so that the scenario was left.
  private var failure: CommandFailure?
  /// The transaction that the person has left undecided; nil where they left none, or an action of
  /// their own.
  private var left: Review?
  /// The last question's words on the one before: the cause where a script leaves.
  private var notice: String?
  /// The state of the second factor, as a question told it last.
  private var account: SecondFactorAccount?
  /// True once a factor was given, or a code was asked for.
  private var hasGiven = false
  /// True once a question on a factor was answered, of the transaction that is on the screen.
  private var hasAnswered = false
  /// True once the test of the factors was named, which has no document.
  private var hasNamedTest = false
  /// The end of a transaction that nothing here could approve; nil if there was none.
  private var stuck: Result<TransactionStatus, CommandFailure>?
  /// True once it was said that the input is closed.
  private var hasToldEnd = false
  /// True while what nobody asked for waits, since a decision is under way.
  private var isDeciding = false

  /// - Parameters:
  ///   - phone: Whose screens.
  ///   - answers: What flags answer.
  ///   - account: Whose transactions are shown, as a flag names it; nil for the account in use.
  ///   - outcomes: The outcomes that are told.
  init(
    _ phone: Phone, _ answers: GivenAnswers, account: String? = nil, outcomes: Outcomes = .none
  ) {
    person = phone.person(answers)
    self.outcomes = outcomes
    texts = phone.texts
    cancel = { [manager = phone.manager] in await manager.cancel() }
    decline = { id in
      try await phone.session(of: phone.account(named: account)).deny(id).status
    }
    status = { id in
      await phone.manager.awaitDenial()
      return try await phone.session(of: phone.account(named: account)).transaction(id).status
    }
    factorsLacking = { await phone.factorsLacking(of: account) }
  }

  /// Whoever waits for a person blocks no thread that others need.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: executor)
  }

  /// Shows a transaction, of which a screen then says nothing more unless it has changed, or
  /// something else was printed beneath it.
  func present(_ document: Document?) {
    let printed = Unasked.printed
    guard let document, document != shown || printed != shownAfter else { return }
    shown = document
    shownAfter = printed
    Console.document(document)
  }

  func show(_ screen: Screen) async -> ScreenAnswer {
    // A screen is printed whole, and nothing into it.
    Unasked.begin()
    defer { Unasked.end() }
    failure = nil
    left = screen.transaction?.review
    if let left { Unasked.ask(about: left.id) }
    let answer = await answer(to: screen)
    holdNews(from: screen, answeredBy: answer)
    guard case .leave = answer else {
      hasAnswered = hasAnswered || answer.isOfFactor
      // A script goes on, so that this is not the cause of its end.
      if person.isScript { tell(notice) }
      return answer
    }
    if !Task.isCancelled { tellLeft() }
    // To decline has a key of its own: whoever leaves has decided nothing.
    if case .start = screen.content { return .close }
    await cancel()
    return answer
  }

  /// Holds news back while the person decides, so that a decision is one piece on the screen.
  private func holdNews(from screen: Screen, answeredBy answer: ScreenAnswer) {
    let isUnderWay =
      switch (screen.content, answer) {
      case (.outcome, _), (_, .leave), (_, .close): false
      case (.start, .authorize): true
      default: isDeciding
      }
    guard isUnderWay != isDeciding else { return }
    isDeciding = isUnderWay
    if isUnderWay { Unasked.begin() } else { Unasked.end() }
  }

  /// The words of a command for a result.
  ///
  /// - Parameter result: How a scenario ended.
  /// - Returns: What it came to.
  /// - Throws: `CommandFailure` for what did not come to what was wanted; where an answer did not
  ///   come, why not.
  func message(of result: ProcessResult) async throws -> String {
    // A person was told in a sentence, or reads the failure's; a script's log has all there is.
    if case .ended(let outcome) = result, case .failed(.flow(.notAllowed(let why))) = outcome.kind,
      !person.hasPerson
    {
      let isAction = outcome.transaction?.review == nil
      Console.missing(outcome.ways, besides: why, isAction: isAction, in: person.endWords)
    }
    if case .ended(let outcome) = result, let blocked = await blocked(outcome) { throw blocked }
    if case .left = result {
      let ended = failure ?? person.failure ?? Terminal.inputEnded(in: person.endWords)
      if let ended { throw ended }
      if person.isScript, let notice {
        throw CommandFailure(.refused, notice.asCause, hint: person.endWords.nothingDecided)
      }
      if person.hasPerson { throw CommandFailure.left(left, isAction: true, person.words) }
    }
    return try result.message(texts)
  }

  /// True if an action needs the account's other device, and somebody is here to wait for it.
  func isProvedElsewhere(_ result: ProcessResult) -> Bool {
    guard person.hasPerson, case .ended(let outcome) = result, outcome.transaction?.review == nil,
      case .failed(.flow(let error)) = outcome.kind
    else { return false }
    return outcome.ways?.needOtherDevice(error) == true
  }

  /// The decision that a review has come to.
  ///
  /// - Throws: `CommandFailure` where it came to none.
  func decision(of result: ProcessResult) async throws -> TransactionStatus {
    if let stuck {
      guard case .failure(.leftForLater) = stuck else { return try stuck.get() }
      throw CommandFailure.left(left, isAction: true, person.words)
    }
    _ = try await message(of: result)
    guard case .ended(let outcome) = result, outcome.kind == .denied else { return .approved }
    return .denied
  }

  /// The answer to a screen; whoever ends the input at it leaves, and has chosen nothing.
  private func answer(to screen: Screen) async -> ScreenAnswer {
    if case .start = screen.content, isFollowing { comeBack() }
    if Terminal.hasLeft || hasToldEnd, !screen.isOutcome {
      // What comes later is shown all the same.
      present(screen.transaction?.document)
      return .leave
    }
    let answer = await given(to: screen)
    return Terminal.hasLeft && !screen.isOutcome ? .leave : answer
  }

  /// Asks whoever follows transactions about the next one, though they left a question before;
  /// where the input is closed, says once that nothing is asked any more.
  private func comeBack() {
    guard Terminal.hasLeft || Terminal.hasEnded, !Terminal.comeBack(), !hasToldEnd else { return }
    hasToldEnd = true
    tell(person.words.onlyListed)
  }

  private func given(to screen: Screen) async -> ScreenAnswer {
    if case .start = screen.content { hasAnswered = false }
    account = screen.secondFactor ?? account
    // That a factor is not there is no news to whoever has not asked for it.
    notice = hasAnswered ? screen.notice : nil
    let keyTries = person.keyTries(after: notice)
    notice = person.ofNewKey(notice)
    if !person.isScript {
      tell(notice)
      tell(keyTries)
      tell(person.codeTries(after: notice))
    }
    if !screen.isOutcome { present(screen.transaction?.document) }
    if screen.scenario == .testBiometrics, !screen.isOutcome, !person.isScript, !hasNamedTest {
      hasNamedTest = true
      tell(person.words.biometricTest)
    }
    switch screen.content {
    case .start: return person.decision(isWaiting: true).screenAnswer
    case .confirmTransaction:
      return person.decision(isWaiting: screen.transaction?.review != nil).screenAnswer
    case .factor(let question):
      let factors = [question.factor] + question.alternatives
      if notice != nil, !person.isScript, factors.contains(.pin) {
        tell(
          person.pinTries(
            screen.secondFactor, of: screen.transaction?.review,
            by: screen.ways?.possible ?? Set(factors), otherDevice: question.otherDevice))
      }
      return await factor(question, screen)
    case .softPrompt(let reason): return person.softPrompt(reason).screenAnswer
    case .registration:
      let answer = person.newKey()
      person.note(answer)
      return answer.screenAnswer
    case .otherDevice:
      let answer = person.waits(because: screen.ways)
      if case .leave = answer, !person.hasPerson {
        failure = .otherDeviceNeeded
      }
      return answer.screenAnswer
    // Nobody leaves in a way that would have to be confirmed.
    case .leaving: return .stay
    case .outcome(let outcome) where person.hasPerson && outcome.isStuck:
      stuck = await decide(onStuck: outcome)
      if outcomes == .failures, case .failure(let failure)? = stuck, failure != .leftForLater {
        Console.fail(person.endWords.said(failure))
      }
      if case .failure(.leftForLater)? = stuck { tellLeft() }
      return .close
    case .outcome(let outcome):
      // What is asked about again is shown again: a question stands whole.
      shown = nil
      // What was decided is an event, and is told as one.
      if outcomes == .failures, let blocked = await blocked(outcome) {
        Console.fail(blocked)
      } else if outcomes == .failures, !outcome.isSuccess {
        Console.note("\(outcome.text.title). \(outcome.text.message)")
      }
      return .close
    }
  }

  /// True if transactions are followed, one after the other.
  private var isFollowing: Bool { outcomes == .failures }

  /// Says that what the person left for later waits on, where no end of a command says so.
  private func tellLeft() {
    guard isFollowing, failure == nil, person.hasPerson, let left else { return }
    Console.note(person.words.leftOpen(until: left.expires))
  }

  /// The end of a scenario by a blocked factor, and of its transaction where it went with that; nil
  /// for any other outcome.
  private func blocked(_ outcome: Outcome) async -> CommandFailure? {
    if case .failed(.flow(.notAllowed(let why))) = outcome.kind {
      return person.endWords.blocked(why, outcome.ways, at: person.limits.server)
    }
    guard case .failed(.flow(let error)) = outcome.kind else { return nil }
    let isOfCodes = error == .triesUsedUp && person.hasJustGivenCode
    guard isOfCodes || error == .secondFactorBlocked else { return nil }
    var hasDeclined = false
    if let review = outcome.transaction?.review {
      hasDeclined = (try? await status(review.id)) == .denied
    }
    return isOfCodes
      ? person.codesUsedUp(hasDeclined: hasDeclined)
      : person.blocked(account, hasDeclined: hasDeclined)
  }

  /// Says what a transaction needs that this phone does not have, and asks what to do with it: it
  /// goes on waiting, and would be in the way of others.
  private func decide(onStuck outcome: Outcome) async -> Result<TransactionStatus, CommandFailure> {
    guard let id = outcome.transaction?.review?.id,
      case .failed(.flow(.notAllowed(let why))) = outcome.kind
    else { return .failure(.leftForLater) }
    let words = person.words
    if let lacking = await factorsLacking() {
      Console.note(lacking.cause)
      tell(lacking.hint)
    } else {
      Console.note(words.nothingApproves(why, outcome.ways))
      tell(words.blocked(why, outcome.ways, at: person.limits.server)?.hint)
    }
    let isDeclined = Terminal.choose(
      words.decision, [Choice(words.decline, true), Choice(words.later, false)], in: words)
    guard isDeclined == true else { return .failure(.leftForLater) }
    do {
      return .success(try await decline(id))
    } catch ClientError.transport(let error) where error.delivery != .notSent {
      return .failure(.answerLost(person.endWords))
    } catch let error as ClientError {
      return .failure(CommandFailure(error, texts: texts))
    } catch {
      return .failure(error as? CommandFailure ?? .leftForLater)
    }
  }

  private func factor(_ question: FactorQuestion, _ screen: Screen) async -> ScreenAnswer {
    let info = SecondFactorInfo(
      allowed: Set([question.factor] + question.alternatives), codeDelivery: question.delivery,
      registersKey: question.registersKey, otherDevice: question.otherDevice)
    do {
      let before = person.failure
      let answer = try await person.proof(
        info, isWaiting: screen.transaction?.review != nil, screen.secondFactor)
      person.note(answer)
      if let failure = person.failure, failure != before, !person.isScript { keep(failure) }
      switch answer {
      case .factors, .requestCode: hasGiven = true
      case .leave where person.isScript && !hasGiven:
        failure =
          person.failure ?? Terminal.inputEnded(in: person.endWords)
          ?? (person.hasDecided
            ? .nothingGiven(for: info, in: person.endWords) : .nobodyDecided)
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
    if outcomes == .failures { Console.fail(person.endWords.said(failure)) }
  }

  private func tell(_ notice: String?) { if let notice { Console.note(notice) } }
}

extension Outcome {
  /// True if a transaction goes on waiting, since nothing that this phone has may approve it.
  fileprivate var isStuck: Bool {
    guard case .failed(.flow(.notAllowed(let why))) = kind, transaction?.review != nil
    else { return false }
    return ways?.missing.contains { $0.reason.code == why.code } == true
  }
}

extension Screen {
  /// True if nothing is asked any more.
  fileprivate var isOutcome: Bool { if case .outcome = content { true } else { false } }
}

extension ScreenAnswer {
  /// True if it gives a factor, or asks for one.
  fileprivate var isOfFactor: Bool {
    switch self {
    case .factor, .requestCode, .softPrompt: true
    case .authorize, .deny, .leave, .stay, .close: false
    }
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
