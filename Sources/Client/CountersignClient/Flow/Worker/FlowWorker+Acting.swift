import FlowModel
import WireModel

/// The action: remembered, sent, sent again.
extension FlowWorker {
  func act(_ proof: ActionProof, _ operation: OperationID) async -> ActionAnswer {
    let answer = await attempt(proof, operation)
    // What only the device's own secrets are too old for is mended without a question, once.
    guard await mended(after: answer, proof) else { return answer }
    return await attempt(proof, operation)
  }

  func actAgain() async -> ActionAnswer {
    await pauseBeforeRepetition()
    if case .server(var request)? = materials.sent?.request {
      request.isBackground = true
      materials.sent?.request = .server(request)
    }
    return await send()
  }

  /// Waits before the same is sent again, for as long as the server wants.
  func pauseBeforeRepetition() async {
    let seconds = max(materials.pauseSeconds ?? 0, context.configuration.repeatPauseSeconds)
    try? await context.clock.sleep(for: .seconds(seconds))
  }

  private func attempt(_ proof: ActionProof, _ operation: OperationID) async -> ActionAnswer {
    do throws(ActionStop) {
      let action = try await calls.action(proof, operation, self)
      if let asked = action.asked { try await remember(operation, asked) }
      materials.sent = SentRequest(request: action.request, proof: proof, asked: action.asked)
      return await send()
    } catch {
      return error.answer
    }
  }

  func send() async -> ActionAnswer {
    // A flow that was cancelled in the meantime sends nothing more.
    guard !Task.isCancelled, let sent = materials.sent else { return .notSent }
    let wasOpen = materials.isOutcomeOpen
    materials.isOutcomeOpen = true
    do throws(ClientError) {
      let response = try await shielded(sent.request)
      let answer = try await calls.done(response, self)
      materials.isOutcomeOpen = false
      await disableGoneKeys()
      return answer
    } catch {
      if case .serverFailed(_, let seconds) = error {
        materials.pauseSeconds = seconds.map(Double.init)
      }
      if case .refused(let problem) = error {
        materials.toldSecondFactor = problem.secondFactor.map(SecondFactorAccount.init)
      }
      let answer = ActionAnswer(error, proof: sent.proof)
      // Another copy may have been executed.
      if answer.mayFollowExecution, await wasDone(sent.asked) {
        materials.isOutcomeOpen = false
        return .accomplished
      }
      materials.isOutcomeOpen = answer.leavesOutcomeOpen(wasOpen: wasOpen)
      return answer
    }
  }

  /// Makes a call that a cancelled flow does not break off: the server acts all the same, and a
  /// next flow that asked meanwhile would be told of no such action.
  private func shielded(_ request: ActionRequest) async throws(ClientError) -> WireResponse {
    let connection = context.connection
    let answer = await Task { () async -> Result<WireResponse, ClientError> in
      do throws(ClientError) {
        switch request {
        case .server(let request): return .success(try await connection.call(request))
        case .host(let call): return .success(try await WireResponse(call))
        }
      } catch {
        return .failure(error)
      }
    }.value
    return try answer.get()
  }

  /// Notes an operation before its action is sent.
  func remember(
    _ operation: OperationID, _ asked: AskedAction
  ) async throws(ActionStop) {
    guard let account = materials.accountID else { throw .nothingGiven }
    do throws(VaultError) {
      try await OpenOperations(vault: context.vault, account: account)
        .remember(operation, asked)
    } catch {
      throw ActionStop(.notRemembered)
    }
  }

  /// Removes an operation from the vault.
  ///
  /// Where that fails, the next flow asks once more, in vain.
  func forget(_ operation: OperationID) async {
    guard let account = materials.accountID else { return }
    try? await OpenOperations(vault: context.vault, account: account).forget(operation)
  }

  private func mended(after answer: ActionAnswer, _ proof: ActionProof) async -> Bool {
    switch answer {
    case .challengeExpired
    where (proof == .pin || proof == .confirmation) && materials.pinChallenge != nil:
      // The person said yes to this very thing: only the device's challenge is new.
      materials.pinChallenge = nil
      return true
    case .refused(let reason) where reason.code == Reason.generationMismatch.code:
      return await settledPIN()
    default:
      return false
    }
  }
}

extension ActionAnswer {
  /// Whether the refusal of a copy may mean that an earlier one was executed.
  fileprivate var mayFollowExecution: Bool {
    switch self {
    case .refused, .notAllowed, .challengeExpired: true
    default: false
    }
  }

  /// Whether the server may have executed a copy after this answer to the last one.
  fileprivate func leavesOutcomeOpen(wasOpen: Bool) -> Bool {
    switch self {
    case .lost, .notUnderstood: true
    case .notSent, .sessionOver, .throttled, .refused, .notAllowed: wasOpen
    default: false
    }
  }
}

extension WireResponse {
  /// What a host's own backend answered, as this server would say it.
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
