import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// The screens of every flow: renders what `updates` gives and answers its question.
///
/// All that it knows of a flow is the `Flow` value that it is given, so it can be read as the
/// example of an app.
struct FlowScreen {
  let manager: FlowManager
  let person: Person
  /// The name of the server's service: that of its relying party.
  private let service: String
  /// The words for reasons, by their codes.
  private let texts: [String: ReasonText]
  /// Reads what has become of a transaction.
  private let status: (String) async throws -> TransactionStatus
  private var shown = Shown()

  /// The part that stands on the screen already.
  private struct Shown {
    var title: String?
    var session: FlowSession?
    var transaction: FlowTransaction?
    var earlier: ActionResult?
    var text: String?
    /// True once a factor was given, or a code was asked for.
    var hasGiven = false
    /// True once anything was asked.
    var hasAsked = false
  }

  init(
    _ manager: FlowManager, _ person: Person, at service: String, texts: [String: ReasonText],
    status: @escaping (String) async throws -> TransactionStatus
  ) {
    self.manager = manager
    self.person = person
    self.service = service
    self.texts = texts
    self.status = status
  }

  /// True once a factor was given, or a code was asked for.
  var hasGiven: Bool { shown.hasGiven }

  /// True once anything was asked.
  var hasAsked: Bool { shown.hasAsked }

  /// Shows a flow until it has ended.
  ///
  /// - Returns: The flow in DONE.
  mutating func run() async throws -> Flow {
    for await flow in await manager.updates {
      switch flow.phase {
      case .processing: continue
      case .waitForInput: try await ask(flow)
      case .done:
        showEarlier(flow)
        return flow
      case .error where person.hasPerson && flow.isProvedElsewhere: throw ProvedElsewhere()
      case .error where flow.isBlocked: throw await blocked(flow)
      case .error: throw failure(flow)
      }
    }
    throw CommandFailure.noResult
  }

  private mutating func ask(_ flow: Flow) async throws {
    shown.hasAsked = true
    // Whoever left at the key is asked for nothing in its place.
    if Terminal.hasLeft { return await manager.cancel() }
    show(flow)
    if flow.currentInteraction?.secondFactorInfo?.allowed.isEmpty == true {
      return try await waitElsewhere(because: flow.ways)
    }
    while let question = flow.currentInteraction {
      let answer = try await person.answer(question, of: flow)
      // What makes a script leave is said once, as the cause.
      if person.isScript, !answer.isLeaving, let text = shown.text { Console.note(text) }
      shown.hasGiven = shown.hasGiven || answer.isProof
      do throws(FlowInputError) {
        try await give(answer, in: flow)
        // An input that is not taken is no try.
        return person.note(answer)
      } catch {
        if error == .numberMissing {
          await manager.cancel()
          throw CommandFailure.noSuchNumber(in: person.endWords)
        }
        // The flow is unchanged: the same question again, unless nobody is there to answer it.
        shown.text = person.words.cause(error)
        if person.isScript { return await manager.cancel() }
        Console.note(person.words.cause(error))
      }
    }
  }

  /// Goes on to wait for the account's other device, as nothing could be given here; a script does
  /// not.
  private func waitElsewhere(because ways: SigningWays?) async throws {
    guard person.hasPerson else {
      await manager.cancel()
      throw CommandFailure.otherDeviceNeeded
    }
    if let why = person.words.notHere(ways) { Console.note(why) }
    Console.note(person.words.onlyElsewhere)
  }

  private func give(_ answer: PersonAnswer, in flow: Flow) async throws(FlowInputError) {
    switch answer {
    case .session(let account, let number):
      try await manager.confirmSession(account: account, number: number)
    case .transaction: try await manager.confirmTransaction()
    case .factors(let input):
      try await manager.inputSecondFactor(input, userInput: person.reason(in: flow))
    case .requestCode: try await manager.requestCode()
    case .softPrompt(let answer): try await manager.answerSoftPrompt(answer)
    case .deny: try await manager.deny()
    case .leave: await manager.cancel()
    }
  }
}

extension FlowScreen {
  private mutating func show(_ flow: Flow) {
    // Nobody decides on a question that does not say what it is about.
    if !person.isScript, let title = person.words.title(of: flow, at: service),
      title != shown.title
    {
      shown.title = title
      Console.note(title)
    }
    // That a factor is not there is no news to whoever has not asked for it.
    shown.text = shown.hasGiven ? person.words.flowTexts.text(for: flow) : nil
    var keyTries = person.keyTries(after: shown.text)
    shown.text = person.ofNewKey(shown.text)
    if person.pinWithoutKey(in: flow) != nil {
      shown.text = person.words.noKeyMade
      keyTries = nil
    }
    if !person.isScript {
      let codeTries = person.codeTries(after: shown.text)
      for text in [shown.text, keyTries, codeTries].compactMap(\.self) { Console.note(text) }
    }
    if let info = flow.currentInteraction?.secondFactorInfo,
      flow.currentInteraction?.type == .verifySecondFactor,
      let tries = person.pinTries(
        flow.secondFactorAccount, of: flow.transaction?.review,
        by: flow.ways?.possible ?? info.allowed, otherDevice: info.otherDevice)
    {
      Console.note(tries)
    }
    showEarlier(flow)
    if let session = flow.session, session != shown.session {
      shown.session = session
      Console.table(session.rows(in: person.words))
    }
    if let transaction = flow.transaction, transaction != shown.transaction {
      shown.transaction = transaction
      Console.document(transaction.document)
    }
  }

