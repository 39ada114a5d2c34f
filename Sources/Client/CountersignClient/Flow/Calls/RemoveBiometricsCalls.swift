import FlowModel
import WebAuthnModel
import WireModel

/// REMOVE_BIOMETRICS: this device's keys are factors no more.
struct RemoveBiometricsCalls: FlowCalls {
  func consult(_ worker: isolated FlowWorker) async -> FactorsAnswer {
    do throws(ClientError) {
      let answer = try await worker.session().secondFactor()
      switch await options(worker) {
      case .failed(let failure): return .failed(failure)
      case .unlinked(let operation, key: .held):
        return .known(
          SecondFactorAccount(answer),
          answer.hasPIN ? .either(operation) : .biometrics(operation),
          .none(.biometricsNotAvailable))
      case .unlinked(_, key: .missing(let why)), .linked(_, _, key: .missing(let why)):
        // Keys of other devices are removed there, or from the list of devices.
        var here = answer
        here.hasBiometrics = false
        return .known(SecondFactorAccount(here), .pin, why)
      case .linked, .mismatch:
        return .failed(.notUnderstood(.answerNotUnderstood))
      }
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    await worker.managementOptions(
      prompt: worker.context.configuration.texts.removeBiometricsPrompt)
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let challenge = worker.materials.challenge else { throw .nothingGiven }
    guard let keys = await worker.held(challenge.options) else {
      throw ActionStop(.refused(.biometricsNotAvailable))
    }
    guard let first = keys.first else { throw ActionStop(.refused(.nothingEnrolled)) }
    let given = try await worker.signProof(proof)
    do throws(ClientError) {
      let request = try await worker.session().revocationRequest(
        first, proof: given, operation: operation)
      return FlowAction(request: request, asked: .removal(keys))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    guard let challenge = worker.materials.challenge else { return .accomplished }
    for (index, key) in await (worker.held(challenge.options) ?? []).enumerated() {
      // The session has proved a factor now; any further key goes without another proof.
      if index > 0 { await worker.noteGone(key) }
      try? await worker.authenticator?.deleteCredential(key)
    }
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool {
    if case .removal = asked { true } else { false }
  }
}
