import CountersignCore
import HTTPTypes
import NIOCore
import Testing

@testable import CountersignHTTP

@Suite("Proxies in front of a server")
struct TrustedProxiesTests {
  // Holds: proxies
  @Test(
    "the rightmost address that is no proxy's counts; where there is none, the proxy does",
    arguments: [
      ("198.51.100.7", "198.51.100.7"), ("203.0.113.9, 198.51.100.7", "198.51.100.7"),
      ("198.51.100.7, 10.0.0.2", "198.51.100.7"),
      ("198.51.100.7,10.0.0.2 ,\t10.9.9.9", "198.51.100.7"),
      ("junk, 198.51.100.7", "198.51.100.7"), ("2001:db8::7", "2001:db8::7"),
      ("[2001:db8::7]:4711", "2001:db8::7"), ("198.51.100.7:4711", "198.51.100.7"),
      ("::ffff:198.51.100.7", "198.51.100.7"),
      ("198.51.100.7, 64:ff9b::10.0.0.2", "198.51.100.7"),
      // A translator of the deployment's own may stand for the private addresses of others.
      ("198.51.100.7, 64:ff9b:1::10.0.0.2", "64:ff9b:1::10.0.0.2"),
      // What is malformed where the proxy wrote counts as the proxy, and nothing further left does.
      ("198.51.100.7, junk", "10.0.0.1"), ("198.51.100.7, junk, 10.0.0.2", "10.0.0.1"),
      ("198.51.100.7,", "10.0.0.1"), ("", "10.0.0.1"), (",", "10.0.0.1"),
      ("10.0.0.2, 10.0.0.3", "10.0.0.1"), ("unknown", "10.0.0.1"), ("198.51.100.7:", "10.0.0.1"),
      ("198.51.100.7:a", "10.0.0.1"), ("198.51.100", "10.0.0.1"), ("198.51.100.007", "10.0.0.1"),
      ("fe80::1%eth0", "10.0.0.1"), ("[198.51.100.7]", "10.0.0.1"), ("[2001:db8::7", "10.0.0.1"),
      ("\"198.51.100.7\"", "10.0.0.1"), ("198.51.100.7 198.51.100.8", "10.0.0.1"),
    ])
  func forwardedFor(_ value: String, _ expected: String) throws {
    let proxies = TrustedProxies([try AddressRange("10.0.0.0/8")])
    #expect(client(proxies, [.xForwardedFor: value]) == NetworkAddress(expected))
  }

  @Test("fields that come several times are one list, in their order")
  func severalFields() throws {
    let proxies = TrustedProxies([try AddressRange("10.0.0.0/8")])
    var fields = HTTPFields()
    fields.append(HTTPField(name: .xForwardedFor, value: "203.0.113.9"))
    fields.append(HTTPField(name: .xForwardedFor, value: "198.51.100.7, 10.0.0.2"))
    #expect(client(proxies, fields) == NetworkAddress("198.51.100.7"))
  }

  @Test("whoever is no trusted proxy is believed nothing, and no proxy is trusted by itself")
  func untrusted() throws {
    for proxies in [TrustedProxies.none, TrustedProxies([try AddressRange("10.0.0.2")])] {
      let fields: HTTPFields = [.xForwardedFor: "198.51.100.7", .forwarded: "for=198.51.100.7"]
      #expect(client(proxies, fields) == NetworkAddress("10.0.0.1"))
    }
  }

  // Holds: proxies
  @Test("the field that the proxies do not write is the client's own, and is not read")
  func otherField() throws {
    let range = try AddressRange("10.0.0.0/8")
    #expect(
      client(TrustedProxies([range]), [.forwarded: "for=198.51.100.7"])
        == NetworkAddress("10.0.0.1"))
    #expect(
      client(TrustedProxies([range], field: .forwarded), [.xForwardedFor: "198.51.100.7"])
        == NetworkAddress("10.0.0.1"))
  }

  // Holds: proxies
  @Test(
    "RFC 7239: the element of each proxy, with quotes, ports and other parameters",
    arguments: [
      ("for=198.51.100.7", "198.51.100.7"), ("For=\"198.51.100.7\"", "198.51.100.7"),
      ("for=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
      ("for=203.0.113.9, for=198.51.100.7;proto=https;by=10.0.0.2", "198.51.100.7"),
      ("proto=https ; for=198.51.100.7:80, for=10.0.0.2", "198.51.100.7"),
      ("for=203.0.113.9;host=\"a,for=192.0.2.1;\\\"\", for=198.51.100.7", "198.51.100.7"),
      ("for=198.51.100.7, for=unknown", "10.0.0.1"), ("for=_hidden", "10.0.0.1"),
      ("for=198.51.100.7, by=10.0.0.2", "10.0.0.1"), ("for=\"198.51.100.7", "10.0.0.1"),
      ("for=198.51.100.7;for=192.0.2.1", "10.0.0.1"), ("for=", "10.0.0.1"),
      ("for=\"198.51.\\100.7\"", "10.0.0.1"), ("198.51.100.7", "10.0.0.1"), ("", "10.0.0.1"),
      // The quote that the client left open takes in what the proxy added.
      ("for=\"203.0.113.9, for=198.51.100.7", "10.0.0.1"),
    ])
  func forwarded(_ value: String, _ expected: String) throws {
    let proxies = TrustedProxies([try AddressRange("10.0.0.0/8")], field: .forwarded)
    #expect(client(proxies, [.forwarded: value]) == NetworkAddress(expected))
  }

  @Test("a network is an address with a prefix, without bits behind it, and never all there is")
  func ranges() throws {
    for (text, inside, outside) in [
      ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"), ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
      ("192.0.2.8/29", "192.0.2.15", "192.0.2.16"),
      ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::"),
      ("::1", "::1", "127.0.0.1"), ("127.0.0.0/8", "::ffff:127.0.0.1", "::1"),
    ] {
      let range = try AddressRange(text)
      #expect(range.contains(try #require(NetworkAddress(inside))), "\(text)")
      #expect(!range.contains(try #require(NetworkAddress(outside))), "\(text)")
    }
    for text in [
      "", "proxy.example.com", "0.0.0.0/0", "::/0", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/",
      "10.0.0.0/08x", "10.0.0.0/-8", "10.0.0.0/8/8", "::ffff:10.0.0.0/104", "fe80::1%eth0",
    ] {
      #expect(throws: ServerMisuse.addressRangeInvalid, "\(text)") { try AddressRange(text) }
    }
  }

  @Test("settings that contradict themselves, and plain HTTP to others, end the start")
  func settings() throws {
    var settings = ServerSettings()
    for host in ["127.0.0.1", "localhost", "::1"] { try settings.verify(binding: host) }
    for host in ["0.0.0.0", "::", "192.0.2.1", "pay.example.com"] {
      #expect(throws: ServerMisuse.plainHTTPToNetworks) { try settings.verify(binding: host) }
    }
    // Who has the port answers for it.
    try settings.verify(binding: nil)
    settings.protection = .plainHTTPToNetworks
    try settings.verify(binding: "0.0.0.0")
    settings.protection = .behindTLS
    #expect(throws: ServerMisuse.proxyMissing) { try settings.verify(binding: nil) }
    settings.trustedProxies = TrustedProxies([try AddressRange("10.0.0.0/8")])
    try settings.verify(binding: "0.0.0.0")
  }

  private func client(_ proxies: TrustedProxies, _ fields: HTTPFields) -> NetworkAddress? {
    NetworkAddress("10.0.0.1").map { proxies.client(of: $0, fields) }
  }
}
