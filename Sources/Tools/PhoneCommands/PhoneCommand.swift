public import ArgumentParser
import Foundation
import ToolSupport
public import WireModel

/// `countersign phone`: a terminal client that acts as the phone.
package struct PhoneCommand<Modules: PhoneAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "phone",
      abstract: "act as a person's phone: \(deeds)",
      discussion: """
        The phone's keys and its session lie under --home, in a vault that is for tools and tests.

        example: countersign phone enrol --server http://localhost:8080 --user-name ada@example.com
        """,
      subcommands: [
        PhoneEnrol.self, PhoneLogin.self, PhoneSign.self, PhoneApprove.self, PhoneDecline.self,
        PhoneWatch.self, PhoneTransactions.self,
      ] + Modules.phoneCommands + [
        PhoneAct.self, PhoneTestBiometrics.self, PhoneChangePIN.self, PhoneAddBiometrics.self,
        PhoneRemoveBiometrics.self, PhoneUpgrade.self, PhoneAccounts.self, PhoneDevices.self,
        PhoneSessions.self, PhoneFactorList.self, PhoneRevoke.self,
        PhoneInvite.self, PhoneSetNumber.self, PhoneAuthenticatorApp.self, PhoneLock.self,
        PhoneUnlock.self, PhoneSignUp.self, PhoneProve.self, PhoneRegister.self,
        PhoneSetPIN.self,
      ])
  }

  private static var deeds: String {
    (["enrol", "log in", "approve"] + Modules.phoneDeeds).joined(separator: ", ")
  }

  package init() {}
}

/// The commands of `phone` that modules add.
///
/// The executable names one type with the commands of all its modules.
public protocol PhoneAdditions {
  /// The commands.
  static var phoneCommands: [any ParsableCommand.Type] { get }
  /// The deeds that they make possible, as in "pay a bill"; help lists them.
  static var phoneDeeds: [String] { get }
}

extension PhoneAdditions {
  /// There are no commands.
  public static var phoneCommands: [any ParsableCommand.Type] { [] }

  /// Nothing more is possible.
  public static var phoneDeeds: [String] { [] }
}

/// The options of every command of the phone.
public struct PhoneOptions: ParsableArguments, Sendable {
  @Option(help: "Where the phone keeps its keys and its sessions.")
  var home = "phone-home"

  @Option(help: "What this phone is called where the account's devices are listed.")
  var name = "terminal phone"

  @Option(help: "The relying party's id; the server's host without it.")
  var rpID: String?

  @Option(help: "The language of documents, as de; that of the terminal (LANG) without it.")
  var language: String?

  @Flag(help: "Answer every question with yes.")
  var yes = false

  @Flag(help: "Say at the end how many network calls were made.")
  var verbose = false

  @Flag(help: "Print one JSON object or array on standard output, and nothing else there.")
  var json = false

  /// The defaults.
  public init() {}
}

extension PhoneOptions {
  /// Prints a command's result: in lines, or as JSON where that is wanted.
  ///
  /// - Parameters:
  ///   - lines: The result in words.
  ///   - json: The same as an object or an array.
  public func print(_ lines: String..., json: JSONValue) {
    Console.print(lines, json, asJSON: self.json)
  }

  /// Prints a result of several lines.
  ///
  /// - Parameters:
  ///   - lines: The result in words.
  ///   - json: The same as an object or an array.
  public func print(lines: [String], json: JSONValue) {
    Console.print(lines, json, asJSON: self.json)
  }

  /// Prints a list: a line for each, or one array.
  ///
  /// - Parameters:
  ///   - lines: The list in words.
  ///   - json: The same as JSON.
  func print(list lines: [String], json: [JSONValue]) {
    Console.print(lines, .array(json), asJSON: self.json)
  }

  /// Prints the list in a body: a line for each, or the body's array.
  ///
  /// - Parameters:
  ///   - lines: The list in words.
  ///   - name: The name of the array in the body.
  ///   - body: The body, as the server answered it.
  public func print(list lines: [String], _ name: String, of body: JSONValue) {
    print(list: lines, json: body.items(name))
  }

  /// Prints that something is done.
  func print(done text: String) { print(text, json: ["status": "done", "message": .string(text)]) }

  /// The languages that the person wants to read.
  var languages: PreferredLanguages {
    let environment = ProcessInfo.processInfo.environment
    let named =
      language
      ?? ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // POSIX writes de_DE.UTF-8 for RFC 5646's de-DE; C and POSIX name no language.
    let tag = named?.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : String($0) }.joined()
    return tag.flatMap(Language.init).map { PreferredLanguages([$0]) } ?? .none
  }
}

/// The source of a code.
struct CodeOptions: ParsableArguments {
  @Option(help: "Read the code from a demo's mailbox.jsonl instead of asking for it.")
  var codeFrom: String?

  @Option(help: "How many seconds to wait for the code there.")
  var codeSeconds = 15
}

/// Obtains a code that a call has mailed, from a mailbox file or from the person.
func obtainCode(
  _ options: CodeOptions, to recipient: String?, for purpose: CodePurpose,
  after request: () async throws -> Void
) async throws -> SecretText {
  guard let path = options.codeFrom else {
    try await request()
    guard let code = Terminal.ask("the code mailed to \(recipient ?? "you"):"), !code.isEmpty else {
      throw CommandFailure(.refused, "no code was given")
    }
    return SecretText(code)
  }
  let mailbox = Mailbox(path: path, recipient: recipient, purpose: purpose)
  let count = mailbox.codes().count
  try await request()
  return try await mailbox.newCode(after: count, seconds: options.codeSeconds)
}

extension JSONValue {
  /// The items of an array that is a member of this object; none where there is no such array.
  func items(_ name: String) -> [JSONValue] {
    guard case .object(let members) = self, case .array(let items)? = members[name] else {
      return []
    }
    return items
  }
}
