import WebAuthnModel

extension LockRecord {
  /// What the vault holds of an account's lock; nil where no app PIN is set.
  static func read(
    _ account: String, in vault: any Vault
  ) async throws(VaultError) -> LockRecord? {
    guard let bytes = try await vault.value(name(account)) else { return nil }
    guard let json = try? JSONValue(parsing: bytes), case .object(let members) = json,
      case .integer(let tries)? = members["wrongTries"], (0...1000).contains(tries),
      case .integer(let countedAt)? = members["countedAt"],
      case .bool(let isWiped)? = members["isWiped"]
    else { throw .damaged }
    return LockRecord(wrongTries: Int(tries), countedAt: countedAt, isWiped: isWiped)
  }

  /// Keeps it, durably.
  func write(_ account: String, in vault: any Vault) async throws(VaultError) {
    let json: JSONValue = [
      "wrongTries": .integer(Int64(wrongTries)), "countedAt": .integer(countedAt),
      "isWiped": .bool(isWiped),
    ]
    try await vault.setValue(json.serialized(), Self.name(account))
  }

  private static func name(_ account: String) -> VaultName {
    VaultName(account: account, name: "soft-lock")
  }
}
