import ArgumentParser
import CountersignClient
import ToolSupport
import UnixSignals
import WireModel

/// `countersign phone watch`: follows the account's transactions.
struct PhoneWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "show transactions as they come, and decide on them one after the other",
    discussion: """
      Prints each as it comes, is decided on or is past its time, here or elsewhere. Whoever sits \
      at the terminal is asked about each that waits, in turn; a script only reads. Ends with \
      Ctrl-C. With --json each line is an object.

      example: countersign phone watch
      example: countersign phone watch --once --seconds 60
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  @Flag(help: "End once a transaction is decided on, or past its time.")
  var once = false

  @Option(help: "End after so many seconds.")
  var seconds: Int?

  func validate() throws {
    guard !options.yes else {
      throw ValidationError("nobody says yes to what nobody has seen: use phone approve ID --yes")
    }
    guard seconds ?? 1 > 0 else { throw ValidationError("--seconds must be above 0") }
  }

  func run() async throws {
    defer { HiddenTyping.end() }
    try await Phone.use(options) { phone in
      // Says at once what is wrong, where following would only try again.
      _ = try await phone.read(of: phone.account(named: answers.account)) { session in
        try await session.transactions(status: .pending)
      }
      let log = TransactionLog(options)
      let context = try await context(phone, log)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await context.followTransactions() }
        group.addTask { await Self.awaitSignal() }
        if once { group.addTask { await log.awaitDecision() } }
        if let seconds { group.addTask { try await Task.sleep(for: .seconds(seconds)) } }
        defer { group.cancelAll() }
        try await group.next()
      }
      // Takes back whatever is still being asked.
      await context.use(account: nil)
    }
  }

  private func context(
    _ phone: Phone, _ log: TransactionLog
  ) async throws -> MultifactorAuthenticationContext {
    let isAsking = options.hasPerson
    if !isAsking && !options.json {
      Console.note(
        "only shown, since nobody sits here: phone approve ID and phone decline ID decide"
      )
    }
    let navigator: any Navigator =
      isAsking
      ? TerminalNavigator(phone, answers.given, outcomes: .told) : ReadOnlyNavigator()
    let configuration = ContextConfiguration(
      onTransaction: { await log.note($0) },
      onConnectivity: { connectivity in
        Console.note(
          connectivity == .online
            ? "the server is there again" : "the server cannot be reached, trying again")
      })
    return try await phone.context(navigator, account: answers.account, configuration)
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
  private let options: PhoneOptions
  private var seen: [String: TransactionStatus] = [:]
  private let decisions = AsyncStream<Void>.makeStream()

  init(_ options: PhoneOptions) { self.options = options }

  func note(_ answer: TransactionAnswer) {
    let id = answer.transaction.transactionID
    guard seen.updateValue(answer.status, forKey: id) != answer.status else { return }
    let isWaiting = answer.status == .pending
    options.print(
      answer.line + (isWaiting ? ", until \(answer.transaction.expiresAt)" : ""),
      json: answer.json)
    if !isWaiting { decisions.continuation.yield() }
  }

  /// Waits until one was decided on, or is past its time.
  nonisolated func awaitDecision() async {
    for await _ in decisions.stream { return }
  }
}
