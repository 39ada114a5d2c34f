import WebAuthnModel
import WireModel

/// A fault of the audit log: a row, or the place of one.
public struct AuditFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The lane, base64url.
  public let lane: String
  /// The row's sequence within the lane.
  public let sequence: Int64
  /// The problem of the row.
  public let problem: String

  init(_ lane: [UInt8], _ sequence: Int64, _ problem: String) {
    self.lane = Base64URL.encode(lane)
    self.sequence = sequence
    self.problem = problem
  }

  /// Lane, sequence and problem.
  public var description: String { "lane \(lane), row \(sequence): \(problem)" }
}

/// The contents of the ``AuditRegistry``, as far as its rows were read, and a check of each row.
struct RegistryWalk: Sendable {
  /// A key that another one replaced.
  private struct Replaced: Sendable {
    let at: Timestamp
    let by: Int64
    /// True once a row is more than a day later: no further row is under the replaced key.
    var isOver = false
    var end: Timestamp { at.adding(seconds: Keyring.restartSeconds) }
  }

  /// The ends of a lane that the registry names.
  fileprivate struct Named: Sendable {
    /// The key under which the lane entered.
    let key: Int64
    var hashes: [Int64: [UInt8]] = [:]
    /// The sequence up to which rows may be gone.
    var pruned: Int64 = 0
    /// The sequence that the lane reached at least.
    var kept: Int64 = 0
    /// The sequence that the lane had when its key was replaced.
    var keptByNextKey: Int64 = 0
    /// The sequence with which the use of its key was over; nil while it is not.
    var last: Int64?
  }

  private let codes: Keyring?
  /// The number of the store, as the beginning of its log tells it.
  private(set) var store: Int64?
  private(set) var head = AuditLaneHead(newLane: AuditRegistry.lane)
  private var key: Int64 = 0
  private var replaced: [Int64: Replaced] = [:]
  private var named: [[UInt8]: Named] = [:]
  private var hashes: [[UInt8]] = []
  /// The ends of lanes without a fault, and the rows of lanes that others name.
  private var ends: [[UInt8]: Int64] = [:]
  private var noted: [[UInt8]: Int64] = [:]
  /// The same for rows that a replaced key made after the registry had named the lane's end under
  /// the next one: that key's holder can write them anew.
  private var unkept: Set<AuditLaneHead> = []
  private var notedUnkept: Set<AuditLaneHead> = []

  /// A walk from the registry's first row.
  ///
  /// - Parameter codes: The keys of the rows' codes; nil to look at the hashes alone.
  init(codes: Keyring?) { self.codes = codes }

  /// The lanes that the registry names.
  var lanes: Set<[UInt8]> { Set(named.keys) }

  /// Takes the next row; gives its fault where it has one.
  mutating func take(_ row: StoredAuditRow) -> AuditFault? {
    if let fault = row.fault(after: head) { return fault }
    guard let entry = AuditRegistry.entry(row.row) else {
      return row.fault("says nothing that the registry says")
    }
    var former: Int64?
    if case .keyChanged(let from) = entry { former = Int64(from) }
    if let problem = keyProblem(of: row.row, former) { return row.fault(problem) }
    if let codes, let fault = row.fault(of: codes, former: former) { return fault }
    if let problem = enter(entry, row.row) { return row.fault(problem) }
    for number in replaced.keys where row.row.at > replaced[number]?.end ?? row.row.at {
      replaced[number]?.isOver = true
    }
    head = row.head
    hashes.append(row.hash)
    return nil
  }

  private mutating func keyProblem(of row: AuditRow, _ former: Int64?) -> String? {
    if row.sequence == 1 { key = row.key }
    if let former {
      guard former == key, row.key != key, replaced[row.key] == nil else {
        return "changes another key than the one in use"
      }
      replaced[former] = Replaced(at: row.at, by: row.key)
      key = row.key
      return nil
    }
    if row.key == key { return nil }
    // A server that was not started again yet goes on under the key from before.
    guard let old = replaced[row.key], !old.isOver, row.at <= old.end else {
      return "is under key \(row.key), which is not the one in use"
    }
    guard case .started? = AuditRegistry.entry(row) else {
      return "is under key \(row.key), which was replaced: no more than a lane begins under it"
    }
    return nil
  }

