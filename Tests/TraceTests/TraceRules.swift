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
///
/// Each recorded row must also say what its drawn row says, in the words of ``TraceWords``.
struct DrawnDiagram {
  struct Row: Equatable {
    var from: String
    var to: String
    let text: String
    let blocks: [String]
    let wasSelf: Bool
  }

  /// A row of a recorded run.
  struct Recorded: Equatable {
    let from: String
    let to: String
    let text: String

    var pair: String { "\(from) → \(to)" }
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
      return Row(
        from: from, to: to, text: try row.string("text"), blocks: blocks, wasSelf: from == to)
    }
  }

  /// Rows that must follow each other; those of a loop once or more.
  enum Part: Equatable {
    case row(Row)
    case loop([Row])
  }

  /// What a run of a branch must be.
  func parts(of branch: String) -> [Part] {
    var parts: [Part] = []
    var loop: [Row] = []
    for row in readingMoved(behindNavigator(taken(by: branch))) {
      if row.blocks.contains("loop") {
        loop.append(row)
        continue
      }
      if !loop.isEmpty { parts.append(.loop(loop)) }
      loop = []
      parts.append(.row(row))
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
      contentsOf: rows.filter(isReading).map { row in
        let isQuestion = row.from == "Module"
        return Row(
          from: isQuestion ? "MFACTX" : "SC", to: isQuestion ? "SC" : "MFACTX", text: row.text,
          blocks: [], wasSelf: false)
      }, at: first)
    return moved
  }

  /// Whether recorded rows are what a branch must be, and say what it says.
  func holds(_ recorded: [Recorded], for branch: String) -> Bool {
    let rows = name == "generic" ? Self.countedOnce(recorded) : recorded
    let words = TraceWords(diagram: name, branch: branch)
    return Self.matches(rows[...], parts(of: branch)[...], words)
  }

  private static func matches(
    _ rows: ArraySlice<Recorded>, _ parts: ArraySlice<Part>, _ words: TraceWords
  ) -> Bool {
    switch parts.first {
    case nil: return rows.isEmpty
    case .row(let drawn)?:
      return rows.first.map { words.says($0, drawn) } == true
        && matches(rows.dropFirst(), parts.dropFirst(), words)
    case .loop(let turn)?:
      let taken = rows.prefix(turn.count)
      guard taken.count == turn.count, zip(taken, turn).allSatisfy(words.says),
        words.areOneTurn(taken.map(\.text))
      else { return false }
      let rest = rows.dropFirst(turn.count)
      return matches(rest, parts, words) || matches(rest, parts.dropFirst(), words)
    }
  }

  /// A request and its answer that follow themselves at once count once.
  private static func countedOnce(_ rows: [Recorded]) -> [Recorded] {
    var counted: [Recorded] = []
    for row in rows {
      counted.append(row)
      let last = counted.suffix(4).map(\.pair)
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
