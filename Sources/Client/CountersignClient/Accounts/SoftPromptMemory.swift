import FlowModel

/// The person's answer to the soft prompt, for each account of this installation, until the account
/// is enrolled here anew.
struct SoftPromptMemory: Sendable {
  let vault: any Vault

  /// Returns true if a key may be offered; a vault that cannot say is asked as if for the first
  /// time.
  func offer(for account: String) async -> BiometricsOffer {
    guard let bytes = try? await vault.value(Self.name(account)) else { return .unasked }
    return bytes == Self.accepted ? .welcome : .declined
  }

  /// Notes an answer; where that fails, the person is asked once more another time.
  func remember(_ answer: SoftPromptAnswer, for account: String) async {
    try? await vault.setValue(
      answer == .accept ? Self.accepted : Self.declined, Self.name(account))
  }

  /// Forgets an answer: the person is asked again.
  func forget(for account: String) async {
    try? await vault.setValue(nil, Self.name(account))
  }

  private static let accepted = Array("accepted".utf8)
  private static let declined = Array("declined".utf8)

  private static func name(_ account: String) -> VaultName {
    VaultName(account: account, name: "soft-prompt")
  }
}
