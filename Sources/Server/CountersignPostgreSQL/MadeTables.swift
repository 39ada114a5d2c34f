import CountersignCore

/// The keys, types and defaults of the tables that steps make, as their statements say them.
///
/// PostgreSQL words a check in another way with each version, but never the columns of a key or a
/// constant.
struct MadeTables {
  /// A key of a table.
  struct Key: Hashable {
    enum Kind: String {
      case primary, unique, foreign
    }

    let kind: Kind
    var columns: [String]
    /// The table to which a foreign key leads; empty for any other one.
    var target = ""
  }

  /// A column's value where a row says none.
  enum Default: Hashable {
    case none
    /// A text, or a number in digits.
    case constant(String)
    /// Anything else that a step may have.
    case other
  }

  /// A table as the steps leave it.
  struct Table {
    var columns: [String: Default] = [:]
    /// The types of columns, as PostgreSQL names them.
    var types: [String: String] = [:]
    var keys: Set<Key> = []
  }

  private(set) var tables: [String: Table] = [:]
  /// The keys that are indexes with a name, and their tables.
  private var namedKeys: [String: (table: String, key: Key)] = [:]

  /// The tables after statements in their order.
  init(after statements: [String]) {
    for statement in statements { apply(Words(statement)) }
  }

  private mutating func apply(_ statement: Words) {
    var words = statement
    if words.skip(["create", "table"]) {
      _ = words.skip(["if", "not", "exists"])
      let name = words.name()
      tables[name] = Table()
      for part in words.parts() { add(part, to: name) }
    } else if words.skip(["create", "unique", "index"]) {
      _ = words.skip(["if", "not", "exists"])
      addIndex(words)
    } else if words.skip(["drop", "table"]) {
      _ = words.skip(["if", "exists"])
      tables[words.name()] = nil
    } else if words.skip(["drop", "index"]) {
      _ = words.skip(["if", "exists"])
      guard let (table, key) = namedKeys.removeValue(forKey: words.name()) else { return }
      tables[table]?.keys.remove(key)
    } else if words.skip(["alter", "table"]) {
      _ = words.skip(["if", "exists"])
      change(words.name(), words)
    }
  }

  private mutating func change(_ table: String, _ change: Words) {
    var words = change
    if words.skip(["rename", "to"]) {
      rename(table, to: words.name())
    } else if words.skip(["rename", "column"]) || words.skip(["rename"]) {
      let old = words.name()
      guard words.skip(["to"]) else { return }
      let new = words.name()
      if let content = tables[table]?.columns.removeValue(forKey: old) {
        tables[table]?.columns[new] = content
      }
      if let type = tables[table]?.types.removeValue(forKey: old) {
        tables[table]?.types[new] = type
      }
      mapKeys { name, key in
        var key = key
        if name == table { key.columns = key.columns.map { $0 == old ? new : $0 } }
        return key
      }
    } else if words.skip(["drop", "column"]) || words.skip(["drop"]) {
      let column = words.name()
      tables[table]?.columns[column] = nil
      tables[table]?.types[column] = nil
      mapKeys { name, key in name == table && key.columns.contains(column) ? nil : key }
    } else if words.skip(["add", "column"]) || words.skip(["add"]) {
      add(words, to: table)
    }
  }

  private mutating func rename(_ table: String, to new: String) {
    tables[new] = tables.removeValue(forKey: table)
    for (index, named) in namedKeys where named.table == table { namedKeys[index]?.table = new }
    mapKeys { _, key in
      var key = key
      if key.target == table { key.target = new }
      return key
    }
  }

  private mutating func mapKeys(_ change: (String, Key) -> Key?) {
    for (name, table) in tables {
      tables[name]?.keys = Set(table.keys.compactMap { change(name, $0) })
    }
    namedKeys = namedKeys.compactMapValues { named in
      change(named.table, named.key).map { (named.table, $0) }
    }
  }

  /// Adds a column, or a key of the whole table.
  private mutating func add(_ part: Words, to table: String) {
    var words = part
    if words.skip(["constraint"]) { _ = words.name() }
    if words.skip(["primary", "key"]) {
      tables[table]?.keys.insert(Key(kind: .primary, columns: words.names()))
    } else if words.skip(["unique"]) {
      tables[table]?.keys.insert(Key(kind: .unique, columns: words.names()))
    } else if words.skip(["foreign", "key"]) {
      let columns = words.names()
      guard words.skip(["references"]) else { return }
      tables[table]?.keys.insert(Key(kind: .foreign, columns: columns, target: words.name()))
    } else if !words.skip(["check"]) {
      let column = words.name()
      tables[table]?.columns[column] = Default.none
      tables[table]?.types[column] = words.type
      addRules(of: column, words, to: table)
    }
  }

