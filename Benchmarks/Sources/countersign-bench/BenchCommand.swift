import AirtimeTerminal
import ArgumentParser
import CountersignCommands
import CountersignCommandsTLS
import ToolSupport

/// The start of `countersign-bench`.
@main
enum BenchProgram {
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    // The measured server runs in a process of this same program, and its shop's supplier too. Its
    // requests go by the client that a deployment has.
    case "serve", "supplier": AirtimeProgram.start(with: .standard)
    case let command: EntryPoint<BenchCommand>.main(isTraced: command == "count")
    }
  }
}

/// `countersign-bench`: measures a server, and the machine's own figures that bound it.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "countersign-bench",
    abstract: "Measure approvals, and what the machine could do at best.",
    discussion: """
      One approval is two calls on a kept-alive connection: linked options, and the action of a \
      declared scenario with the assertion. The airtime shop's purchase is measured beside it. \
      Without --server a server is started in a child process on a temporary store, and the \
      machine's own figures are taken between the rounds. Only a release build says anything.

      Example:
        countersign-bench --clients 64 --seconds 20 --json bench.json
      """,
    subcommands: [BenchBareCommand.self, BenchCountCommand.self, OverloadCommand.self])

  /// The benchmarks beside that of the declared approval.
  static let additions: [any Benchmark] = [StepUp()]

  @OptionGroup var options: BenchOptions

  func run() async throws {
    let options = options
    let figures = try await Interruption.cancelling { try await options.measure() }
    for line in figures.lines { Console.print(line) }
    if let json = options.json { try figures.json.write(to: json) }
  }
}

/// Everything that a run is told.
struct BenchOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "A server that runs and declares the scenario; it needs --mailbox.", valueName: "url"))
  var server: String?
  @Option(
    help: ArgumentHelp(
      "A further benchmark to measure at --server too; repeatable.", valueName: "name"))
  var with: [String] = []
  @Flag(help: "Measure the declared approval alone.")
  var alone = false
  @Option(help: ArgumentHelp("How many clients approve at once.", valueName: "n"))
  var clients = 64
  @Option(help: ArgumentHelp("How long approvals of each kind are measured.", valueName: "s"))
  var seconds = 10
  @Option(help: ArgumentHelp("Where the figures are written as JSON.", valueName: "file"))
  var json: String?
  @Option(help: ArgumentHelp("The mailbox.jsonl that --server mails to.", valueName: "file"))
  var mailbox: String?
  @Option(help: ArgumentHelp("The process of --server, for its CPU and memory.", valueName: "pid"))
  var serverPid: Int32?
  @Option(help: ArgumentHelp("Where the temporary store is made.", valueName: "dir"))
  var data: String?
  @Option(
    help: ArgumentHelp(
      "An empty database of PostgreSQL for the server instead of a file.", valueName: "url"))
  var database: String?
  @Option(help: ArgumentHelp("How many servers share the database.", valueName: "n"))
  var nodes = 1
  @Option(
    help: ArgumentHelp("Connections that are open beside them and ask nothing.", valueName: "n"))
  var idle = 0
  @Option(help: ArgumentHelp("Accounts that are there already.", valueName: "n"))
  var accounts = 0
  @Option(help: ArgumentHelp("Rows of their past approvals.", valueName: "n"))
  var history = 0
  @Flag(help: "Bind the clients' tokens to keys, and prove them with each call (DPoP).")
  var bound = false
  @Option(help: ArgumentHelp("Injected before each commit, for a slow disk.", valueName: "ms"))
  var commitDelay = 0

  func validate() throws {
    guard (0...100_000).contains(idle) else {
      throw ValidationError("--idle must be from 0 to 100000")
    }
    guard (0...100_000_000).contains(accounts), (0...1_000_000_000).contains(history),
      history == 0 || accounts > 0
    else { throw ValidationError("--history needs --accounts, whose approvals it is") }
    guard (0...1000).contains(commitDelay) else {
      throw ValidationError("--commit-delay must be from 0 to 1000")
    }
    guard server == nil || (accounts == 0 && commitDelay == 0) else {
      throw ValidationError("--accounts and --commit-delay are for a server that bench starts")
    }
    guard server == nil || database == nil else {
      throw ValidationError("--database is for a server that bench starts")
    }
    guard (1...16).contains(nodes), nodes == 1 || database != nil else {
      throw ValidationError("--nodes must be from 1 to 16, and needs --database from 2 on")
    }
    guard (1...4096).contains(clients) else {
      throw ValidationError("--clients must be from 1 to 4096")
    }
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--seconds must be from 1 to 3600")
    }
    guard server == nil || mailbox != nil else {
      throw ValidationError("--server needs --mailbox, from which codes are read")
    }
    guard !alone || with.isEmpty else {
      throw ValidationError("give --alone or --with, not both")
    }
    guard server != nil || (mailbox == nil && serverPid == nil && with.isEmpty) else {
      throw ValidationError("--mailbox, --server-pid and --with go with --server")
    }
  }

  /// Measures the server that is named, or one of its own.
  ///
  /// - Returns: The figures.
  /// - Throws: `CommandFailure` for a server that cannot be measured.
  func measure() async throws -> BenchFigures {
    let additions = BenchCommand.additions
    guard let server, let mailbox else {
      return try await BenchRun.measureOwnServer(self, alone ? [] : additions)
    }
    let wanted = try with.map { name in
      guard let benchmark = additions.first(where: { $0.name == name }) else {
        throw CommandFailure(
          .wrongUse, "no benchmark is named \(name)",
          hint: "give one of \(additions.map(\.name).joined(separator: ", "))")
      }
      return benchmark
    }
    return try await BenchRun.measure(
      BenchTarget(
        url: server, mailboxFile: mailbox, processes: serverPid.map { [$0] } ?? []), self, wanted)
  }
}
