import ArgumentParser
import CountersignCommands

/// `airtime supplier`: the airtime supplier that demos and tests use.
struct SupplierCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "supplier", abstract: "Run a supplier for demos and tests.",
    discussion: """
      Example:
        airtime supplier sandbox --port 8090 --fail 0.2 --delay 300
      """,
    subcommands: [SandboxCommand.self])
}

/// `airtime supplier sandbox`.
struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox", abstract: "Sells airtime that does not exist.",
    discussion: """
      POST /topups with an Idempotency-Key answers {"status": "completed" or "failed", \
      "reference", "transactionId"}; the same key again, the same answer.

      Example:
        airtime supplier sandbox --port 8090 --fail 0.2 --delay 300
      """)

  @Option(help: ArgumentHelp("The port; 0 takes a free one.", valueName: "port"))
  var port = 8090
  @Option(help: ArgumentHelp("The share of orders that fail, from 0 to 1.", valueName: "share"))
  var fail = 0.0
  @Option(help: ArgumentHelp("Milliseconds before each answer.", valueName: "ms"))
  var delay = 0
  @Option(help: ArgumentHelp("The share of tries never answered, 0 to 1.", valueName: "share"))
  var hang = 0.0
  @Option(help: ArgumentHelp("The share of tries answered with garbage.", valueName: "share"))
  var garbage = 0.0
  @Flag(help: "Treat an order that comes again as a new one, as a bad supplier would.")
  var answerTwice = false
  @Flag(help: .hidden)
  var untilInputEnds = false

  func run() async throws {
    for (name, share) in [("fail", fail), ("hang", hang), ("garbage", garbage)] {
      guard (0...1).contains(share) else {
        throw CommandFailure(
          .wrongUse, "--\(name) is \(share)", hint: "write a share from 0 to 1, as in 0.2")
      }
    }
    guard (0...600_000).contains(delay), (0...65_535).contains(port) else {
      throw CommandFailure(
        .wrongUse, "--delay or --port is out of range",
        hint: "a delay is at most 600000, a port at most 65535")
    }
    let sandbox = SandboxSupplier(
      port: port, failureShare: fail, delay: .milliseconds(delay),
      repeats: answerTwice ? .executeAgain : .answerAgain, hangShare: hang, garbageShare: garbage)
    try await sandbox.run(until: untilInputEnds ? .inputEnds : .signalled)
  }
}
