import DocumentModel
import Foundation
import Testing

@Suite("Display rules")
struct DisplayRuleTests {
  @Test("agree with the vectors", arguments: DisplayVectors.all)
  func vectors(vector: DisplayVector) throws {
    let use = try #require(TextUse(rawValue: vector.use))
    #expect(DisplayRule.fault(of: vector.text, as: use)?.description == vector.fault)
    #expect(DisplayRule.warnings(of: vector.text).map(\.rawValue) == vector.warnings)
  }

  @Test("have a vector for each rule and each warning")
  func coverage() {
    let faults = DisplayVectors.all.compactMap(\.fault)
    let rules = Set(faults.map { String($0.prefix { $0 != " " }) })
    // No table decides what is assigned.
    let expected = Set(DisplayFault.Rule.allCases.map(\.rawValue)).subtracting(["unassigned"])
    #expect(rules == expected)
    #expect(
      Set(DisplayVectors.all.flatMap(\.warnings)) == Set(DisplayWarning.allCases.map(\.rawValue)))
    #expect(DisplayVectors.all.count >= 80)
  }

  @Test("the canonical form refuses what they refuse, and names field, rule and character")
  func canonicalForm() throws {
    for vector in DisplayVectors.all {
      let use = try #require(TextUse(rawValue: vector.use))
      var form = CanonicalForm()
      guard let fault = vector.fault else {
        try form.append(vector.text, field: "note", as: use)
        continue
      }
      let error = #expect(throws: CanonicalFormError.self, "\(vector.name)") {
        try form.append(vector.text, field: "note", as: use)
      }
      #expect(error?.description == "note: a screen cannot show it truthfully (\(fault))")
    }
  }

  @Test("the server finds the first character that is not assigned")
  func unassigned() {
    #expect(DisplayRule.unassigned(in: "a\u{378}\u{379}")?.description == "unassigned U+0378")
    #expect(DisplayRule.unassigned(in: "Caf\u{e9} \u{1f600}\u{e000}") == nil)
  }
}

@Suite("The table of the display rules")
struct DisplayTableTests {
  /// Swift's own data is a second source: the table was made with those of another library.
  @Test("agrees with Swift about every character that both versions of Unicode assign")
  func properties() throws {
    var problems: [String] = []
    for value in Self.planes.joined() {
      guard let scalar = Unicode.Scalar(value), isKnown(scalar) else { continue }
      let expected = expectedRule(scalar)
      let fault = DisplayRule.fault(of: String(scalar), as: .text)
      if fault?.rule != expected {
        problems.append("\(String(value, radix: 16)): \(fault?.rule.rawValue ?? "none")")
      }
    }
    #expect(problems.prefix(20) == [])
  }

  /// Every system of digits is one range of ten.
  @Test("knows each system of digits")
  func digits() {
    for value in Self.planes.joined() {
      guard let scalar = Unicode.Scalar(value), isKnown(scalar),
        scalar.properties.generalCategory == .decimalNumber,
        let digit = scalar.properties.numericValue,
        let zero = Unicode.Scalar(value - UInt32(digit))
      else { continue }
      #expect(DisplayRule.fault(of: "\(scalar)\(zero)", as: .text) == nil)
      if value > 0x39 {
        #expect(DisplayRule.fault(of: "\(scalar)0", as: .text)?.rule == .mixedDigits)
      }
    }
  }

  @Test("is the same in Swift and JavaScript")
  func sources() throws {
    let table = try JSONDecoder().decode(DisplayTableFile.self, from: fixture("display-table.json"))
    for (path, indent) in [
      ("Sources/Protocol/DocumentModel/DisplayTable.swift", "    "),
      ("Sources/Server/CountersignPage/Page/documents/displayTable.js", "  "),
    ] {
      let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      for rows in [table.ranges, table.lookAlikes.letters] {
        let block = rows.map { indent + $0 + "\n" }.joined()
        #expect(source.contains("\n" + block), "\(path) is not of display-table.json")
      }
    }
    #expect(DisplayRule.tableVersion == table.version)
    #expect(DisplayRule.unicodeVersion == table.unicode)
    #expect(DisplayRule.lookAlikesVersion == table.lookAlikes.version)
  }

  /// All planes with characters but those of private use, which vectors cover.
  private static let planes: [ClosedRange<UInt32>] = [0...0x3_ffff, 0xe_0000...0xe_0fff]

  private func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    let version = DisplayRule.unicodeVersion.split(separator: ".").compactMap { Int($0) }
    guard let age = scalar.properties.age else { return false }
    return [age.major, age.minor].lexicographicallyPrecedes(version + [0])
  }

  /// The rule that a character alone breaks, by Swift's data.
  private func expectedRule(_ scalar: Unicode.Scalar) -> DisplayFault.Rule? {
    let properties = scalar.properties
    if properties.isNoncharacterCodePoint { return .noncharacter }
    if properties.isBidiControl { return .bidiControl }
    if properties.isJoinControl { return .joiner }
    if properties.isDefaultIgnorableCodePoint { return .ignorable }
    if scalar == "\u{20e3}" { return .emoji }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return .control
    case .format: return seenFormats.contains(scalar) ? nil : .control
    case .privateUse: return .privateUse
    case .spaceSeparator: return .blank
    case .nonspacingMark, .spacingMark, .enclosingMark: return .leadingMark
    default: break
    }
    if scalar == "\u{fffc}" { return .control }
    if scalar == "\u{2800}" || scalar == "\u{1d159}" { return .blank }
    let isSign = scalar == "\u{a9}" || scalar == "\u{ae}" || scalar == "\u{2122}"
    return properties.isEmoji && !scalar.isASCII && !isSign ? .emoji : nil
  }

  private let seenFormats: Set<Unicode.Scalar> = [
    "\u{600}", "\u{601}", "\u{602}", "\u{603}", "\u{604}", "\u{605}", "\u{6dd}", "\u{70f}",
    "\u{890}", "\u{891}", "\u{8e2}", "\u{110bd}", "\u{110cd}",
  ]
}

/// A text with what the rules say of it.
struct DisplayVector: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let use: String
  let fault: String?
  let warnings: [String]

  var testDescription: String { name }
}

/// The vectors; those with half of a surrogate pair are for other languages.
private struct DisplayVectors: Decodable {
  let table: Int
  let vectors: [DisplayVector]

  static let all: [DisplayVector] = {
    let file = try? JSONDecoder().decode(Self.self, from: fixture("display-vectors.json"))
    return file?.table == DisplayRule.tableVersion ? file?.vectors ?? [] : []
  }()
}

private struct DisplayTableFile: Decodable {
  let version: Int
  let unicode: String
  let ranges: [String]
  let lookAlikes: LookAlikes

  struct LookAlikes: Decodable {
    let version: Int
    let letters: [String]
  }
}

private let root = URL(filePath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func fixture(_ name: String) throws -> Data {
  try Data(contentsOf: root.appending(path: "Tests/DocumentModelTests/Fixtures/" + name))
}
