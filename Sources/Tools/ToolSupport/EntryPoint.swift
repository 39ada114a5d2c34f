package import ArgumentParser
import Foundation
import WebAuthnModel

/// The start of a program: runs its command line and ends the process with the exit code that
/// scripts depend on: 0 done, 1 refused, 2 wrong use, 3 environment.
package enum EntryPoint<Command: ParsableCommand & SendableMetatype> {
  /// Runs the command line of this process.
  ///
  /// - Parameters:
  ///   - tls: The TLS of the program; nil for none.
  ///   - isTraced: True if valgrind counts the process's instructions: it cannot follow how
  ///     Dispatch ends this thread and waits for signals.
  package static func main(tls: ProgramTLS? = nil, isTraced: Bool = false) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached { exit(await ProgramTLS.$current.withValue(tls) { await run(arguments) }) }
    if isTraced { DispatchSemaphore(value: 0).wait() }
    dispatchMain()
  }

  /// Runs a command line and gives its exit code.
  private static func run(_ arguments: [String]) async -> Int32 {
    if arguments.first == "help", let failure = unknownCommand(in: arguments) {
      Console.fail(failure)
      return failure.exit.rawValue
    }
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
      let help = Command.fullMessage(for: error)
      let shown = Console.namingProgram(in: help)
      Console.print(WrappedText.usage(in: shown, width: WrappedText.helpColumns))
      return 0
    }
    let isWrongUse = Command.exitCode(for: error) == .validationFailure
    if isWrongUse, let failure = unknownCommand(in: arguments) {
      Console.fail(failure)
      return failure.exit.rawValue
    }
    let failure = CommandFailure(
      isWrongUse ? .wrongUse : .environment, Command.message(for: error).asCause,
      hint: isWrongUse ? "\(helpCommand(for: arguments)) shows an example" : nil)
    Console.fail(failure)
    return failure.exit.rawValue
  }

  /// The command that shows the help of the meant command, so far as it exists.
  private static func helpCommand(for arguments: [String]) -> String {
    ([Command.name, "help"] + path(of: arguments).names).joined(separator: " ")
  }

  /// The command that was meant, so far as it exists, with the names that lead to it.
  private static func path(
    of arguments: [String]
  ) -> (names: [String], command: any ParsableCommand.Type) {
    var names: [String] = []
    var command: any ParsableCommand.Type = Command.self
    for name in arguments {
      let next = command.configuration.subcommands.first { $0.name == name }
      guard let next else { break }
      names.append(name)
      command = next
    }
    return (names, command)
  }

  /// The failure of a command line whose words name no command; nil where they do.
  private static func unknownCommand(in arguments: [String]) -> CommandFailure? {
    let arguments = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
    let (names, group) = path(of: arguments)
    let known = group.configuration.subcommands
    guard !known.isEmpty, let word = arguments.dropFirst(names.count).first, !word.hasPrefix("-")
    else { return nil }
    let help = helpCommand(for: arguments)
    let named = ([Command.name] + names).joined(separator: " ")
    let cause =
      names.isEmpty
      ? "there is no command \(word)" : "\(names.joined(separator: " ")) has no command \(word)"
    return CommandFailure(
      .wrongUse, cause,
      hint: meant(by: word, among: known, in: named)
        .map { "did you mean \($0)? \(help) shows all" }
        ?? "\(help) shows an example")
  }

  /// The command that a word was meant to name: one of nearly that name, or of this name elsewhere.
  private static func meant(
    by word: String, among known: [any ParsableCommand.Type], in group: String
  ) -> String? {
    let others = Command.configuration.subcommands.filter { other in
      other.configuration.subcommands.contains { $0.name == word }
    }
    if let other = others.first, others.count == 1 {
      return "\(Command.name) \(other.name) \(word)"
    }
    // Of two that are as near, people mean the one that they began to type.
    let names = known.map { $0.name }
    let candidates =
      names.filter { $0.first == word.first } + names.filter { $0.first != word.first }
    return JSONNearestName.nearest(to: word, among: candidates).map { "\(group) \($0)" }
  }
}

extension ParsableCommand {
  /// The name on the command line.
  fileprivate static var name: String { configuration.commandName ?? "" }
}
