package import WebAuthnModel

/// The work that has to happen outside the store because of a commit: rows that are stored with it.
///
/// A row is leased for one try, and only the newest lease on it may write what came of its try.
/// Rows of a line are run one after the other, the one that is due first before the others. Rows of
/// one target share its places, so that a target that is slow takes none from another.
package enum Outbox {
  /// Puts a job in, once for each id.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - due: When it is tried first, or where it is leased at once when that lease ends.
  ///   - now: The present moment; nil where it is due at once.
  ///   - token: That of the lease under which whoever puts it in runs it first.
  ///   - transaction: The transaction of its cause.
  /// - Throws: ``StoreError``.
  static func put(
    _ job: NewJob, due: Timestamp, at now: Timestamp? = nil, leased token: [UInt8]? = nil,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      """
      INSERT INTO outbox (id, kind, content, due_at, attempts, lease, line, target, put_at, trace)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(job.id), .text(job.kind.text), try sealed(job.content, job.id, in: transaction),
        .integer(due.milliseconds), .integer(token == nil ? 0 : 1), SQLValue(token),
        SQLValue(try job.line.map { try line("\(job.kind):\($0)", in: transaction) }),
        .text(job.target), .integer((now ?? due).milliseconds),
        SQLValue(TraceContext.current?.description),
      ])
  }

  /// The content of a job as it is stored: sealed by the keyring, since not every job is of an
  /// account, and none is kept long.
  package static func sealed(
    _ content: String, _ id: String, in transaction: any ReadTransaction
  ) throws -> SQLValue {
    try transaction.seals.deployment.seal(content, at: place(id))
  }

  private static func content(
    _ sealed: [UInt8], _ id: String, in transaction: any ReadTransaction
  ) throws -> String {
    try transaction.seals.deployment.text(sealed, at: place(id))
  }

  /// The jobs of kinds that were put in, whatever became of them.
  package static func jobs(
    of kinds: [JobName], in transaction: any ReadTransaction
  ) throws -> [PutJob] {
    let names = kinds.map { SQLValue.text($0.text) }
    return try transaction.rows(
      """
      SELECT id, content, done_at IS NULL OR given_up_at IS NOT NULL FROM outbox
      WHERE kind IN (\(names.placeholders))
      """, names
    ).map { row in
      let id = try row.text(0)
      let opened = try content(try row.blob(1), id, in: transaction)
      return PutJob(
        id: id, content: try JSONValue(parsing: Array(opened.utf8)), isOpen: try row.flag(2))
    }
  }

  /// A line as it is stored: it can be an address, and is only compared.
  static func line(_ text: String, in transaction: any ReadTransaction) throws -> String {
    Base64URL.encode(try transaction.seals.deployment.hash(Array(text.utf8)))
  }

  static func place(_ id: String) -> SealedPlace {
    SealedPlace("outbox.content", of: id)
  }

  /// The targets with a job that can be leased now, the one that has waited longest first.
  ///
  /// Those of kinds that nothing here runs are among them.
  static func dueTargets(
    at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [JobTarget] {
    var found: [(target: JobTarget, due: Int64)] = []
    var last = JobTarget(kind: JobName(""), name: "")
    // From target to target, not from row to row: a hanging target can have many waiting jobs.
    while let row = try transaction.row(
      """
      SELECT kind, target FROM outbox
      WHERE done_at IS NULL AND (kind, target) > (?, ?) ORDER BY kind, target LIMIT 1
      """, [.text(last.kind.text), .text(last.name)])
    {
      last = JobTarget(kind: JobName(try row.text(0)), name: try row.text(1))
      let first = try transaction.row(
        "SELECT due_at FROM outbox WHERE \(canBeLeased) ORDER BY due_at LIMIT 1",
        arguments(last, now))
      if let first { found.append((last, try first.integer(0))) }
    }
    return found.sorted { $0.due < $1.due }.map(\.target)
  }

  /// Leases jobs of one target that are due, the longest due first and one of each line.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - most: How many at most.
  ///   - end: When the leases end, and another worker may take the jobs.
  ///   - token: What the rows are to hold.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Returns: The jobs; there can be more of other lines.
  /// - Throws: ``StoreError``.
  static func lease(
    _ target: JobTarget, most: Int, until end: Timestamp, _ token: [UInt8], at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> [LeasedJob] {
    let rows = try transaction.rows(
      """
      SELECT id, content, attempts, line, trace FROM outbox WHERE \(canBeLeased)
      ORDER BY due_at LIMIT ?
      """, arguments(target, now) + [SQLValue(most)])
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
          lease: JobLease(job: id, token: token, attempts: attempts + 1, end: end),
          target: target,
          content: Result { try content(try row.blob(1), id, in: transaction) },
          trace: try row.optionalText(4).flatMap(TraceContext.init(traceparent:))))
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
    kind = ? AND target = ? AND done_at IS NULL AND due_at <= ? AND (line IS NULL OR NOT EXISTS (
      SELECT 1 FROM outbox AS other WHERE other.line = outbox.line AND other.done_at IS NULL
        AND other.lease IS NOT NULL AND other.due_at > ?))
    """

  private static func arguments(_ target: JobTarget, _ now: Timestamp) -> [SQLValue] {
    [
      .text(target.kind.text), .text(target.name), .integer(now.milliseconds),
      .integer(now.milliseconds),
    ]
  }
}

/// A job that was put in.
package struct PutJob: Sendable {
  let id: String
  /// The content for its kind.
  package let content: JSONValue
  /// True until it is done, or while an administrator may retry it.
  let isOpen: Bool
}
