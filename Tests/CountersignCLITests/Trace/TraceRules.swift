import WebAuthnModel

/// A sequence diagram that the project carries, and the rules by which a recorded run is
/// compared with it. They are all that is allowed:
///
/// * a recording covers one `process` run and the rows that open its screen;
/// * `Screen` and `Final` are screens behind the navigator, and a row that thereby has equal ends
///   is dropped; other rows from a participant to itself count where drawn;
/// * in the five older diagrams the two rows in which the scenario is read stand before
///   `MFACTX → Module` and between MFACTX and SC; they must be present;
/// * `Wrap` counts only where drawn; authorize-transaction-* is a cold start;
/// * a loop's rows occur once or more; in `generic` a request and its answer repeated at once
///   between the same two count once;
/// * left out: code delivery, reading the transaction to show, participants that are not drawn;
/// * a branch that reaches the Failure screen inside its `alt` ends there;
/// * the wrong-code branch of the OTP diagrams runs with one try per code;
/// * registration inside a flow is a turn of the loop: the module names it, the screen asks, the
///   person answers, the module registers;
/// * `generic` and the four named after a scenario run fallbackOnly.
struct DrawnDiagram {
  struct Row: Equatable {
    var from: String
    var to: String
    let blocks: [String]
    let wasSelf: Bool
  }

  let name: String
  let participants: Set<String>
  let rows: [Row]

  init(_ json: JSONValue) throws {
    var reader = try JSONObjectReader(json)
    name = try reader.string("name")
    guard case .object(let titles)? = reader.optionalValue("participants") else {
      throw JSONShapeError(path: "participants", problem: "is missing")
    }
    participants = Set(titles.names)
    rows = try reader.array("messages").map { message in
      var row = try JSONObjectReader(message)
      let (from, to) = (try row.string("from"), try row.string("to"))
      let blocks = try row.array("block").map { block -> String in
        guard case .string(let text) = block else {
          throw JSONShapeError(path: "block", problem: "must hold texts")
        }
        return text
      }
      return Row(from: from, to: to, blocks: blocks, wasSelf: from == to)
    }
  }

  /// Pairs that must follow each other; those of a loop once or more.
  enum Part: Equatable {
    case pair(String)
    case loop([String])
  }

  /// What a run of a branch must be.
  func parts(of branch: String) -> [Part] {
    var parts: [Part] = []
    var loop: [String] = []
    for row in readingMoved(behindNavigator(taken(by: branch))) {
      let pair = "\(row.from) → \(row.to)"
      if row.blocks.contains("loop") {
        loop.append(pair)
        continue
      }
      if !loop.isEmpty { parts.append(.loop(loop)) }
      loop = []
      parts.append(.pair(pair))
    }
    if !loop.isEmpty { parts.append(.loop(loop)) }
    return parts
  }

  private func taken(by branch: String) -> [Row] {
    if branch == "infeasible", let end = rows.lastIndex(where: { $0.isInBlock("alt") }) {
      return Array(rows[...end])
    }
    return rows.filter { row in
      if row.isInBlock("alt") { return branch == "right" }
      if row.isInBlock("else") { return branch == "not-configured" }
      return true
    }
  }

  private func behindNavigator(_ rows: [Row]) -> [Row] {
    rows.compactMap { row in
      var row = row
      if ["Screen", "Final"].contains(row.from) { row.from = "RHPRHP" }
      if ["Screen", "Final"].contains(row.to) { row.to = "RHPRHP" }
      return row.from == row.to && !row.wasSelf ? nil : row
    }
  }

  private func readingMoved(_ rows: [Row]) -> [Row] {
    let isReading = { (row: Row) in Set([row.from, row.to]) == ["Module", "SC"] }
    guard rows.contains(where: isReading) else { return rows }
    var moved = rows.filter { !isReading($0) }
    let first = moved.firstIndex { $0.from == "MFACTX" && $0.to == "Module" } ?? moved.endIndex
    moved.insert(
      contentsOf: [("MFACTX", "SC"), ("SC", "MFACTX")].map { from, to in
        Row(from: from, to: to, blocks: [], wasSelf: false)
      }, at: first)
    return moved
  }

  /// Whether recorded pairs are what a branch must be.
  func holds(_ recorded: [String], for branch: String) -> Bool {
    var pairs = recorded
    if name == "generic" { pairs = Self.countedOnce(pairs) }
    return Self.matches(pairs[...], parts(of: branch)[...])
  }

  private static func matches(_ pairs: ArraySlice<String>, _ parts: ArraySlice<Part>) -> Bool {
    switch parts.first {
    case nil: return pairs.isEmpty
    case .pair(let pair)?:
      return pairs.first == pair && matches(pairs.dropFirst(), parts.dropFirst())
    case .loop(let turn)?:
      guard pairs.starts(with: turn) else { return false }
      let rest = pairs.dropFirst(turn.count)
      return matches(rest, parts) || matches(rest, parts.dropFirst())
    }
  }

  /// A request and its answer that follow themselves at once count once.
  private static func countedOnce(_ pairs: [String]) -> [String] {
    var counted: [String] = []
    for pair in pairs {
      counted.append(pair)
      let last = counted.suffix(4)
      if last.count == 4, Array(last.prefix(2)) == Array(last.suffix(2)) { counted.removeLast(2) }
    }
    return counted
  }
}

extension DrawnDiagram.Row {
  fileprivate func isInBlock(_ kind: String) -> Bool {
    blocks.contains { $0 == kind || $0.hasPrefix(kind + " ") }
  }
}
