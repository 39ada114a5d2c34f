import Crypto
import WireModel

/// The keys with which a store's rows hide what they say of people.
///
/// Each account has a key of its own, which stands in the store wrapped by the keyring. What is no
/// account's yet, or is kept for a short time, is sealed by the keyring itself.
public struct StoreSeals: Sendable {
  /// Seals what is no account's.
  let deployment: Seal
  /// The numbers of the keys that seal and that look up, newest first.
  let numbers: [KeyPurpose: [UInt8]]
  private let lookups: [NumberedHash]

  /// The keys of a keyring.
  public init(_ keyring: Keyring) {
    numbers = [.sealing, .lookup].reduce(into: [:]) { numbers, purpose in
      numbers[purpose] = keyring.keys(purpose).map(\.number)
    }
    deployment = Seal(keyring.keys(.sealing).map(SealKey.init))
    lookups = keyring.keys(.lookup).map { NumberedHash(number: $0.number, hash: KeyedHash($0.key)) }
  }

  private init() {
    numbers = [:]
    deployment = Seal([])
    lookups = []
  }

  /// No keys: for whoever looks at a store from outside, as at a backup that is checked.
  ///
  /// What is sealed stays so.
  public static let none = StoreSeals()

  /// The key of an account, wrapped by the keyring.
  ///
  /// - Parameters:
  ///   - secret: ``SealKey/secretBytes`` random bytes.
  ///   - account: Whose they are.
  /// - Returns: What is stored.
  /// - Throws: ``StoreError`` where the store was opened without keys.
  func wrap(_ secret: [UInt8], of account: AccountID) throws -> [UInt8] {
    try deployment.seal(secret, at: Self.place(of: account))
  }

  /// The key of an account, wrapped by the newest key; nil where it is so already.
  func rewrapped(_ wrapped: [UInt8], of account: AccountID) throws -> [UInt8]? {
    try deployment.renewed(wrapped, at: Self.place(of: account))
  }

  /// The seal of the rows of an account, by its wrapped key.
  func unwrap(_ wrapped: [UInt8], of account: AccountID) throws -> Seal {
    let secret = try deployment.bytes(wrapped, at: Self.place(of: account))
    guard secret.count == SealKey.secretBytes else {
      throw StoreError(code: .corrupt, reason: "the key of \(account) is of another length")
    }
    return Seal([SealKey(number: 1, secret: secret)])
  }

  /// The keyed hashes by which a value is found, the one that is written first: until all rows are
  /// rewritten, a row can still stand under a key of before.
  package func hashes(of text: String, _ column: LookupColumn) throws -> [SQLValue] {
    guard !lookups.isEmpty else { throw StoreError.noSealingKey }
    return lookups.map { lookup in
      .blob([lookup.number] + lookup.hash.code(for: column.input(text)).withUnsafeBytes(Array.init))
    }
  }

  /// Tells if these are the keys of a keyring, and open a store's rows.
  fileprivate func fit(_ keyring: Keyring, _ transaction: any ReadTransaction) throws -> Bool {
    let place = SealedPlace("", of: "")
    guard try deployment.seal([], at: place) == StoreSeals(keyring).deployment.seal([], at: place)
    else { return false }
    guard let row = try transaction.row("SELECT account_id, key FROM account_keys LIMIT 1") else {
      return try AuditRegistry.isMade(by: keyring, in: transaction)
    }
    return (try? unwrap(row.blob(1), of: AccountID(row.text(0)))) != nil
  }

  private static func place(of account: AccountID) -> SealedPlace {
    SealedPlace("account_keys.key", of: account.text)
  }

  private struct NumberedHash: Sendable {
    let number: UInt8
    let hash: KeyedHash
  }
}

/// A column that holds keyed hashes of sealed values.
package enum LookupColumn: String {
  /// The names of accounts.
  case accountName = "accounts.name_hash"
  /// The names that codes were asked for.
  case codeRequestName = "code_requests.name_hash"

  fileprivate func input(_ text: String) -> [UInt8] {
    Array("countersign/lookup/v1\0\(rawValue)\0\(text)".utf8)
  }
}

extension ReadTransaction {
  /// The seal of the rows of an account.
  ///
  /// - Throws: ``StoreError`` where there is no such account.
  public func seal(of account: AccountID) throws -> Seal {
    guard let row = try row(account.sealQuery) else {
      throw StoreError(code: .corrupt, reason: "\(account) has no key for its rows")
    }
    return try seals.unwrap(row.blob(0), of: account)
  }
}

extension AccountID {
  /// The query for the key that seals the account's rows.
  var sealQuery: SQLStatement {
    SQLStatement("SELECT key FROM account_keys WHERE account_id = ?", [.text(text)])
  }
}

/// The id and the key of an account that may be made, drawn before the command that makes it.
struct NewAccount: Sendable {
  let id: AccountID
  private let secret: [UInt8]

  init(_ random: any RandomBytes) {
    id = AccountID.new("acc_", random)
    secret = random.bytes(SealKey.secretBytes)
  }

  /// Stores the key.
  ///
  /// - Returns: What seals the account's rows from now on.
  func storeKey(in transaction: any WriteTransaction) throws -> Seal {
    let wrapped = try transaction.seals.wrap(secret, of: id)
    try transaction.execute(
      "INSERT INTO account_keys (account_id, key) VALUES (?, ?)", [.text(id.text), .blob(wrapped)])
    return try transaction.seals.unwrap(wrapped, of: id)
  }
}

extension StoreError {
  /// A store that was opened without a keyring.
  static let noSealingKey = StoreError(
    code: .failed, reason: "the store was opened without the keyring that its rows are sealed with")
}

extension Keyring {
  /// Refuses a store whose rows were sealed with another keyring, before anything is answered of
  /// it.
  ///
  /// A store without accounts has an audit log that tells.
  ///
  /// - Throws: `ServerMisuse`; `StoreError` where the store cannot be read.
  public func verify(sealing store: any Store) async throws {
    guard try await store.read({ try $0.seals.fit(self, $0) }) else {
      throw ServerMisuse.keyringOfAnotherStore
    }
  }
}

extension ServerMisuse {
  /// The store's rows were sealed with another keyring.
  public static let keyringOfAnotherStore = ServerMisuse(
    code: "keyring_of_another_store",
    description: "the database was sealed with another keyring: give the one that it was made with")
}
