import WireModel

/// Bounds how many codes are asked for and sent.
///
/// Each share has limits of its own, and none uses up another's: every lane; the sessions of each
/// account outside of lanes, their recoveries apart; those that a host opened in it; the links to
/// enrol of each maker; and strangers. A stranger's answer depends on
/// the stranger's own network and on how many ask at the moment. It never depends on the name, so
/// nobody learns if a name has an account or was asked for. ``CodeBudget`` decides later what its
/// recipient is sent. Notices are no codes, and are counted by none of them.
struct CodeLimits: Sendable {
  let keyring: Keyring
  let policy: CodePolicy

  /// Refuses a request past its limits.
  ///
  /// - Returns: By what it is counted from now on.
  func require(
    _ request: CodeAsking, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> CodeCount {
    let lane = try lane(of: request, in: transaction)
    let count = CodeCount(
      bucket: bucket(of: request, lane), lane: lane,
      networks: NetworkHashes(
        levels: lane == nil
          ? request.requester.network.map(keyring.networkHashes(of:))?.levels ?? [] : []))
    if lane != nil {
      let used = try used(count.bucket.condition, at: now, in: transaction)
      return used.count < policy.requestsPerLane ? count : try refuse(used, at: now)
    }
    if let holder = request.requester.holder {
      let own = ("session_id = ?", [SQLValue.text(holder.id)])
      try requireRoom(
        policy.requestsPerHour,
        [Condition(count.bucket.condition, own), Condition(count.bucket.condition)], at: now,
        in: transaction)
    }
    if case .link = request.requester { try requireRoomOfDay(count, at: now, in: transaction) }
    try requireRoom(of: request, count.networks, at: now, in: transaction)
    return count
  }

  /// Refuses where one maker's links had as many codes within a day as strangers have an address
  /// sent: a wrong code of a link counts for that link alone, and each link has new tries.
  private func requireRoomOfDay(
    _ count: CodeCount, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    let used = try used(
      Condition(count.bucket.condition), within: Self.daySeconds, at: now, in: transaction)
    guard used.count >= policy.messagesPerRecipientAndDay else { return }
    try refuse(used, within: Self.daySeconds, at: now)
  }

  private static let daySeconds: Int64 = 86_400

  /// Refuses where the networks of a request have asked for as many as they may, or the whole
  /// deployment has within this second; of that half is kept for networks that have not asked yet.
  ///
  /// Sessions and strangers are counted apart.
  private func requireRoom(
    of request: CodeAsking, _ networks: NetworkHashes, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    let share = (
      "lane IS NULL AND session_id IS \(request.isStranger ? "" : "NOT ")NULL", [SQLValue]()
    )
    let used = try requireRoom(
      policy.requestsPerNetwork,
      networks.conditions(first: "network").map { Condition(share, $0) }, at: now,
      in: transaction)
    let all = try self.used(Condition(share), within: 1, at: now, in: transaction)
    let hasRoom = SharedBound.hasRoom(
      policy.requestsPerSecond, used: all.count, own: used.last ?? 0)
    if !hasRoom { try refuse(all, within: 1, at: now) }
  }

  private func bucket(of request: CodeAsking, _ lane: Lane?) -> RequesterHash {
    let name = "\(request.place.rawValue):\(request.userName)"
    if let lane { return keyring.requesterHash("lane:\(lane.text):\(name)") }
    // Whoever uses up the codes of a session leaves those that begin a recovery.
    let purpose = request.purpose == .recover ? "recovery:" : ""
    return keyring.requesterHash("\(request.requester.share):\(purpose)\(name)")
  }

  private func lane(
    of request: CodeAsking, in transaction: any ReadTransaction
  ) throws -> Lane? {
    switch request.requester {
    case .session(let session): try Lanes.lane(of: session, in: transaction)
    case .stranger(let requester):
      try Lanes.lane(of: requester, for: request.sentTo, in: transaction)
    case .link: nil
    }
  }

  // MARK: Counting

  /// A condition on the requests, with its values.
  private struct Condition {
    let text: String
    let values: [SQLValue]

    init(_ parts: (text: String, values: [SQLValue])...) {
      text = parts.map(\.text).joined(separator: " AND ")
      values = parts.flatMap(\.values)
    }
  }

  private typealias Used = (count: Int64, oldest: Timestamp?)

  /// Refuses where one of nested requesters has no room, narrowest first.
  ///
  /// - Returns: How many requests each made within the hour.
  @discardableResult
  private func requireRoom(
    _ limit: Int64, _ conditions: [Condition], at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> [Int64] {
    let used = try conditions.map { try self.used($0, at: now, in: transaction) }
    if let full = SharedBound.firstFull(limit, used: used.map(\.count)) {
      try refuse(used[full], at: now)
    }
    return used.map(\.count)
  }

  private func used(
    _ condition: (text: String, values: [SQLValue]), at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Used {
    try used(Condition(condition), at: now, in: transaction)
  }

  private func used(
    _ condition: Condition, within seconds: Int64 = 3600, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Used {
    let row = try transaction.row(
      "SELECT COUNT(*), MIN(created_at) FROM code_requests "
        + "WHERE \(condition.text) AND created_at > ?",
      condition.values + [.integer(now.adding(seconds: -seconds).milliseconds)])
    return (
      try row?.integer(0) ?? 0,
      try row?.optionalInteger(1).map { Timestamp(milliseconds: $0) }
    )
  }

  @discardableResult
  private func refuse(
    _ used: Used, within seconds: Int64 = 3600, at now: Timestamp
  ) throws -> CodeCount {
    let end = (used.oldest ?? now).adding(seconds: seconds)
    throw Refusal(.tooManyRequests, "too many codes were asked for; wait before the next")
      .retry(afterMilliseconds: end.milliseconds(since: now))
  }
}

/// A request for a code, as the limits see it.
struct CodeAsking: Sendable {
  let requester: CodeRequester
  let purpose: CodePurpose
  let place: CodePlace
  let userName: String
  /// The account whose addresses it goes to; nil where there is none.
  let sentTo: AccountID?

  fileprivate var isStranger: Bool { requester.holder == nil }
}

/// By what a request for a code is counted.
struct CodeCount: Sendable {
  /// A keyed hash of the requester, the place and the name.
  let bucket: RequesterHash
  let lane: Lane?
  /// Keyed hashes of the source's networks; none in a lane.
  let networks: NetworkHashes
}
