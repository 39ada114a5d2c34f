import FlowModel
import WebAuthnModel
import WireModel

/// ADD_BIOMETRICS: the PIN entitles to a key of this device.
struct AddBiometricsCalls: FlowCalls {
  func consult(_ worker: isolated FlowWorker) async -> FactorsAnswer {
    do throws(ClientError) {
      let account = SecondFactorAccount(try await worker.session().secondFactor())
      return .known(account, .pin, await worker.offer())
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    await worker.managementOptions(prompt: worker.context.configuration.texts.logInPrompt)
  }

  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    try await worker.askCreationByPIN()
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    try await worker.registrationAction(.addBiometrics, proof)
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    let _: RegisteredCredential = try ServerConnection.read(response.body)
    worker.materials.registration = nil
    await worker.noteRegistered()
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool {
    if case .credential(.addBiometrics, _) = asked { true } else { false }
  }
}

extension FlowWorker {
  /// A challenge over what is done to the account's factors, for biometrics and for the PIN.
  func managementOptions(prompt: String) async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await session().managementOptions()
      materials.take(
        linked.options, linked.pinChallenge, for: .scenario(.manageFactors, prompt: prompt))
      return .unlinked(
        OperationID(linked.options.challenge), key: await localKey(for: linked.options))
    } catch {
      return .failed(CallFailure(error))
    }
  }

  /// How to make a key, entitled by the PIN that was given.
  func askCreationByPIN() async throws(ActionStop) {
    var proof = try await pinProof()
    for isLast in [false, true] {
      do throws(ClientError) {
        materials.creation = try await session().creationOptions(
          entitledBy: RegistrationOptionsRequest(proof: proof))
        // It is used up: where the creation challenge expires, a fresh one entitles to another.
        materials.pinChallenge = nil
        return
      } catch {
        let stop = ActionStop(error, .pin)
        guard !isLast, stop.answer == .challengeExpired else { throw stop }
        materials.pinChallenge = nil
      }
      proof = try await pinProof()
    }
  }

  /// The request that registers the key that was made.
  func registrationAction(
    _ change: AskedAction.FactorChange, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    guard let registration = materials.registration else { throw .nothingGiven }
    do throws(ClientError) {
      return FlowAction(
        request: try await session().registrationRequest(registration),
        asked: .credential(change, registration.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }
}

extension OperationID {
  /// The operation that an action with a challenge becomes.
  init(_ challenge: Challenge) {
    self.init(Base64URL.encode(ChallengeLayout(challenge.bytes)?.id ?? challenge.bytes))
  }
}
