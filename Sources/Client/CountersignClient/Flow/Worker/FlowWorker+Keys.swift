import FlowModel
import WebAuthnModel
import WireModel

/// What the authenticator does: signs, makes a key, loses one.
extension FlowWorker {
  func sign() async -> SigningAnswer {
    guard let challenge = materials.challenge, let authenticator else {
      return .broken(.authenticatorFailed)
    }
    do throws(AuthenticatorError) {
      materials.assertion = try await authenticator.sign(
        SigningRequest(challenge.options, subject: challenge.subject))
      return .signed
    } catch {
      return SigningAnswer(error)
    }
  }

  func verify() async -> VerifyAnswer {
    guard let assertion = materials.assertion else {
      return .failed(.notUnderstood(.authenticatorFailed))
    }
    do throws(ClientError) {
      materials.token = try await session().verify(assertion).verificationToken
      return .verified
    } catch {
      return VerifyAnswer(error)
    }
  }

  /// Which of the keys that a challenge allows this device holds; nil where they cannot be read
  /// now, which is not to hold none.
  func held(_ options: CredentialRequestOptions) async -> [CredentialID]? {
    guard let authenticator else { return [] }
    guard let held = try? await authenticator.credentials(for: options.relyingPartyID) else {
      return nil
    }
    return options.allowCredentials.map(\.id).filter(held.contains)
  }

  /// Whether this device could sign a challenge; a key is registered in flows of its own only.
  func localKey(for options: CredentialRequestOptions) async -> OptionsAnswer.LocalKey {
    switch await held(options) {
    case nil: .missing(.none(.biometricsNotAvailable))
    case []?: .missing(.none(.nothingEnrolled))
    case _?: .held
    }
  }

  /// Whether a key may be offered to the person.
  func offer() async -> BiometricsOffer {
    guard let account = materials.accountID else { return .none(.biometricsNotAvailable) }
    return await SoftPromptMemory(vault: context.vault).offer(for: account)
  }

  func askCreation() async -> CreationOptionsAnswer {
    do throws(ActionStop) {
      try await calls.entitle(self)
      return materials.creation == nil
        ? .failed(.notUnderstood(.answerNotUnderstood)) : .entitled
    } catch {
      return CreationOptionsAnswer(error.answer)
    }
  }

  func createKey() async -> CreationAnswer {
    guard let creation = materials.creation, let authenticator else {
      return .broken(.authenticatorFailed)
    }
    if let unused = materials.registration?.id {
      materials.registration = nil
      try? await authenticator.deleteCredential(unused)
    }
    do throws(AuthenticatorError) {
      materials.registration = try await authenticator.createCredential(creation)
      guard !Task.isCancelled else {
        // Nobody will register it.
        if let unused = materials.registration?.id {
          try? await authenticator.deleteCredential(unused)
        }
        return .cancelled
      }
      // One challenge makes one key.
      materials.creation = nil
      return .created
    } catch {
      return CreationAnswer(error)
    }
  }

  /// A key that is gone is of no use to anybody, and the account should not list it.
  func disableBiometrics(_ tag: FlowTag) async -> FlowEvent {
    guard let challenge = materials.challenge, let account = materials.accountID else {
      return .biometricsDisabled(tag)
    }
    for credential in await held(challenge.options) ?? [] {
      await noteGone(credential)
      try? await authenticator?.deleteCredential(credential)
    }
    // The server may want a fresh proof for it, which the flow's own action is.
    if let session = materials.session {
      await GoneKeys(vault: context.vault, account: account).revoke(in: session)
    }
    return .biometricsDisabled(tag)
  }

  /// Notes a key of this device that the server is to revoke.
  func noteGone(_ credential: CredentialID) async {
    guard let account = materials.accountID else { return }
    await GoneKeys(vault: context.vault, account: account).note(credential)
  }

  /// Once something was proved, the server takes the revocation of whatever was found gone, in this
  /// flow or in one before whose revocation did not come through; nobody waits for it.
  func disableGoneKeys() async {
    guard let account = materials.accountID, let session = await context.session(of: account)
    else { return }
    let gone = GoneKeys(vault: context.vault, account: account)
    Task { await gone.revoke(in: session) }
  }
}
