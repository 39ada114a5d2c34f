import ArgumentParser
import FlowModel
import ToolSupport
import WireModel

/// A script's answers in a person's place, question by question; a person is asked where it has
/// none.
struct PhoneAnswers: ParsableArguments {
  @Option(help: "The PIN to prove with.")
  var pin: String?

  @Option(help: "The new PIN to set.")
  var newPin: String?

  @Option(help: "The number on the other screen, of those that are offered.")
  var number: String?

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  @Option(help: "The code that the account's authenticator app shows.")
  var appCode: String?

  @Flag(inversion: .prefixedNo, help: "Whether to set up and to use biometrics.")
  var biometrics: Bool?

  @Option(help: "What to say beside the approval, 256 characters at most.")
  var reason: String?

  @OptionGroup var codes: CodeOptions

  /// The given answers.
  var given: GivenAnswers {
    GivenAnswers(
      pin: pin, newPIN: newPin, number: number, account: account, appCode: appCode,
      biometrics: biometrics, reason: reason, mailbox: codes.codeFrom.map { Mailbox(path: $0) },
      codeSeconds: codes.codeSeconds)
  }
}

/// The answers of flags; nil for what they do not answer.
public struct GivenAnswers: Sendable {
  /// The PIN to prove with.
  ///
  /// Secret.
  var pin: String?
  var newPIN: String?
  var number: String?
  var account: String?
  var appCode: String?
  var biometrics: Bool?
  var reason: String?
  /// The mailbox of a demo's codes.
  var mailbox: Mailbox?
  var codeSeconds = 15
}

extension GivenAnswers {
  /// The answers of a command whose flags say no more than the proof.
  ///
  /// - Parameters:
  ///   - pin: The PIN to prove with. Secret.
  ///   - biometrics: True to use biometrics, false to leave them; nil to ask.
  public init(pin: String?, biometrics: Bool?) {
    self.init(pin: pin, newPIN: nil, biometrics: biometrics)
  }
}