  private mutating func enter(_ entry: AuditRegistry.Entry, _ row: AuditRow) -> String? {
    if case .began(let again, let store) = entry {
      self.store = store
      guard row.sequence == 1 else { return "begins the log once more" }
      return again
        ? "begins the log of a store that was in use already: its rows from then are gone" : nil
    }
    guard row.sequence > 1 else { return "is not the beginning of the log" }
    switch entry {
    case .began, .keyChanged: return nil
    case .keyOver:
      for number in replaced.keys { replaced[number]?.isOver = true }
      for (lane, known) in named where replaced[known.key] != nil && known.last == nil {
        named[lane]?.last = known.kept
      }
    case .started(let lane):
      guard named[lane] == nil, lane != AuditRegistry.lane else { return "begins a lane again" }
      named[lane] = Named(key: row.key)
    case .kept(let end), .pruned(let end):
      guard let known = named[end.lane], known.hashes[end.sequence] ?? end.hash == end.hash else {
        return "names a row that is not in the log"
      }
      named[end.lane]?.hashes[end.sequence] = end.hash
      if case .pruned = entry {
        named[end.lane]?.pruned = max(known.pruned, end.sequence)
        // The newest row of a lane stays.
        named[end.lane]?.kept = max(known.kept, end.sequence + 1)
      } else {
        named[end.lane]?.kept = max(known.kept, end.sequence)
        if replaced[known.key]?.by == row.key {
          named[end.lane]?.keptByNextKey = max(known.keptByNextKey, end.sequence)
        }
      }
    }
    return nil
  }

  /// The walk over another lane, once all rows of the registry were taken.
  ///
  /// - Parameter base: The last row that is gone from the lane's beginning, as the first one that
  ///   is left says.
  /// - Returns: The walk.
  /// - Throws: ``AuditFault`` where the lane is none of the registry's, or begins too late.
  func lane(after base: AuditLaneHead) throws(AuditFault) -> LaneWalk {
    guard let named = named[base.lane] else {
      throw AuditFault(
        base.lane, base.sequence &+ 1, "is of a lane that the registry does not name")
    }
    guard base.sequence >= 0, base.sequence <= named.pruned else {
      throw AuditFault(
        base.lane, named.pruned + 1,
        "is missing, and was not pruned; row \(base.sequence &+ 1) is "
          + "the first")
    }
    guard named.hashes[base.sequence] ?? base.hash == base.hash else {
      throw AuditFault(base.lane, base.sequence + 1, "follows another row than the one pruned")
    }
    return LaneWalk(
      head: base, named: named, replaced: replaced[named.key].map { ($0.at, $0.end) },
      registry: hashes, keptByNextKey: keptByNextKey, codes: codes)
  }

  /// The lanes under a replaced key, with the sequence that each had by the registry's word when
  /// another one took that key's place.
  private var keptByNextKey: [[UInt8]: Int64] {
    named.filter { replaced[$0.value.key] != nil }.mapValues(\.keptByNextKey)
  }

  /// Takes a lane that was walked to its end without a fault.
  mutating func take(_ lane: LaneWalk) {
    ends[lane.head.lane] = lane.head.sequence
    noted.merge(lane.noted) { max($0, $1) }
    unkept.formUnion(lane.unkept)
    notedUnkept.formUnion(lane.notedUnkept)
  }

  /// The lanes that end before a row of theirs that another lane names, or have another row in its
  /// place; for when all were taken.
  var faultsByOthers: [AuditFault] { cutLanes + rewrittenLanes }

  private var rewrittenLanes: [AuditFault] {
    notedUnkept.subtracting(unkept).filter { row in
      // What is pruned is not there to be compared.
      row.sequence > named[row.lane]?.pruned ?? 0 && row.sequence <= ends[row.lane] ?? 0
    }.map { AuditFault($0.lane, $0.sequence, "is not the row that another lane names") }.sorted {
      ($0.lane, $0.sequence) < ($1.lane, $1.sequence)
    }
  }