  private mutating func addRules(of column: String, _ rules: Words, to table: String) {
    var words = rules
    while !words.isEmpty {
      if words.skip(["primary", "key"]) {
        tables[table]?.keys.insert(Key(kind: .primary, columns: [column]))
      } else if words.skip(["unique"]) {
        tables[table]?.keys.insert(Key(kind: .unique, columns: [column]))
      } else if words.skip(["references"]) {
        let target = words.name()
        tables[table]?.keys.insert(Key(kind: .foreign, columns: [column], target: target))
      } else if words.skip(["default"]) {
        tables[table]?.columns[column] = words.constant().map(Default.constant) ?? .other
      } else {
        // A check, with all that stands in its parentheses.
        words.skipOne()
      }
    }
  }

  /// Adds a unique index on whole columns; one with a condition is no key.
  private mutating func addIndex(_ index: Words) {
    var words = index
    let name = words.name()
    guard words.skip(["on"]) else { return }
    let table = words.name()
    let key = Key(kind: .unique, columns: words.names())
    guard words.isEmpty, !key.columns.isEmpty else { return }
    tables[table]?.keys.insert(key)
    namedKeys[name] = (table, key)
  }
}

extension MadeTables.Default {
  /// The default of a column in PostgreSQL's words, as in `'page'::text`.
  init(words expression: String) {
    var words = Words(expression)
    guard let constant = words.constant(), words.areType else {
      self = .other
      return
    }
    self = .constant(constant)
  }
}

/// The words of a statement that are still to be read.
private struct Words {
  private var rest: ArraySlice<SQLWord>

  init(_ statement: String) {
    let words = SQLWord.all(of: statement).filter { word in
      guard case .sign(let sign) = word else { return true }
      return !sign.hasPrefix("--") && !sign.hasPrefix("/*")
    }
    rest = words[...]
  }

  private init(_ rest: ArraySlice<SQLWord>) { self.rest = rest }

  var isEmpty: Bool { rest.isEmpty }

  /// The type that comes next, as PostgreSQL names it; nil for one that steps do not have.
  var type: String? {
    guard case .plain(let word)? = rest.first else { return nil }
    return ["text": "text", "bigint": "bigint", "blob": "bytea", "bytea": "bytea"][
      word.lowercased()]
  }

  /// True for nothing, and for a type that PostgreSQL names behind a constant.
  ///
  /// Keywords, as `CURRENT_USER`, it writes in capitals.
  var areType: Bool {
    rest.allSatisfy { word in
      switch word {
      case .plain(let text): text == text.lowercased()
      case .sign(let sign): sign == ":"
      case .quoted, .text: false
      }
    }
  }

  /// Takes keywords that come next, all of them or none.
  mutating func skip(_ keywords: [String]) -> Bool {
    let next = rest.prefix(keywords.count).map { word in
      if case .plain(let text) = word { text.lowercased() } else { "" }
    }
    guard next == keywords else { return false }
    rest = rest.dropFirst(keywords.count)
    return true
  }

  /// Takes a name, as PostgreSQL keeps it; empty where none comes next.
  mutating func name() -> String {
    switch rest.popFirst() {
    case .plain(let text): text.lowercased()
    case .quoted(let text): text
    case .text, .sign, nil: ""
    }
  }

  /// Takes names in parentheses; none where it is more than names.
  mutating func names() -> [String] {
    let parts = parts()
    let names = parts.map { part in
      var part = part
      let name = part.name()
      return part.isEmpty ? name : ""
    }
    return names.contains("") ? [] : names
  }

  /// Takes what stands in parentheses, split by its commas.
  mutating func parts() -> [Words] {
    guard rest.first == .sign("(") else { return [] }
    rest.removeFirst()
    var (parts, depth) = ([ArraySlice<SQLWord>()], 0)
    while let word = rest.popFirst() {
      if word == .sign(")"), depth == 0 { break }
      if word == .sign("(") { depth += 1 }
      if word == .sign(")") { depth -= 1 }
      if word == .sign(","), depth == 0 {
        parts.append([])
      } else {
        parts[parts.count - 1].append(word)
      }
    }
    return parts.map(Words.init)
  }

  /// Takes a word, or all that stands in parentheses.
  mutating func skipOne() {
    if rest.first == .sign("(") { _ = parts() } else { _ = rest.popFirst() }
  }

  /// Takes a constant; nil where something else comes next.
  mutating func constant() -> String? {
    var sign = ""
    if rest.first == .sign("-") {
      rest.removeFirst()
      sign = "-"
    }
    switch rest.first {
    case .text(let text) where text.hasPrefix("'") && sign.isEmpty && !text.contains("\\"):
      rest.removeFirst()
      return String(text.dropFirst().dropLast()).replacing("''", with: "'")
    case .plain(let number) where Int64(number) != nil:
      rest.removeFirst()
      return sign + number
    default: return nil
    }
  }
}
