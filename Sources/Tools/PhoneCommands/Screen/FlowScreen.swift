import CountersignClient
import FlowModel
public import ToolSupport
import WireModel

/// The screens of every flow: renders what `updates` gives and answers its question.
///
/// All that it knows of a flow is the `Flow` value that it is given, so it can be read as the
/// example of an app.
struct FlowScreen {
  let manager: FlowManager
  let person: Person
  /// The next step for a reason of a module's own, by its code.
  private let hints: [String: String]
  private var shown = Shown()

  /// The part that stands on the screen already.
  private struct Shown {
    var session: FlowSession?
    var transaction: FlowTransaction?
    var earlier: ActionResult?
    var text: String?
  }

  init(_ manager: FlowManager, _ person: Person, hints: [String: String]) {
    self.manager = manager
    self.person = person
    self.hints = hints
  }

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
      case .error: throw failure(flow)
      }
    }
    throw CommandFailure(.environment, "the flow ended without a result")
  }

  private mutating func ask(_ flow: Flow) async throws {
    show(flow)
    while let question = flow.currentInteraction {
      let answer = try await person.answer(question, of: flow)
      do throws(FlowInputError) {
        return try await give(answer, in: flow)
      } catch {
        // The flow is unchanged: the same question again, unless nobody is there to answer it.
        shown.text = Self.text(for: error)
        Console.note(Self.text(for: error))
        if person.isScript { return await manager.cancel() }
      }
    }
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
    shown.text = FlowTexts().text(for: flow)
    if let text = shown.text { Console.note(text) }
    if flow.currentInteraction?.type == .verifySecondFactor,
      let account = flow.secondFactorAccount, account.failedAttempts > 0
    {
      Console.note("\(account.failedAttempts) of \(account.maxAttempts) wrong PINs")
    }
    showEarlier(flow)
    if let session = flow.session, session != shown.session {
      shown.session = session
      Console.table(session.rows)
    }
    if let transaction = flow.transaction, transaction != shown.transaction {
      shown.transaction = transaction
      Console.document(transaction.document)
    }
    person.tell(of: flow.ways)
  }

  /// Shows the outcome of an operation whose answer an earlier command had lost.
  private mutating func showEarlier(_ flow: Flow) {
    guard let earlier = flow.earlierOperation, earlier != shown.earlier else { return }
    shown.earlier = earlier
    Console.note(
      "an earlier action is \(earlier.status.rawValue): operation \(earlier.operation)")
  }

  private func failure(_ flow: Flow) -> CommandFailure {
    guard let error = flow.error else {
      return CommandFailure(.environment, "the flow has no error")
    }
    if case .notAllowed = error { Console.missing(flow.ways, isEnd: true) }
    // A script that has no further answer leaves; what made it leave is the cause.
    guard error == .cancelled, person.isScript, let text = shown.text else {
      return CommandFailure(error, hints: hints)
    }
    return CommandFailure(.refused, text.asCause)
  }

  /// Why an input was not taken.
  static func text(for error: FlowInputError) -> String {
    switch error {
    case .malformedCode: "a code is 6 digits"
    case .malformedPIN: "a PIN is 4 to 12 digits"
    case .factorNotAllowed(let factor): "\(factor.rawValue.lowercased()) is not possible here"
    case .missingPIN: "a PIN is needed"
    case .numberMissing: "pick the number that stands on the other screen"
    case .accountMissing: "pick one of the accounts"
    case .appPINIsPIN: "the app PIN must not be the PIN"
    case .appPINNotTaken: "no app PIN is set with this"
    case .pinTooSimple: "choose a PIN that is no row of digits (1111, 1234, 1212)"
    case .userInputTooLong: "a reason is 256 characters at most"
    case .userInputUnshowable: "a reason holds only characters that a screen can show"
    case .codeTooEarly(let seconds): "another code can be sent in \(seconds) seconds"
    case .flowAlreadyActive: "another flow is under way"
    case .noFlow: "nothing is under way that could be answered"
    case .notWaitingForInput: "one moment: an answer is being checked"
    case .unexpectedInput: "that is no answer to what is asked"
    case .codeNotRequested: "ask for a code first"
    case .userInputNotTaken: "a reason goes with the approval of a transaction alone"
    case .malformedPayload: "no server can take what is asked for; look at the command's --help"
    }
  }
}

extension FlowSession {
  /// The rows that a person reads before confirming.
  fileprivate var rows: [(String, String)] {
    let entries = announceInfo?.entries.map { ($0.key, $0.value) } ?? []
    return entries + (enrolInfo.map { [("account", $0.displayName)] } ?? [])
  }
}

extension Console {
  /// Writes a document for a person, word for word; nothing before the server has made it.
  static func document(_ document: Document?) {
    guard let document else { return }
    note(document.title)
    table(document.fields.map { ($0.label, $0.value.text(in: document.language)) })
  }

  /// Writes which factors cannot prove it and why not; where no other can, also what would bring
  /// them.
  ///
  /// - Parameters:
  ///   - ways: The factors, as the server told of them.
  ///   - isEnd: True where nothing could be given on this phone.
  static func missing(_ ways: SigningWays?, isEnd: Bool = false) {
    if isEnd, ways?.possible.contains(.biometrics) == true {
      note("  another phone or browser that has a key of the account could still approve it")
    }
    for way in ways?.missing ?? [] {
      let factor =
        switch way.factor {
        case .biometrics: "biometrics"
        case .pin: "the PIN"
        case .validateCode, .otp, .twoFactor: "codes"
        }
      let isStuck = isEnd || ways?.possible.isEmpty == true
      let hint = ReasonText.all[way.reason.code].map { "; hint: \($0.hint)" }
      note(
        "  not by \(factor): \(ReasonText.cause(way.reason.code, way.reason.detail))"
          + (way.until.map { ", until \($0)" } ?? "") + (isStuck ? hint ?? "" : ""))
    }
  }

  /// Writes rows of a name and a value for a person.
  public static func table(_ rows: [(String, String)]) {
    let width = rows.map(\.0.count).reduce(9, max) + 1
    for (name, value) in rows {
      let space = String(repeating: " ", count: max(1, width - name.count))
      note("  " + name + space + value)
    }
  }
}
