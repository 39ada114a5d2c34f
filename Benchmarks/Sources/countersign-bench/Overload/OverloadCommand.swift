import ArgumentParser
import ToolSupport

/// `countersign-bench overload`: measures what a server does with more than it can answer.
struct OverloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overload",
    abstract: "Measure approvals at half of what a server sustains, and at four times it.",
    discussion: """
      A server is started in a child process on a temporary store. In each round it is first \
      asked by --clients clients, each again once it is answered, or when it was told to come \
      again: that is what it sustains. Then approvals come at half of that rate, and at four \
      times it, whether or not those before are answered; their latency counts from when they \
      were due. At last each approval that was answered with 200 is looked up at a new process. \
      It takes the options of the program, too.

      Example:
        countersign-bench overload --connections 2048
      """)

  @Option(help: ArgumentHelp("Connections over which they come.", valueName: "n"))
  var connections = 1024
  @Option(help: ArgumentHelp("Another limit for the server; repeatable.", valueName: "name"))
  var limit: [String] = []
  // The program has --clients, --seconds, --data, --database, --commit-delay and --json.
  @ParentCommand var bench: BenchCommand

  func validate() throws {
    guard (1...16_384).contains(connections) else {
      throw ValidationError("--connections must be from 1 to 16384")
    }
  }

  func run() async throws {
    let options = bench.options
    guard options.server == nil, !options.bound, options.nodes == 1, options.seconds <= 120
    else {
      throw CommandFailure(
        .wrongUse, "overload is for a server of its own and bearer tokens, for 120 s at most",
        hint: "leave --server, --bound and --nodes out")
    }
    guard options.clients <= connections else {
      throw CommandFailure(
        .wrongUse, "\(options.clients) clients have \(connections) connections",
        hint: "give as many --connections as --clients, or more")
    }
    let (connections, more) = (connections, limit.flatMap { ["--limit", $0] })
    let figures = try await Interruption.cancelling {
      try await OverloadRun.measure(options, connections: connections, serveOptions: more)
    }
    for line in figures.lines { Console.print(line) }
    if let json = options.json { try figures.json.write(to: json) }
    guard figures.lost == 0 else {
      throw CommandFailure(
        .refused, "\(figures.lost) approvals that were answered with 200 are not there")
    }
  }
}
