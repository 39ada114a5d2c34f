import FlowModel
import WebAuthnModel
import WireModel

/// Does the effects of one top-up's flow. Holds its challenge, proof and request, and goes with it.
actor TopUpWorker {
  private let payload: TopUpPayload
  private let session: AccountSession
  private let authenticator: any Authenticator
  private let openOperations: OpenOperations
  private let configuration: FlowConfiguration
  private let clock: any Clock<Duration>

  private var linked: LinkedTopUp?
  private var assertion: AssertionResponse?
  private var token: SecretText?
  private var sent: WireRequest?
  private var pauseSeconds: Double?

  init(
    payload: TopUpPayload, session: AccountSession, authenticator: any Authenticator,
    openOperations: OpenOperations, configuration: FlowConfiguration,
    clock: any Clock<Duration>
  ) {
    self.payload = payload
    self.session = session
    self.authenticator = authenticator
    self.openOperations = openOperations
    self.configuration = configuration
    self.clock = clock
  }

  /// Does one effect.
  ///
  /// - Parameters:
  ///   - effect: What the machine wants.
  ///   - pin: The PIN that was just given, where one was.
  /// - Returns: The answer for the machine.
  func perform(_ effect: FlowEffect, pin: SecretText?) async -> FlowEvent? {
    switch effect {
    case .readOpenOperation(let tag): .openOperationRead(tag, await readOpenOperation())
    case .askOperation(let tag, let id): .operationAnswered(tag, await askOperation(id))
    case .askOptions(let tag): .optionsAnswered(tag, await askOptions())
    case .sign(let tag): .signed(tag, await sign())
    case .verify(let tag): .verified(tag, await verify())
    case .act(let tag, let proof, let id): .acted(tag, await act(proof, id, pin))
    case .actAgain(let tag): .acted(tag, await actAgain())
    case .askSecondFactorAccount(let tag):
      .secondFactorAnswered(tag, (try? await session.secondFactor()).map(SecondFactorAccount.init))
    case .disableBiometrics(let tag): await disableBiometrics(tag)
    case .deny(let tag):
      // Nothing of a top-up is at the server before it is proved.
      .denied(tag, .denied)
    case .armDeadline, .forget, .release: nil
    // A top-up as it is started here registers nothing, and has no session, review or code: that
    // its flow wants none of these is a rule of the machine's tests.
    case .session, .review, .code, .factors: nil
    }
  }

  /// Removes an operation from the vault.
  ///
  /// Where that fails, the next flow asks once more, in vain.
  func forget(_ operation: OperationID) async { try? await openOperations.forget(operation) }
}

extension TopUpWorker {
  private func readOpenOperation() async -> OpenOperationAnswer {
    do throws(VaultError) {
      return try await openOperations.first().map(OpenOperationAnswer.open) ?? .none
    } catch {
      return .vaultFailed
    }
  }

  private func askOperation(_ operation: OperationID) async -> OperationLookup {
    do throws(ClientError) {
      guard let answer = try await session.lookUp(operation) else { return .notFound }
      let earlier = try? await openOperations.payload(of: operation)
      guard case .topUp(let topUp) = answer.result else {
        return .accomplished(request: .other)
      }
      return .found(ActionResult(topUp), request: earlier == payload ? .same : .other)
    } catch {
      return .failed(CallFailure(error))
    }
  }

  private func askOptions() async -> OptionsAnswer {
    do throws(ClientError) {
      let linked = try await session.topUpOptions(payload)
      self.linked = linked
      let held = try? await authenticator.credentials(for: linked.options.relyingPartyID)
      let canSign = linked.options.allowCredentials.contains { held?.contains($0.id) == true }
      return .linked(
        FlowTransaction(linked.transaction), linked.operation,
        key: canSign ? .held : .missing(.none(.nothingEnrolled)))
    } catch {
      switch error {
      case .mismatch(let reason): return .mismatch(reason)
      default: return .failed(CallFailure(error))
      }
    }
  }

  private func sign() async -> SigningAnswer {
    guard let linked else { return .broken(.authenticatorFailed) }
    let request = SigningRequest(linked.options, subject: .transaction(linked.shown))
    do throws(AuthenticatorError) {
      assertion = try await authenticator.sign(request)
      return .signed
    } catch {
      return SigningAnswer(error)
    }
  }

  /// A key that is gone is of no use to anybody, and the account should not list it.
  private func disableBiometrics(_ tag: FlowTag) async -> FlowEvent {
    guard let linked else { return .biometricsDisabled(tag) }
    let held = try? await authenticator.credentials(for: linked.options.relyingPartyID)
    for credential in linked.options.allowCredentials.map(\.id)
    where held?.contains(credential) == true {
      try? await authenticator.deleteCredential(credential)
      // The server may want a fresh proof for it; that the key is gone here does not wait for it.
      try? await session.revokeCredential(credential)
    }
    return .biometricsDisabled(tag)
  }

  private func verify() async -> VerifyAnswer {
    guard let assertion else { return .failed(.notUnderstood(.authenticatorFailed)) }
    do throws(ClientError) {
      token = try await session.verify(assertion).verificationToken
      return .verified
    } catch {
      return VerifyAnswer(error)
    }
  }

  private func act(
    _ kind: ActionProof, _ operation: OperationID, _ pin: SecretText?
  ) async -> ActionAnswer {
    let request: WireRequest
    switch (kind, pin, assertion, token) {
    case (.pin, let pin?, _, _):
      request = session.topUpRequest(payload, proof: .pin(pin), operation: operation)
    case (.assertion, _, let assertion?, _):
      request = session.topUpRequest(payload, proof: .assertion(assertion), operation: nil)
    case (.token, _, _, let token?):
      request = session.topUpRequest(payload, proof: .verificationToken(token), operation: nil)
    default:
      return .notSent
    }
    do throws(VaultError) {
      try await openOperations.remember(operation, payload)
    } catch {
      return .notRemembered
    }
    sent = request
    return await send(request, kind)
  }

  private func actAgain() async -> ActionAnswer {
    let seconds = max(pauseSeconds ?? 0, configuration.repeatPauseSeconds)
    try? await clock.sleep(for: .seconds(seconds))
    guard let sent else { return .notSent }
    return await send(sent, sent.idempotencyKey == nil ? .assertion : .pin)
  }

  private func send(_ request: WireRequest, _ kind: ActionProof) async -> ActionAnswer {
    // A flow that was cancelled in the meantime sends nothing more.
    guard !Task.isCancelled else { return .notSent }
    do throws(ClientError) {
      let answer: TopUpAnswer = try await session.connection.call(request)
      return .done(ActionResult(answer))
    } catch {
      if case .serverFailed(_, let seconds) = error { pauseSeconds = seconds.map(Double.init) }
      return ActionAnswer(error, proof: kind)
    }
  }
}