  private var cutLanes: [AuditFault] {
    noted.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { lane, sequence in
      // Of a lane with a fault of its own the end is not known.
      guard let end = ends[lane] ?? (named[lane] == nil ? 0 : nil), end < sequence else {
        return nil
      }
      return AuditFault(
        lane, end + 1, "is missing, and all after it; another lane names row \(sequence)")
    }
  }
}

/// A walk over a lane of a writer.
struct LaneWalk: Sendable {
  private(set) var head: AuditLaneHead
  /// The furthest rows of other lanes that this one names.
  private(set) var noted: [[UInt8]: Int64] = [:]
  /// The rows of this lane and of others that a replaced key could write anew.
  fileprivate private(set) var unkept: Set<AuditLaneHead> = []
  fileprivate private(set) var notedUnkept: Set<AuditLaneHead> = []
  private let named: RegistryWalk.Named
  /// The moments at which the lane's key was replaced, and from which no server may go on under it;
  /// nil if nothing replaced it.
  private let replaced: (at: Timestamp, end: Timestamp)?
  private let registry: [[UInt8]]
  /// The lanes under a replaced key, with the sequence up to which the next key names them.
  private let keptByNextKey: [[UInt8]: Int64]
  private let codes: Keyring?

  fileprivate init(
    head: AuditLaneHead, named: RegistryWalk.Named, replaced: (at: Timestamp, end: Timestamp)?,
    registry: [[UInt8]], keptByNextKey: [[UInt8]: Int64], codes: Keyring?
  ) {
    (self.head, self.named, self.replaced) = (head, named, replaced)
    (self.registry, self.keptByNextKey, self.codes) = (registry, keptByNextKey, codes)
  }

  /// Takes the next row; gives its fault where it has one.
  mutating func take(_ row: StoredAuditRow) -> AuditFault? {
    if let fault = row.fault(after: head) { return fault }
    // A lane belongs to one start of a server, which has one keyring.
    guard row.row.key == named.key else {
      return row.fault("is under key \(row.row.key), and the lane is under \(named.key)")
    }
    if let problem = replacedKeyProblem(of: row.row) { return row.fault(problem) }
    if let codes, let fault = row.fault(of: codes, former: nil) { return fault }
    guard named.hashes[row.row.sequence] ?? row.hash == row.hash else {
      return row.fault("is not the row that the registry names")
    }
    for end in AuditRegistry.ends(namedBy: row.row) {
      guard end.lane == AuditRegistry.lane else {
        noted[end.lane] = max(noted[end.lane] ?? 0, end.sequence)
        if isUnkept(end) { notedUnkept.insert(end) }
        continue
      }
      guard end.sequence > 0, end.sequence <= registry.count,
        registry[Int(end.sequence) - 1] == end.hash
      else {
        return AuditFault(
          AuditRegistry.lane, end.sequence, "is not the row that lane \(row.record.lane) names")
      }
    }
    head = row.head
    if isUnkept(head) { unkept.insert(head) }
    return nil
  }

  private func isUnkept(_ row: AuditLaneHead) -> Bool {
    keptByNextKey[row.lane].map { row.sequence > $0 } ?? false
  }

  /// The problem of a row that came after its key was replaced, or says that it did not.
  private func replacedKeyProblem(of row: AuditRow) -> String? {
    guard let replaced, row.sequence > named.keptByNextKey else { return nil }
    if row.at > replaced.end || row.sequence > named.last ?? row.sequence {
      return "is under key \(named.key), which was replaced more than a day before: a server was "
        + "not started again, or somebody has that key"
    }
    // A clock that is set by more than this is noticed.
    guard row.at < replaced.at.adding(seconds: -600) else { return nil }
    return "is dated before key \(named.key) was replaced, and was not there then"
  }

  /// The fault of a lane that ends here; nil if nothing is known of further rows.
  var faultAtEnd: AuditFault? {
    guard head.sequence < max(named.kept, 1) else { return nil }
    return AuditFault(head.lane, head.sequence + 1, "is missing, and all after it")
  }
}

/// A row of the audit log with its hash and its code.
struct StoredAuditRow: Sendable, Hashable {
  let row: AuditRow
  let hash: [UInt8]
  /// HMAC-SHA256 over the hash; where a key changes, that of the key from before follows.
  let code: [UInt8]

