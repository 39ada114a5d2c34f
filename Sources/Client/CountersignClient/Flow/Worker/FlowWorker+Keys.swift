import FlowModel
import WebAuthnModel
import WireModel

/// The keys of this device: held, offered, made, gone.
extension FlowWorker {
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
  /// What the device can do comes before what it holds. Keys that the server does not know are of
  /// no use to anybody and are destroyed; a code alone entitles to a new one only on an account
  /// that has no other factor, so that elsewhere none is offered.
  func keyOrOffer(for options: CredentialRequestOptions) async -> LocalKey {
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
    guard options.allowCredentials.isEmpty, await !hasPINKey() else {
      return .missing(.none(.nothingEnrolled))
    }
    return .missing(await offer())
  }

  /// The offer of a key that may be made to the person.
  func offer() async -> BiometricsOffer {
    guard let account = materials.owner.accountID else { return .none(.biometricsNotAvailable) }
    return await SoftPromptMemory(vault: context.vault).offer(for: account)
  }

  /// Gives the server what entitles to a key, and asks how to make one.
  func askCreation(_ calls: any RegistersKey) async -> Answer {
    do throws(ActionStop) {
      try await calls.entitle(self)
      return materials.key.creation == nil
        ? .failure(.notUnderstood(.answerNotUnderstood)) : .done
    } catch {
      return Answer(ofEntitlement: error.answer)
    }
  }

  /// Has the authenticator make a key.
  func createKey() async -> Answer {
    guard let creation = materials.key.creation, let authenticator else {
      return .failure(.deviceFailed(.authenticatorFailed))
    }
    if let unused = materials.key.registration?.id {
      materials.key.drop()
      try? await authenticator.deleteCredential(unused)
    }
    do throws(AuthenticatorError) {
      let registration = try await authenticator.createCredential(creation)
      guard !Task.isCancelled else {
        // Nobody will register it.
        try? await authenticator.deleteCredential(registration.id)
        return .dismissedPrompt
      }
      // One challenge makes one key.
      materials.key = .made(registration)
      return .done
    } catch {
      return Answer(ofCreation: error)
    }
  }

  /// Makes the request that registers the key that was made.
  func makeRegistration(
    _ change: AskedAction.FactorChange, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    guard let registration = materials.key.registration else { throw .nothingGiven }
    do throws(ClientError) {
      return FlowAction(
        request: try await session().registrationRequest(registration),
        asked: .credential(change, registration.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Notes that this installation has registered a key.
  func noteRegistered() async {
    guard let account = materials.owner.accountID else { return }
    await RegistrationMemory(vault: context.vault, account: account).note()
  }

  /// A key that is gone is of no use to anybody, and the account should not list it.
  func disableBiometrics() async -> Answer {
    guard let challenge = materials.signing.challenge, let account = materials.owner.accountID
    else { return .done }
    for credential in await held(challenge.options) ?? [] {
      await noteGone(credential)
      try? await authenticator?.deleteCredential(credential)
    }
    // The device itself may put its own keys aside; the server takes no other proof for it here.
    if let session = materials.owner.session {
      await GoneKeys(vault: context.vault, account: account).revoke(in: session)
    }
    return .done
  }

  /// Notes a key of this device that the server is to revoke.
  func noteGone(_ credential: CredentialID) async {
    guard let account = materials.owner.accountID else { return }
    await GoneKeys(vault: context.vault, account: account).note(credential)
  }

  /// Once something was proved, the server takes the revocation of whatever was found gone, in this
  /// flow or in one before whose revocation did not come through; nobody waits for it.
  func disableGoneKeys() async {
    guard let account = materials.owner.accountID,
      let session = await context.session(of: account)
    else { return }
    let gone = GoneKeys(vault: context.vault, account: account)
    Task { await gone.revoke(in: session) }
  }
}

/// This device's part in a challenge.
enum LocalKey: Sendable, Hashable {
  /// It holds a key that the challenge allows.
  case held
  /// It holds none of them; one may perhaps be registered on the way.
  case missing(BiometricsOffer)

  /// The challenge as the machine is told of it, linked to a transaction or to none.
  func answer(_ challenge: Challenge, linkedTo document: Document?) -> Answer {
    switch self {
    case .held: .challenge(OperationID(challenge), document)
    case .missing(let offer): .missingKey(offer, document)
    }
  }
}
