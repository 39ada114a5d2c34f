import WireModel

/// A session that was not ended, as its row says it.
struct StoredSession: Sendable {
  let id: SessionID
  let accountID: AccountID
  let deviceID: DeviceID?
  /// The level of the session.
  let level: AssuranceLevel
  /// The key that the access token is bound to; nil for a bearer token.
  let key: KeyThumbprint?
  let createdAt: Timestamp
  /// The host that opened it; nil for any other.
  let hostID: HostID?
  /// The last activity that is written down.
  var storedActivity: Timestamp
  /// The last activity, as far as this server knows.
  let lastActive: Timestamp

  /// The columns of ``init(_:_:)``.
  static let columns = columns(level: "level")
  /// The same for the token before the present one, which is worth what it was worth.
  static let retiredColumns = columns(level: "COALESCE(retired_level, 0)")

  private static func columns(level: StaticString) -> String {
    """
    id, account_id, device_id, key_thumbprint, created_at, last_active_at, \(level), retired_until,
    host_id
    """
  }

  /// Tells if the token before the present one may still be used.
  static func hasRetiredToken(_ row: SQLRow) throws -> Bool {
    try row.optionalInteger(7) != nil
  }

  /// A session of a row, with what happened since that is kept in memory.
  init(_ row: SQLRow, _ activities: SessionActivities) throws {
    id = SessionID(try row.text(0))
    accountID = AccountID(try row.text(1))
    deviceID = try row.optionalText(2).map { DeviceID($0) }
    key = try row.optionalText(3).map { text in
      guard let key = KeyThumbprint(text) else {
        throw StoreError(code: .corrupt, reason: "column 3 does not hold a thumbprint")
      }
      return key
    }
    createdAt = Timestamp(milliseconds: try row.integer(4))
    storedActivity = Timestamp(milliseconds: try row.integer(5))
    guard let level = AssuranceLevel(rawValue: try row.integer(6)) else {
      throw StoreError(code: .corrupt, reason: "a session's level")
    }
    self.level = level
    hostID = try row.optionalText(8).map { HostID($0) }
    lastActive = activities.lastActive(id, stored: storedActivity)
  }

  /// Checks the access token that a request presents: in one place, whether it is bound and to
  /// which key.
  ///
  /// - Parameter proved: The key that the request's proof of possession is by; nil for a bearer
  ///   token.
  /// - Throws: A ``Refusal`` for a bound token without its key, and for a bearer token with any.
  func requireKey(_ proved: ProvedKey?) throws(Refusal) {
    switch (key, proved) {
    case (nil, nil): return
    case (let key?, let proved?) where key == proved.thumbprint: return
    case (_?, nil): throw .tokenIsBound
    case (_?, _?): throw .invalidPossessionProof("the access token is bound to another key")
    case (nil, _?):
      throw .invalidPossessionProof("the access token is bound to no key: send it as Bearer")
    }
  }

  /// The moment at which the session ends if nothing happens in it: after a time without activity
  /// (PSD2 RTS, Article 4.3d), and at the latest a time after it was opened.
  func end(_ policy: ServicePolicy) -> Timestamp { end(policy, after: lastActive) }

  /// Seconds for which every server keeps the session if nothing happens in it.
  ///
  /// Activity that this one alone knows of does not count: it may end, or another one get the next
  /// request.
  func secondsLeft(_ policy: ServicePolicy, at now: Timestamp) -> Int64 {
    max(0, end(policy, after: storedActivity).milliseconds(since: now) / 1000)
  }

  private func end(_ policy: ServicePolicy, after activity: Timestamp) -> Timestamp {
    min(
      activity.adding(seconds: policy.sessionInactivitySeconds),
      createdAt.adding(seconds: policy.sessionLifetimeSeconds))
  }
}
