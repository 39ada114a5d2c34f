import WebAuthnModel
import WireModel

/// The lane of the audit log that names all the others.
///
/// Its first row is the beginning of the log. A lane that begins has a row, and before it the ends
/// of the others have theirs. So have each pruning of a lane, and each key that takes the place of
/// another. It is never pruned. So a lane that somebody removed is missed, and so is an end of one.
/// Rows at the beginning of a lane are missing only where a row under the keyring says so.
enum AuditRegistry {
  /// The name of the lane.
  ///
  /// It sorts before the names of writers' lanes, which are longer.
  static let lane: [UInt8] = [0]

  /// A row of the registry.
  enum Entry: Hashable {
    /// The log of a store begins; again where the store was in use already, so that rows from then
    /// are gone.
    case began(again: Bool, store: Int64?)
    /// A lane begins.
    case started([UInt8])
    /// A key takes the place of another; the row is under both.
    case keyChanged(from: UInt8)
    /// No server goes on any more under a key that was replaced.
    case keyOver
    /// An end that a lane had.
    case kept(AuditLaneHead)
    /// The rows of a lane up to this one may be gone: an export holds them.
    case pruned(AuditLaneHead)
  }

  /// Enters a lane whose first row is about to be written.
  ///
  /// The ends of all other lanes are named first, so that no lane that ended loses rows unseen. A
  /// keyring with a newer key than the registry's is taken up here. The change is a row under both
  /// keys, and all ends follow under the new one. So whoever has the old key changes nothing from
  /// before.
  ///
  /// - Throws: ``StoreError``, also if the keyring was rotated more than a day ago and the server
  ///   goes on with the older one.
  static func enter(
    _ lane: [UInt8], by trail: AuditTrail, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try begin(by: trail, at: now, in: transaction)
    var writer = try Writer(trail, now, transaction)
    if try takeUpKey(&writer) { try keepEnds(&writer) }
    try writer.write("audit_lane_started", ["lane": text(lane)])
  }

