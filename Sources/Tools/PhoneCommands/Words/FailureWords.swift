import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// The end of a command in the words of whoever sits at the terminal; a script reads English.
extension PhoneSettings {
  /// An error in the person's words, where it has some.
  func said(_ error: any Error) -> any Error {
    guard hasPerson, let failure = error as? CommandFailure else { return error }
    return words.said(failure)
  }
}

extension Phone {
  /// The failure that an error of a command ends it in.
  func failure(of error: any Error) -> any Error {
    switch error {
    case ClientError.authenticator(.cancelled):
      CommandFailure(.refused, words.nothingChanged)
    case let error as ClientError: CommandFailure(error, texts: texts)
    case let error as VaultError: CommandFailure(error)
    case DeviceSecretsError.pinIsAppPIN: CommandFailure.pinIsAppPIN
    case let failure as CommandFailure where failure == .sessionOver:
      CommandFailure(Reason.sessionRequired.code, nil, texts)
    default: error
    }
  }
}

extension PhoneWords {
  /// A failure in these words; one that has none stays in English.
  func said(_ failure: CommandFailure) -> CommandFailure {
    guard case .german = self, let text = Self.germanStops[failure] else { return failure }
    return CommandFailure(failure.exit, text.cause, code: failure.code, hint: text.hint)
  }

  /// The causes and hints in German, by the failures.
  static let germanStops: [CommandFailure: (cause: String, hint: String?)] = [
    .linkSignsIn: (
      "dieser Link meldet einen Bildschirm an", "nehmen Sie ihn für countersign phone login LINK"
    ),
    .linkEnrols: (
      "dieser Link bringt ein Konto auf dieses Telefon",
      "nehmen Sie ihn für countersign phone enrol LINK"
    ),
    .wiped: (
      "fünf falsche App-PINs haben dieses Telefon gelöscht: Es hat keine App-PIN und keine Sitzung "
        + "mehr",
      "countersign phone login öffnet es, mit Biometrie oder der PIN; hat es beides nicht, beginnen "
        + "Sie neu mit countersign phone enrol und einem anderen --home"
    ),
    .tooManyWrongCodes: (
      "zu viele falsche Codes", "führen Sie es noch einmal aus: dann kommt ein anderer Code"
    ),
  ]
}
