import ArgumentParser
import BenchCommands
import Foundation
import PhoneCommands
import ServerCommands
import ToolSupport
import TraceCommands
import WebAuthnCommands

/// Runs the command line and ends the process with the exit code that scripts depend on: 0 done,
/// 1 refused, 2 wrong use, 3 environment.
@main
enum EntryPoint {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached { exit(await run(arguments)) }
    // Dispatch would end this thread and wait for signals in a way that valgrind cannot follow,
    // and counting instructions is for valgrind.
    if arguments.starts(with: ["bench", "count"]) { DispatchSemaphore(value: 0).wait() }
    dispatchMain()
  }

  /// Runs a command line and gives its exit code.
  static func run(_ arguments: [String]) async -> Int32 {
    do {
      var command = try CountersignCommand.parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return 0
    } catch {
      return report(error)
    }
  }

  private static func report(_ error: any Error) -> Int32 {
    if let failure = error as? CommandFailure {
      Console.fail(failure)
      return failure.exit.rawValue
    }
    if let code = error as? ExitCode { return code.rawValue }
    if CountersignCommand.exitCode(for: error).isSuccess {
      // A request for help, or for the version.
      Console.print(CountersignCommand.fullMessage(for: error))
      return 0
    }
    let isWrongUse = CountersignCommand.exitCode(for: error) == .validationFailure
    let failure = CommandFailure(
      isWrongUse ? .wrongUse : .environment, CountersignCommand.message(for: error).asCause,
      hint: isWrongUse ? "countersign help shows every command with an example" : nil)
    Console.fail(failure)
    return failure.exit.rawValue
  }
}

/// The one binary: the server, its supplier for demos, its store, and the tools around WebAuthn.
struct CountersignCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "countersign",
    abstract: "Multi-factor authentication and transaction authorization.",
    discussion: """
      Example:
        countersign serve --demo --port 8080
      """,
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, ScenarioCommand.self, PhoneCommand.self, SupplierCommand.self,
      StoreCommand.self, AccountCommand.self,
      AuditCommand.self, ServiceKeyCommand.self, EventCommand.self, OpenAPICommand.self,
      WebAuthnCommand.self,
      BenchCommand.self, TraceCommand.self,
    ])
}
