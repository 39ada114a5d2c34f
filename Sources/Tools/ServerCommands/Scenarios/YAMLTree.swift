import Foundation
import Synchronization
import Yams

/// Reads YAML to values with their places.
///
/// Refuses aliases, anchors, tags, a second document and deep nesting: no declaration needs them.
///
/// Yams ends at the first name that stands twice and puts an alias's value in its place. So that
/// all faults can be found, and an alias costs nothing, it gets the text with single characters
/// changed: each `*`, and the first letter of a name that stands twice. No place moves by that, and
/// the values have the letters again.
struct YAMLTree {
  typealias Fault = ScenarioFile.Fault

  private var faults: [Fault] = []
  /// The first letters that were changed, by the places of their names.
  private var letters: [FilePlace: Unicode.Scalar] = [:]
  /// The names that stand twice, by the places of the first ones.
  private var repeated: [(place: FilePlace, name: String)] = []
  private var escapes = SurrogateEscapes(in: [])

  /// The first of the characters that stand for others; the text must have none from here on.
  static let ownScalars: UInt32 = 0x10_0000
  private static let star: Unicode.Scalar = "\u{10ffff}"

  /// Reads a text.
  ///
  /// - Returns: The value; nil if there is none, or the text is no YAML.
  static func read(_ text: String) -> (value: PlacedValue?, faults: [Fault]) {
    onLargeStack {
      var tree = YAMLTree()
      let value = tree.read(text)
      return (value, tree.faults)
    }
  }

  private mutating func read(_ text: String) -> PlacedValue? {
    escapes = SurrogateEscapes(in: text.unicodeScalars.map { $0 == "*" ? Self.star : $0 })
    var scalars = escapes.scalars
    while true {
      do {
        let parser = try Parser(
          yaml: String(String.UnicodeScalarView(scalars)), resolver: .basic, encoding: .utf8)
        // Nodes hold their anchors weakly; the parser holds them.
        return try withExtendedLifetime(parser) {
          try parser.singleRoot().flatMap { root in
            Self.isNothing(root) ? nil : value(of: root, at: .root, depth: 1)
          }
        }
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let place = FilePlace(context.mark)
        repeated.append((place, names.first.map { shown($0) } ?? ""))
        if makeUnique(at: place, in: &scalars) { continue }
      } catch {
        faults.append(Self.fault(of: error))
      }
      for (place, name) in repeated {
        report(place, .root, ("\"\(name)\" stands twice in one object", "leave one of the two out"))
      }
      return nil
    }
  }

  /// Changes the first letter of a name; false if it has none that can be changed.
  private mutating func makeUnique(
    at place: FilePlace, in scalars: inout [Unicode.Scalar]
  ) -> Bool {
    guard letters.count < Self.mostRepeated, var index = Self.index(of: place, in: scalars) else {
      return false
    }
    if ["\"", "'"].contains(scalars[index]) {
      index += 1
      guard index < scalars.count else { return false }
    }
    guard !["\"", "'", "\\", "&", "!", "[", "{", "?", "\n", "\r"].contains(scalars[index]),
      let unique = Unicode.Scalar(Self.ownScalars + UInt32(letters.count))
    else { return false }
    letters[place] = scalars[index]
    scalars[index] = unique
    return true
  }

  private static func index(of place: FilePlace, in scalars: [Unicode.Scalar]) -> Int? {
    var passed = FilePlace.start
    for index in scalars.indices {
      if passed == place { return index }
      passed.pass(scalars[index], before: index + 1 < scalars.count ? scalars[index + 1] : nil)
    }
    return nil
  }

  private static let mostRepeated = 50
}

extension YAMLTree {
  private mutating func value(of node: Node, at path: FieldPath, depth: Int) -> PlacedValue {
    let place = FilePlace(node.mark)
    if let fault = Self.refusal(of: node) {
      report(place, path, fault)
      return PlacedValue(content: .refused, place: place)
    }
    guard depth <= Self.mostLevels else {
      report(place, path, Self.isTooDeep)
      return PlacedValue(content: .refused, place: place)
    }
    let content: PlacedValue.Content
    switch node {
    case .scalar(let scalar):
      content = .text(shown(scalar.string, scalar.style), isQuoted: scalar.style != .plain)
    case .sequence(let elements):
      content = .list(
        elements.enumerated().map { value(of: $1, at: path.element($0), depth: depth + 1) })
    case .mapping(let pairs): content = .members(members(of: pairs, at: path, depth: depth))
    case .alias: content = .refused
    }
    return PlacedValue(content: content, place: place)
  }

  private mutating func members(
    of pairs: Node.Mapping, at path: FieldPath, depth: Int
  ) -> [PlacedMember] {
    var members: [PlacedMember] = []
    var places: [String: FilePlace] = [:]
    for (key, node) in pairs {
      let place = FilePlace(key.mark)
      guard case .scalar(let scalar) = key else {
        report(place, path, ("a name is no text", "write a plain name"))
        continue
      }
      var name = scalar.string
      if let letter = letters[place] {
        name = String(String.UnicodeScalarView([letter] + name.unicodeScalars.dropFirst()))
      } else if let fault = Self.refusal(of: key) {
        report(place, path, fault)
        continue
      }
      name = shown(name, scalar.style)
      let inner = path.member(name)
      if let first = places[name] {
        report(place, inner, ("stands in line \(first.line) already", "leave one of the two out"))
        continue
      }
      places[name] = place
      members.append(
        PlacedMember(
          name: name, place: place, value: value(of: node, at: inner, depth: depth + 1)))
    }
    return members
  }

