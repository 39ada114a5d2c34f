import DocumentModel

/// An address that secrets may be sent to: over TLS, or to this machine.
///
/// Every HTTP address that a server is configured with is one, so that no code, order or event
/// crosses a network in the clear.
///
/// ```swift
/// let webhook = try ProtectedAddress("https://sms.example.com/send")
/// let local = try ProtectedAddress("http://localhost:3000/hook")
/// ```
public struct ProtectedAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address as it was written.
  public let text: String

  /// Reads an address such as `https://sms.example.com/send`.
  ///
  /// - Parameter text: The address, in plain ASCII, without a user and a fragment: neither would
  ///   be sent.
  /// - Throws: ``ProtectedAddressError`` for another form, and for `http` to another machine.
  public init(_ text: String) throws(ProtectedAddressError) {
    guard text.utf8.allSatisfy(Self.isPlain) else { throw .form }
    let isOverTLS = text.hasPrefix("https://")
    guard isOverTLS || text.hasPrefix("http://") else { throw .form }
    let rest = text.utf8.dropFirst(isOverTLS ? 8 : 7)
    let end = rest.firstIndex { Self.ends.contains($0) } ?? rest.endIndex
    let authority = Substring(rest[..<end])
    guard !rest[end...].contains(UInt8(ascii: "#")) else { throw .form }
    guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .user }
    let (host, port) = try Self.parts(of: authority)
    guard Self.isHost(host), port.map(Self.isPort) ?? true else { throw .form }
    guard isOverTLS || Self.isThisMachine(host) else { throw .clear }
    self.text = text
  }

  /// The address.
  public var description: String { text }

  /// Tells a host that is this machine, whatever a name server says: `localhost`, `127.0.0.0/8` and
  /// `::1`, the last with brackets or without.
  ///
  /// To every other host secrets go over TLS alone, and only these are served without it.
  public static func isThisMachine(_ host: some StringProtocol) -> Bool {
    switch host.lowercased() {
    case "localhost", "::1", "[::1]": return true
    case let name:
      let numbers = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { Substring($0) }
      // Another spelling of a number is another program's to read, perhaps as a name.
      return numbers.count == 4 && numbers[0] == "127"
        && numbers.allSatisfy { number in UInt8(number).map { "\($0)" == number } == true }
    }
  }

  private static func parts(
    of authority: Substring
  ) throws(ProtectedAddressError) -> (host: Substring, port: Substring?) {
    let bytes = authority.utf8
    var colon = bytes.lastIndex(of: UInt8(ascii: ":"))
    if let bracket = bytes.lastIndex(of: UInt8(ascii: "]")) {
      let next = bytes.index(after: bracket)
      colon = next == bytes.endIndex ? nil : next
      if let colon, bytes[colon] != UInt8(ascii: ":") { throw .form }
    }
    guard let colon else { return (authority, nil) }
    return (authority[..<colon], authority[bytes.index(after: colon)...])
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      let address = host.dropFirst().dropLast().utf8
      return !address.isEmpty && address.allSatisfy { isHexadecimal($0) || ":.".utf8.contains($0) }
    }
    return !host.isEmpty
      && host.utf8.allSatisfy { isLetter($0) || $0.isASCIIDigit || "-._".utf8.contains($0) }
  }

  private static func isPort(_ port: Substring) -> Bool {
    port.utf8.allSatisfy(\.isASCIIDigit) && (UInt16(port) ?? 0) > 0
  }

  private static let ends = Array("/?#".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x21...0x7e ~= byte && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte
  }
}

/// The fault of a ``ProtectedAddress``; it repeats nothing of the address, which can hold a
/// password.
public struct ProtectedAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public struct Code: Sendable, Hashable {
    private let name: String

    fileprivate init(_ name: String) { self.name = name }

    /// It is no address over HTTP.
    public static let form = Code("form")
    /// It holds a user.
    public static let user = Code("user")
    /// Secrets would cross a network in the clear.
    public static let clear = Code("clear")
  }

  /// The kind of fault.
  public let code: Code
  /// The fault in words, about the address.
  public let description: String
  /// The next step.
  public let hint: String

  fileprivate static let form = ProtectedAddressError(
    code: .form, description: "is no address", hint: "write it as in https://example.com/path")
  fileprivate static let user = ProtectedAddressError(
    code: .user, description: "holds a user or a password, and neither would be sent",
    hint: "leave them out: what is sent there is signed")
  fileprivate static let clear = ProtectedAddressError(
    code: .clear, description: "would have secrets sent in the clear",
    hint: "use https, or http to this machine itself (localhost, 127.0.0.1, [::1])")
}
