import WebAuthnModel
public import WireModel

extension Service {
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
      try await noteLook("audit_read", by: host, at: clock.now())
      return try await store.read { transaction in
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
      let newest = try await store.rows(
        "SELECT max(sequence) FROM audit WHERE lane = ?", [.blob(lane)]
      ).first?.optionalInteger(0)
      try await noteLook("audit_read", by: host, at: clock.now(), ["lane": .string(name)])
      let rows = try await store.rows(
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
