import FlowModel
import WebAuthnModel
import WireModel

/// The biometric keys of an account that this device holds.
struct LocalKeys: Sendable {
  /// The authenticator of the account; nil before the flow's account is known.
  let authenticator: (any Authenticator)?
  let vault: any Vault
  let account: String?

  /// The keys of this device among those that a challenge allows; nil where they cannot be read
  /// now, which is not to hold none.
  func held(_ options: CredentialRequestOptions) async -> [CredentialID]? {
    guard let authenticator else { return [] }
    guard let held = try? await authenticator.credentials(for: options.relyingPartyID) else {
      return nil
    }
    return options.allowCredentials.map(\.id).filter(held.contains)
  }

  /// This device's key for a challenge; a key is registered in flows of its own only.
  func localKey(for options: CredentialRequestOptions) async -> LocalKey {
    switch await held(options) {
    case nil: .missing(.none(.biometricsNotAvailable))
    case []?: .missing(.none(.nothingEnrolled))
    case _?: .held
    }
  }

  /// This device's key for a challenge or, if it has none, the offer to register one.
  ///
  /// The device's abilities come before its keys. Keys that the server does not know are of
  /// no use to anybody and are destroyed. Beside a key of another device none is offered: that
  /// one approves, and adds others.
  ///
  /// - Parameters:
  ///   - options: The challenge.
  ///   - mayRegister: True if a mailed code or the PIN entitles to a key here.
  /// - Returns: The part of this device.
  func keyOrOffer(
    for options: CredentialRequestOptions, mayRegister: Bool
  ) async -> LocalKey {
    switch await authenticator?.readiness() {
    case .ready?: break
    case .nothingEnrolled?: return .missing(.none(.nothingEnrolled))
    case .notSupported?, nil: return .missing(.none(.biometricsNotAvailable))
    }
    let mine: [CredentialID]
    do {
      mine = try await authenticator?.credentials(for: options.relyingPartyID) ?? []
    } catch {
      // What cannot be read now is not gone: nothing of it is destroyed.
      return .missing(.none(.biometricsNotAvailable))
    }
    guard !options.allowCredentials.contains(where: { mine.contains($0.id) }) else { return .held }
    for stale in mine { try? await authenticator?.deleteCredential(stale) }
    guard options.allowCredentials.isEmpty, mayRegister else {
      return .missing(.none(.nothingEnrolled))
    }
    return .missing(await offer())
  }

  /// The offer of a key that may be made to the person.
  func offer() async -> BiometricsOffer {
    guard let account else { return .none(.biometricsNotAvailable) }
    return await SoftPromptMemory(vault: vault).offer(for: account)
  }

  /// Destroys a key; where that fails, it is of no use to anybody all the same.
  func delete(_ credential: CredentialID) async {
    try? await authenticator?.deleteCredential(credential)
  }

  /// Notes that this installation has registered a key.
  func noteRegistered() async {
    guard let account else { return }
    await RegistrationMemory(vault: vault, account: account).note()
  }

  /// True if this installation has registered a key, and not removed it since.
  func isRegistered() async -> Bool {
    guard let account else { return false }
    let memory = RegistrationMemory(vault: vault, account: account)
    return (try? await memory.isRegistered()) ?? false
  }

  /// Notes that this installation has no key any more that is a factor.
  func noteRemoved() async {
    guard let account else { return }
    await RegistrationMemory(vault: vault, account: account).noteRemoved()
  }

  /// Notes a key of this device that the server is to revoke.
  func noteGone(_ credential: CredentialID) async {
    guard let account else { return }
    await noteRemoved()
    await GoneKeys(vault: vault, account: account).note(credential)
  }
}

/// This device's part in a challenge.
enum LocalKey: Sendable, Hashable {
  /// It holds a key that the challenge allows.
  case held
  /// It holds none of them; one may perhaps be registered on the way.
  case missing(BiometricsOffer)

  /// The challenge as the machine is told of it, linked to a transaction or to none.
  func answer(
    _ challenge: Challenge, linkedTo document: Document?, _ ways: SigningWays? = nil
  ) -> Answer {
    switch self {
    case .held: .challenge(OperationID(challenge), document, ways)
    case .missing(let offer): .missingKey(offer, document, ways)
    }
  }
}
