import WireModel

/// Whether this installation has ever registered a biometric key for an account.
///
/// It outlives what is forgotten of the account, as where its devices are revoked.
struct RegistrationMemory: Sendable {
  let vault: any Vault
  let account: String

  /// Whether it has.
  func wasRegistered() async throws(VaultError) -> Bool { try await vault.value(name) != nil }

  /// Notes that it has; where that fails, it only looks as if it never had.
  func note() async { try? await vault.setValue([1], name) }

  private var name: VaultName { Installation.name("registered-key/" + account) }
}
