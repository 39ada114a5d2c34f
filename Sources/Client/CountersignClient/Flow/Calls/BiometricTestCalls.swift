import FlowModel
import WebAuthnModel
import WireModel

/// A test of the factors: SIGN_TRANSACTION without a transaction.
struct BiometricTestCalls: SignCalls {
  func freshOptions(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await worker.session().testOptions()
      let prompt = worker.context.configuration.texts.testPrompt
      worker.materials.take(
        linked.options, linked.pinChallenge, for: .scenario(.testBiometrics, prompt: prompt))
      return .unlinked(
        OperationID(linked.options.challenge), key: await worker.keyOrOffer(for: linked.options))
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    await worker.sendCode(sending, approving: .testBiometrics)
  }

  // There is nothing at the server that could be denied.
  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer { .denied }

  func scenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.signProof(proof)
    do throws(ClientError) {
      let request = try await worker.session().testRequest(
        given, operation: proof.needsOperation ? operation : nil)
      return FlowAction(request: request, asked: .test)
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer {
    let _: BiometricTestAnswer = try ServerConnection.read(response.body)
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool { asked == .test }
}
