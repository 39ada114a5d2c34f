package import ArgumentParser
import ToolSupport

/// `countersign bench`: measures a server, and the machine's own figures that bound it.
package struct BenchCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure approvals, and what the machine could do at best.",
    discussion: """
      One approval is options, verify and top-up on a kept-alive connection. Without --server a \
      server is started in a child process on a temporary store, and the machine's own figures \
      are taken between the rounds. Only a release build says anything.

      Example:
        countersign bench --clients 64 --seconds 20 --json bench.json
      """,
    subcommands: [BenchBareCommand.self, BenchCountCommand.self])

  @Option(help: ArgumentHelp("A server that runs; it needs --mailbox.", valueName: "url"))
  var server: String?
  @Option(help: ArgumentHelp("How many clients approve at once.", valueName: "n"))
  var clients = 64
  @Option(help: ArgumentHelp("How long approvals are measured.", valueName: "s"))
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
    help: ArgumentHelp("Connections that are open beside them and ask nothing.", valueName: "n"))
  var idle = 0
  @Option(help: ArgumentHelp("Accounts that are there already.", valueName: "n"))
  var accounts = 0
  @Option(help: ArgumentHelp("Rows of their past purchases.", valueName: "n"))
  var history = 0
  @Option(help: ArgumentHelp("Injected before each commit, for a slow disk.", valueName: "ms"))
  var commitDelay = 0

  package init() {}

  package func validate() throws {
    guard (0...100_000).contains(idle) else {
      throw ValidationError("--idle must be from 0 to 100000")
    }
    guard (0...100_000_000).contains(accounts), (0...1_000_000_000).contains(history),
      history == 0 || accounts > 0
    else { throw ValidationError("--history needs --accounts, whose purchases it is") }
    guard (0...1000).contains(commitDelay) else {
      throw ValidationError("--commit-delay must be from 0 to 1000")
    }
    guard server == nil || (accounts == 0 && commitDelay == 0) else {
      throw ValidationError("--accounts and --commit-delay are for a server that bench starts")
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
    guard server != nil || (mailbox == nil && serverPid == nil) else {
      throw ValidationError("--mailbox and --server-pid go with --server")
    }
  }

  package func run() async throws {
    let figures = try await Interruption.cancelling { try await measure() }
    for line in figures.lines { Console.print(line) }
    if let json { try figures.write(to: json) }
  }

  private func measure() async throws -> BenchFigures {
    guard let server, let mailbox else { return try await BenchRun.measureOwnServer(self) }
    return try await BenchRun.measure(
      BenchTarget(url: server, mailboxFile: mailbox, process: serverPid), self)
  }
}