  /// Shows the outcome of an operation whose answer an earlier command had lost.
  private mutating func showEarlier(_ flow: Flow) {
    guard let earlier = flow.earlierOperation, earlier != shown.earlier else { return }
    shown.earlier = earlier
    Console.note(person.words.earlier(earlier.status))
  }

  /// The end of a flow by a blocked factor, and of its transaction where it went with that.
  private func blocked(_ flow: Flow) async -> CommandFailure {
    var hasDeclined = false
    if let review = flow.transaction?.review {
      await manager.awaitDenial()
      hasDeclined = (try? await status(review.id)) == .denied
    }
    return flow.error == .triesUsedUp
      ? person.codesUsedUp(hasDeclined: hasDeclined)
      : person.blocked(flow.secondFactorAccount, hasDeclined: hasDeclined)
  }

  private func failure(_ flow: Flow) -> CommandFailure {
    guard let error = flow.error else { return .noResult }
    if case .outcomeUnknown = error, flow.setsPIN { return .pinUnknown(person.endWords) }
    // A person reads the failure's own sentence; a script's log has all that is known.
    if case .notAllowed(let why) = error, !person.hasPerson {
      Console.missing(
        flow.ways, besides: why, isAction: flow.transaction?.review == nil, in: person.endWords)
    }
    if case .notAllowed(let why) = error,
      let blocked = person.endWords.blocked(why, flow.ways, at: person.limits.server)
    {
      return blocked
    }
    if error == .transactionAlreadyReviewed, let review = flow.transaction?.review,
      let status = TransactionStatus(rawValue: review.status.rawValue), status != .pending
    {
      let failure = CommandFailure(error, texts: texts)
      return CommandFailure(
        failure.exit, "\(failure.cause): \(person.endWords.status(status))", hint: failure.hint)
    }
    guard error == .cancelled else { return CommandFailure(error, texts: texts) }
    if let failure = person.failure ?? Terminal.inputEnded(in: person.endWords) { return failure }
    if person.hasPerson {
      return .left(
        shown.transaction?.review, isAction: flow.type == .signTransaction, person.words)
    }
    // A script that has no further answer leaves; what made it leave is the cause.
    guard person.isScript, let text = shown.text else {
      return CommandFailure(error, texts: texts)
    }
    return CommandFailure(.refused, text.asCause)
  }
}

extension Flow {
  /// True if a factor that is blocked has ended it, or codes that were wrong too often.
  fileprivate var isBlocked: Bool {
    error == .secondFactorBlocked
      || (error == .triesUsedUp && previousInteractionResult?.outcome == .codeFail)
  }

  /// True if it sets a PIN of an account that is signed in.
  var setsPIN: Bool { type == .changePIN || type == .headlessUpgrade }

  /// True if an action needs the account's other device; what is under review waits there anyway.
  fileprivate var isProvedElsewhere: Bool {
    transaction?.review == nil && ways?.needOtherDevice(error) == true
  }
}

extension FlowSession {
  /// The rows that a person reads before confirming.
  fileprivate func rows(in words: PhoneWords) -> [(String, String)] {
    let entries = announceInfo?.entries.map { ($0.key, $0.value) } ?? []
    return entries + (enrolInfo.map { [(words.account, $0.displayName)] } ?? [])
  }
}

extension Document.Field {
  /// True for the name that a machine gave something, by the rule that all clients share
  /// (`docs/challenge-and-canonical-form.md`); any other reference may be what a person goes by.
  var isIdentifier: Bool {
    guard value.kind == .reference else { return false }
    return ["id", "link", "scenario"].contains(name)
      || ["ID", "Id", "Key", "Code", "Slug"].contains { name.hasSuffix($0) }
  }
}

extension Console {
  /// Writes a document for a person, word for word; nothing before the server has made it.
  ///
  /// Identifiers are small, and last.
  static func document(_ document: Document?) {
    guard let document else { return }
    note(document.title)
    let (names, rows) = (
      document.fields.filter(\.isIdentifier), document.fields.filter { !$0.isIdentifier }
    )
    table(
      rows.map { field in
        // Beside the moment that is signed: what a person's own clock shows then.
        if case .time(let time) = field.value {
          let here = PhoneWords(document.language).here
          return (field.label, ShownTime.text(time, here: here))
        }
        return (field.label, field.value.text(in: document.language))
      }
        + names.map { ($0.label, small($0.value.text(in: document.language), isNote: true)) })
  }

  /// Writes why nothing that could be given on this phone proves it, and what would bring it.
  ///
  /// - Parameters:
  ///   - ways: The factors, as the server told of them.
  ///   - told: The reason that the command's failure tells.
  ///   - isAction: True where nothing of it waits at the server.
  ///   - words: The words for the end of the command.
  static func missing(
    _ ways: SigningWays?, besides told: FlowReason, isAction: Bool, in words: PhoneWords
  ) {
    if ways?.otherDevice == true { note("  " + words.otherDeviceCould(isAction: isAction)) }
    var said: Set<String> = []
    for way in ways?.missing ?? [] where way.reason.code != told.code {
      let line = "  " + words.notBy(way)
      if said.insert(line).inserted { note(line) }
    }
  }
}
