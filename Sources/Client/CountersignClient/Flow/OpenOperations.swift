import FlowModel
import WebAuthnModel
import WireModel

/// The operations whose outcome is open, in the vault: id of each and what it asked for, never its
/// proof.
///
/// A record is written before its action is sent and removed when its outcome is known, so that a
/// crash at any time between leaves it to be asked for.
struct OpenOperations: Sendable {
  let vault: any Vault
  let account: String

  /// The first that is open.
  func first() async throws(VaultError) -> OperationID? {
    for name in try await vault.names(account: account) where name.name.hasPrefix(Self.prefix) {
      return OperationID(String(name.name.dropFirst(Self.prefix.count)))
    }
    return nil
  }

  /// What an open operation asked for; nil where that is not known to this version.
  func asked(_ operation: OperationID) async throws(VaultError) -> AskedAction? {
    guard let bytes = try await vault.value(name(of: operation)) else { return nil }
    guard let json = try? JSONValue(parsing: bytes) else { throw .damaged }
    return try? AskedAction(json: json)
  }

  func remember(_ operation: OperationID, _ asked: AskedAction) async throws(VaultError) {
    try await vault.setValue(asked.json.serialized(), name(of: operation))
  }

  func forget(_ operation: OperationID) async throws(VaultError) {
    let name = name(of: operation)
    guard try await vault.value(name) != nil else { return }
    try await vault.setValue(nil, name)
  }

  private func name(of operation: OperationID) -> VaultName {
    VaultName(account: account, name: Self.prefix + operation.text)
  }

  private static let prefix = "open-operation/"
}
