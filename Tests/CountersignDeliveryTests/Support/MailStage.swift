import CountersignDelivery
import CountersignTLS
import ProgramTesting
import WireModel

@testable import CountersignCore

/// A messenger, and a mail server with a certificate that it trusts.
struct MailStage {
  let server: MailServer
  private let folder: TemporaryFolder
  private let identity: MailIdentity

  static let user = "bank@example.org"
  static let password = "correct horse 7 battery"
  static let code = "840213"

  /// The way to the server.
  enum Way: CaseIterable {
    case tls
    case startTLS
  }

  private let way: Way

  init(
    _ way: Way = .tls, mechanisms: String? = "PLAIN LOGIN",
    _ script: @escaping MailServer.Script = { _ in .usual }
  ) async throws {
    folder = try TemporaryFolder()
    identity = try MailIdentity(in: folder)
    self.way = way
    server = try await MailServer(
      way == .tls ? .tls(identity) : .startTLS(identity), mechanisms: mechanisms, script)
  }

  /// Waits that no server of a test is meant to reach, however busy the machine is.
  private static let patient = SMTPTimeouts(
    connectSeconds: 3600, replySeconds: 3600, totalSeconds: 3600)

  /// A messenger that trusts the server's certificate.
  func messenger(
    user: String? = user, timeouts: SMTPTimeouts = patient
  ) throws -> SMTPMessenger {
    try SMTPMessenger(
      address: SMTPAddress(
        host: "localhost", port: server.port, protection: way == .tls ? .tls : .startTLS,
        user: user),
      password: user.map { _ in SecretText(Self.password) },
      sender: "Bank <no-reply@example.org>", roots: .file(identity.file), timeouts: timeouts)
  }

  /// The failure of a delivery.
  func failure(
    _ message: Message = MailStage.message(), timeouts: SMTPTimeouts = patient
  ) async throws -> DeliveryError? {
    do {
      try await messenger(timeouts: timeouts).deliver(message)
      return nil
    } catch let error as DeliveryError {
      return error
    }
  }

  static func message(
    to recipient: String = "ada@example.com", _ channel: CodeChannel = .email,
    approving document: Document? = nil
  ) -> Message {
    Message(
      id: "AAECAwQFBgcICQoLDA0ODw", channel: channel, recipient: recipient,
      content: document.map { .approvalCode(SecretText(code), of: $0) }
        ?? .code(SecretText(code), purpose: .signIn))
  }

  /// A notice, with the address at which the person stops what it tells of.
  static func notice(_ notice: Message.Notice, stop: SecretText? = nil) -> Message {
    Message(
      id: "AAECAwQFBgcICQoLDA0ODw", channel: .email, recipient: "ada@example.com",
      content: .notice(notice), stop: stop)
  }
}
