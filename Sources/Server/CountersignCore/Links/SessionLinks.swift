import WireModel

/// Links, as rows.
enum SessionLinks {
  /// The link with an id.
  static func find(
    _ id: SessionLinkID, in transaction: any ReadTransaction
  ) throws -> SessionLink? {
    try transaction.row("\(columns) WHERE id = ?", [.text(id.text)])
      .map { try link($0, in: transaction) }
  }

  /// The link with an id, for whoever made it.
  static func find(
    _ id: SessionLinkID, watchedBy secret: SecretText, in transaction: any ReadTransaction
  ) throws -> SessionLink? {
    try transaction.row(
      "\(columns) WHERE id = ? AND watch_hash = ?",
      [.text(id.text), .blob(sha256(Array(secret.exposed.utf8)))]
    ).map { try link($0, in: transaction) }
  }

  /// The keyed hash by which the links of a link's maker are counted.
  static func maker(
    of id: SessionLinkID, in transaction: any ReadTransaction
  ) throws -> [UInt8] {
    let row = try transaction.row(
      "SELECT requester FROM session_links WHERE id = ?", [.text(id.text)])
    return try row?.optionalBlob(0) ?? []
  }

  /// Stores a new link.
  static func insert(
    _ link: SessionLink, watchHash: [UInt8], requester: (hashes: NetworkHashes, isStranger: Bool),
    in transaction: any WriteTransaction
  ) throws {
    var (numbers, number): ([String], String?) = ([], nil)
    var (accountID, ground): (AccountID?, SessionLink.EnrolmentGround) = (nil, .code)
    var secondFactor = SecondFactorDemand.required
    switch link.purpose {
    case .login(let shown, let right): (numbers, number) = (shown, right)
    case .enrol(let account, let demand, let given):
      (accountID, secondFactor, ground) = (account, demand, given)
    }
    try transaction.execute(
      """
      INSERT INTO session_links (id, type, status, watch_hash, origin, requester, network_56,
        network_48, is_stranger, numbers, number, announcement, account_id, second_factor, ground,
        created_at, maker, page, maker_session)
      VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [.text(link.id.text), .text(link.type.rawValue), .blob(watchHash), .text(link.origin)]
        + requester.hashes.values + [
          SQLValue(requester.isStranger),
          .text(numbers.joined(separator: " ")), SQLValue(number),
          try transaction.seals.deployment.seal(link.announcement, at: announcementPlace(link.id)),
          SQLValue(accountID?.text), .text(secondFactor.rawValue),
          .text(ground.text), .integer(link.createdAt.milliseconds),
          .text(link.isShownByPage ? "page" : "host"), .text("\(link.page)"),
          SQLValue(link.makerSession?.text),
        ])
  }

  /// Makes room for a stranger's link where strangers have as many open as they may: the network
  /// that has most of them gives up its oldest, those that a device has seen last.
  ///
  /// - Parameters:
  ///   - requester: The stranger's networks.
  ///   - limit: The most that strangers may have open.
  ///   - start: The moment after which a link that is open was made.
  ///   - transaction: The transaction that stores the new link.
  /// - Returns: False where no network has more than the stranger's: there is no room then.
  /// - Throws: ``StoreError``.
  static func makeRoom(
    for requester: NetworkHashes, limit: Int64, since start: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let open = "is_stranger = 1 AND created_at > ?"
    let since = SQLValue.integer(start.milliseconds)
    let count =
      try transaction.row(
        "SELECT COUNT(*) FROM session_links WHERE \(open)", [since])?.integer(0) ?? 0
    guard count >= limit else { return true }
    let line = "COALESCE(network_48, requester)"
    guard
      let most = try transaction.row(
        """
        SELECT \(line), COUNT(*) FROM session_links WHERE \(open)
        GROUP BY \(line) ORDER BY COUNT(*) DESC, MIN(created_at) LIMIT 1
        """, [since]), let own = requester.levels.last
    else { return false }
    let ownCount =
      try transaction.row(
        "SELECT COUNT(*) FROM session_links WHERE \(open) AND \(own.isIn(line))",
        [since] + own.values)?.integer(0) ?? 0
    guard ownCount < (try most.integer(1)) else { return false }
    try transaction.execute(
      """
      DELETE FROM session_links WHERE id IN (
        SELECT id FROM session_links WHERE \(open) AND \(line) = ?
        ORDER BY status IN ('opened', 'confirmed'), created_at, id LIMIT 1)
      """, [since, .blob(try most.blob(0))])
    return true
  }

  /// Notes that a device asked what the link is for.
  static func markOpened(_ id: SessionLinkID, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      "UPDATE session_links SET status = 'opened' WHERE id = ? AND status = 'waiting'",
      [.text(id.text)])
  }

  /// Notes that the link is confirmed.
  static func markConfirmed(
    _ id: SessionLinkID, _ confirmation: SessionLink.Confirmation,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE session_links SET status = 'confirmed', confirmed_at = ?, account_id = ?,
        device_id = ?, methods = ?, confirmed_by = ?, session_id = ?, body_hash = ? WHERE id = ?
      """,
      [
        .integer(confirmation.at.milliseconds), .text(confirmation.accountID.text),
        .text(confirmation.deviceID), .text(confirmation.methods.joined(separator: " ")),
        SQLValue(confirmation.factor), SQLValue(confirmation.sessionID?.text),
        .blob(confirmation.bodyHash), .text(id.text),
      ])
  }

