import CountersignCore
import NIOCore

/// An IP address as its bytes: 4 of IPv4, 16 of IPv6.
///
/// An IPv4 address that is written as one of IPv6 (`::ffff:192.0.2.1`, `64:ff9b::192.0.2.1`) is one
/// of IPv4.
struct NetworkAddress: Sendable, Hashable {
  let bytes: [UInt8]

  /// This machine, which a socket of its own leads to as well.
  static let thisMachine = NetworkAddress(bytes: [127, 0, 0, 1])

  private init(bytes: [UInt8]) { self.bytes = RequesterNetwork.plain(bytes) }

  /// Reads an address; nil for any other text, a name or an address with a zone among them.
  init?(_ text: some StringProtocol) {
    guard (2...45).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAddressByte),
      let address = try? SocketAddress(ipAddress: String(text), port: 0)
    else { return nil }
    self.init(address)
  }

  /// The address of a connection's other end.
  init(_ address: SocketAddress) {
    // The address follows family and port, in IPv6 the flow too (RFC 3493, section 3.3).
    let range: Range<Int>
    switch address {
    case .v4: range = 4..<8
    case .v6: range = 8..<24
    case .unixDomainSocket:
      self = .thisMachine
      return
    }
    let bytes = address.withSockAddr { pointer, size in
      Array(UnsafeRawBufferPointer(start: pointer, count: size)[range])
    }
    self.init(bytes: bytes)
  }

  /// The network that the address is counted in.
  var network: RequesterNetwork { RequesterNetwork(address: bytes) }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

/// A network in CIDR form: `10.0.0.0/8`, `2001:db8::/32`, or one address.
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
  /// The network as it was written.
  public let description: String
  private let bytes: [UInt8]
  private let prefixLength: Int

  /// Reads a network.
  ///
  /// - Throws: `ServerMisuse.addressRangeInvalid` for another form, for an address with bits behind
  ///   its prefix, which was perhaps meant to be narrower, and for all addresses there are.
  public init(_ text: String) throws(ServerMisuse) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ NetworkAddress($0) }) else {
      throw .addressRangeInvalid
    }
    let bits = address.bytes.count * 8
    let length = parts.count == 1 ? bits : Self.number(parts[1])
    // A mapped address has lost the 96 bits in front, and its prefix would count them.
    guard let length, (1...bits).contains(length), parts[0].contains(":") == (bits == 128) else {
      throw .addressRangeInvalid
    }
    guard Self.masked(address.bytes, length) == address.bytes else { throw .addressRangeInvalid }
    (description, bytes, prefixLength) = (text, address.bytes, length)
  }

  func contains(_ address: NetworkAddress) -> Bool {
    address.bytes.count == bytes.count && Self.masked(address.bytes, prefixLength) == bytes
  }

  private static func number(_ text: Substring) -> Int? {
    (1...3).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }

  private static func masked(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
    bytes.enumerated().map { index, byte in
      let kept = min(max(length - index * 8, 0), 8)
      return kept == 0 ? 0 : byte & (0xff << UInt8(8 - kept))
    }
  }
}

extension ServerMisuse {
  /// A text is no network whose proxies could be trusted.
  public static let addressRangeInvalid = ServerMisuse(
    code: "address_range_invalid",
    description: "a trusted proxy is an address or a network such as 10.0.0.0/8 or 2001:db8::/32, "
      + "with no bits set behind its prefix, and never all addresses")
}
