/// One file of the web page, embedded in the binary.
struct PageFile: Sendable {
  /// The path at which it is served.
  let path: String
  let bytes: [UInt8]
  let contentType: String
  /// Changes with the content (RFC 9110, section 8.8.3).
  let entityTag: String

  init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    contentType = Self.contentType(of: path)
    entityTag = "\"\(String(Self.digest(bytes), radix: 16))-\(bytes.count)\""
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "text/html; charset=utf-8"
    }
  }

  /// FNV-1a: it tells two versions of a file apart and guards nothing.
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
