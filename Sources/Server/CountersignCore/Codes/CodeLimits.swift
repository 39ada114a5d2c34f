import WireModel

/// Bounds how many codes are asked for and sent: by lane, account, source network, recipient, and
/// in the whole deployment.
///
/// A request in a lane has the lane's own limit and none of the others, so that strangers use up
/// nothing of it. All others fail closed. Notices are no codes, and are counted by none of them.
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
    let name = "\(request.place.rawValue):\(request.userName)"
    // Nobody has shown yet that a new number is theirs, whatever their lane.
    let isOwn = lane != nil && request.purpose != .confirmPhone
    let count = CodeCount(
      bucket: hash(
        lane.map { "lane:\($0.text):\(name)" } ?? "\(request.requester.bucket):\(name)"),
      lane: lane,
      network: lane == nil ? request.requester.network.map(keyring.requesterHash(of:)) : nil,
      address: request.address.map(hash))
    try requireBelow(
      lane == nil ? policy.requestsPerHour : policy.requestsPerLane,
      count.bucket.isIn("recipient"), count.bucket.values, at: now, in: transaction)
    if lane == nil {
      if request.requester.holder == nil {
        let names = try transaction.seals.hashes(of: request.userName, .codeRequestName)
        try requireBelow(
          policy.strangersRequestsPerHour,
          "name_hash IN (\(names.placeholders)) AND session_id IS NULL AND lane IS NULL", names,
          at: now, in: transaction)
      }
      if let network = count.network {
        try requireBelow(
          policy.requestsPerNetwork, network.isIn("network"), network.values, at: now,
          in: transaction)
      }
      try requireBelow(
        policy.requestsPerSecond, "lane IS NULL", [], within: 1, at: now, in: transaction)
    }
    if !isOwn, let address = count.address {
      try requireRecipient(address, at: now, in: transaction)
    }
    return count
  }

  /// Notes that a code goes to an address.
  func note(
    _ request: CodeRequestID, to address: RequesterHash, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO code_messages (request_id, address, at) VALUES (?, ?, ?)
      ON CONFLICT (request_id, address) DO NOTHING
      """, [.text(request.text), .blob(address.newest), .integer(now.milliseconds)])
  }

  /// Tells if a code may go to an address that its request did not know, and notes it.
  ///
  /// A stranger's request is answered before the directory is asked: so the answer tells nothing of
  /// the recipient, and what is too many is left out here.
  func take(
    _ request: CodeRequestID, to address: Address, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let hash = hash(address)
    let isInLane = try transaction.row(
      "SELECT 1 FROM code_requests WHERE id = ? AND lane IS NOT NULL", [.text(request.text)])
    let isKnown = try transaction.row(
      "SELECT 1 FROM code_messages WHERE request_id = ? AND \(hash.isIn("address"))",
      [.text(request.text)] + hash.values)
    if isInLane == nil, isKnown == nil {
      do {
        try requireRecipient(hash, at: now, in: transaction)
      } catch is Refusal {
        return false
      }
    }
    try note(request, to: hash, at: now, in: transaction)
    return true
  }

  private func requireRecipient(
    _ address: RequesterHash, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    for (limit, seconds) in [
      (policy.messagesPerRecipientAndHour, 3600), (policy.messagesPerRecipientAndDay, 86_400),
    ] as [(Int64, Int64)] {
      try requireBelow(
        limit, address.isIn("address"), address.values, within: seconds, of: .messages,
        at: now, in: transaction)
    }
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

  /// The events that the limits count.
  private enum Counted: String {
    case requests = "code_requests"
    case messages = "code_messages"

    /// The column with a row's time.
    var time: String { self == .requests ? "created_at" : "at" }
  }

  /// Refuses where so many rows of a kind were stored within a time.
  private func requireBelow(
    _ limit: Int64, _ condition: String, _ values: [SQLValue], within seconds: Int64 = 3600,
    of counted: Counted = .requests, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    let start = now.adding(seconds: -seconds)
    let row = try transaction.row(
      "SELECT COUNT(*), MIN(\(counted.time)) FROM \(counted.rawValue) "
        + "WHERE \(condition) AND \(counted.time) > ?",
      values + [.integer(start.milliseconds)])
    guard let row, try row.integer(0) >= limit else { return }
    let oldest = try row.optionalInteger(1) ?? now.milliseconds
    throw Refusal(.tooManyRequests, "too many codes were asked for; wait before the next")
      .retry(afterMilliseconds: oldest - start.milliseconds)
  }

  private func hash(_ address: Address) -> RequesterHash {
    hash("countersign/code-address/v1:\(address.text)")
  }

  private func hash(_ text: String) -> RequesterHash { keyring.requesterHash(text) }
}

/// A request for a code, as the limits see it.
struct CodeAsking: Sendable {
  let requester: CodeRequester
  let purpose: CodePurpose
  let place: CodePlace
  let userName: String
  /// The account whose addresses it goes to; nil where there is none.
  let sentTo: AccountID?
  /// The address that it goes to; nil where only the directory knows it.
  let address: Address?
}

/// By what a request for a code is counted.
struct CodeCount: Sendable {
  /// A keyed hash of the requester, the place and the name.
  let bucket: RequesterHash
  let lane: Lane?
  /// A keyed hash of the source network; nil in a lane.
  let network: RequesterHash?
  /// A keyed hash of the address.
  let address: RequesterHash?
}
