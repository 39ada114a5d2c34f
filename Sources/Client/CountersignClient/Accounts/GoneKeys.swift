import WebAuthnModel
import WireModel

/// Biometric keys that are gone here and that the server may still list.
///
/// A device puts its own keys aside without a proof, in a session of its own: there may be none
/// when the key is found gone, so each is noted until it is put aside.
struct GoneKeys: Sendable {
  let vault: any Vault
  let account: String

  func note(_ credential: CredentialID) async {
    try? await vault.setValue([1], name(credential))
  }

  /// Has the server revoke those that are noted.
  func revoke(in session: AccountSession) async {
    for name in (try? await vault.names(account: account)) ?? [] {
      guard name.name.hasPrefix(Self.prefix),
        let id = Base64URL.decode(String(name.name.dropFirst(Self.prefix.count)))
      else { continue }
      do throws(ClientError) {
        try await session.revokeCredential(CredentialID(id))
      } catch {
        // Only that the server does not know it is as good as that it revoked it.
        guard error.reason == .notFound else { continue }
      }
      try? await vault.setValue(nil, name)
    }
  }

  private func name(_ credential: CredentialID) -> VaultName {
    VaultName(account: account, name: Self.prefix + credential.base64URL)
  }

  private static let prefix = "gone-key/"
}