  /// Begins the log of a store that has none: with its first row, or the number that it gets.
  ///
  /// The first row vouches for the number: whoever changes it in the settings leads no server away
  /// from the store's restore mark.
  ///
  /// - Parameters:
  ///   - trail: The writer of the row.
  ///   - drawn: The number of a store that has none; nil to draw it here.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  static func begin(
    by trail: AuditTrail, numbering drawn: Int64? = nil, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    var writer = try Writer(trail, now, transaction)
    guard writer.head.sequence == 0 else { return }
    let again = try isInUse(apartFrom: now, in: transaction)
    let number =
      try StoreSetting.storeID.read(in: transaction) ?? drawn ?? Int64.random(in: 1 ... .max)
    try writer.write("audit_log_began", ["again": .bool(again), "store": .string("\(number)")])
    try StoreSetting.auditBegan.write(now.milliseconds, in: transaction)
  }

  /// Says up to which rows an export holds lanes, before their rows are removed.
  ///
  /// - Parameters:
  ///   - ends: The last row of each lane that goes.
  ///   - trail: The writer of the rows.
  ///   - now: The present moment.
  ///   - transaction: The transaction, whose lane has entered.
  /// - Throws: ``StoreError``.
  static func notePruning(
    upTo ends: [AuditLaneHead], by trail: AuditTrail, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    var writer = try Writer(trail, now, transaction)
    for end in ends { try writer.write("audit_lane_pruned", details(of: end)) }
  }

  /// Has the writer's lane name the ends of the other lanes that have moved, the registry's among
  /// them.
  ///
  /// So neither the end of the registry nor that of a lane goes unseen while this lane stays.
  ///
  /// - Parameters:
  ///   - known: The sequences that the lane named last; nil at a server's first look.
  ///   - trail: The writer of the row.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Returns: The sequences that are named now.
  /// - Throws: ``StoreError``.
  static func noteEnds(
    after known: [[UInt8]: Int64]?, by trail: AuditTrail, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> [[UInt8]: Int64] {
    try endReplacedKeys(by: trail, at: now, in: transaction)
    var named = try known ?? keptEnds(under: nil, by: trail.keyring, in: transaction).ends
    let own = transaction.auditLane.lane
    var moved: [AuditLaneHead] = []
    for end in try AuditLanes.heads(in: transaction) where end.lane != own {
      // The beginning of the log is missed without being named.
      let last = named[end.lane] ?? (end.lane == lane ? 1 : 0)
      guard end.sequence > last else { continue }
      // Else two servers would have something new to name of each other for ever.
      if try end.sequence == last + 1 && isNoting(end, by: trail.keyring, in: transaction) {
        continue
      }
      named[end.lane] = end.sequence
      moved.append(end)
    }
    guard !moved.isEmpty else { return named }
    try trail.append(
      AuditEvent(
        noted, subjectText: "service",
        ["ends": .array(moved.map { .object(details(of: $0)) })]), at: now, in: transaction)
    return named
  }

  /// The kind of a row, in any lane, that names ends of other lanes.
  static let noted = "audit_ends_noted"

  private static func isNoting(
    _ end: AuditLaneHead, by keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> Bool {
    let rows = try AuditLanes.rows(
      of: end.lane, after: end.sequence - 1, atMost: 1, in: transaction)
    return rows.first.map { $0.row.kind == noted && $0.isMade(by: keyring) } ?? false
  }

  /// Appends rows to the registry.
  private struct Writer {
    let trail: AuditTrail
    let now: Timestamp
    let transaction: any WriteTransaction
    private(set) var head: AuditLaneHead

    init(_ trail: AuditTrail, _ now: Timestamp, _ transaction: any WriteTransaction) throws {
      (self.trail, self.now, self.transaction) = (trail, now, transaction)
      head = try AuditLanes.head(of: AuditRegistry.lane, in: transaction)
    }

    mutating func write(
      _ kind: String, _ details: JSONObject, signedAlsoBy former: UInt8? = nil
    ) throws {
      head = try trail.write(
        AuditEvent(kind, subjectText: "service", details), after: head, at: now,
        signedAlsoBy: former, in: transaction)
    }
  }

  /// Tells if a store is in use: without a registry, its log was removed.
  ///
  /// A store gets its number, and what people and hosts have in it, together with rows of the log.
  ///
  /// - Parameters:
  ///   - now: The moment whose first row is being written; nil if none is.
  ///   - transaction: The transaction.
  /// - Returns: True if it is.
  /// - Throws: ``StoreError``.
  static func isInUse(
    apartFrom now: Timestamp? = nil, in transaction: any ReadTransaction
  ) throws -> Bool {
    for setting in [StoreSetting.auditBegan, .storeID, .clockSeen, .runMark, .restored]
    where try setting.read(in: transaction) != nil {
      return true
    }
    return try transaction.row("SELECT 1 FROM audit LIMIT 1") != nil
      || hasContent(
        apartFrom: now.map { $0.milliseconds...$0.milliseconds }, in: transaction)
  }

  /// Tells if a store has accounts, service keys, or hosts beside those of the tables' making,
  /// which are of the moment 0.
  ///
  /// - Parameters:
  ///   - moments: Milliseconds; what was made in them does not count.
  ///   - transaction: The transaction.
  /// - Returns: True if it has.
  /// - Throws: ``StoreError``.
  static func hasContent(
    apartFrom moments: ClosedRange<Int64>?, in transaction: any ReadTransaction
  ) throws -> Bool {
    let span = [SQLValue.integer(moments?.lowerBound ?? -1), .integer(moments?.upperBound ?? -1)]
    return try transaction.row(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM accounts WHERE created_at NOT BETWEEN ? AND ?)
        OR EXISTS (SELECT 1 FROM service_keys WHERE created_at NOT BETWEEN ? AND ?)
        OR EXISTS (
          SELECT 1 FROM hosts WHERE created_at <> 0 AND created_at NOT BETWEEN ? AND ?)
      """, span + span + span) != nil
  }

  // MARK: Ends

  /// Names the end of each lane that has come further than was named under the writer's key.
  private static func keepEnds(_ writer: inout Writer) throws {
    let key = Int64(writer.trail.keyring.newestNumber(.auditChain))
    let known = try keptEnds(
      under: key, by: writer.trail.keyring, in: writer.transaction)
    for end in try AuditLanes.heads(in: writer.transaction)
    where end.lane != lane && end.sequence > known.ends[end.lane] ?? 0 {
      // In a registry that is not whole a lane's own row may be hidden.
      guard known.begun?.contains(end.lane) ?? true else { continue }
      try writer.write("audit_lane_kept", details(of: end))
    }
  }

  /// The lanes that have begun, and the ends of lanes that were named under a key; nil for any.
  ///
  /// A row that is not what the keyring made in this place names nothing, nor does one after it:
  /// somebody could put another there while a server starts, so that it leaves ends unnamed.
  ///
  /// - Returns: The ends, and the lanes; nil for these where the registry is not whole.
  private static func keptEnds(
    under key: Int64?, by keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> (begun: Set<[UInt8]>?, ends: [[UInt8]: Int64]) {
    var (registry, ends): (RegistryWalk, [[UInt8]: Int64]) = (RegistryWalk(codes: keyring), [:])
    let (_, fault) = try AuditLanes.walk(lane, in: transaction) { row in
      if let fault = registry.take(row) { return fault }
      if case .kept(let end)? = entry(row.row), key ?? row.row.key == row.row.key {
        ends[end.lane] = max(ends[end.lane] ?? 0, end.sequence)
      }
      return nil
    }
    return (fault == nil ? registry.lanes : nil, ends)
  }

  // MARK: Keys

  /// The key that the registry is under.
  private struct CurrentKey {
    let number: UInt8
    /// The moment from which it is; nil for the first one.
    let since: Timestamp?
    /// True once no server goes on under the keys from before.
    let isAlone: Bool

    /// True if servers that were not started again since may still go on under an older one.
    func isNew(at now: Timestamp) -> Bool {
      since.map { now <= $0.adding(seconds: Keyring.restartSeconds) } ?? false
    }
  }

  /// Takes up a newer key of the writer's keyring.
  ///
  /// - Returns: False for a server that goes on under a replaced key: it names nothing.
  private static func takeUpKey(_ writer: inout Writer) throws -> Bool {
    let keyring = writer.trail.keyring
    let own = keyring.newestNumber(.auditChain)
    guard let used = try currentKey(of: keyring, in: writer.transaction), used.number != own else {
      return true
    }
    if keyring.keys(.auditChain).contains(where: { $0.number == used.number }) {
      try writer.write(
        "audit_key_changed", ["from": .integer(Int64(used.number))], signedAlsoBy: used.number)
      return true
    }
    if let since = used.since, !used.isNew(at: writer.now) {
      throw StoreError(
        code: .failed,
        reason:
          "the keyring was rotated at \(since.rfc3339), and this server goes on with the one from "
          + "before: start it again with the new one")
    }
    return false
  }

  /// Ends the use of replaced keys, once the day is over in which servers start again.
  ///
  /// A server under the new key does so while it runs. From then on whoever has an old key adds
  /// nothing with it, whatever date it bears.
  private static func endReplacedKeys(
    by trail: AuditTrail, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let used = try currentKey(of: trail.keyring, in: transaction), used.since != nil,
      used.number == trail.keyring.newestNumber(.auditChain), !used.isAlone, !used.isNew(at: now)
    else { return }
    var writer = try Writer(trail, now, transaction)
    try keepEnds(&writer)
    try writer.write("audit_key_over", [:])
  }

  /// The key that the registry is under; nil where its rows do not tell.
  ///
  /// Rows that the keyring did not make were written by somebody else, and change nothing.
  private static func currentKey(
    of keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> CurrentKey? {
    var isAlone = false
    let changes = try transaction.rows(
      """
      \(AuditRecord.columns)
      WHERE lane = ? AND kind IN ('audit_key_changed', 'audit_key_over') ORDER BY sequence DESC
      """, [.blob(lane)])
    for stored in changes {
      let row = try StoredAuditRow(stored)
      guard row.isMade(by: keyring), let number = UInt8(exactly: row.row.key) else { continue }
      if case .keyChanged? = entry(row.row) {
        return CurrentKey(number: number, since: row.row.at, isAlone: isAlone)
      }
      isAlone = true
    }
    let first = try AuditLanes.rows(of: lane, after: nil, atMost: 1, in: transaction).first
    guard let first, first.isMade(by: keyring) else { return nil }
    return UInt8(exactly: first.row.key).map {
      CurrentKey(number: $0, since: nil, isAlone: true)
    }
  }

  /// Tells if a keyring made the beginning of a store's log, or there is none yet.
  static func isMade(by keyring: Keyring, in transaction: any ReadTransaction) throws -> Bool {
    try AuditLanes.rows(of: lane, after: nil, atMost: 1, in: transaction).first?
      .isMade(by: keyring) ?? true
  }

  /// The number of the store that the beginning of its log tells; nil where the keyring has made no
  /// beginning with one.
  static func storeNumber(
    by keyring: Keyring, in transaction: any ReadTransaction
  ) throws -> Int64? {
    let first = try AuditLanes.rows(of: lane, after: nil, atMost: 1, in: transaction).first
    guard let first, first.isMade(by: keyring), case .began(_, let store)? = entry(first.row) else {
      return nil
    }
    return store
  }

  // MARK: Rows

  /// Reads what a row of the registry says; nil for a row that is none.
  static func entry(_ row: AuditRow) -> Entry? {
    guard case .object(let details)? = try? JSONValue(parsing: Array(row.details.utf8)) else {
      return nil
    }
    switch row.kind {
    case "audit_log_began":
      guard case .bool(let again)? = details["again"] else { return nil }
      guard case .string(let store)? = details["store"] else {
        return .began(again: again, store: nil)
      }
      return .began(again: again, store: Int64(store))
    case "audit_lane_started": return lane(of: details).map(Entry.started)
    case "audit_key_changed":
      guard case .integer(let number)? = details["from"], let from = UInt8(exactly: number) else {
        return nil
      }
      return .keyChanged(from: from)
    case "audit_key_over": return .keyOver
    case "audit_lane_kept": return Self.head(of: details).map(Entry.kept)
    case "audit_lane_pruned": return Self.head(of: details).map(Entry.pruned)
    default: return nil
    }
  }

  /// The ends that a row of another lane names.
  static func ends(namedBy row: AuditRow) -> [AuditLaneHead] {
    guard row.kind == noted,
      case .object(let details)? = try? JSONValue(parsing: Array(row.details.utf8)),
      case .array(let ends)? = details["ends"]
    else { return [] }
    return ends.compactMap { end in
      if case .object(let object) = end { head(of: object) } else { nil }
    }
  }

  private static func details(of head: AuditLaneHead) -> JSONObject {
    ["lane": text(head.lane), "sequence": .integer(head.sequence), "hash": text(head.hash)]
  }

  private static func lane(of details: JSONObject) -> [UInt8]? { bytes(details["lane"]) }

  private static func head(of details: JSONObject) -> AuditLaneHead? {
    guard let lane = lane(of: details), case .integer(let sequence)? = details["sequence"],
      let hash = bytes(details["hash"])
    else { return nil }
    return AuditLaneHead(lane: lane, sequence: sequence, hash: hash)
  }

  private static func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    guard case .string(let text)? = value else { return nil }
    return Base64URL.decode(text)
  }
}
