import Configuration

/// An option of `serve`, by the name that it has in the file and in the environment, with its value
/// on the command line.
///
/// A dot stands between an object of the file and its member, and between two words of a variable:
/// `tls.key` is `{"tls": {"key": …}}` and COUNTERSIGN_TLS_KEY.
public struct ServeOption: Sendable {
  /// The option's kind, and its value on the command line; nil or empty if it is not given there.
  public enum Value: Sendable, Hashable {
    /// A text.
    case text(String?)
    /// A whole number.
    case number(Int?)
    /// A flag, which is given if it is true.
    case flag(Bool)
    /// One text or several.
    case texts([String])
  }

  let name: String
  let value: Value

  /// An option.
  ///
  /// - Parameters:
  ///   - name: The name in the file and in the environment.
  ///   - value: The value on the command line.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  var key: AbsoluteConfigKey { AbsoluteConfigKey(ConfigKey(name)) }

  /// The value on the command line; nil if it is not given there.
  var content: ConfigContent? {
    switch value {
    case .text(let text): text.map { .string($0) }
    case .number(let number): number.map { .int($0) }
    case .flag(let isGiven): isGiven ? .bool(true) : nil
    case .texts(let texts): texts.isEmpty ? nil : .stringArray(texts)
    }
  }
}

extension ServeCommand {
  /// Every option but the file itself.
  var all: [ServeOption] {
    [
      ServeOption("demo", .flag(demo)), ServeOption("data", .text(data)),
      ServeOption("host", .text(host)), ServeOption("port", .number(port)),
      ServeOption("database", .text(database)), ServeOption("origin", .texts(origin)),
      ServeOption("app", .texts(app)),
      ServeOption("rp.id", .text(rpId)), ServeOption("rp.name", .text(rpName)),
      ServeOption("tls.certificate", .text(tlsCertificate)),
      ServeOption("tls.key", .text(tlsKey)), ServeOption("behind.tls", .flag(behindTls)),
      ServeOption("trusted.proxy", .texts(trustedProxy)),
      ServeOption("proxy.field", .text(proxyField)),
      ServeOption("plain.http.to.networks", .flag(plainHttpToNetworks)),
      ServeOption("keyring", .text(keyring)), ServeOption("restore.mark", .text(restoreMark)),
      ServeOption("sendmail", .text(sendmail)), ServeOption("mail.from", .text(mailFrom)),
      // An object of the file cannot be a text too, and these have members beside their URL.
      ServeOption("smtp.url", .text(smtp)),
      ServeOption("smtp.password.file", .text(smtpPasswordFile)),
      ServeOption("webhook.url", .text(webhook)),
      ServeOption("webhook.secret", .text(webhookSecret)),
      ServeOption("event.webhook", .text(eventWebhook)),
      ServeOption("event.secret", .text(eventSecret)), ServeOption("hosts.ask", .text(hostsAsk)),
      ServeOption("scenario", .texts(scenario)), ServeOption("scenarios", .text(scenarios)),
      ServeOption("theme", .text(theme)), ServeOption("page.lock", .number(pageLock)),
      ServeOption("first.factor", .text(firstFactor)),
      ServeOption("weak.factors", .text(weakFactors)),
      ServeOption("backed.up.passkeys", .text(backedUpPasskeys)),
      ServeOption("metrics.port", .number(metricsPort)),
      ServeOption("metrics.host", .text(metricsHost)), ServeOption("otlp", .text(otlp)),
      ServeOption("log.level", .text(logLevel)),
      ServeOption("session.lifetime", .number(sessionLifetime)),
      ServeOption("drain", .number(drain)), ServeOption("limit", .texts(limit)),
      ServeOption("assertion.block", .text(assertionBlock)),
      ServeOption("commit.delay", .number(commitDelay)),
    ] + modules.all
  }
}