  /// The text with its stars, and with the characters that escapes stand for.
  private func shown(_ text: String, _ style: Node.Scalar.Style = .plain) -> String {
    let text = escapes.restored(text, hasEscapes: style == .doubleQuoted)
    guard text.unicodeScalars.contains(where: { $0.value >= Self.ownScalars }) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == Self.star ? "*" : $0 }))
  }

  private mutating func report(
    _ place: FilePlace, _ path: FieldPath, _ fault: (problem: String, remedy: String)
  ) {
    faults.append(Fault(place: place, path: path, problem: fault.problem, remedy: fault.remedy))
  }

  private static func refusal(of node: Node) -> (problem: String, remedy: String)? {
    if case .scalar(let scalar) = node, scalar.style == .plain,
      scalar.string.unicodeScalars.first == star
    {
      return ("begins with *, which makes it an alias", "write it out, or put the text in quotes")
    }
    if node.anchor != nil {
      return ("begins with &, which makes it an anchor", "leave it out, or put the text in quotes")
    }
    let tags = ["", "!", "str", "seq", "map"]
    let tag = node.tag.description
    guard tags.contains(tag.replacing("tag:yaml.org,2002:", with: "")) else {
      return ("begins with !, which makes it a tag", "leave it out, or put the text in quotes")
    }
    return nil
  }

  /// Tells a document without content, which YAML reads as an empty text.
  private static func isNothing(_ root: Node) -> Bool {
    guard case .scalar(let scalar) = root else { return false }
    return scalar.style == .plain && scalar.string.isEmpty
  }

  /// A declaration needs 6 levels.
  private static let mostLevels = 12
  private static let isTooDeep = (
    "stands in more than \(mostLevels) levels of lists and members", "declare it flat"
  )
}

extension YAMLTree {
  /// The fault of a text that is no YAML, in the words of libyaml.
  private static func fault(of error: any Error) -> Fault {
    guard let error = error as? YamlError else {
      return Fault(place: .start, path: .root, problem: "no YAML", remedy: "correct it")
    }
    let place: FilePlace
    let problem: String
    let context: YamlError.Context?
    switch error {
    case .scanner(let around, let text, let mark, _), .parser(let around, let text, let mark, _),
      .composer(let around, let text, let mark, _):
      (context, problem, place) = (around, text, FilePlace(mark))
    default: (context, problem, place) = (nil, "it cannot be read", .start)
    }
    if problem.hasPrefix("Maximum nesting level") {
      return Fault(place: place, path: .root, problem: isTooDeep.0, remedy: isTooDeep.1)
    }
    if problem == "but found another document" {
      return Fault(
        place: place, path: .root, problem: "a second document begins here",
        remedy: "keep one, without a line ---")
    }
    let began = context.map { " (\($0.text), from line \($0.mark.line) on)" } ?? ""
    let remedy = remedies.first { problem.contains($0.key) }?.value
    return Fault(
      place: place, path: .root, problem: "no YAML: \(problem)\(began)",
      remedy: remedy ?? "correct it here or in the lines before")
  }

  private static let remedies: KeyValuePairs = [
    "tab character": "indent with spaces",
    "unexpected ':'": "write a value behind the colon, and a space between",
    "cannot start any token":
      "indent with spaces, and put a text that begins with a sign in quotes",
    "mapping values are not allowed":
      "put a text with a colon in quotes, and indent the members of one object alike",
    "could not find expected ':'": "write a colon and a space behind the name",
    "did not find expected key": "indent the members of one object alike, and close every quote",
    "did not find expected ','": "put a comma between two members, and close every bracket",
    "did not find expected '-'": "indent the elements of one list alike",
    "unexpected end of stream": "close the quote or bracket",
  ]
}

/// Runs a function on a thread of its own: Yams calls itself for each of up to 1000 levels, and a
/// debug build needs 2 MiB of stack for them.
private func onLargeStack<Outcome: Sendable>(
  _ body: @escaping @Sendable () -> Outcome
) -> Outcome {
  let outcome = Handover<Outcome>()
  let thread = Thread {
    let made = body()
    outcome.value.withLock { $0 = made }
    outcome.isMade.signal()
  }
  thread.stackSize = 16 << 20
  thread.start()
  while true {
    outcome.isMade.wait()
    if let made = outcome.value.withLock({ $0 }) { return made }
  }
}

/// A value on its way from one thread to another.
private final class Handover<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
  let isMade = DispatchSemaphore(value: 0)
}

extension FilePlace {
  /// The place of a mark of Yams, which counts as this project does.
  fileprivate init(_ mark: Mark?) {
    self.init(line: max(1, mark?.line ?? 1), column: max(1, mark?.column ?? 1))
  }
}
