import FlowModel
import WireModel

/// The action: remembered, sent, sent again.
extension FlowDriver {
  /// Makes the action's request and sends it.
  func act(_ proof: ActionProof, _ operation: OperationID) async -> Answer {
    let answer = await attempt(proof, operation)
    // What only the device's own secrets are too old for is mended without a question, once.
    guard await mend(after: answer, proof) else { return answer }
    return await attempt(proof, operation)
  }

  /// Sends the identical request again, as nobody's activity.
  func actAgain() async -> Answer {
    await pauseBeforeRepetition(atLeast: sent?.retryAfterSeconds ?? 0)
    if case .server(var request)? = sent?.request {
      request.isBackground = true
      sent?.request = .server(request)
    }
    return await send(isRepeated: true)
  }

  /// Waits before the same is sent again, for as long as the server wants.
  func pauseBeforeRepetition(atLeast wanted: Double = 0) async {
    let seconds = max(wanted, context.configuration.repeatPauseSeconds)
    try? await context.clock.sleep(for: .seconds(seconds))
  }

  private func attempt(_ proof: ActionProof, _ operation: OperationID) async -> Answer {
    do throws(ActionStop) {
      let action = try await kind.makeAction(proof, operation, self)
      if let asked = action.asked { try await remember(operation, asked) }
      sent = SentRequest(
        request: action.request, proof: proof, asked: action.asked,
        // A copy of the request before may have been executed.
        outcome: sent?.outcome ?? .known)
      return await send()
    } catch {
      return error.answer
    }
  }

  private func send(isRepeated: Bool = false) async -> Answer {
    // A flow that was cancelled in the meantime sends nothing more.
    guard !Task.isCancelled, let before = sent else { return .failure(.notSent) }
    sent?.outcome = .open
    do throws(ClientError) {
      let response = try await shield(before.request, isRepeated: isRepeated)
      let completed = try await kind.complete(response, self)
      sent?.outcome = .known
      await disableGoneKeys()
      return completed
    } catch {
      return await answer(error, of: before)
    }
  }

  /// The answer that an error is; another copy of the request may have been executed.
  private func answer(_ error: ClientError, of before: SentRequest) async -> Answer {
    if case .serverFailed(_, let seconds) = error {
      sent?.retryAfterSeconds = seconds.map(Double.init)
    }
    noteSecondFactor(toldBy: error)
    let answer = Answer(error, proof: before.proof)
    if answer.mayFollowExecution, await wasDone(before.asked) {
      sent?.outcome = .known
      return .done
    }
    sent?.outcome = answer.outcome(after: before.outcome)
    return answer
  }

  /// Makes a call that a cancelled flow does not break off: the server acts all the same, and a
  /// next flow that asked meanwhile would be told of no such action.
  private func shield(
    _ request: FlowAction.Request, isRepeated: Bool
  ) async throws(ClientError) -> WireResponse {
    let connection = context.connection
    let answer = await Task { () async -> Result<WireResponse, ClientError> in
      do throws(ClientError) {
        switch request {
        case .server(let request):
          return .success(try await connection.call(request, isRepeated: isRepeated))
        case .host(let call): return .success(try await WireResponse(call))
        }
      } catch {
        return .failure(error)
      }
    }.value
    return try answer.get()
  }

  /// Notes an operation before its action is sent.
  private func remember(
    _ operation: OperationID, _ asked: AskedAction
  ) async throws(ActionStop) {
    guard let account = owner.accountID else { throw .nothingGiven }
    do throws(VaultError) {
      let record = OpenRecord(
        asked: asked, document: signing.document, sentAt: context.configuration.now?())
      try await OpenOperations(vault: context.vault, account: account)
        .keep(record, of: operation)
    } catch {
      throw ActionStop(.deviceFailed(.vaultFailed))
    }
  }

  /// Removes an operation from the vault, unless the person has to be told of it.
  ///
  /// Where that fails, the next flow asks once more, in vain.
  func forget(_ operation: OperationID) async {
    guard !untold.contains(operation), let account = owner.accountID else { return }
    try? await OpenOperations(vault: context.vault, account: account).forget(operation)
  }

  private func mend(after answer: Answer, _ proof: ActionProof) async -> Bool {
    switch answer {
    case .failure(.challengeExpired)
    where (proof == .pin || proof == .confirmation) && deviceChallenge != nil:
      // The person said yes to this very thing: only the device's challenge is new.
      deviceChallenge = nil
      return true
    case .failure(.refused(let reason)) where reason.code == Reason.generationMismatch.code:
      return await settleRefusedPIN()
    default:
      return false
    }
  }
}

extension Answer {
  /// True if the refusal of a copy may mean that an earlier one was executed.
  fileprivate var mayFollowExecution: Bool {
    switch self {
    case .failure(.refused), .failure(.notAllowed), .failure(.challengeExpired): true
    default: false
    }
  }

  /// The outcome as it is known after this answer to the last copy.
  fileprivate func outcome(after before: SentRequest.Outcome) -> SentRequest.Outcome {
    switch self {
    case .failure(.lost), .failure(.notUnderstood): .open
    case .failure(.notSent), .failure(.sessionOver), .failure(.linkOver), .failure(.throttled),
      .failure(.refused), .failure(.notAllowed):
      before
    default: .known
    }
  }
}

extension WireResponse {
  /// The answer of a host's own backend, as this server would give it.
  fileprivate init(
    _ call: @Sendable () async throws(TransportError) -> HostAnswer
  ) async throws(ClientError) {
    let answer: HostAnswer
    do throws(TransportError) {
      answer = try await call()
    } catch {
      throw .transport(error)
    }
    guard case .refused(let reason) = answer else {
      self.init(status: 204)
      return
    }
    throw .refused(
      Problem(
        status: 403, title: "refused", detail: "the host refused", reason: Reason(code: reason)))
  }
}
