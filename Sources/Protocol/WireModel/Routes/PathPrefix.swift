/// The path in front of a server's routes: nothing at the root, else segments as in `/auth`.
public struct PathPrefix: Sendable, Hashable, CustomStringConvertible {
  /// The segments, each after a slash; empty at the root.
  public let description: String

  /// No path.
  public static let root = PathPrefix(segments: [])

  /// Reads a prefix such as `auth` or `/bank/auth`.
  ///
  /// - Throws: ``PathPrefixError`` for an empty segment, `.` or `..`, a query, and whatever a path
  ///   holds only percent-encoded.
  public init(_ text: String) throws(PathPrefixError) {
    let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy(Self.isSegment) else { throw PathPrefixError() }
    self.init(segments: segments)
  }

  init(segments: some Sequence<Substring>) {
    description = segments.map { "/" + $0 }.joined()
  }

  /// The unreserved characters of RFC 3986, section 2.3, and none of its dot segments.
  private static func isSegment(_ segment: Substring) -> Bool {
    !segment.isEmpty && segment != "." && segment != ".."
      && segment.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }
}

/// A text that is no path of its own in front of a server's routes.
public struct PathPrefixError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rule that the text breaks.
  public let description =
    "a prefix is one or more segments of ASCII letters, digits and -._~, as in /auth; it has no "
    + "empty or dot segment and no query"
}
