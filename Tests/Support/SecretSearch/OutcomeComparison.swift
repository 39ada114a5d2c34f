public import Foundation

/// The outcomes that a run of all tests reached, compared with the list that is checked in.
///
/// A refactoring changes no row. Outcomes that depend on timing or on load are named in a file of
/// their own, and are on neither side.
public struct OutcomeComparison: Sendable {
  /// The outcomes of the run, each with a place in the tests where its server was started.
  private let reached: [RouteOutcome: String]
  /// The outcomes of the list.
  private let listed: Set<RouteOutcome>

  /// A comparison of a journal's outcomes.
  ///
  /// - Parameters:
  ///   - journal: The folder of the journal.
  ///   - list: The file of the list; one that does not exist is an empty list.
  ///   - chance: The file of the outcomes by chance.
  /// - Throws: An error if a file cannot be read.
  public init(journal: URL, list: URL, chance: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: journal, includingPropertiesForKeys: nil)
    let texts = try files.filter { $0.pathExtension == Journal.outcomes }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    let isListed = FileManager.default.fileExists(atPath: list.path)
    try self.init(
      journal: texts.joined(), list: isListed ? String(contentsOf: list, encoding: .utf8) : "",
      chance: String(contentsOf: chance, encoding: .utf8))
  }

  /// A comparison of texts.
  init(journal: String, list: String, chance: String) throws {
    let chances = try Self.rows(of: chance).map(Chance.init(line:))
    var places: [Substring: [Substring]] = [:]
    for line in journal.split(separator: "\n") {
      guard let tab = line.firstIndex(of: "\t") else { throw UnreadableRow(row: String(line)) }
      places[line[..<tab], default: []].append(line[line.index(after: tab)...])
    }
    var reached: [RouteOutcome: String] = [:]
    for (row, places) in places {
      let outcome = try RouteOutcome(row: row)
      guard !chances.contains(where: { $0.covers(outcome) }) else { continue }
      let firm = places.filter { place in !chances.contains { $0.covers(allAt: place) } }
      reached[outcome] = firm.min().map(String.init)
    }
    self.reached = reached
    let outcomes = try Self.rows(of: list).map(RouteOutcome.init(row:))
    listed = Set(outcomes.filter { outcome in !chances.contains { $0.covers(outcome) } })
  }

  /// The number of outcomes that the run reached.
  public var count: Int { reached.count }

  /// The differences, a line each: outcomes that the list does not have, then those that the run
  /// did not reach.
  public var findings: [String] {
    let new = reached.filter { !listed.contains($0.key) }.sorted { $0.key < $1.key }
    return new.map { "NEW OUTCOME: \($0.key) (of \($0.value))" }
      + listed.filter { reached[$0] == nil }.sorted().map { "MISSING OUTCOME: \($0)" }
  }

  /// The list as this run reached it.
  public var list: String {
    """
    # Each route with each outcome that the tests reach: method, path, status, reason.
    # A dash is a path that is no route's, or the reason of an answer whose body has none.
    # `make outcomes` writes this file by the journal of the last run of all tests.
    \(reached.keys.sorted().map { "\($0)\n" }.joined())
    """
  }

  /// The lines of a file that are neither empty nor comments.
  private static func rows(of text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }
}

/// Outcomes that a run reaches by chance: those of a pattern, or all that a file of the tests sees.
private struct Chance {
  private enum Extent {
    case pattern(RouteOutcome)
    case file(String)
  }

  private let extent: Extent

  /// Reads a line: four words of a row, `*` for any, or `of` and a file; then `#` and why.
  init(line: Substring) throws {
    let parts = line.split(separator: "#", maxSplits: 1)
    let words = parts[0].split(separator: " ")
    guard parts.count == 2, !words.isEmpty else { throw UnreadableRow(row: String(line)) }
    extent =
      if words.count == 2, words[0] == "of" {
        .file(String(words[1]))
      } else {
        .pattern(try RouteOutcome(row: parts[0]))
      }
  }

  /// Returns true if an outcome is by chance wherever it is seen.
  func covers(_ outcome: RouteOutcome) -> Bool {
    if case .pattern(let pattern) = extent { outcome.matches(pattern) } else { false }
  }

  /// Returns true if all that the servers of this place in the tests answer is by chance.
  func covers(allAt place: Substring) -> Bool {
    if case .file(let file) = extent { place.contains(file) } else { false }
  }
}
