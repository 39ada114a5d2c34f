import WireModel

/// Whether this installation has ever registered a biometric key for an account.
struct RegistrationMemory: Sendable {
  let vault: any Vault
  let account: String

  /// Whether it has.
  func wasRegistered() async throws(VaultError) -> Bool { try await vault.value(name) != nil }

  /// Notes that it has; where that fails, it only looks as if it never had.
  func note() async { try? await vault.setValue([1], name) }

  private var name: VaultName { VaultName(account: account, name: "registered-key") }
}

extension FlowWorker {
  /// Notes that this installation has registered a key.
  func noteRegistered() async {
    guard let account = materials.accountID else { return }
    await RegistrationMemory(vault: context.vault, account: account).note()
  }
}
