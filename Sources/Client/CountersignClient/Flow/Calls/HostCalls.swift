import FlowModel
import WebAuthnModel
import WireModel

/// An action of a host's own: SIGN_TRANSACTION whose token the host redeems.
struct HostCalls: SignCalls {
  let name: ScenarioName
  let payload: JSONValue
  let act: @Sendable (SecretText) async throws(TransportError) -> HostAnswer

  func freshOptions(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await worker.session().hostOptions(name, payload)
      return await worker.take(
        linked, shownAs: FlowTransaction(name, payload, source: .server))
    } catch {
      return OptionsAnswer(error)
    }
  }

  // The action takes no code: one is mailed for the key that is registered on the way to it.
  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    await worker.sendCode(for: .register)
  }

  // Nothing is at a server before it is proved.
  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer { .denied }

  func scenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard proof == .token, let token = worker.materials.token else { throw .nothingGiven }
    let act = act
    // What became of it the host knows, and this server does not.
    return FlowAction(host: { () throws(TransportError) in try await act(token) })
  }

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer { .accomplished }
}
