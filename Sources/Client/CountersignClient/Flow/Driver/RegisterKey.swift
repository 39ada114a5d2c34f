import FlowModel
import WebAuthnModel
import WireModel

/// A key of this device: made, registered, gone.
extension FlowDriver {
  /// Gives the server what entitles to a key, and asks how to make one.
  func askCreation() async -> Answer {
    do throws(ActionStop) {
      try await kind.entitleKey(self)
      return newKey.creation == nil
        ? .failure(.notUnderstood(.answerNotUnderstood)) : .done
    } catch {
      return Answer(ofEntitlement: error.answer)
    }
  }

  /// Has the authenticator make a key.
  func createKey() async -> Answer {
    guard let creation = newKey.creation, let authenticator = keys.authenticator else {
      return .failure(.deviceFailed(.authenticatorFailed))
    }
    if let unused = newKey.registration?.id {
      newKey.drop()
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
      newKey = .made(registration)
      return .done
    } catch {
      return Answer(ofCreation: error)
    }
  }

  /// Makes the request that registers the new key.
  func makeRegistration(_ proof: ActionProof) async throws(ActionStop) -> FlowAction {
    guard let registration = newKey.registration else { throw .nothingGiven }
    do throws(ClientError) {
      return FlowAction(
        request: try await session().registrationRequest(registration),
        asked: .credential(kind.type, registration.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Completes the registration of the new key.
  func completeRegistration(_ response: WireResponse) async throws(ClientError) {
    let _: RegisteredCredential = try ServerConnection.read(response.body)
    if let key = newKey.registration?.id { newKey = .registered(key) }
    await keys.noteRegistered()
  }

  /// A key that is gone is of no use to anybody, and the account should not list it.
  func disableBiometrics() async -> Answer {
    guard let challenge = signing.challenge, let account = owner.accountID
    else { return .done }
    for credential in await keys.held(challenge.options) ?? [] {
      await keys.noteGone(credential)
      await keys.delete(credential)
    }
    // The device itself may put its own keys aside; the server takes no other proof for it here.
    if let session = owner.session {
      await GoneKeys(vault: context.vault, account: account).revoke(in: session)
    }
    return .done
  }

  /// Once something was proved, the server takes the revocation of whatever was found gone, in this
  /// flow or in one before whose revocation did not come through; nobody waits for it.
  func disableGoneKeys() async {
    guard let account = owner.accountID,
      let session = try? await context.session(of: account)
    else { return }
    let gone = GoneKeys(vault: context.vault, account: account)
    Task { await gone.revoke(in: session) }
  }
}
