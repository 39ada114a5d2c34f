import FlowModel
import WebAuthnModel

/// The transactions that an account has handled on this device, over restarts of the app: none is
/// shown again by itself.
struct HandledTransactions: Sendable {
  let vault: any Vault
  let account: String

  /// Notes one, unless it is noted; where that fails, it is shown once more at most.
  func note(_ id: String) async {
    // What cannot be read now is not written over.
    guard let noted = try? await ids(), !noted.contains(id) else { return }
    let kept = (noted + [id]).suffix(Self.mostKept).map(JSONValue.string)
    try? await vault.setValue(JSONValue.array(kept).serialized(), name)
  }

  /// Their ids, the oldest first; what lies there and is no list remembers none.
  func ids() async throws(VaultError) -> [String] {
    guard let bytes = try await vault.value(name), let json = try? JSONValue(parsing: bytes),
      case .array(let ids) = json
    else { return [] }
    return ids.compactMap { if case .string(let id) = $0 { id } else { nil } }
  }

  private var name: VaultName { VaultName(account: account, name: "handled-transactions") }

  /// A transaction waits for minutes, and few wait at once: older ones are past their time.
  private static let mostKept = 64
}
