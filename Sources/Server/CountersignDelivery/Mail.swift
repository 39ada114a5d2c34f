import CountersignCore
import Foundation

/// A message as RFC 5322 writes it.
package struct Mail {
  /// The mail, its code included.
  let bytes: [UInt8]

  /// Writes a mail.
  ///
  /// - Throws: ``DeliveryError`` where an address could say more than who it is.
  init(_ message: Message, from sender: String, at now: Timestamp) throws {
    // Sign-up and configuration judge addresses too; a line break here would make a head line of
    // somebody's choice, a comma a second recipient.
    guard message.recipient.utf8.allSatisfy(Self.isAddressByte), !message.recipient.isEmpty else {
      throw DeliveryError(reason: "the recipient is no address that mail can be sent to")
    }
    guard Self.isSender(sender) else {
      throw DeliveryError(reason: "the sender is no address that mail can be sent from")
    }
    let text = MessageText(message.content)
    bytes = Array(
      """
      From: \(sender)
      To: \(message.recipient)
      Subject: \(text.subject)
      Date: \(Self.date(now))
      Message-ID: <\(message.id)@\(Self.domain(of: sender))>
      Auto-Submitted: auto-generated
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8

      \(text.body)

      """.utf8)
  }

  /// Tells whether mail can come from it: an address, or a name with one in angle brackets.
  package static func isSender(_ text: String) -> Bool {
    let address: Substring
    if text.hasSuffix(">") {
      address = text.split(separator: "<", omittingEmptySubsequences: false).last?.dropLast() ?? ""
    } else {
      address = text[...]
    }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    return text.utf8.allSatisfy { 0x20...0x7E ~= $0 } && parts.count == 2
      && parts.allSatisfy { !$0.isEmpty } && address.utf8.allSatisfy(isAddressByte)
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !",;:<>()[]\"\\".utf8.contains(byte)
  }

  private static func domain(of sender: String) -> Substring {
    (sender.split(separator: "@").last ?? "localhost").prefix { $0 != ">" && $0 != " " }
  }

  private static func date(_ now: Timestamp) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, d MMM yyyy HH:mm:ss '+0000'"
    return formatter.string(
      from: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
  }
}
