import ArgumentParser
import CountersignClient
import ToolSupport
import UnixSignals
import WireModel

/// `countersign phone watch`: follows the account's transactions.
struct PhoneWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "show payments as they come, and ask about each",
    discussion: """
      Prints each as it comes, is decided on or is past its time, here or elsewhere. Whoever sits \
      at the terminal is asked about each that waits, in turn; a script only reads. Ends with \
      Ctrl-C. With --json each line is an object.

      example: countersign phone watch
      example: countersign phone watch --once --seconds 60
      """)

  @OptionGroup var options: ServedPhone
  @OptionGroup var account: AccountOption

  @Flag(help: "End once a transaction is decided on, or past its time.")
  var once = false

  @Option(help: "End after so many seconds.")
  var seconds: Int?

  func validate() throws {
    guard seconds ?? 1 > 0 else {
      throw ValidationError(
        options.endWords.of("--seconds must be above 0", "--seconds muss über 0 sein"))
    }
  }

  func run() async throws {
    defer { HiddenTyping.end() }
    try await Phone.use(options) { phone in
      // Says at once what is wrong, where following would only try again.
      let waiting = try await phone.read(of: phone.account(named: account.account)) { session in
        try await session.transactions(status: .pending).transactions.count
      }.answer
      if options.hasPerson { Console.note(phone.words.watching(waiting)) }
      let log = TransactionLog(options)
      let context = try await context(phone, log)
      var end = Result<Void, any Error>.success(())
      do { try await follow(context, log) } catch { end = .failure(error) }
      // Takes back whatever is still being asked.
      await context.use(account: nil)
      await Unasked.awaitEnd()
      try end.get()
    }
  }

  private func follow(
    _ context: MultifactorAuthenticationContext, _ log: TransactionLog
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await context.followTransactions() }
      group.addTask { await Self.awaitSignal() }
      if once { group.addTask { await log.awaitDecision() } }
      if let seconds { group.addTask { try await Task.sleep(for: .seconds(seconds)) } }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func context(
    _ phone: Phone, _ log: TransactionLog
  ) async throws -> MultifactorAuthenticationContext {
    let isAsking = options.hasPerson
    if !isAsking && !options.json {
      Console.note(phone.words.onlyShown)
    }
    let navigator: any Navigator =
      isAsking
      ? TerminalNavigator(
        phone, GivenAnswers(), account: account.account, outcomes: .failures)
      : ReadOnlyNavigator()
    let words = phone.words
    var configuration = words.configuration
    configuration.onTransaction = { await log.note($0) }
    configuration.onConnectivity = { connectivity in
      Unasked.say {
        Console.note(connectivity == .online ? words.serverIsBack : words.serverIsAway)
      }
    }
    return try await phone.context(navigator, account: account.account, configuration)
  }

  private static func awaitSignal() async {
    for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { return }
  }
}

/// The screens of whoever only reads: a transaction that waits goes on waiting.
private struct ReadOnlyNavigator: Navigator {
  func show(_ screen: Screen) async -> ScreenAnswer { .close }
}

/// Prints each change of a transaction once.
private actor TransactionLog {
  private let options: ServedPhone
  private var seen: [String: TransactionStatus] = [:]
  private let decisions = AsyncStream<Void>.makeStream()

  init(_ options: ServedPhone) { self.options = options }

  func note(_ answer: TransactionAnswer) {
    let id = answer.transaction.transactionID
    // What an event tells may be older than the decision that was made here.
    if answer.status == .pending, seen[id] != nil { return }
    guard seen.updateValue(answer.status, forKey: id) != answer.status else { return }
    let subject = answer.status == .pending ? id : nil
    let print: @Sendable () -> Void = { [options] in
      options.print(answer.line(in: options.words), json: answer.json)
    }
    // Whoever reads a file or a pipe has no question in it.
    if Terminal.showsOutput { Unasked.say(about: subject, print) } else { print() }
    if answer.status != .pending { decisions.continuation.yield() }
  }

  /// Waits until one was decided on, or is past its time.
  nonisolated func awaitDecision() async {
    for await _ in decisions.stream { return }
  }
}
