/// A wait that the store holds as a moment.
///
/// Every wait of a person is one of the list in ``StoredWaits``: a clock that jumps moves them all,
/// and a restored backup begins them anew.
struct StoredWait: Sendable {
  /// The moment that is stored.
  enum Form: Sendable {
    /// The wait's end, in a column; nobody knows its beginning.
    case until(column: String)
    /// The wait's end, in a column, and its length in seconds, in another one.
    case lasting(column: String, seconds: String)
  }

  /// The table; its `account_id`, where it has one, says whose wait it is.
  let table: String
  let form: Form
  /// The rows that wait, as SQL; those past their end need not be left out.
  let waiting: String
  /// The column that moves with the wait.
  fileprivate var column: String {
    switch form {
    case .until(let column), .lasting(let column, seconds: _): column
    }
  }
}

/// All waits of a store.
struct StoredWaits: Sendable {
  let all: [StoredWait]

  init() {
    all = [
      StoredWait(
        table: "waits", form: .lasting(column: "ends_at", seconds: "seconds"),
        waiting: "stopped_at IS NULL"),
      StoredWait(
        table: "attempts", form: .until(column: "penalised_until"), waiting: "1 = 1"),
      StoredWait(
        table: "phones", form: .until(column: "trusted_at"), waiting: "number IS NOT NULL"),
      StoredWait(
        table: "suspended_phones", form: .until(column: "trusted_at"), waiting: "1 = 1"),
    ]
  }

  /// Moves every wait that ran at a moment by so much later.
  func move(
    byMilliseconds distance: Int64, runningAt moment: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    for wait in all {
      try transaction.execute(
        """
        UPDATE \(wait.table) SET \(wait.column) = \(wait.column) + ?
        WHERE \(wait.waiting) AND \(wait.column) > ?
        """,
        [.integer(distance), .integer(moment.milliseconds)])
    }
  }

  /// Begins every wait that ran at a moment anew.
  func restart(
    runningAt moment: Timestamp, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    for wait in all {
      let (change, arguments): (String, [SQLValue]) =
        switch wait.form {
        case .lasting(let column, let seconds):
          ("\(column) = ? + 1000 * \(seconds)", [.moment(now)])
        // What was left of it when it was seen last.
        case .until(let column):
          ("\(column) = ? + \(column) - ?", [now, moment].map(SQLValue.moment))
        }
      try transaction.execute(
        "UPDATE \(wait.table) SET \(change) WHERE \(wait.waiting) AND \(wait.column) > ?",
        arguments + [.integer(moment.milliseconds)])
    }
  }

  /// Tells if a wait runs that an account's person was told of and can stop.
  func run(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      """
      SELECT 1 FROM waits WHERE account_id = ? AND stopped_at IS NULL
        AND (reason <> 'maker' OR seconds > 0) AND (ends_at IS NULL OR ends_at > ?) LIMIT 1
      """, [.text(account.text), .integer(now.milliseconds)]) != nil
  }
}

extension SQLValue {
  fileprivate static func moment(_ moment: Timestamp) -> SQLValue { .integer(moment.milliseconds) }
}
