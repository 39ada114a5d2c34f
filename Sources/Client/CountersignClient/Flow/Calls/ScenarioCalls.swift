import FlowModel
import WebAuthnModel
import WireModel

/// A top-up: SIGN_TRANSACTION that the app itself begins.
struct TopUpCalls: SignCalls {
  let payload: TopUpPayload

  func askNewChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      return await worker.take(try await worker.session().topUpOptions(payload))
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

  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.prove(proof, self)
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

/// A transaction under review: SIGN_TRANSACTION that a host's backend begins.
struct ReviewCalls: SignCalls, ReadsReview {
  let transactionID: String

  func read(_ worker: isolated FlowWorker) async -> ReviewAnswer {
    do throws(ClientError) {
      let answer = try await worker.session().transaction(transactionID)
      guard answer.transaction.transactionID == transactionID else {
        return .failed(.notUnderstood(.transactionNotAsAsked))
      }
      guard let review = Review(answer) else {
        return .failed(.notUnderstood(.answerNotUnderstood))
      }
      if (try? review.document.canonicalBytes()) != nil {
        worker.materials.signing = .shown(review.document)
      }
      let status = ReviewStatus(answer.status)
      return status == .pending ? .pending(review) : .closed(review, status)
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func askNewChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      return await worker.take(try await worker.session().reviewOptions(transactionID))
    } catch {
      return OptionsAnswer(error)
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    let payload = ReviewPayload(transactionID: transactionID)
    return await worker.sendCode(
      sending,
      approving: LinkedOptionsRequest(scenario: .authorizeTransaction, payload: payload.json))
  }

  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer {
    do throws(ClientError) {
      let answer = try await worker.session().deny(transactionID)
      return ReviewStatus(answer.status) == .denied
        ? .denied : .alreadyReviewed(ReviewStatus(answer.status))
    } catch {
      return DenialAnswer(error)
    }
  }

  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.prove(proof, self)
    do throws(ClientError) {
      let request = try await worker.session().approvalRequest(
        transactionID, proof: given, userInput: worker.materials.given.userInput,
        operation: proof.needsOperation ? operation : nil)
      return FlowAction(request: request, asked: .approval(transactionID: transactionID))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer {
    let answer: TransactionAnswer = try ServerConnection.read(response.body)
    let status = ReviewStatus(answer.status)
    return status == .approved ? .accomplished : .alreadyReviewed(status)
  }

  func isSame(_ asked: AskedAction) -> Bool {
    asked == .approval(transactionID: transactionID)
  }
}

/// A test of the factors: SIGN_TRANSACTION without a transaction.
struct BiometricTestCalls: SignCalls {
  func askNewChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await worker.session().testOptions()
      let challenge = FlowChallenge(options: linked.options, document: linked.document)
      worker.materials.take(challenge, linked.pinChallenge)
      return challenge.answer(await worker.keyOrOffer(for: linked.options))
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    await worker.sendCode(sending, approving: .testBiometrics)
  }

  // There is nothing at the server that could be denied.
  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer { .denied }

  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.prove(proof, self)
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

/// A declared scenario that the server performs: SIGN_TRANSACTION that the app itself begins.
struct DeclaredCalls: SignCalls {
  let name: ScenarioName
  let payload: JSONValue

  func askNewChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      return await worker.take(try await worker.session().hostOptions(name, payload))
    } catch {
      return OptionsAnswer(error)
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    await worker.sendCode(
      sending, approving: LinkedOptionsRequest(scenario: name, payload: payload))
  }

  // Nothing of it is at the server before it is proved.
  func deny(_ worker: isolated FlowWorker) async -> DenialAnswer { .denied }

  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.prove(proof, self)
    do throws(ClientError) {
      let request = try await worker.session().actionRequest(
        name, payload, proof: given, operation: proof.needsOperation ? operation : nil)
      return FlowAction(request: request, asked: .declared(name, payload))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer {
    let _: OperationAnswer = try ServerConnection.read(response.body)
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool { asked == .declared(name, payload) }
}

/// An action of a host's own: SIGN_TRANSACTION whose token the host redeems.
struct HostCalls: SignCalls {
  let name: ScenarioName
  let payload: JSONValue
  let act: @Sendable (SecretText) async throws(TransportError) -> HostAnswer

  func askNewChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      return await worker.take(try await worker.session().hostOptions(name, payload))
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

  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let (act, token) = (act, try await token(by: proof, operation, worker))
    // What became of it the host knows, and this server does not.
    return FlowAction(host: { () throws(TransportError) in try await act(token) })
  }

  /// The token of the signed challenge, or one that the PIN gives.
  private func token(
    by proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> SecretText {
    let given = try await worker.prove(proof, self)
    if case .verificationToken(let token) = given { return token }
    do throws(ClientError) {
      return try await worker.session().prove(
        name, payload, proof: given, operation: proof.needsOperation ? operation : nil
      ).verificationToken
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func read(_ response: WireResponse) throws(ClientError) -> ActionAnswer { .accomplished }

  // The vault keeps no operation of a host's action.
  func isSame(_ asked: AskedAction) -> Bool { false }
}
