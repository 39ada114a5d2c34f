import Configuration
import CountersignDelivery
import ToolSupport
import WireModel

/// Reads the options of who carries messages: exactly one, or a demo's mailbox.
enum DeliveryOptions {
  static func delivery(
    _ settings: ServeSettings, _ environment: [String: String]
  ) throws -> ServeConfiguration.Delivery {
    switch (settings.text("sendmail"), settings.text("smtp.url"), settings.text("webhook.url")) {
    case (.some(let program), nil, nil):
      return .sendmail(program: program, sender: try sender(settings))
    case (nil, .some(let url), nil):
      let address = try address(url)
      _ = try ProgramTLS.required(by: "--smtp")
      return .smtp(
        address, try password(of: address, settings, environment), sender: try sender(settings))
    case (nil, nil, .some(let url)):
      guard let secret = settings.text("webhook.secret") else {
        throw CommandFailure(
          .wrongUse, "webhooks have no key to be signed with",
          hint: "give --webhook-secret, a file with at least 32 random bytes")
      }
      return .webhook(
        url: try ServeSettings.protectedAddress(url, option: "--webhook"), secretFile: secret)
    case (nil, nil, nil) where settings.isDemo: return .mailbox
    case (nil, nil, nil):
      throw CommandFailure(
        .wrongUse, "nobody would carry codes to people",
        hint: "give --smtp, --sendmail or --webhook, or --demo to try it out")
    default:
      throw CommandFailure(
        .wrongUse, "messages cannot go several ways at once",
        hint: "give one of --smtp, --sendmail and --webhook")
    }
  }

  private static func sender(_ settings: ServeSettings) throws -> String {
    guard let sender = settings.text("mail.from"), Mail.isSender(sender) else {
      throw CommandFailure(
        .wrongUse, "mail has no sender that it can come from",
        hint: "give --mail-from, as in no-reply@example.com")
    }
    return sender
  }

  private static func address(_ url: String) throws -> SMTPAddress {
    do {
      return try SMTPAddress(url)
    } catch {
      let hint =
        switch error.code {
        case .password: "leave it out, and give a file with it by --smtp-password-file"
        case .insecure: "use smtps, which has TLS, or leave the user out"
        case .port: "465 is usual for smtps, 587 for smtp, which has STARTTLS"
        default:
          "write it as in smtps://user@mail.example.com:465; smtp is for STARTTLS, and without "
            + "TLS for this machine alone"
        }
      throw CommandFailure(.wrongUse, "--smtp is of no use: \(error)", hint: hint)
    }
  }

  private static func password(
    of address: SMTPAddress, _ settings: ServeSettings, _ environment: [String: String]
  ) throws -> SMTPPassword? {
    let variable = "COUNTERSIGN_SMTP_PASSWORD"
    let (file, text) = (settings.text("smtp.password.file"), environment[variable])
    if file != nil, text != nil {
      throw CommandFailure(
        .wrongUse, "the mail server has two passwords",
        hint: "give --smtp-password-file or \(variable), not both")
    }
    guard address.user != nil else {
      guard file == nil, text == nil else {
        throw CommandFailure(
          .wrongUse, "the mail server has a password and no user",
          hint: "write the user as in smtps://user@mail.example.com")
      }
      return nil
    }
    if let file { return .file(file) }
    guard let text, !text.isEmpty else {
      throw CommandFailure(
        .wrongUse, "the mail server's user has no password",
        hint: "give --smtp-password-file, or \(variable) in the environment")
    }
    return .text(SecretText(text))
  }
}

/// The source of a mail server's password.
enum SMTPPassword: Sendable, Hashable {
  /// A file that only its owner may be able to read.
  case file(String)
  /// The password itself, from the environment.
  case text(SecretText)

  /// The password; the line's end of a file is none of it.
  func read() throws -> SecretText {
    switch self {
    case .text(let text): return text
    case .file(let file):
      guard let bytes = try PrivateFile.read(file) else {
        throw CommandFailure(
          .environment, "the mail server's password is not in \(file): there is no such file",
          hint: "write it there, and chmod 600 \(file)")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CommandFailure(.environment, "\(file) holds no text in UTF-8")
      }
      let password = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? text.dropLast() : text[...]
      guard !password.isEmpty, !password.contains(where: \.isNewline) else {
        throw CommandFailure(
          .environment, "\(file) holds no password", hint: "write it there, alone on one line")
      }
      return SecretText(String(password))
    }
  }
}