  /// Notes what the device that a link enrolled waits for: its maker's word.
  static func note(
    wait: WaitID?, of id: SessionLinkID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE session_links SET wait_id = ? WHERE id = ?",
      [SQLValue(wait?.text), .text(id.text)])
  }

  /// The wait of the device that a link enrolled; nil if it has none.
  static func wait(
    of id: SessionLinkID, in transaction: any ReadTransaction
  ) throws -> WaitID? {
    try transaction.row("SELECT wait_id FROM session_links WHERE id = ?", [.text(id.text)])?
      .optionalText(0).map { WaitID($0) }
  }

  /// The waits of the devices that the links of one session enrolled.
  static func waits(
    ofLinksMadeIn session: SessionID, in transaction: any ReadTransaction
  ) throws -> [WaitID] {
    try transaction.rows(
      """
      SELECT wait_id FROM session_links WHERE maker_session = ? AND wait_id IS NOT NULL
      ORDER BY created_at, id
      """, [.text(session.text)]
    ).map { WaitID(try $0.text(0)) }
  }

  /// Notes that the link is over, and why.
  static func markOver(
    _ id: SessionLinkID, _ ending: LinkEvent.Ending, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE session_links SET status = 'over', ending = ? WHERE id = ?",
      [.text(ending.rawValue), .text(id.text)])
  }

  /// Notes that a login was collected, and the session that it became.
  static func markCollected(
    _ id: SessionLinkID, as session: SessionID, in transaction: any WriteTransaction
  ) throws {
    try markOver(id, .collected, in: transaction)
    try transaction.execute(
      "UPDATE session_links SET session_id = ? WHERE id = ?",
      [.text(session.text), .text(id.text)])
  }

  /// The session that a collected login became, and whose it is.
  static func collected(
    _ id: SessionLinkID, in transaction: any ReadTransaction
  ) throws -> (session: SessionID, account: AccountID)? {
    let row = try transaction.row(
      """
      SELECT session_id, account_id FROM session_links
      WHERE id = ? AND ending = ? AND session_id IS NOT NULL
      """, [.text(id.text), .text(LinkEvent.Ending.collected.rawValue)])
    return try row.map { (SessionID(try $0.text(0)), AccountID(try $0.text(1))) }
  }

  /// Ends every link of an account: what entitled to them, or confirmed them, holds no more.
  ///
  /// A link that has enrolled a device stays while the device is there: the device gets a lost
  /// answer again. But the link's maker can no longer claim the device, since the factor that the
  /// maker proved may be gone. So the device waits until the person removes it.
  ///
  /// - Parameters:
  ///   - account: Whose.
  ///   - transaction: The transaction of the change.
  /// - Throws: ``StoreError``.
  static func endAll(of account: AccountID, in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE session_links SET status = 'over', ending = ? WHERE account_id = ? AND status <> 'over'
        AND NOT (type = 'enrol' AND status = 'confirmed' AND device_id IN (
          SELECT id FROM devices WHERE account_id = ? AND revoked_at IS NULL))
      """,
      [.text(LinkEvent.Ending.ended.rawValue), .text(account.text), .text(account.text)])
    // No secret has an empty hash. The device of a link that its maker has ended waits as well.
    try transaction.execute(
      "UPDATE session_links SET watch_hash = ? WHERE account_id = ? AND wait_id IS NOT NULL",
      [.blob([]), .text(account.text)])
  }

  /// Takes from every link's maker the word for the device that the link enrolled.
  ///
  /// A database that was put back does not tell which claims were void: the factor that a maker
  /// proved may be gone since. So each device that waits for a word goes on waiting.
  ///
  /// - Throws: ``StoreError``.
  static func voidClaims(in transaction: any WriteTransaction) throws {
    try transaction.execute(
      "UPDATE session_links SET watch_hash = ? WHERE wait_id IS NOT NULL", [.blob([])])
  }

  /// Ends the links of an account that one session made.
  static func endAll(
    of account: AccountID, madeIn session: SessionID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE session_links SET status = 'over', ending = ?
      WHERE account_id = ? AND maker_session = ? AND status <> 'over'
      """,
      [.text(LinkEvent.Ending.ended.rawValue), .text(account.text), .text(session.text)])
  }

  /// Ends the links that a device confirmed: its own, and those of logins.
  static func endThose(
    confirmedBy device: DeviceID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE session_links SET status = 'over', ending = ? WHERE device_id = ? AND status <> 'over'
      """, [.text(LinkEvent.Ending.ended.rawValue), .text(device.text)])
  }

  /// Ends the logins that a device confirmed and no screen has collected, and not the link that
  /// enrolled it.
  static func endLogins(
    confirmedBy device: DeviceID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE session_links SET status = 'over', ending = ?
      WHERE device_id = ? AND type = 'login' AND status <> 'over'
      """, [.text(LinkEvent.Ending.ended.rawValue), .text(device.text)])
  }

  /// Ends the links of an account that rest on mailed codes.
  ///
  /// They are those of pages and those that take a code. A device of a code may have confirmed a
  /// login.
  static func endThoseOfCodes(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE session_links SET status = 'over', ending = ? WHERE account_id = ? AND status <> 'over'
        AND (type = 'login' OR maker = 'page' OR ground = 'code')
      """,
      [.text(LinkEvent.Ending.ended.rawValue), .text(account.text)])
  }

  /// A link is sealed by the keyring: whose it will be is not known when it is made.
  static func announcementPlace(_ id: SessionLinkID) -> SealedPlace {
    SealedPlace("session_links.announcement", of: id.text)
  }

  private static func link(
    _ row: SQLRow, in transaction: any ReadTransaction
  ) throws -> SessionLink {
    let id = SessionLinkID(try row.text(0))
    return SessionLink(
      id: id, origin: try row.text(1),
      page: (try? PathPrefix(try row.text(18))) ?? .root, isShownByPage: try row.text(17) == "page",
      makerSession: try row.optionalText(19).map { SessionID($0) },
      announcement: try row.optionalBlob(2).map {
        try transaction.seals.deployment.text($0, at: announcementPlace(id))
      },
      createdAt: Timestamp(milliseconds: try row.integer(3)),
      purpose: try purpose(row), progress: try progress(row))
  }

  private static func purpose(_ row: SQLRow) throws -> SessionLink.Purpose {
    switch SessionLinkType(rawValue: try row.text(4)) {
    case .login:
      return .login(numbers: words(try row.text(5)), number: try row.text(6))
    case .enrol:
      guard let demand = SecondFactorDemand(rawValue: try row.text(8)) else { throw corrupt }
      guard let ground = SessionLink.EnrolmentGround(try row.text(9)) else { throw corrupt }
      return .enrol(AccountID(try row.text(7)), secondFactor: demand, ground)
    case nil: throw corrupt
    }
  }

  private static func progress(_ row: SQLRow) throws -> SessionLink.Progress {
    switch try row.text(10) {
    case "waiting": return .waiting
    case "opened": return .opened
    case "confirmed":
      return .confirmed(
        SessionLink.Confirmation(
          at: Timestamp(milliseconds: try row.integer(12)),
          accountID: AccountID(try row.text(7)), deviceID: try row.text(13),
          methods: words(try row.text(14)), factor: try row.optionalText(20),
          sessionID: try row.optionalText(15).map { SessionID($0) },
          bodyHash: try row.blob(16)))
    case "over":
      guard let ending = LinkEvent.Ending(rawValue: try row.text(11)) else { throw corrupt }
      return .over(ending)
    default: throw corrupt
    }
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  private static let corrupt = StoreError(code: .corrupt, reason: "a link's type or status")

  /// A link to enrol that nobody has confirmed is over with the session that made it, whatever
  /// ended that session.
  private static let columns = """
    SELECT id, origin, announcement, created_at, type, numbers, number, account_id, second_factor,
      ground, CASE WHEN type = 'enrol' AND status IN ('waiting', 'opened') AND EXISTS (
          SELECT 1 FROM sessions s WHERE s.id = maker_session AND s.ended_at IS NOT NULL)
        THEN 'over' ELSE status END,
      COALESCE(ending, 'ended'), confirmed_at, device_id, methods, session_id, body_hash,
      maker, page, maker_session, confirmed_by
    FROM session_links
    """
}
