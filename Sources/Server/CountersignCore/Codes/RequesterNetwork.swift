/// Where a request came from, as coarse as a household's line: what is counted where nobody has
/// signed in.
public struct RequesterNetwork: Sendable, Hashable {
  /// The network as text; never stored but as a part of a keyed hash.
  let text: String

  /// A caller in this process.
  public static let local = RequesterNetwork(text: "local")

  /// The network of an address in network byte order: all of IPv4's 4 bytes, of IPv6's 16 the
  /// first 8, since a line is given that many addresses.
  public init(address: [UInt8]) {
    let isMapped =
      address.count == 16 && address.prefix(10).allSatisfy { $0 == 0 }
      && address[10...11].allSatisfy { $0 == 0xff }
    let network = isMapped ? address[12...] : address.prefix(8)
    text = network.map { String($0, radix: 16) }.joined(separator: ":")
  }

  private init(text: String) { self.text = text }
}
