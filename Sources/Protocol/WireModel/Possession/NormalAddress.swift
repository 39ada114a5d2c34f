extension PossessionProof {
  /// An address in the form in which two are compared (RFC 9449, section 4.3; RFC 3986, sections
  /// 6.2.2 and 6.2.3), without query and fragment; nil for none of http or https.
  ///
  /// Scheme and host are lower case, the default port is left out, what needs no percent-encoding
  /// has none, and the path has no dot segments.
  public static func normalAddress(_ text: String) -> String? {
    let address = text.prefix { $0 != "?" && $0 != "#" }
    guard let end = address.firstRange(of: "://") else { return nil }
    let scheme = address[..<end.lowerBound].lowercased()
    guard let defaultPort = ["http": ":80", "https": ":443"][scheme] else { return nil }
    let rest = address[end.upperBound...]
    var authority = rest.prefix { $0 != "/" }.lowercased()
    if authority.hasSuffix(defaultPort) { authority.removeLast(defaultPort.count) }
    if authority.hasSuffix(":") { authority.removeLast() }
    guard !authority.isEmpty, let path = normalPath(rest.dropFirst(rest.prefix { $0 != "/" }.count))
    else { return nil }
    return scheme + "://" + authority + path
  }

  /// The path of an address in that form; nil for one with a broken percent-encoding.
  public static func normalPath(_ text: some StringProtocol) -> String? {
    guard let plain = PercentEncoding.normal(text) else { return nil }
    var segments: [Substring] = []
    let given = plain.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in zip(given.indices, given) {
      let isLast = index == given.index(before: given.endIndex)
      switch segment {
      case ".": if isLast { segments.append("") }
      case "..":
        _ = segments.popLast()
        if isLast { segments.append("") }
      default: segments.append(segment)
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}
