import CountersignCore

/// The reply of a mail server to one command (RFC 5321, 4.2).
struct SMTPReply: Sendable, Hashable {
  /// The three digits.
  let code: Int
  /// The texts of its lines.
  ///
  /// A server can put anything there, also what it was told, so that none goes to a log.
  let lines: [String]

  /// The code, with the enhanced one of RFC 3463 where the text begins with it: for a log.
  var codes: String {
    let word = lines.last?.prefix { $0 != " " } ?? ""
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let isEnhanced =
      parts.count == 3 && ["2", "4", "5"].contains(parts[0])
      && parts.allSatisfy { 1...3 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isASCIIDigit) }
    return isEnhanced ? "\(code) \(word)" : "\(code)"
  }

  /// The parameters of an extension that a reply to `EHLO` offers; nil if it offers none.
  func parameters(ofExtension keyword: String) -> [String]? {
    for line in lines.dropFirst() {
      let words = line.uppercased().split(separator: " ").map(String.init)
      if words.first == keyword { return Array(words.dropFirst()) }
    }
    return nil
  }
}

/// Reads replies off the bytes of a connection, of bounded length.
struct SMTPReplyReader {
  /// The bytes are no reply.
  struct Malformed: Error {}

  private var bytes: [UInt8] = []
  private var code: Int?
  private var lines: [String] = []

  /// Tells whether there are bytes past the last reply that was read.
  var isBegun: Bool { !bytes.isEmpty || code != nil }

  /// Takes bytes as they come.
  mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  /// The next reply; nil as long as it is not whole.
  ///
  /// - Throws: ``Malformed`` for what is no reply, or too long for one.
  mutating func next() throws(Malformed) -> SMTPReply? {
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      guard end > 0, bytes[end - 1] == UInt8(ascii: "\r"), end <= Self.longestLine else {
        throw Malformed()
      }
      let line = Array(bytes[..<(end - 1)])
      bytes.removeFirst(end + 1)
      if let reply = try read(line) { return reply }
    }
    if bytes.count > Self.longestLine { throw Malformed() }
    return nil
  }

  /// Takes a line; gives the reply that it completes.
  private mutating func read(_ line: [UInt8]) throws(Malformed) -> SMTPReply? {
    guard line.count >= 3, line[..<3].allSatisfy(\.isASCIIDigit),
      let number = Int(String(decoding: line[..<3], as: UTF8.self)), 200...599 ~= number,
      code == nil || code == number, lines.count < Self.mostLines
    else { throw Malformed() }
    lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
    switch line.dropFirst(3).first {
    case nil, UInt8(ascii: " "):
      defer { (code, lines) = (nil, []) }
      return SMTPReply(code: number, lines: lines)
    case UInt8(ascii: "-"):
      code = number
      return nil
    default: throw Malformed()
    }
  }

  /// RFC 5321 has 512 octets; some servers send longer ones.
  private static let longestLine = 2048
  private static let mostLines = 128
}
