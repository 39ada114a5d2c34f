import WebAuthnModel
public import WireModel

extension Administration {
  /// The lanes of the audit log, each with its newest row.
  ///
  /// Whoever keeps what is read here elsewhere finds later whether a lane's end was cut off.
  ///
  /// - Parameters:
  ///   - page: Which page; it names a lane.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The page, or `malformed` where it names none.
  /// - Throws: ``StoreError``.
  public func auditLanes(
    _ page: PageRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AuditPage> {
    try await decision {
      let first = try page.after.map { try Self.lane($0, "after") } ?? []
      try await noteLook("audit_read", by: host, at: commands.now())
      return try await commands.read { transaction in
        var last = first
        var rows: [AuditRecord] = []
        // Lane by lane, so that no row between their ends is read.
        while let row = try transaction.row(
          "SELECT lane FROM audit WHERE lane > ? ORDER BY lane LIMIT 1", [.blob(last)])
        {
          guard rows.count < page.limit else {
            return AuditPage(rows: rows, next: rows.last?.lane)
          }
          let lane = try row.blob(0)
          rows += try transaction.rows(
            "\(AuditRecord.columns) WHERE lane = ? ORDER BY sequence DESC LIMIT 1", [.blob(lane)]
          ).map(AuditRecord.init)
          last = lane
        }
        return AuditPage(rows: rows, next: nil)
      }
    }
  }

  /// The rows of a lane, oldest first.
  ///
  /// - Parameters:
  ///   - name: The lane, base64url.
  ///   - page: Which page; it names a sequence.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The page, with no rows where there is no such lane; or `malformed` where lane or
  ///   page is none.
  /// - Throws: ``StoreError``.
  public func auditRows(
    of name: String, _ page: PageRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AuditPage> {
    try await decision {
      guard let after = Int64(page.after ?? "0"), after >= 0 else {
        throw Refusal.unknownPage("after")
      }
      let lane = try Self.lane(name, "lane")
      // Read before the look is noted: else whoever reads row by row the lane that is written now
      // would never come to its end.
      let newest = try await commands.rows(
        "SELECT max(sequence) FROM audit WHERE lane = ?", [.blob(lane)]
      ).first?.optionalInteger(0)
      try await noteLook("audit_read", by: host, at: commands.now(), ["lane": .string(name)])
      let rows = try await commands.rows(
        "\(AuditRecord.columns) WHERE lane = ? AND sequence > ? ORDER BY sequence LIMIT ?",
        [.blob(lane), .integer(after), page.rowsRead]
      ).map(AuditRecord.init)
      let (shown, last) = page.page(of: rows)
      let isBelow = last.map { $0.sequence < newest ?? 0 } ?? false
      return AuditPage(rows: shown, next: isBelow ? last.map { "\($0.sequence)" } : nil)
    }
  }

  private static func lane(_ text: String, _ name: String) throws(Refusal) -> [UInt8] {
    guard let lane = Base64URL.decode(text), (1...64).contains(lane.count) else {
      throw Refusal(.malformed, "\(name): must be a lane as GET /service/audit gives it")
    }
    return lane
  }
}

extension Administration {
  /// Reads the audit log about an account: about itself, and about the codes that strangers
  /// tried for its name.
  ///
  /// The lane that began last comes first, and of a lane the newest row.
  /// No index finds an account's rows: each row would then be written at its account's place too.
  /// One look goes through as many rows of the log as the policy allows, whoever's they are; so a
  /// page can hold fewer rows than it might, or none, and another follow.
  ///
  /// - Parameters:
  ///   - request: Which account, and which page.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The page; or `not_found` where there is no such account, `malformed` where `before`
  ///   is none that a page gave.
  /// - Throws: ``StoreError``.
  public func auditRows(
    about request: AccountAuditRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AuditPage> {
    try await decision {
      let page = try PageRequest(after: request.before, limit: request.limit)
      let place = try page.after.map { try AuditPlace($0) }
      let account = try await noteLook(
        "account_audit_read", at: request.account, by: host, at: commands.now())
      let subjects = [account.id.text, account.userName].flatMap(audit.hiddenSubjects)
      return try await commands.read { [self] transaction in
        let spans = try Self.auditSpans(below: place, in: transaction)
        return try auditPage(page, of: subjects, in: spans, transaction)
      }
    }
  }

  /// The rows of a page, looked for in spans of lanes until it is full or the look is used up.
  private func auditPage(
    _ page: PageRequest, of subjects: [[UInt8]], in spans: [AuditPlace],
    _ transaction: any ReadTransaction
  ) throws -> AuditPage {
    var left = policy.auditRowsPerLook
    var rows: [SQLRow] = []
    for span in spans {
      let oldest = max(1, span.sequence - left)
      rows += try transaction.rows(
        """
        \(AuditRecord.columns)
        WHERE lane = ? AND sequence >= ? AND sequence < ? AND subject IN (\(subjects.placeholders))
        ORDER BY sequence DESC LIMIT ?
        """,
        [.blob(span.lane), .integer(oldest), .integer(span.sequence)]
          + subjects.map(SQLValue.blob) + [page.rowsRead])
      let (shown, last) = page.page(of: rows)
      left -= span.sequence - oldest
      guard last == nil, left > 0 else {
        let next = try last.map(AuditPlace.init) ?? AuditPlace(lane: span.lane, sequence: oldest)
        return AuditPage(rows: try shown.map(AuditRecord.init), next: next.text)
      }
    }
    return AuditPage(rows: try rows.map(AuditRecord.init), next: nil)
  }

  /// The ends of all lanes, the one that began last first, from a place on.
  private static func auditSpans(
    below place: AuditPlace?, in transaction: any ReadTransaction
  ) throws -> [AuditPlace] {
    var lanes: [(start: Int64, end: AuditPlace)] = []
    while let row = try transaction.row(
      "SELECT lane, at FROM audit WHERE lane > ? ORDER BY lane, sequence LIMIT 1",
      [.blob(lanes.last?.end.lane ?? [])])
    {
      let lane = try row.blob(0)
      let newest = try transaction.row(
        "SELECT max(sequence) FROM audit WHERE lane = ?", [.blob(lane)])?.integer(0)
      lanes.append((try row.integer(1), AuditPlace(lane: lane, sequence: (newest ?? 0) + 1)))
    }
    // Stable: lanes of one moment stay in the order of their names.
    let ends = lanes.sorted { $0.start > $1.start }.map(\.end)
    guard let place else { return ends }
    guard let index = ends.firstIndex(where: { $0.lane == place.lane }),
      place.sequence <= ends[index].sequence
    else { throw Refusal.unknownPage("before") }
    return [place] + ends[(index + 1)...]
  }
}

/// A place in the audit log: below it are its lane's rows of smaller sequence, and the lanes that
/// began earlier.
private struct AuditPlace {
  let lane: [UInt8]
  let sequence: Int64

  init(lane: [UInt8], sequence: Int64) {
    self.lane = lane
    self.sequence = sequence
  }

  init(_ row: SQLRow) throws { self.init(lane: try row.blob(0), sequence: try row.integer(1)) }

  init(_ text: String) throws(Refusal) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let lane = Base64URL.decode(String(parts[0])),
      let sequence = Int64(parts[1]), sequence >= 1
    else { throw Refusal.unknownPage("before") }
    self.init(lane: lane, sequence: sequence)
  }

  var text: String { "\(Base64URL.encode(lane)).\(sequence)" }
}

extension AuditRecord {
  static let columns =
    "SELECT lane, sequence, at, kind, subject, details, previous_hash, hash, key, code FROM audit"

  /// Reads what ``columns`` selects.
  init(_ row: SQLRow) throws { self = try StoredAuditRow(row).record }
}
