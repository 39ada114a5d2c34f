import FlowModel
import WebAuthnModel
import WireModel

/// Where an account's biometric keys are, as this installation sees it.
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
    guard let session = await context.session(of: account) else { throw .noSession }
    let options = try await session.testOptions().options
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
