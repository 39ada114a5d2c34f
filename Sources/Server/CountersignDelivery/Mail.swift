package import CountersignCore
import Foundation

/// A message as RFC 5322 writes it, in plain ASCII.
package struct Mail {
  /// The mail, its code included, with a line feed at each line's end.
  let bytes: [UInt8]

  /// Writes a mail.
  ///
  /// - Throws: `DeliveryError` where an address could say more than who it is.
  package init(_ message: Message, from sender: String, at now: Timestamp) throws {
    // Sign-up and configuration check addresses too; a line break here would make a head line of
    // somebody's choice, a comma a second recipient.
    guard Self.isAddress(message.recipient) else {
      throw DeliveryError(
        .refused, reason: "the recipient is no address that mail can be sent to")
    }
    guard Self.isSender(sender) else {
      throw DeliveryError(reason: "the sender is no address that mail can be sent from")
    }
    let text = MessageText(message)
    let isPlain = Self.isPlain(text.body)
    bytes = Array(
      """
      From: \(sender)
      To: \(message.recipient)
      Subject: \(EncodedWords.text(text.subject))
      Date: \(Self.date(now))
      Message-ID: <\(message.id)@\(Self.domain(of: sender))>
      Auto-Submitted: auto-generated
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: \(isPlain ? "7bit" : "base64")

      \(isPlain ? text.body : Self.base64(text.body))

      """.utf8)
  }

  /// The mail between `DATA` and its end (RFC 5321, 4.5.2): CR LF at each line's end, a dot more
  /// before one at a line's beginning, and a line with a dot at the end.
  package var submission: [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The mail ends with a line feed, after which there is no line.
    if lines.last?.isEmpty == true { lines.removeLast() }
    var content: [UInt8] = []
    for line in lines {
      if line.first == UInt8(ascii: ".") { content.append(UInt8(ascii: ".")) }
      content += line
      content += Array("\r\n".utf8)
    }
    return content + Array(".\r\n".utf8)
  }

  /// Tells whether mail can come from it: an address, or a name with one in angle brackets.
  package static func isSender(_ text: String) -> Bool {
    let address = address(of: text)
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    return text.utf8.count <= 500 && text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
      && parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && isAddress(String(address))
  }

  /// The address of a sender.
  package static func address(of sender: String) -> Substring {
    guard sender.hasSuffix(">") else { return sender[...] }
    return sender.split(separator: "<", omittingEmptySubsequences: false).last?.dropLast() ?? ""
  }

  /// RFC 5321 has at most 256 octets in a path, with its brackets.
  private static func isAddress(_ text: String) -> Bool {
    1...254 ~= text.utf8.count && text.utf8.allSatisfy(isAddressByte)
  }

  /// A body that needs no encoding: short lines of printable ASCII.
  private static func isPlain(_ body: String) -> Bool {
    body.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == UInt8(ascii: "\n") }
      && body.split(separator: "\n").allSatisfy { $0.utf8.count <= 990 }
  }

  private static func base64(_ body: String) -> String {
    let text = Array(Data(body.utf8).base64EncodedString().utf8)
    return stride(from: 0, to: text.count, by: 76)
      .map { String(decoding: text[$0..<min($0 + 76, text.count)], as: UTF8.self) }
      .joined(separator: "\n")
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

/// A text of a mail's head that is not ASCII, as RFC 2047 writes it.
enum EncodedWords {
  /// The text itself if it can stand there; else encoded words, one a line.
  static func text(_ text: String) -> String {
    let isPlain =
      text.utf8.allSatisfy { 0x20...0x7E ~= $0 } && text.utf8.count <= 900 && !text.contains("=?")
    if isPlain { return text }
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      // A word has at most 75 characters, and no scalar is in two.
      if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
      .joined(separator: "\n ")
  }
}
