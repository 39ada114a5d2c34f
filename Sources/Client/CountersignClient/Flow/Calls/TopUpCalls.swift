import FlowModel
import WebAuthnModel
import WireModel

/// A top-up: SIGN_TRANSACTION that the app itself begins.
struct TopUpCalls: SignCalls {
  let payload: TopUpPayload

  func freshOptions(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await worker.session().topUpOptions(payload)
      return await worker.take(linked, shownAs: FlowTransaction(linked.transaction))
    } catch {
      return OptionsAnswer(error)
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    await worker.sendCode(
      sending, approving: LinkedOptionsRequest(scenario: .topUp, payload: payload.json))
  }

  // Nothing of a top-up is at the server before it is proved.
  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer { .denied }

  func scenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.signProof(proof)
    do throws(ClientError) {
      let request = try await worker.session().topUpRequest(
        payload, proof: given, operation: proof.needsOperation ? operation : nil)
      return FlowAction(request: request, asked: .topUp(payload))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer {
    let answer: TopUpAnswer = try ServerConnection.read(response.body)
    return .done(ActionResult(answer))
  }

  func isSame(_ asked: AskedAction) -> Bool { asked == .topUp(payload) }
}

extension FlowWorker {
  /// The proof of what is signed.
  func signProof(_ proof: ActionProof) async throws(ActionStop) -> Proof {
    switch proof {
    case .pin: return try await pinProof()
    case .assertion:
      if let assertion = materials.assertion { return .assertion(assertion) }
    case .token:
      if let token = materials.token { return .verificationToken(token) }
    case .codes: return try codesProof()
    case .confirmation: break
    }
    throw .nothingGiven
  }
}
