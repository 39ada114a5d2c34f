import FlowModel
import WebAuthnModel
import WireModel

/// The surroundings of all flows of a manager.
struct FlowContext: Sendable {
  let connection: ServerConnection
  /// Nil where the app has no device secrets: its PIN is then sent in the body.
  let device: (any DeviceSecrets)?
  let vault: any Vault
  let installation: Installation
  let authenticator: @Sendable (String) -> any Authenticator
  let configuration: FlowConfiguration
  let clock: any Clock<Duration>
  let random: RandomSource
  /// The states of second factors that the server has told.
  let told = ToldSecondFactors()
  /// The one session of a manager that was made for it; nil where sessions lie in the vault.
  let session: AccountSession?

  /// This installation as a device of an account; as none of an account that is not known yet.
  func device(of account: String?) -> AccountDevice {
    AccountDevice(connection: connection, secrets: device, vault: vault, account: account)
  }

  /// A random name for an operation.
  func newOperation() -> OperationID { OperationID(Base64URL.encode(random.bytes(16))) }

  /// The session of an account; nil where it has none here.
  ///
  /// - Throws: ``ClientError/locked`` while its soft lock is closed.
  func session(of account: String?) async throws(ClientError) -> AccountSession? {
    if let session { return account == nil || account == session.accountID ? session : nil }
    do throws(VaultError) {
      return try await installation.session(of: account)
    } catch {
      if error == .locked { throw .locked }
      return nil
    }
  }

  /// Refuses an account that is locked, where its session is not asked for.
  ///
  /// - Throws: ``ClientError/locked``, also if the vault cannot say that there is no app PIN.
  func requireOpen(_ account: String) async throws(ClientError) {
    do throws(VaultError) {
      try await installation.requireOpen(account)
    } catch {
      throw .locked
    }
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
