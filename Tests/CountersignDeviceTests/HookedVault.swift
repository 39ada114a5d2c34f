import CountersignClient
import CountersignDevice

/// A vault at which something else happens.
struct HookedVault: Vault {
  private let vault: FileVault
  private let afterRead: @Sendable (VaultName) async -> Void
  private let beforeWrite: @Sendable (VaultName) async throws(VaultError) -> Void

  /// A vault.
  ///
  /// - Parameters:
  ///   - vault: The vault itself.
  ///   - afterRead: What happens once a value was read.
  ///   - beforeWrite: What happens before one is written; where it throws, none is.
  init(
    _ vault: FileVault, afterRead: @escaping @Sendable (VaultName) async -> Void = { _ in },
    beforeWrite: @escaping @Sendable (VaultName) async throws(VaultError) -> Void = {
      _ throws(VaultError) in
    }
  ) {
    self.vault = vault
    self.afterRead = afterRead
    self.beforeWrite = beforeWrite
  }

  func value(_ name: VaultName) async throws(VaultError) -> [UInt8]? {
    let value = try await vault.value(name)
    await afterRead(name)
    return value
  }

  func setValue(_ bytes: [UInt8]?, _ name: VaultName) async throws(VaultError) {
    try await beforeWrite(name)
    try await vault.setValue(bytes, name)
  }

  func names(account: String) async throws(VaultError) -> [VaultName] {
    try await vault.names(account: account)
  }
}
