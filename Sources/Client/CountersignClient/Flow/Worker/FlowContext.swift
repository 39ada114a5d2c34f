import FlowModel
import WebAuthnModel
import WireModel

/// What all flows of a manager work with.
struct FlowContext: Sendable {
  let connection: ServerConnection
  /// Nil where the app has no device secrets: its PIN is then in the seed's form.
  let device: (any DeviceSecrets)?
  let vault: any Vault
  let installation: Installation
  let authenticator: @Sendable (String) -> any Authenticator
  let configuration: FlowConfiguration
  let clock: any Clock<Duration>
  let random: RandomSource
  /// The one session of a manager that was made for it; nil where sessions lie in the vault.
  let session: AccountSession?

  /// The session of an account; nil where it has none here.
  func session(of account: String?) async -> AccountSession? {
    if let session { return account == nil || account == session.accountID ? session : nil }
    return try? await installation.session(of: account)
  }

  /// Destroys all that this device holds of an account whose device the server knows no more.
  ///
  /// As far as it can: what stays is of no use to anybody, and the account is gone from the list.
  func forget(_ account: String, _ keys: [CredentialID]) async {
    let authenticator = authenticator(account)
    for key in keys { try? await authenticator.deleteCredential(key) }
    try? await device?.forget(account)
    try? await installation.remove(account)
  }
}
