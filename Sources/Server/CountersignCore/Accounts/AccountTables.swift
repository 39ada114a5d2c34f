import WebAuthnModel

/// The core's tables with rows of accounts: their part in an export, and the fate of their rows at
/// an account's end.
struct AccountTable: Sendable {
  /// The end of the rows, when the account ends.
  enum End: Sendable, Hashable {
    /// They are deleted.
    case deleted
    /// They are evidence, or hold off a repetition, and name nobody but the account's id.
    case kept
  }

  /// A column that is told, and its form in JSON.
  enum Column: Sendable {
    case text(String)
    case integer(String)
    /// Milliseconds, told as RFC 3339.
    case time(String)
    /// Bytes, told as base64url.
    case bytes(String)
    /// A text that is stored sealed.
    case sealedText(String)
    /// Bytes that are stored sealed, told as base64url.
    case sealedBytes(String)
    /// JSON that is stored sealed.
    case sealedJSON(String)
  }

  let name: String
  /// The column of the primary key, to which sealed values are bound.
  let key: String
  /// The member of the export; nil for rows that hold nothing but secrets and counts.
  let member: String?
  let columns: [Column]
  let end: End

  private init(
    _ name: String, by key: String = "id", as member: String? = nil, _ columns: [Column] = [],
    end: End
  ) {
    (self.name, self.key, self.member, self.columns, self.end) = (name, key, member, columns, end)
  }

  /// Every table with a column `account_id`.
  ///
  /// No column that is told holds a secret, or what a secret could be tried against.
  static let all: [AccountTable] = [
    AccountTable(
      "sessions", as: "sessions",
      [
        .text("id"), .text("methods"), .integer("level"), .time("created_at"),
        .time("last_active_at"), .time("proved_at"), .time("ended_at"), .text("device_id"),
      ], end: .deleted),
    AccountTable(
      "credentials", as: "credentials",
      [
        .bytes("id"), .bytes("public_key"), .integer("algorithm"), .integer("sign_count"),
        .text("transports"), .text("origin"), .text("device_id"), .text("ground"),
        .text("wait_id"), .time("created_at"), .time("last_used_at"), .time("suspended_at"),
        .time("revoked_at"),
      ], end: .deleted),
    AccountTable(
      "devices", as: "devices",
      [
        .text("id"), .sealedText("name"), .bytes("public_key"), .integer("pin_generation"),
        .text("ground"), .text("wait_id"), .time("created_at"), .time("last_used_at"),
        .time("suspended_at"), .time("revoked_at"),
      ], end: .deleted),
    AccountTable(
      "phones", by: "account_id", as: "phones", [.sealedText("number"), .time("confirmed_at")],
      end: .deleted),
    AccountTable(
      "suspended_phones", by: "account_id", as: "suspendedPhones",
      [.sealedText("number"), .time("confirmed_at")], end: .deleted),
    AccountTable(
      "authenticator_apps", as: "authenticatorApps",
      [.time("confirmed_at"), .text("ground"), .text("wait_id")], end: .deleted),
    AccountTable(
      "suspended_apps", as: "suspendedAuthenticatorApps",
      [.time("confirmed_at"), .text("ground"), .text("wait_id")], end: .deleted),
    AccountTable(
      "recoveries", as: "recoveries", [.time("requested_at"), .text("wait_id")], end: .deleted),
    AccountTable(
      "waits", as: "waits",
      [
        .text("id"), .text("reason"), .integer("seconds"), .time("created_at"), .time("ends_at"),
        .time("stopped_at"),
      ], end: .deleted),
    AccountTable(
      "transactions", as: "transactions",
      [
        .text("id"), .text("host_id"), .text("status"), .integer("amount"), .text("currency"),
        .integer("exponent"), .text("scenario"), .sealedJSON("content"), .time("created_at"),
        .time("expires_at"), .time("decided_at"), .sealedText("user_input"),
      ], end: .deleted),
    AccountTable(
      "operations", as: "operations",
      [
        .text("id"), .text("scenario"), .text("proof_kind"), .text("transaction_id"),
        .text("session_id"), .sealedBytes("evidence"), .sealedJSON("answer"), .time("at"),
      ], end: .kept),
    // Deleted with the account where nothing that is kept is sealed with it.
    AccountTable("account_keys", by: "account_id", end: .kept),
    AccountTable("code_requests", end: .deleted),
    AccountTable("lanes", as: "lanes", [.time("created_at")], end: .deleted),
    AccountTable("known_networks", end: .deleted),
    AccountTable("code_failures", end: .deleted),
    AccountTable("session_links", end: .deleted),
    AccountTable("session_hosts", end: .deleted),
    AccountTable("registration_grants", end: .deleted),
    AccountTable("pins", end: .deleted),
    AccountTable("suspended_pins", end: .deleted),
    AccountTable("low_value", end: .deleted),
    AccountTable("spent", end: .kept),
  ]

  /// The rows of an account, as they are told.
  func rows(of account: AccountID, in transaction: any ReadTransaction) throws -> [JSONValue] {
    let names = columns.map(\.name).joined(separator: ", ")
    let isSealed = columns.contains(where: \.isSealed)
    let rows = try transaction.rows(
      "SELECT \(names)\(isSealed ? ", " + key : "") FROM \(name) WHERE account_id = ?",
      [.text(account.text)])
    // Asked for only where there is a row: an account that is gone may have no key.
    let seal = isSealed && !rows.isEmpty ? try transaction.seal(of: account) : nil
    return try rows.map { row in
      var object: JSONObject = [:]
      for (index, column) in columns.enumerated() {
        if column.isSealed, let seal {
          let place = SealedPlace("\(name).\(column.name)", of: try row.text(columns.count))
          object[column.member] = try column.value(
            try row.optionalBlob(index).map { try seal.bytes($0, at: place) })
        } else {
          object[column.member] = try column.value(at: index, of: row)
        }
      }
      return .object(object)
    }
  }
}

extension AccountTable.Column {
  /// The column in the database.
  var name: String {
    switch self {
    case .text(let name), .integer(let name), .time(let name), .bytes(let name): name
    case .sealedText(let name), .sealedBytes(let name), .sealedJSON(let name): name
    }
  }

  /// True for a value that is stored sealed.
  fileprivate var isSealed: Bool {
    switch self {
    case .text, .integer, .time, .bytes: false
    case .sealedText, .sealedBytes, .sealedJSON: true
    }
  }

  /// The member in JSON: `createdAt` for `created_at`.
  fileprivate var member: String {
    let words = name.split(separator: "_")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// A value as it is told; nil for NULL.
  fileprivate func value(at index: Int, of row: SQLRow) throws -> JSONValue? {
    switch self {
    case .text: try row.optionalText(index).map(JSONValue.string)
    case .integer: try row.optionalInteger(index).map(JSONValue.integer)
    case .time:
      try row.optionalInteger(index).map { .string(Timestamp(milliseconds: $0).rfc3339) }
    case .bytes: try row.optionalBlob(index).map { .string(Base64URL.encode($0)) }
    case .sealedText, .sealedBytes, .sealedJSON: nil
    }
  }

  /// A value that was sealed as it is told; nil for NULL.
  fileprivate func value(_ opened: [UInt8]?) throws -> JSONValue? {
    guard let opened else { return nil }
    switch self {
    case .sealedText: return .string(String(decoding: opened, as: UTF8.self))
    case .sealedBytes: return .string(Base64URL.encode(opened))
    case .sealedJSON: return try JSONValue(parsing: opened)
    case .text, .integer, .time, .bytes: return nil
    }
  }
}
