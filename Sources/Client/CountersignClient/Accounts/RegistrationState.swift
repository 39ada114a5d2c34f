import FlowModel
import WebAuthnModel
import WireModel

/// The place of an account's biometric keys, as this installation sees it.
public enum RegistrationState: Sendable, Hashable, CaseIterable {
  /// The account has none, and this installation never had one.
  case neverRegistered
  /// The account has none now; this installation had one before.
  case registeredBefore
  /// The account has some, and none of them is here.
  case onAnotherDevice
  /// One of them is here.
  case onThisDevice
}

extension FlowManager {
  /// Says where an account's biometric keys are: one call.
  ///
  /// - Parameter account: The account; nil for the one that was used last.
  /// - Returns: The state.
  /// - Throws: ``ClientError`` where the server does not say.
  public func registrationState(
    of account: String? = nil
  ) async throws(ClientError) -> RegistrationState {
    guard let session = try await context.session(of: account) else { throw .noSession }
    let options = try await session.titleOptions(of: .testBiometrics).options
    let authenticator = context.authenticator(session.accountID)
    let held = (try? await authenticator.credentials(for: options.relyingPartyID)) ?? []
    let registered = options.allowCredentials.map(\.id)
    if registered.contains(where: held.contains) { return .onThisDevice }
    guard registered.isEmpty else { return .onAnotherDevice }
    let memory = RegistrationMemory(vault: context.vault, account: session.accountID)
    let wasHere = (try? await memory.wasRegistered()) ?? false
    return wasHere || !held.isEmpty ? .registeredBefore : .neverRegistered
  }
}

/// A note that this installation has registered a biometric key for an account.
///
/// It outlives what is forgotten of the account, as where its devices are revoked.
struct RegistrationMemory: Sendable {
  let vault: any Vault
  let account: String

  /// True if it has.
  func wasRegistered() async throws(VaultError) -> Bool { try await vault.value(name) != nil }

  /// True if it has, and was not noted to have removed it since.
  func isRegistered() async throws(VaultError) -> Bool {
    try await vault.value(name) == Self.registered
  }

  /// Notes that it has; where that fails, it only looks as if it never had.
  func note() async { try? await vault.setValue(Self.registered, name) }

  /// Notes that its key is no factor any more.
  func noteRemoved() async {
    guard (try? await wasRegistered()) == true else { return }
    try? await vault.setValue(Self.removed, name)
  }

  private static let registered: [UInt8] = [1]
  private static let removed: [UInt8] = [0]

  private var name: VaultName { Installation.name("registered-key/" + account) }
}
