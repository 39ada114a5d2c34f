import Configuration

/// An option of `serve`, by the name that it has in the file and in the environment.
///
/// A dot stands between an object of the file and its member, and between two words of a variable:
/// `tls.key` is `{"tls": {"key": …}}` and COUNTERSIGN_TLS_KEY.
struct ServeOption {
  /// What the option's value is, and where the command line's stands.
  enum Kind {
    case text(KeyPath<ServeCommand, String?>)
    case number(KeyPath<ServeCommand, Int?>)
    case flag(KeyPath<ServeCommand, Bool>)
    /// One text or several.
    case texts(KeyPath<ServeCommand, [String]>)
  }

  let name: String
  let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  var key: AbsoluteConfigKey { AbsoluteConfigKey(ConfigKey(name)) }

  /// The option's value on the command line; nil where it is not given there.
  func content(of command: ServeCommand) -> ConfigContent? {
    switch kind {
    case .text(let path): return command[keyPath: path].map { .string($0) }
    case .number(let path): return command[keyPath: path].map { .int($0) }
    case .flag(let path): return command[keyPath: path] ? .bool(true) : nil
    case .texts(let path):
      let texts = command[keyPath: path]
      return texts.isEmpty ? nil : .stringArray(texts)
    }
  }

  /// Every option but the file itself.
  static var all: [ServeOption] {
    [
      ServeOption("demo", .flag(\.demo)), ServeOption("data", .text(\.data)),
      ServeOption("host", .text(\.host)), ServeOption("port", .number(\.port)),
      ServeOption("database", .text(\.database)), ServeOption("origin", .texts(\.origin)),
      ServeOption("rp.id", .text(\.rpId)), ServeOption("rp.name", .text(\.rpName)),
      ServeOption("tls.certificate", .text(\.tlsCertificate)),
      ServeOption("tls.key", .text(\.tlsKey)), ServeOption("keyring", .text(\.keyring)),
      ServeOption("sendmail", .text(\.sendmail)), ServeOption("mail.from", .text(\.mailFrom)),
      // An object of the file cannot be a text too, and these have members beside their URL.
      ServeOption("smtp.url", .text(\.smtp)),
      ServeOption("smtp.password.file", .text(\.smtpPasswordFile)),
      ServeOption("webhook.url", .text(\.webhook)),
      ServeOption("webhook.secret", .text(\.webhookSecret)),
      ServeOption("event.webhook", .text(\.eventWebhook)),
      ServeOption("event.secret", .text(\.eventSecret)),
      ServeOption("scenario", .texts(\.scenario)),
      ServeOption("scenarios", .text(\.scenarios)), ServeOption("supplier", .text(\.supplier)),
      ServeOption("log.level", .text(\.logLevel)),
      ServeOption("opening.balance", .number(\.openingBalance)),
      ServeOption("commit.delay", .number(\.commitDelay)),
    ]
  }
}
