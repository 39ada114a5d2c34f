/// A wait that the store holds as a moment.
///
/// Every wait in which a person can stop something, or is kept from something, is one of the list
/// in ``StoredWaits``: a clock that jumps moves them all, and a restored backup begins them anew.
struct StoredWait: Sendable {
  /// The moment that is stored.
  enum Form: Sendable {
    /// The wait's end, in a column; its beginning is in another one.
    case ending(column: String, begun: String)
    /// The wait's end, in a column; nobody knows its beginning.
    case until(column: String)
    /// The wait's beginning, in a column, and its length.
    case since(column: String, seconds: Int64)
  }

  /// The table; its `account_id`, where it has one, says whose wait it is.
  let table: String
  let form: Form
  /// The rows that wait, as SQL; those past their end need not be left out.
  let waiting: String
  /// Whether the wait is one that a notice announces: the person can stop it.
  let isAnnounced: Bool

  /// The column that moves with the wait.
  fileprivate var column: String {
    switch form {
    case .ending(let column, begun: _), .until(let column), .since(let column, seconds: _): column
    }
  }

  /// Milliseconds from the column's moment to the wait's end.
  fileprivate var lengthMilliseconds: Int64 {
    if case .since(_, let seconds) = form { seconds * 1000 } else { 0 }
  }
}

/// All waits of a store.
struct StoredWaits: Sendable {
  let all: [StoredWait]

  init(_ policy: ServicePolicy) {
    all = [
      StoredWait(
        table: "recoveries", form: .ending(column: "ready_at", begun: "requested_at"),
        waiting: "completed_at IS NULL", isAnnounced: true),
      StoredWait(
        table: "recoveries",
        form: .since(column: "completed_at", seconds: policy.recovery.limitSeconds),
        waiting: "completed_at IS NOT NULL", isAnnounced: false),
      StoredWait(
        table: "attempts", form: .until(column: "penalised_until"), waiting: "1 = 1",
        isAnnounced: false),
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
        [.integer(distance), .integer(moment.milliseconds - wait.lengthMilliseconds)])
    }
  }

  /// Begins every wait that ran at a moment anew.
  func restart(
    runningAt moment: Timestamp, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    for wait in all {
      let (change, arguments): (String, [SQLValue]) =
        switch wait.form {
        case .ending(let column, let begun):
          ("\(column) = ? + \(column) - \(begun), \(begun) = ?", [now, now].map(SQLValue.moment))
        // What was left of it when it was seen last.
        case .until(let column):
          ("\(column) = ? + \(column) - ?", [now, moment].map(SQLValue.moment))
        case .since(let column, seconds: _): ("\(column) = ?", [.moment(now)])
        }
      try transaction.execute(
        "UPDATE \(wait.table) SET \(change) WHERE \(wait.waiting) AND \(wait.column) > ?",
        arguments + [.integer(moment.milliseconds - wait.lengthMilliseconds)])
    }
  }

  /// Whether a wait runs that an account's person was told of and can stop.
  func run(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    for wait in all where wait.isAnnounced {
      let row = try transaction.row(
        """
        SELECT 1 FROM \(wait.table)
        WHERE account_id = ? AND \(wait.waiting) AND \(wait.column) > ? LIMIT 1
        """, [.text(account.text), .integer(now.milliseconds - wait.lengthMilliseconds)])
      if row != nil { return true }
    }
    return false
  }
}

extension SQLValue {
  fileprivate static func moment(_ moment: Timestamp) -> SQLValue { .integer(moment.milliseconds) }
}
