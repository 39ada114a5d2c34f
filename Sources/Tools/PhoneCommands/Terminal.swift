import CountersignClient
import CountersignDevice
import CountersignHTTP
import Foundation
import Synchronization
import ToolSupport
import WebAuthnModel

/// The person at the terminal.
///
/// Questions go to standard error, so that standard output holds nothing but answers.
enum Terminal {
  /// True if standard input is a terminal at all.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// True if standard output is shown to a person, among the questions.
  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Asks for a line; nil at the end of input, where the question is taken back, and, without a
  /// question, of whoever has left.
  static func ask(_ question: String) -> String? {
    guard !hasLeft else { return nil }
    Unasked.begin()
    defer { Unasked.end() }
    if isInteractive {
      awaitCalm()
      // What was typed before the question is no answer to it.
      tcflush(STDIN_FILENO, TCIFLUSH)
    }
    Console.ask(question + " ")
    guard hasLine() else {
      takenBack.withLock { $0 = .now }
      Console.note("")
      return nil
    }
    guard let line = isInteractive ? terminalLine() : readLine() else {
      unanswered.withLock { $0 = question }
      Console.note("")
      return nil
    }
    return line.trimmingCharacters(in: .whitespaces)
  }

  /// True if a pipe has come to its end: nobody answers any more, however often is asked.
  static var hasEnded: Bool { !isInteractive && unanswered.withLock { $0 != nil } }

  /// True if whoever sits at the terminal has ended the input (Ctrl-D): that leaves the command,
  /// and is no answer to any question.
  static var hasLeft: Bool { isInteractive && unanswered.withLock { $0 != nil } }

  /// The end of a command that was asked more than its pipe has answered; nil where it was not, and
  /// for whoever sits at a terminal and has left.
  static func inputEnded(in words: PhoneWords) -> CommandFailure? {
    guard !isInteractive else { return nil }
    return unanswered.withLock(\.self).map { question in
      CommandFailure(
        .refused,
        words.of(
          "the input has ended, and nobody answers: \(question)",
          "die Eingabe ist zu Ende, und niemand antwortet: \(question)"),
        hint: words.of(
          "a script answers by options, which the command's --help shows",
          "ein Skript antwortet mit Optionen, die --help des Befehls zeigt"))
    }
  }

  /// The question at which the input ended; nil before.
  private static let unanswered = Mutex<String?>(nil)

  /// The moment at which a question was taken back last.
  private static let takenBack = Mutex<ContinuousClock.Instant?>(nil)

  /// Waits until a second has passed since a question was taken back: a key on its way to that one
  /// must not answer the one in its place.
  private static func awaitCalm() {
    guard let since = takenBack.withLock(\.self) else { return }
    let rest = Duration.seconds(1) - (ContinuousClock.now - since)
    guard rest > .zero else { return }
    Thread.sleep(forTimeInterval: rest / .seconds(1))
  }

  /// Waits until a person has typed a line, or until the task that asks is cancelled.
  private static func hasLine() -> Bool {
    guard isInteractive else { return true }
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while !Task.isCancelled {
      if poll(&input, 1, 100) != 0 { return true }
    }
    return false
  }

