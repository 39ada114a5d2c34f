import WebAuthnModel
import WireModel

/// What has to happen outside the store because of a commit: rows that are stored with it.
///
/// A row is leased for one try, and only the newest lease on it may write what came of its try.
/// Rows of a line are run one after the other, the one that is due first before the others.
enum Outbox {
  /// Puts a job in, once for each id.
  ///
  /// - Parameters:
  ///   - kind: The kind that runs it.
  ///   - id: The row's id; a second job of the same id is not put in.
  ///   - content: What the kind needs to know.
  ///   - line: The line of its kind in which it waits its turn; nil where order does not matter.
  ///   - due: When it is tried first, or where it is leased at once when that lease ends.
  ///   - token: That of the lease under which whoever puts it in runs it first.
  ///   - transaction: The transaction of what it follows from.
  /// - Throws: ``StoreError``.
  static func put(
    _ kind: JobName, id: String, _ content: JSONObject, line: String? = nil, due: Timestamp,
    leased token: [UInt8]? = nil, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO outbox (id, kind, content, due_at, attempts, lease, line)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(id), .text(kind.text),
        .text(String(decoding: JSONValue.object(content).serialized(), as: UTF8.self)),
        .integer(due.milliseconds), .integer(token == nil ? 0 : 1), SQLValue(token),
        SQLValue(line.map { "\(kind):\($0)" }),
      ])
  }

  /// The kinds of which a job can be leased now, those that nothing here runs among them.
  static func dueKinds(at now: Timestamp, in transaction: any ReadTransaction) throws -> [JobName] {
    var kinds: [JobName] = []
    var last = ""
    // From name to name, since rows that are done stay for a day.
    while let name = try transaction.row(
      "SELECT min(kind) FROM outbox WHERE kind > ?", [.text(last)])?.optionalText(0)
    {
      let due = try transaction.row(
        "SELECT 1 FROM outbox WHERE \(canBeLeased) LIMIT 1", arguments(name, now))
      if due != nil { kinds.append(JobName(name)) }
      last = name
    }
    return kinds
  }

  /// Leases jobs of one kind that are due, the longest due first and one of each line.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - most: How many at most.
  ///   - end: When the leases end, and another worker may take the jobs.
  ///   - token: What the rows are to hold.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Returns: The jobs; there can be more of other lines.
  /// - Throws: ``StoreError``.
  static func lease(
    _ kind: JobName, most: Int, until end: Timestamp, _ token: [UInt8], at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> [LeasedJob] {
    let rows = try transaction.rows(
      """
      SELECT id, content, attempts, line FROM outbox WHERE \(canBeLeased)
      ORDER BY due_at LIMIT ?
      """, arguments(kind.text, now) + [SQLValue(most)])
    var lines: Set<String> = []
    var jobs: [LeasedJob] = []
    for row in rows {
      if let line = try row.optionalText(3), !lines.insert(line).inserted { continue }
      let (id, attempts) = (try row.text(0), try row.integer(2))
      let taken = try transaction.execute(
        """
        UPDATE outbox SET lease = ?, attempts = attempts + 1, due_at = ?
        WHERE id = ? AND attempts = ? AND done_at IS NULL
        """, [.blob(token), .integer(end.milliseconds), .text(id), .integer(attempts)])
      guard taken == 1 else { continue }
      jobs.append(
        LeasedJob(
          lease: JobLease(job: id, token: token, attempts: attempts + 1), kind: kind,
          content: try row.text(1)))
    }
    return jobs
  }

  /// Writes what came of a try, unless its lease was lost: then nothing is written.
  ///
  /// - Returns: Whether the lease was held.
  static func settle(
    _ lease: JobLease, _ result: JobResult, _ terms: JobTerms, at now: Timestamp, chance: UInt8,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    var (dueAt, doneAt, givenUpAt) = (now.milliseconds, now.milliseconds as Int64?, nil as Int64?)
    switch result.verdict.outlook(afterTries: lease.attempts, terms.end) {
    case .done: break
    case .again:
      dueAt += terms.pace.backoff.milliseconds(afterAttempts: lease.attempts, chance: chance)
      doneAt = nil
    case .givenUp:
      if case .kept = terms.end { givenUpAt = doneAt }
    }
    let held = try transaction.execute(
      """
      UPDATE outbox SET lease = NULL, due_at = ?, done_at = ?, given_up_at = ?
      WHERE id = ? AND lease = ? AND done_at IS NULL
      """,
      [
        .integer(dueAt), SQLValue(doneAt), SQLValue(givenUpAt), .text(lease.job),
        .blob(lease.token),
      ])
    guard held == 1 else { return false }
    try result.booking?(transaction, now)
    return true
  }

  /// Due, and no other job of its line is leased by a lease that still lasts.
  static let canBeLeased = """
    kind = ? AND done_at IS NULL AND due_at <= ? AND (line IS NULL OR NOT EXISTS (
      SELECT 1 FROM outbox AS other WHERE other.line = outbox.line AND other.done_at IS NULL
        AND other.lease IS NOT NULL AND other.due_at > ?))
    """

  private static func arguments(_ kind: String, _ now: Timestamp) -> [SQLValue] {
    [.text(kind), .integer(now.milliseconds), .integer(now.milliseconds)]
  }
}
