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
  ///   - words: The words for a command line that is not understood, by its arguments.
  package static func main(
    tls: ProgramTLS? = nil, isTraced: Bool = false,
    words: ([String]) -> UsageWords = { _ in .english }
  ) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let words = words(arguments)
    Console.labelHints(words.hint)
    Task.detached {
      exit(await ProgramTLS.$current.withValue(tls) { await run(arguments, words) })
    }
    if isTraced { DispatchSemaphore(value: 0).wait() }
    dispatchMain()
  }

  /// Runs a command line and gives its exit code.
  private static func run(_ arguments: [String], _ words: UsageWords) async -> Int32 {
    if arguments.first == "help", let failure = unknownCommand(in: arguments, words) {
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
      return report(error, of: arguments, words)
    }
  }

  private static func report(
    _ error: any Error, of arguments: [String], _ words: UsageWords
  ) -> Int32 {
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
    if isWrongUse, let failure = unknownCommand(in: arguments, words) {
      Console.fail(failure)
      return failure.exit.rawValue
    }
    let message = Command.message(for: error)
    let failure =
      isWrongUse
      ? CommandFailure(
        .wrongUse, words.cause(message).asCause,
        hint: words.example(of: helpCommand(for: arguments)))
      : CommandFailure(.environment, message.asCause)
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
  private static func unknownCommand(
    in arguments: [String], _ words: UsageWords
  ) -> CommandFailure? {
    let arguments = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
    let (names, group) = path(of: arguments)
    let known = group.configuration.subcommands
    guard !known.isEmpty, let word = arguments.dropFirst(names.count).first, !word.hasPrefix("-")
    else { return nil }
    let help = helpCommand(for: arguments)
    let named = ([Command.name] + names).joined(separator: " ")
    return CommandFailure(
      .wrongUse, words.noCommand(word, in: names),
      hint: meant(by: word, among: known, in: named).map { words.meant($0, allBy: help) }
        ?? words.example(of: help))
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
