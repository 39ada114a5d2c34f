import CInterfaceDescription
public import CountersignCore
public import WebAuthnModel
import Yams

/// The description of a server's HTTP interface, as OpenAPI 3.1 in YAML: the server's own, with a
/// part by each module.
///
/// A part has the form of the whole. Maps are joined by their keys, and the items of a list stand
/// behind those that are there, so that a module adds its reasons to `Reason` and its payload to
/// what an action takes. Items of lists are written one a line, each indented under its key.
public struct InterfaceDescription: Sendable {
  /// The whole, in YAML.
  public let text: String

  /// The description of a server with these modules.
  ///
  /// - Throws: `ModuleClash` where two describe one thing, or a part has another form than what it
  ///   adds to.
  public init(of modules: [any Module] = []) throws(ModuleClash) {
    var whole = Self.lines(String(cString: countersign_interface_description()))[...]
    for module in modules {
      guard let part = (module as? any RoutedModule)?.interface, !part.isEmpty else { continue }
      whole = try Self.join(whole, Self.lines(part)[...], under: [])[...]
    }
    text = whole.joined(separator: "\n") + "\n"
  }

  /// Reads the whole as JSON: the same names and values in the same order.
  ///
  /// - Returns: The description, an object.
  /// - Throws: `ModuleClash` where the text is no YAML, which only the part of a module can bring
  ///   about.
  public func json() throws(ModuleClash) -> JSONValue {
    do {
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      // Nodes hold their anchors weakly; the parser holds them.
      let value = try withExtendedLifetime(parser) {
        try parser.singleRoot().flatMap { Self.form(of: $0) }
      }
      if let value { return value }
    } catch {
      throw ModuleClash(over: "the description, which is no YAML: \(error)")
    }
    throw ModuleClash(over: "the description, which is no YAML")
  }

  /// The JSON of a node; nil where it has none.
  private static func form(of node: Node) -> JSONValue? {
    switch node {
    case .scalar(let scalar): return form(of: scalar)
    case .sequence(let elements):
      let values = elements.compactMap { form(of: $0) }
      return values.count == elements.count ? .array(values) : nil
    case .mapping(let pairs):
      var object = JSONObject()
      for (key, node) in pairs {
        guard case .scalar(let name) = key, let value = form(of: node) else { return nil }
        object[name.string] = value
      }
      return .object(object)
    case .alias: return nil
    }
  }

  /// The JSON of a scalar by the core schema of YAML 1.2, in which `no` and `on` are texts.
  private static func form(of scalar: Node.Scalar) -> JSONValue {
    guard scalar.style == .plain else { return .string(scalar.string) }
    switch scalar.string {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case let text:
      if let number = Int64(text), text.first != "+" { return .integer(number) }
      return text.wholeMatch(of: /-?[0-9]+\.[0-9]+/) == nil ? .string(text) : .number(text)
    }
  }

  /// The lines of a text without the comments at its margin and the empty lines around it.
  private static func lines(_ text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.first != "#" }
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return Array(lines[..<end].drop { $0.isEmpty })
  }

  /// Adds the entries of a block to those of another.
  private static func join(
    _ whole: ArraySlice<Substring>, _ part: ArraySlice<Substring>, under path: [Substring]
  ) throws(ModuleClash) -> [Substring] {
    var entries = Entry.all(in: whole)
    for added in Entry.all(in: part) {
      let place = "the description \((path + [added.key ?? "-"]).joined(separator: " "))"
      guard added.indent == entries[0].indent, (added.key == nil) == (entries[0].key == nil) else {
        throw ModuleClash(over: place)
      }
      guard let index = entries.firstIndex(where: { $0.key != nil && $0.key == added.key }) else {
        entries.append(added)
        continue
      }
      guard let key = added.key, entries[index].isBlock, added.isBlock else {
        throw ModuleClash(over: place)
      }
      entries[index].lines =
        [entries[index].lines[0]]
        + (try join(
          entries[index].lines.dropFirst(), added.lines.dropFirst(), under: path + [key]))
    }
    return entries.flatMap(\.lines)
  }
}

/// A key of a map with its value, or an item of a list.
private struct Entry {
  /// All its lines, the first with the key.
  var lines: [Substring]

  /// The spaces before it.
  var indent: Int { lines[0].prefix { $0 == " " }.count }

  /// The key; nil for an item of a list.
  var key: Substring? {
    let text = lines[0].dropFirst(indent)
    return text.hasPrefix("- ") ? nil : text.prefix { $0 != ":" }
  }

  /// True if its value is a map or a list, on lines of its own.
  var isBlock: Bool { lines.count > 1 && lines[0].hasSuffix(":") }

  static func all(in lines: ArraySlice<Substring>) -> [Entry] {
    lines.reduce(into: []) { entries, line in
      let isOfLast = line.isEmpty || Entry(lines: [line]).indent != entries.first?.indent
      if isOfLast, !entries.isEmpty {
        entries[entries.endIndex - 1].lines.append(line)
      } else {
        entries.append(Entry(lines: [line]))
      }
    }
  }
}
