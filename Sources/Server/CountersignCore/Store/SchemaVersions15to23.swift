import Crypto
import WebAuthnModel
import WireModel

/// The fifteenth schema: what rows say of people is sealed, under a key for each account; names are
/// found by keyed hashes, and so is compared what was asked for.
enum SchemaVersion15 {
  static let step = SchemaStep(
    15, tables, rewriting: RowRewriting({ try SealingUpgrade($0).run() }, then: remains))

  private static let tables = [
    "CREATE TABLE account_keys (account_id TEXT PRIMARY KEY, key BLOB NOT NULL)",
    "ALTER TABLE accounts RENAME TO accounts_14",
    """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY, name_hash BLOB NOT NULL UNIQUE, user_name BLOB NOT NULL,
      display_name BLOB NOT NULL, created_at BIGINT NOT NULL, first_factor_at BIGINT,
      first_factor_session TEXT, stopped_recoveries BIGINT NOT NULL DEFAULT 0, host_id TEXT
    )
    """,
    "CREATE INDEX accounts_by_creation ON accounts (created_at, id)",
    "DROP INDEX code_requests_by_name",
    "ALTER TABLE code_requests ADD COLUMN name_hash BLOB",
    "ALTER TABLE code_requests ADD COLUMN content BLOB",
    "ALTER TABLE devices ADD COLUMN sealed BLOB",
    "ALTER TABLE session_links ADD COLUMN sealed BLOB",
    "ALTER TABLE phones ADD COLUMN sealed BLOB",
    "ALTER TABLE phones ADD COLUMN new_sealed BLOB",
    "ALTER TABLE operations ADD COLUMN sealed BLOB",
    "ALTER TABLE transactions ADD COLUMN content BLOB",
    "ALTER TABLE transactions ADD COLUMN sealed BLOB",
    "ALTER TABLE outbox ADD COLUMN sealed BLOB",
  ]

  private static let remains =
    [
      "DROP TABLE accounts_14",
      "ALTER TABLE code_requests DROP COLUMN user_name",
      "ALTER TABLE code_requests DROP COLUMN display_name",
      "CREATE INDEX code_requests_by_name ON code_requests (name_hash, created_at)",
    ]
    + [("devices", "name"), ("session_links", "announcement"), ("phones", "number")]
    .flatMap { renamed($0, "sealed", to: $1) } + renamed("phones", "new_sealed", to: "new_number")
    + renamed("operations", "sealed", to: "answer")
    + ["payee", "last_four_pan", "reference", "account", "payload"].map {
      "ALTER TABLE transactions DROP COLUMN \($0)"
    }
    + renamed("transactions", "sealed", to: "user_input")
    + renamed("outbox", "sealed", to: "content")

  private static func renamed(_ table: String, _ column: String, to name: String) -> [String] {
    [
      "ALTER TABLE \(table) DROP COLUMN \(name)",
      "ALTER TABLE \(table) RENAME COLUMN \(column) TO \(name)",
    ]
  }
}

/// Seals the rows of a store that was not sealed before.
struct SealingUpgrade {
  private let transaction: any WriteTransaction

  init(_ transaction: any WriteTransaction) { self.transaction = transaction }

  /// Seals all rows, and says how many there were.
  func run() throws -> Int {
    try accounts() + codeRequests() + factors() + links() + operations() + transactions() + outbox()
      + hosts()
  }