  /// Reads what `AuditRecord.columns` selects.
  init(_ stored: SQLRow) throws {
    row = AuditRow(
      lane: try stored.blob(0), sequence: try stored.integer(1),
      at: Timestamp(milliseconds: try stored.integer(2)), kind: try stored.text(3),
      subject: try stored.blob(4), details: try stored.text(5), key: try stored.integer(8),
      previousHash: try stored.blob(6))
    hash = try stored.blob(7)
    code = try stored.blob(9)
  }

  /// Reads a row that was exported; nil for one of another form.
  init?(_ record: AuditRecord) {
    guard let lane = Base64URL.decode(record.lane), let subject = Base64URL.decode(record.subject),
      let previousHash = Base64URL.decode(record.previousHash),
      let hash = Base64URL.decode(record.hash), let code = Base64URL.decode(record.code)
    else { return nil }
    row = AuditRow(
      lane: lane, sequence: record.sequence, at: Timestamp(milliseconds: record.milliseconds),
      kind: record.kind, subject: subject, details: record.details, key: record.key,
      previousHash: previousHash)
    (self.hash, self.code) = (hash, code)
    guard record.at == row.at.rfc3339 else { return nil }
  }

  /// The row as it is sent and exported.
  var record: AuditRecord {
    AuditRecord(
      lane: Base64URL.encode(row.lane), sequence: row.sequence,
      milliseconds: row.at.milliseconds, at: row.at.rfc3339, kind: row.kind,
      subject: Base64URL.encode(row.subject), details: row.details,
      previousHash: Base64URL.encode(row.previousHash), hash: Base64URL.encode(hash),
      key: row.key, code: Base64URL.encode(code))
  }

  /// The lane's head, if this is its newest row.
  var head: AuditLaneHead {
    AuditLaneHead(lane: row.lane, sequence: row.sequence, hash: hash)
  }

  /// The lane's end before this row.
  var base: AuditLaneHead {
    AuditLaneHead(lane: row.lane, sequence: row.sequence &- 1, hash: row.previousHash)
  }

  fileprivate func fault(_ problem: String) -> AuditFault {
    AuditFault(row.lane, row.sequence, problem)
  }

  /// The row's fault behind a head, as its hashes show it; nil if it has none.
  fileprivate func fault(after head: AuditLaneHead) -> AuditFault? {
    guard row.sequence == head.sequence &+ 1 else {
      return fault("follows row \(head.sequence); a row between is missing")
    }
    guard row.previousHash == head.hash else {
      return fault("does not hold the hash of the row before")
    }
    guard row.hash == hash else { return fault("does not have the hash it holds; it was changed") }
    return nil
  }

  /// Tells if a keyring made the row.
  ///
  /// A change to an unknown key counts if it replaces the newest known one: then others have a
  /// newer keyring.
  func isMade(by keyring: Keyring) -> Bool {
    guard row.hash == hash, let number = UInt8(exactly: row.key) else { return false }
    let isRight = keyring.isAuthentic(Array(code.prefix(32)), .auditChain, number: number, hash)
    guard case .keyChanged(let from)? = AuditRegistry.entry(row) else { return isRight == true }
    let former = Array(code.dropFirst(32))
    guard keyring.isAuthentic(former, .auditChain, number: from, hash) == true else { return false }
    return isRight ?? (from == keyring.newestNumber(.auditChain))
  }

  /// The fault of the row's code; nil if the keyring made it.
  fileprivate func fault(of codes: Keyring, former: Int64?) -> AuditFault? {
    let numbers = [row.key] + [former].compactMap(\.self)
    guard code.count == 32 * numbers.count else { return fault("has a code of another length") }
    for (index, key) in numbers.enumerated() {
      let part = Array(code[32 * index..<32 * (index + 1)])
      let isRight = UInt8(exactly: key).flatMap {
        codes.isAuthentic(part, .auditChain, number: $0, hash)
      }
      guard let isRight else { return fault("is under key \(key), which the keyring lacks") }
      guard isRight else { return fault("does not have the code of the keyring; it was forged") }
    }
    return nil
  }
}
