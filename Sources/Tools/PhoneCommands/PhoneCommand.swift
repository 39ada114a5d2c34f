public import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone`: a terminal client that acts as the phone.
package struct PhoneCommand<Modules: PhoneAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "phone",
      abstract: "act as a person's phone: \(deeds)",
      discussion: """
        The phone's keys and its session lie under --home, in a vault that is for tools and tests. \
        enrol makes it a device of the account, whose PIN never leaves it; sign-up opens a session \
        as a browser does, and sends its PIN to the server.

        example: countersign phone enrol --server http://localhost:8080 --user-name ada@example.com
        """,
      groupedSubcommands: [
        CommandGroup(
          name: "Account",
          subcommands: [
            PhoneEnrol.self, PhoneSignUp.self, PhoneLogin.self, PhoneLogout.self, PhoneProve.self,
            PhoneRecover.self,
          ]),
        CommandGroup(
          name: "Approval",
          subcommands: [
            PhoneApprove.self, PhoneDecline.self, PhoneWatch.self, PhoneTransactions.self,
            PhoneAct.self, PhoneSign.self, PhoneTestBiometrics.self,
          ] + Modules.phoneCommands),
        CommandGroup(
          name: "Factor",
          subcommands: [
            PhoneFactorList.self, PhoneAddBiometrics.self, PhoneRemoveBiometrics.self,
            PhoneChangePIN.self, PhoneUpgrade.self, PhoneRegister.self, PhoneSetPIN.self,
            PhoneAuthenticatorApp.self, PhoneSetNumber.self,
          ]),
        CommandGroup(
          name: "Phone",
          subcommands: [
            PhoneAccounts.self, PhoneDevices.self, PhoneSessions.self, PhoneInvite.self,
            PhoneRevoke.self, PhoneLock.self, PhoneUnlock.self,
          ]),
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

/// The source of a code.
struct CodeOptions: ParsableArguments {
  @Option(help: "Read the code from a demo's mailbox.jsonl instead of asking for it.")
  var codeFrom: String?

  @Option(help: "How many seconds to wait for the code there.")
  var codeSeconds = 15
}

extension Phone {
  /// Obtains a code that a call has mailed, from a mailbox file or from the person.
  func obtainCode(
    _ options: CodeOptions, to recipient: String?, for purpose: CodePurpose,
    after request: () async throws -> Void
  ) async throws -> SecretText {
    guard let path = options.codeFrom else {
      try await request()
      guard let code = PhoneCode.ask(words.theCode(to: recipient), in: words) else {
        throw CommandFailure.noCode
      }
      return code
    }
    let mailbox = Mailbox(path: path, recipient: recipient, purpose: purpose)
    let count = mailbox.codes().count
    try await request()
    return try await mailbox.newCode(
      after: count, seconds: options.codeSeconds, in: endWords.usage)
  }

  /// Makes a call with a code that was sent.
  ///
  /// A wrong code that was typed is asked for again while the server takes another try. An address
  /// gets few codes in an hour.
  ///
  /// - Parameters:
  ///   - first: The code. Secret.
  ///   - recipient: The address to which it was sent; nil where that is not known.
  ///   - options: Where a script finds the code; nil where a person gives it.
  ///   - call: The call, which may be made with several codes.
  /// - Returns: The answer.
  /// - Throws: What the call throws, and ``CommandFailure`` once no try is left.
  func withCode<Answer>(
    _ first: SecretText, sentTo recipient: String?, _ options: CodeOptions? = nil,
    _ call: (SecretText) async throws -> Answer
  ) async throws -> Answer {
    var code = first
    var triesLeft = FlowConfiguration().triesPerCode
    while true {
      do {
        return try await call(code)
      } catch let error as ClientError {
        if let blocked = blockedCodes(by: error) { throw blocked }
        guard error.reason == .verificationFailed, options?.codeFrom == nil,
          Terminal.isInteractive
        else { throw error }
        triesLeft -= 1
        guard let tries = words.codeTries(triesLeft, ofAll: limits.triesLeft) else {
          throw limits.until.map(endWords.stoppedNetwork) ?? .tooManyWrongCodes
        }
        Console.note("\(words.flowTexts.wrongCode); \(tries)")
        guard let typed = PhoneCode.ask(words.theCode(to: recipient), in: words) else {
          throw CommandFailure.left(nil, isAction: false, endWords)
        }
        code = typed
      }
    }
  }
}

extension CommandFailure {
  /// Nothing was typed in place of a code.
  ///
  /// Maybe none was mailed: the server does not tell strangers that an address has had its most.
  static let noCode = CommandFailure(
    .refused, "no code was given",
    hint: "an address gets only so many codes in an hour: if none has come, try again later")

  /// The server takes no further try with the code that was mailed.
  static let tooManyWrongCodes = CommandFailure(
    .refused, "too many wrong codes", hint: "run it again: another code is sent then")
}