  /// Reads the line that a terminal hands over whole; nil at the end of its input (Ctrl-D).
  ///
  /// `readLine` would remember that end, after which a terminal's input goes on.
  private static func terminalLine() -> String? {
    var line: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while line.last != UInt8(ascii: "\n") {
      let count = read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      line += part[..<count]
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  /// Takes whoever has left a question (Ctrl-D) to be there for the next one.
  ///
  /// - Returns: False where nobody can answer any more, since the input itself is closed.
  static func comeBack() -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let isClosed =
      poll(&input, 1, 0) < 0 || input.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    guard isInteractive, !isClosed else { return false }
    unanswered.withLock { $0 = nil }
    return true
  }

  /// Asks for yes or no; nil at the end of the input, which is neither.
  static func confirm(_ question: String, in words: PhoneWords) -> Bool? {
    choose(question, [Choice(words.yes, true), Choice(words.no, false)], in: words)
  }

  /// Asks for one of several answers, again for any key but theirs.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - choices: The answers, each by the first letter of its word.
  ///   - words: The words for any other key.
  /// - Returns: The answer; nil at the end of input, and where the question is taken back.
  static func choose<Answer>(
    _ question: String, _ choices: [Choice<Answer>], in words: PhoneWords
  ) -> Answer? {
    let offered = choices.map { "[\($0.word.prefix(1))]\($0.word.dropFirst())" }
      .joined(separator: " ")
    while let line = ask("\(question) \(offered):") {
      let given = line.lowercased()
      let chosen = choices.first { given == $0.key || given == $0.word.lowercased() }
      if let chosen { return chosen.answer }
      Console.note(words.press(choices.map(\.key)))
    }
    return nil
  }

  /// Asks for a secret that is not shown while it is typed.
  static func askSecret(_ question: String) -> String? {
    guard isInteractive else { return ask(question) }
    HiddenTyping.begin()
    defer {
      HiddenTyping.end()
      Console.note("")
    }
    return ask(question)
  }

  /// Asks for a new secret; twice at a terminal, where nobody sees what is typed, until both are
  /// the same.
  ///
  /// A pipe gives it once: a script does not mistype.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - words: The words for the second question.
  /// - Returns: The secret; nil at the end of input, and where nothing is typed.
  static func askNewSecret(_ question: String, in words: PhoneWords) -> String? {
    while let secret = askSecret(question), !secret.isEmpty {
      guard isInteractive else { return secret }
      guard let again = askSecret(words.sameAgain) else { return nil }
      if again == secret { return secret }
      Console.note(words.theyDiffer)
    }
    return nil
  }
}

extension Console {
  /// Draws the code of a text, for a camera; says so where the terminal is too narrow for it.
  ///
  /// - Returns: True if it is drawn.
  @discardableResult
  static func draw(code text: String, in words: PhoneWords) -> Bool {
    guard let code = QRCode(text) else { return false }
    guard let columns = draw(code.terminalLines()) else { return true }
    note(words.tooNarrow(for: columns))
    return false
  }
}

/// An answer that a key gives.
struct Choice<Answer> {
  /// The word that is shown; its first letter is the key.
  let word: String
  let answer: Answer

  init(_ word: String, _ answer: Answer) {
    self.word = word
    self.answer = answer
  }

  var key: String { word.prefix(1).lowercased() }
}

/// Stands for the fingerprint reader: a question in the terminal.
struct TerminalPresence: UserPresence {
  let answersYes: Bool
  let words: PhoneWords
  var readiness = AuthenticatorReadiness.ready

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    guard !answersYes else { return }
    guard Terminal.confirm(words.presence(question), in: words) != true else { return }
    // Whoever has left wants no other way either: a flow asks again, and is left there.
    throw Terminal.hasLeft ? AuthenticatorError.notInForeground : .cancelled
  }
}

/// Typing that is not shown, while a secret is asked for.
///
/// A signal that ends the process meanwhile shows it again first: else nothing that is typed into
/// the shell afterwards could be seen.
enum HiddenTyping {
  /// Hides what is typed from now on.
  static func begin() {
    end()
    var attributes = termios()
    guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return }
    shown = attributes
    // What the command traps itself, or was started to ignore, is left to it.
    let own = [SIGHUP, SIGINT, SIGTERM].filter { SignalDisposition(of: $0) == .standard }
    trapped.withLock { $0 = own }
    for number in own { signal(number) { HiddenTyping.endProcess(by: $0) } }
    attributes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// Shows again what is typed, where it is hidden.
  static func end() {
    trapped.withLock { numbers in
      guard let own = numbers else { return }
      show()
      for number in own { signal(number, SIG_DFL) }
      numbers = nil
    }
  }

  /// Does nothing but what a handler of signals may: POSIX has these three calls on its list.
  private static func endProcess(by number: Int32) {
    show()
    signal(number, SIG_DFL)
    // It is blocked while it is handled, and ends the process right after.
    raise(number)
  }

  private static func show() {
    var attributes = shown
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// The terminal's settings from before.
  ///
  /// No lock guards it, since a handler may wait for none: it is written only while no handler is
  /// there that could read it.
  private nonisolated(unsafe) static var shown = termios()

  /// The signals that are trapped here; nil where nothing is hidden.
  private static let trapped = Mutex<[Int32]?>(nil)
}
