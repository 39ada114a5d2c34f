import ArgumentParser
import FlowModel
import ToolSupport
import WireModel

/// The account that is meant.
struct AccountOption: ParsableArguments {
  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?
}

/// A script's proof in a person's place; a person is asked for what it does not give.
struct ProofOptions: ParsableArguments {
  @Option(help: "The PIN to prove with.")
  var pin: String?

  @Option(help: "The code that the account's authenticator app shows.")
  var appCode: String?

  @Flag(inversion: .prefixedNo, help: "Whether to use biometrics, and to set them up on the way.")
  var biometrics: Bool?

  @OptionGroup var codes: CodeOptions

  /// The given answers.
  var given: GivenAnswers {
    var given = GivenAnswers(pin: pin, biometrics: biometrics, codes: codes)
    given.appCode = appCode
    return given
  }
}

/// The words beside an approval.
struct ReasonOption: ParsableArguments {
  @Option(help: "What to say beside the approval, 256 characters at most.")
  var reason: String?
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

  /// The same, with the source of codes.
  init(pin: String?, biometrics: Bool?, codes: CodeOptions) {
    self.init(pin: pin, biometrics: biometrics)
    mailbox = codes.codeFrom.map { Mailbox(path: $0) }
    codeSeconds = codes.codeSeconds
  }
}
