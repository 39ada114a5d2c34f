import FlowModel
import WebAuthnModel
import WireModel

/// The calls of a SIGN_TRANSACTION, on the way to which a key may be registered.
protocol SignCalls: FlowCalls {
  /// Asks the server for a challenge over what is signed.
  func freshOptions(_ worker: isolated FlowWorker) async -> OptionsAnswer

  /// Makes the request of the scenario's own action.
  func scenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction

  /// Reads the answer of the scenario's own action.
  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer
}

extension SignCalls {
  /// A challenge over what is signed; the one that is there, where only a key was added to it.
  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    if let answer = worker.optionsForNewKey() { return answer }
    let answer = await freshOptions(worker)
    worker.materials.optionsAnswer = answer
    return answer
  }

  /// The code that was mailed entitles to a key.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    guard let code = worker.materials.mailedCode else { throw .nothingGiven }
    do throws(ClientError) {
      worker.materials.creation = try await worker.session().creationOptions(
        entitledBy: RegistrationOptionsRequest(validateCode: code))
    } catch {
      throw ActionStop(error, .codes)
    }
  }

  /// The scenario's action, or the registration of the key that was made on the way to it.
  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    worker.materials.registration == nil
      ? try await scenarioAction(proof, operation, worker)
      : try await worker.registrationAction(.onTheWay, proof)
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    guard let key = worker.materials.registration?.id else { return try read(response) }
    let _: RegisteredCredential = try ServerConnection.read(response.body)
    worker.materials.registration = nil
    worker.materials.newKey = key
    await worker.noteRegistered()
    return .accomplished
  }
}

extension FlowWorker {
  /// The challenge that was asked for first, with the key that was registered since.
  ///
  /// It is over the same thing and asks for any key of the account: asking for another would only
  /// cost a call. Where it has expired meanwhile, the flow renews it as any other.
  fileprivate func optionsForNewKey() -> OptionsAnswer? {
    guard let key = materials.newKey, let challenge = materials.challenge else { return nil }
    materials.newKey = nil
    let options = CredentialRequestOptions(
      challenge: challenge.options.challenge, relyingPartyID: challenge.options.relyingPartyID,
      allowCredentials: challenge.options.allowCredentials + [
        CredentialDescriptor(id: key, transports: [])
      ], userVerification: challenge.options.userVerification,
      timeoutMilliseconds: challenge.options.timeoutMilliseconds)
    materials.challenge = FlowChallenge(options: options, subject: challenge.subject)
    return switch materials.optionsAnswer {
    case .linked(let shown, let operation, _)?: .linked(shown, operation, key: .held)
    case .unlinked(let operation, _)?: .unlinked(operation, key: .held)
    case .mismatch?, .failed?, nil: nil
    }
  }

  /// Takes a challenge that is linked to what is shown.
  func take<Transaction>(
    _ linked: LinkedChallenge<Transaction>, shownAs transaction: FlowTransaction
  ) async -> OptionsAnswer {
    materials.take(linked.options, linked.pinChallenge, for: .transaction(linked.shown))
    return .linked(transaction, linked.operation, key: await keyOrOffer(for: linked.options))
  }

  /// Whether this device could sign a challenge or, where it has no key, may register one.
  ///
  /// What the device can do comes before what it holds. Keys that the server does not know are of
  /// no use to anybody and are destroyed; a code alone entitles to a new one only on an account
  /// that has no other factor, so that elsewhere none is offered.
  func keyOrOffer(for options: CredentialRequestOptions) async -> OptionsAnswer.LocalKey {
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
}
