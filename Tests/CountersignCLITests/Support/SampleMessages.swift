import WireModel

@testable import CountersignCore

extension Message {
  /// The code in every sample.
  static let sampleCode = "840213"

  /// A code by mail.
  static func sample(
    to recipient: String = "ada@example.com", purpose: CodePurpose = .signIn,
    channel: CodeChannel = .email
  ) -> Message {
    Message(
      id: "AAECAwQFBgcICQoLDA0ODw", channel: channel, recipient: recipient,
      content: .code(SecretText(sampleCode), purpose: purpose))
  }

  /// A notice by mail.
  static func sample(_ notice: Message.Notice) -> Message {
    Message(
      id: "EBESExQVFhcYGRobHB0eHw", channel: .email, recipient: "ada@example.com",
      content: .notice(notice))
  }
}
