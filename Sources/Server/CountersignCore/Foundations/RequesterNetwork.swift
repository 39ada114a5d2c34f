/// The network of a request, as narrow as one line: an IPv4 address, or an IPv6 /64.
///
/// Requests of strangers are counted by it. Whoever has an IPv6 line has more than one /64, up to
/// all 65,536 of a /48. So each is counted in the networks around it too (`levels`).
public struct RequesterNetwork: Sendable, Hashable {
  private enum Family: UInt8 {
    case local, ipv4, ipv6
  }

  private let family: Family
  /// The leading bits of the address; those behind the prefix are 0.
  private let prefix: UInt64
  private let length: UInt8

  private init(_ family: Family, _ prefix: UInt64, _ length: UInt8) {
    (self.family, self.prefix, self.length) = (family, prefix, length)
  }

  /// A caller in this process.
  public static let local = RequesterNetwork(.local, 0, 0)

  /// The network of an address in network byte order.
  ///
  /// An IPv4 address behind a translator of the deployment's own (`64:ff9b:1::192.0.2.1`, RFC 8215)
  /// is counted as one of IPv4, and is trusted as none: such a translator may stand for private
  /// addresses that others have too.
  public init(address: [UInt8]) {
    let plain = Self.plain(address)
    let bytes =
      plain.starts(with: Self.ownTranslator) && plain[8..<12].allSatisfy { $0 == 0 }
      ? Array(plain[12...]) : plain
    let prefix = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self = bytes.count == 16 ? Self(.ipv6, prefix, 64) : Self(.ipv4, prefix, 32)
  }

  /// The bytes of an address: the 4 of an IPv4 address that is written as an IPv6 one, whether
  /// mapped (`::ffff:192.0.2.1`) or by a translator (NAT64, `64:ff9b::192.0.2.1`, RFC 6052).
  package static func plain(_ address: [UInt8]) -> [UInt8] {
    guard address.count == 16 else { return address }
    let isIPv4 = address.starts(with: mapped) || address.starts(with: translated)
    return isIPv4 ? Array(address[12...]) : address
  }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
  private static let translated: [UInt8] =
    [0x00, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)
  /// The /48 within which each translator has a /64, and writes addresses at its end.
  private static let ownTranslator: [UInt8] = [0x00, 0x64, 0xff, 0x9b, 0x00, 0x01]

  /// The network and those around it, narrowest first: of IPv6 the /64, the /56 and the /48; an
  /// IPv4 address alone.
  package var levels: [RequesterNetwork] {
    guard family == .ipv6 else { return [self] }
    return [self, within(56), within(48)]
  }

  /// The widest of the levels: what one line can have at most.
  package var widest: RequesterNetwork { family == .ipv6 ? within(48) : self }

  private func within(_ length: UInt8) -> RequesterNetwork {
    RequesterNetwork(family, prefix & (.max << UInt64(64 - length)), length)
  }

  /// The network as text; never stored but as a part of a keyed hash.
  var text: String {
    switch family {
    case .local: "local"
    case .ipv4: "ipv4:\(String(prefix, radix: 16))"
    case .ipv6: "ipv6:\(String(prefix, radix: 16))/\(length)"
    }
  }
}

/// A bound that many share.
///
/// Half of it is kept for those who have had nothing of it yet. So whoever takes again and again,
/// however fast, leaves a place for each newcomer, until the newcomers alone are as many.
package enum SharedBound {
  /// Tells if a bound has room for one more.
  ///
  /// - Parameters:
  ///   - limit: The bound.
  ///   - used: How much of it is taken, by all.
  ///   - own: How much of that is taken by the one who asks.
  /// - Returns: True if there is room.
  package static func hasRoom<Number: FixedWidthInteger>(
    _ limit: Number, used: Number, own: Number
  ) -> Bool {
    used < (own == 0 ? limit : limit - limit / 2)
  }

  /// The first of nested networks that has no room for one more; nil if all have.
  ///
  /// Each has twice the bound of the one within it, and shares it among those within. So a single
  /// /64 finds its whole bound in the /56 around it.
  ///
  /// - Parameters:
  ///   - limit: The bound of the narrowest.
  ///   - used: How much each has taken, narrowest first.
  /// - Returns: The network's place among them; nil if there is room.
  package static func firstFull<Number: FixedWidthInteger>(
    _ limit: Number, used: [Number]
  ) -> Int? {
    var bound = limit
    for (level, count) in used.enumerated() {
      if level > 0 { bound = bound > .max / 2 ? .max : bound * 2 }
      let own = level == 0 ? 0 : used[level - 1]
      guard hasRoom(bound, used: count, own: own) else { return level }
    }
    return nil
  }
}