  private func accounts() throws -> Int {
    try transaction.forEachRow(
      of: "accounts_14", by: "id",
      [
        "user_name", "display_name", "created_at", "first_factor_at", "first_factor_session",
        "stopped_recoveries", "host_id",
      ]
    ) { id, row in
      let account = AccountID(try id.text(0))
      let seal = try transaction.sealForUpgrade(of: account)
      let name = try row.text(0)
      try transaction.execute(
        """
        INSERT INTO accounts (id, name_hash, user_name, display_name, created_at, first_factor_at,
          first_factor_session, stopped_recoveries, host_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(account.text), try Accounts.nameHash(name, in: transaction),
          try seal.seal(name, at: Accounts.userNamePlace(account)),
          try seal.seal(try row.text(1), at: Accounts.displayNamePlace(account)),
        ] + row.values[2...])
    }
  }

  private func codeRequests() throws -> Int {
    try transaction.forEachRow(
      of: "code_requests", by: "id", ["user_name", "display_name", "account_id", "binding"]
    ) { id, row in
      let name = try row.text(0)
      var binding = SQLValue.null
      if let plain = try row.optionalBlob(3), let account = try row.optionalText(2) {
        binding = .blob(try transaction.sealForUpgrade(of: AccountID(account)).hash(plain))
      }
      try transaction.execute(
        "UPDATE code_requests SET name_hash = ?, content = ?, binding = ? WHERE id = ?",
        [
          try StoredCode.nameHash(name, in: transaction),
          try StoredCode.sealed(
            name, try row.optionalText(1), CodeRequestID(try id.text(0)), in: transaction),
          binding, id.values[0],
        ])
    }
  }

  private func factors() throws -> Int {
    let devices = try transaction.forEachRow(of: "devices", by: "id", ["account_id", "name"]) {
      id, row in
      let seal = try transaction.sealForUpgrade(of: AccountID(try row.text(0)))
      try update(
        "devices SET sealed", "id", id,
        try seal.seal(try row.text(1), at: Devices.namePlace(DeviceID(try id.text(0)))))
    }
    let phones = try transaction.forEachRow(
      of: "phones", by: "account_id", ["number", "new_number"]
    ) { id, row in
      let account = AccountID(try id.text(0))
      let seal = try transaction.sealForUpgrade(of: account)
      try transaction.execute(
        "UPDATE phones SET sealed = ?, new_sealed = ? WHERE account_id = ?",
        [
          try seal.seal(try row.optionalText(0), at: Phones.place(account)),
          try seal.seal(try row.optionalText(1), at: Phones.newPlace(account)), id.values[0],
        ])
    }
    var apps = 0
    for (table, column) in [
      ("authenticator_apps", "secret"), ("authenticator_apps", "new_secret"),
      ("suspended_apps", "secret"),
    ] {
      apps += try transaction.forEachRow(of: table, by: "account_id", [column]) { id, row in
        guard let sealed = try row.optionalBlob(0) else { return }
        let account = AccountID(try id.text(0))
        let secret = try transaction.seals.opened(
          sealed, by: transaction.seals.authenticatorSecrets, Array(account.text.utf8))
        try update(
          "\(table) SET \(column)", "account_id", id,
          .blob(
            try transaction.sealForUpgrade(of: account).seal(
              secret, at: AuthenticatorApps.place(account))))
      }
    }
    return devices + phones + apps
  }

  private func links() throws -> Int {
    try transaction.forEachRow(of: "session_links", by: "id", ["announcement", "body_hash"]) {
      id, row in
      let link = SessionLinkID(try id.text(0))
      let hash = try row.optionalBlob(1).map { try transaction.seals.deployment.hash($0) }
      try transaction.execute(
        "UPDATE session_links SET sealed = ?, body_hash = ? WHERE id = ?",
        [
          try transaction.seals.deployment.seal(
            try row.optionalText(0), at: SessionLinks.announcementPlace(link)), SQLValue(hash),
          id.values[0],
        ])
    }
  }

  private func operations() throws -> Int {
    let operations = try transaction.forEachRow(
      of: "operations", by: "id", ["account_id", "answer", "evidence", "body_hash"]
    ) { id, row in
      let operation = StoredOperationID(try id.text(0))
      let seal = try transaction.sealForUpgrade(of: AccountID(try row.text(0)))
      try transaction.execute(
        "UPDATE operations SET sealed = ?, evidence = ?, body_hash = ? WHERE id = ?",
        [
          try seal.seal(try row.optionalText(1), at: Operations.answerPlace(operation)),
          try seal.seal(try row.optionalBlob(2), at: Operations.evidencePlace(operation)),
          .blob(try seal.hash(try row.blob(3))), id.values[0],
        ])
    }
    let spent = try transaction.forEachRow(
      of: "spent", by: "challenge_id", ["account_id", "evidence", "body_hash"]
    ) { id, row in
      let seal = try transaction.sealForUpgrade(of: AccountID(try row.text(0)))
      try transaction.execute(
        "UPDATE spent SET evidence = ?, body_hash = ? WHERE challenge_id = ?",
        [
          .blob(try seal.seal(try row.blob(1), at: SpentRow.place(try id.blob(0)))),
          SQLValue(try row.optionalBlob(2).map { try seal.hash($0) }), id.values[0],
        ])
    }
    return operations + spent
  }

  private func transactions() throws -> Int {
    try transaction.forEachRow(
      of: "transactions", by: "id",
      [
        "account_id", "payee", "last_four_pan", "reference", "account", "payload", "user_input",
        "body_hash",
      ]
    ) { id, row in
      let review = ReviewID(try id.text(0))
      let seal = try transaction.sealForUpgrade(of: AccountID(try row.text(0)))
      let content = SealedReview(
        payee: try row.optionalText(1), lastFourPAN: try row.optionalText(2),
        reference: try row.optionalText(3), account: try row.optionalText(4),
        payload: try row.optionalText(5).map { try JSONValue(parsing: Array($0.utf8)) })
      try transaction.execute(
        "UPDATE transactions SET content = ?, sealed = ?, body_hash = ? WHERE id = ?",
        [
          try content.sealed(by: seal, review),
          try seal.seal(try row.optionalText(6), at: ReviewRecords.inputPlace(review)),
          .blob(try seal.hash(try row.blob(7))), id.values[0],
        ])
    }
  }

  private func outbox() throws -> Int {
    try transaction.forEachRow(of: "outbox", by: "id", ["content", "line"]) { id, row in
      try transaction.execute(
        "UPDATE outbox SET sealed = ?, line = ? WHERE id = ?",
        [
          try Outbox.sealed(try row.text(0), try id.text(0), in: transaction),
          SQLValue(try row.optionalText(1).map { try Outbox.line($0, in: transaction) }),
          id.values[0],
        ])
    }
  }

  private func hosts() throws -> Int {
    let keys = transaction.seals.authenticatorSecrets.map { secret in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: secret, info: Array("countersign/host-event-secret/v1".utf8),
        outputByteCount: 32)
    }
    return try transaction.forEachRow(
      of: "hosts", by: "id", ["event_address", "event_secret"]
    ) { id, row in
      guard let sealed = try row.optionalBlob(1) else { return }
      let (host, address) = (HostID(try id.text(0)), try row.text(0))
      let secret = try transaction.seals.opened(
        sealed, by: keys, Array("hosts.event_secret \(host.text) \(address)".utf8))
      try update(
        "hosts SET event_secret", "id", id,
        .blob(
          try transaction.seals.deployment.seal(
            secret, at: HostEventTargets.place(host, address))))
    }
  }

  private func update(_ column: String, _ key: String, _ id: SQLRow, _ value: SQLValue) throws {
    try transaction.execute("UPDATE \(column) = ? WHERE \(key) = ?", [value, id.values[0]])
  }
}

extension StoreSeals {
  /// Opens what a version before sealed with one of these keys.
  fileprivate func opened(
    _ sealed: [UInt8], by keys: [SymmetricKey], _ place: [UInt8]
  ) throws -> [UInt8] {
    for key in keys {
      if let box = try? AES.GCM.SealedBox(combined: sealed),
        let secret = try? AES.GCM.open(box, using: key, authenticating: place)
      {
        return Array(secret)
      }
    }
    throw StoreError(
      code: .corrupt, reason: "a secret in the store does not open with this keyring")
  }
}

/// The sixteenth schema: a PIN says under which of the keyring's peppers it was hashed.
enum SchemaVersion16 {
  static let statements: [String] = [
    "ALTER TABLE pins ADD COLUMN pepper BIGINT NOT NULL DEFAULT 1",
    "ALTER TABLE suspended_pins ADD COLUMN pepper BIGINT NOT NULL DEFAULT 1",
  ]
}

/// The seventeenth schema: what a weak proof or a host's word brought stays known as that.
enum SchemaVersion17 {
  static let statements: [String] = [
    // A weak factor that a recovery suspends keeps its wait.
    "ALTER TABLE suspended_pins ADD COLUMN wait_id TEXT",
    "ALTER TABLE suspended_apps ADD COLUMN wait_id TEXT",
    // The level that the token before the present one has, and the host that opened the session for
    // an account that it did not make.
    "ALTER TABLE sessions ADD COLUMN retired_level BIGINT",
    "ALTER TABLE sessions ADD COLUMN foreign_host_id TEXT",
    // A PIN may be set after its device was registered; null where both came together.
    "ALTER TABLE devices ADD COLUMN pin_set_at BIGINT",
    // A number that a weak proof set shortens no wait until its own time is over.
    "ALTER TABLE phones ADD COLUMN trusted_at BIGINT",
    "ALTER TABLE phones ADD COLUMN new_is_weak BIGINT NOT NULL DEFAULT 0",
  ]
}

/// The eighteenth schema: a person's name for a passkey, sealed; null for none.
enum SchemaVersion18 {
  static let statements: [String] = ["ALTER TABLE credentials ADD COLUMN name BLOB"]
}

/// The nineteenth schema: a transaction that a session handed to the person's other devices, and
/// the moment at which that session withdrew it.
enum SchemaVersion19 {
  static let statements: [String] = [
    "ALTER TABLE transactions ADD COLUMN session_id TEXT",
    "ALTER TABLE transactions ADD COLUMN withdrawn_at BIGINT",
    """
    CREATE INDEX transactions_by_session ON transactions (session_id)
      WHERE session_id IS NOT NULL
    """,
  ]
}

/// The twentieth schema: when a job was put into the outbox, and the trace that it is part of; null
/// for one of an earlier version.
enum SchemaVersion20 {
  static let statements: [String] = [
    "ALTER TABLE outbox ADD COLUMN put_at BIGINT",
    "ALTER TABLE outbox ADD COLUMN trace TEXT",
  ]
}

/// The twenty-first schema: the ends of the parts of audit lanes that were pruned, after which the
/// rows that are left begin.
///
/// A node that does not know it only appends rows.
enum SchemaVersion21 {
  static let statements: [String] = [
    """
    CREATE TABLE audit_bases (
      lane BLOB PRIMARY KEY, sequence BIGINT NOT NULL, hash BLOB NOT NULL, pruned_at BIGINT NOT NULL
    )
    """
  ]
}

/// The twenty-second schema: spent proofs are found by the hash of their challenge.
///
/// Ids of challenges begin with their moment, so that all new ones are neighbours in the primary
/// key. Who looks for one there has read the place of the next, and with PostgreSQL's page locks
/// each of two approvals would be in the other's way.
enum SchemaVersion22 {
  static let concurrentStatements = [
    "CREATE INDEX spent_by_hash ON spent USING hash (challenge_id)"
  ]
}

/// The twenty-third schema: the jobs that are done are found by when, to be cleared away.
enum SchemaVersion23 {
  static let statements: [String] = [
    "CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL AND given_up_at IS NULL"
  ]
}
