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
  private typealias Command = CountersignCommand<ProgramModules>

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
      var command = try Command.parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return 0
    } catch {
      return report(error, of: arguments)
    }
  }

  private static func report(_ error: any Error, of arguments: [String]) -> Int32 {
    if let failure = error as? CommandFailure {
      Console.fail(failure)
      return failure.exit.rawValue
    }
    if let code = error as? ExitCode { return code.rawValue }
    if Command.exitCode(for: error).isSuccess {
      // A request for help, or for the version.
      Console.print(Command.fullMessage(for: error))
      return 0
    }
    let isWrongUse = Command.exitCode(for: error) == .validationFailure
    let failure = CommandFailure(
      isWrongUse ? .wrongUse : .environment, Command.message(for: error).asCause,
      hint: isWrongUse ? "\(helpCommand(for: arguments)) shows an example" : nil)
    Console.fail(failure)
    return failure.exit.rawValue
  }

  /// The command that shows the help of the command which was meant, so far as it exists.
  private static func helpCommand(for arguments: [String]) -> String {
    var path = "countersign help"
    var command: any ParsableCommand.Type = Command.self
    for name in arguments {
      let next = command.configuration.subcommands.first { $0.configuration.commandName == name }
      guard let next else { break }
      path += " " + name
      command = next
    }
    return path
  }
}

/// The one binary: the server, its store, the phone, and the tools around WebAuthn, with the
/// commands of the modules.
struct CountersignCommand<
  Modules: ServerAdditions & PhoneAdditions & BenchAdditions
>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "countersign",
      abstract: "Multi-factor authentication and transaction authorization.",
      discussion: """
        Example:
          countersign serve --demo --port 8080
        """,
      version: "0.1.0",
      subcommands: [
        ServeCommand<Modules>.self, ScenarioCommand<Modules>.self, PhoneCommand<Modules>.self,
      ] + Modules.commands + [
        StoreCommand<Modules>.self, KeyringCommand<Modules>.self, AccountCommand<Modules>.self,
        AuditCommand<Modules>.self, ServiceKeyCommand<Modules>.self, HostCommand<Modules>.self,
        EventCommand<Modules>.self, OpenAPICommand<Modules>.self, WebAuthnCommand.self,
        BenchCommand<Modules>.self, TraceCommand.self,
      ])
  }
}
