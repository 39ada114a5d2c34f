import CountersignClient

/// How devices lie in the vault: one value of an account, so that all of it changes at once.
extension DeviceKeys {
  /// What is held of an account; nothing where nothing was ever kept.
  func load(_ account: String) async throws(DeviceSecretsError) -> HeldDevices {
    do throws(VaultError) {
      guard let bytes = try await vault.value(Self.name(account)) else { return HeldDevices() }
      guard let held = HeldDevices(vaultBytes: bytes) else { throw .damaged }
      return held
    } catch {
      throw .storageFailed(error)
    }
  }

  func store(_ held: HeldDevices, _ account: String) async throws(DeviceSecretsError) {
    try await write(held.vaultBytes, account)
  }

  func write(_ bytes: [UInt8]?, _ account: String) async throws(DeviceSecretsError) {
    do throws(VaultError) {
      try await vault.setValue(bytes, Self.name(account))
    } catch {
      throw .storageFailed(error)
    }
  }

  private static func name(_ account: String) -> VaultName {
    VaultName(account: account, name: "device")
  }
}
