import FlowModel
import WebAuthnModel
import WireModel

/// LOGIN of the app itself, by this device.
struct AppLoginCalls: FlowCalls {
  func open(_ worker: isolated FlowWorker) async -> SessionOpening {
    guard let accounts = try? await worker.context.installation.accounts() else {
      return .failed(.notUnderstood(.vaultFailed))
    }
    return .opened(
      .login(
        LoginSession(
          id: "app", announceInfo: nil, accounts: accounts.filter(worker.isWanted).map(\.shown),
          numbers: [], secondFactor: .needed)))
  }

  func confirm(
    _ session: ConfirmedSession, _ number: String?, _ worker: isolated FlowWorker
  ) async -> SessionConfirmation {
    guard case .login(_, let account) = session else {
      return .failed(.notUnderstood(.answerNotUnderstood))
    }
    worker.materials.accountID = account.id
    do throws(ClientError) {
      try await worker.resolveDevices()
      // Without a device it is a passkey's sign-in: whichever key is here says whose it is.
      return await worker.confirmation(demanding: try await askOptions(worker).demand ?? .factor)
    } catch {
      if error.isOfUnknownDevice { await worker.forgetRevokedDevice() }
      return SessionConfirmation(error)
    }
  }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      _ = try await askOptions(worker)
    } catch {
      return .failed(CallFailure(error))
    }
    return await worker.unlinkedOptions(else: OperationID("app"))
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let request: SessionRequest
    switch try await worker.loginProof(proof) {
    case .assertion(let assertion): request = .assertion(assertion)
    case .pinProof(let proof): request = .pinProof(proof)
    case .deviceProof(let proof): request = .deviceProof(proof)
    case .verificationToken, .pin, .codes: throw .nothingGiven
    }
    return FlowAction(request: WireRequest(.openSession, body: request.json), asked: nil)
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    let answer: SessionAnswer = try ServerConnection.read(response.body)
    guard answer.accountID == worker.materials.accountID else {
      throw .notUnderstood("the session is of another account")
    }
    let account = try? await worker.context.installation.account(answer.accountID)
    return await worker.opened(answer, displayName: account?.displayName ?? answer.accountID)
  }

  private func askOptions(
    _ worker: isolated FlowWorker
  ) async throws(ClientError) -> SessionOptions {
    let answer = try await worker.context.connection.sessionOptions(
      deviceID: await worker.deviceState().deviceID)
    var options = answer.options
    if answer.demand == nil {
      let held = try? await worker.authenticator?.credentials(for: options.relyingPartyID)
      options = CredentialRequestOptions(
        challenge: options.challenge, relyingPartyID: options.relyingPartyID,
        allowCredentials: (held ?? []).map { CredentialDescriptor(id: $0, transports: []) },
        userVerification: options.userVerification,
        timeoutMilliseconds: options.timeoutMilliseconds)
    }
    worker.materials.take(
      options, answer.pinChallenge,
      for: .scenario(.signIn, prompt: worker.context.configuration.texts.logInPrompt))
    return answer
  }
}

extension FlowWorker {
  /// What a login needs, of what this device has.
  func confirmation(demanding demand: LinkOptions.Demand) async -> SessionConfirmation {
    let key: OptionsAnswer.LocalKey? =
      if let options = materials.challenge?.options { await localKey(for: options) } else { nil }
    let operation = materials.challenge.map { OperationID($0.options.challenge) }
    let hasPIN = await hasPINKey()
    switch (demand, operation) {
    case (.device, _): return .login(.nothing)
    case (.pin, _): return .login(.pin)
    case (.factor, let operation?) where key == .held:
      return .login(hasPIN ? .either(operation) : .biometrics(operation))
    case (.factor, _) where hasPIN: return .login(.pin)
    case (.factor, _):
      if case .missing(.none(let why))? = key { return .failed(.notAllowed(why)) }
      return .failed(.notAllowed(.nothingEnrolled))
    case (.nothing, _), (.code, _): return .failed(.notUnderstood(.answerNotUnderstood))
    }
  }

  /// What a login is proved by.
  func loginProof(_ proof: ActionProof) async throws(ActionStop) -> Proof {
    switch proof {
    case .assertion:
      if let assertion = materials.assertion { return .assertion(assertion) }
    case .pin: return try await pinProof()
    case .confirmation:
      guard let device = context.device, let account = materials.accountID else {
        throw .nothingGiven
      }
      let challenge = try await pinChallenge()
      do throws(DeviceSecretsError) {
        return .deviceProof(try await device.proveDevice(challenge, of: account))
      } catch {
        throw ActionStop(error)
      }
    case .token, .codes: break
    }
    throw .nothingGiven
  }

  /// A challenge in place of an expired one, as the machine takes it for a login.
  func unlinkedOptions(else operation: OperationID) async -> OptionsAnswer {
    guard let options = materials.challenge?.options else {
      return .unlinked(operation, key: .missing(.none(.nothingEnrolled)))
    }
    return .unlinked(OperationID(options.challenge), key: await localKey(for: options))
  }

  /// Whether an account is one that the flow may be for.
  func isWanted(_ account: InstalledAccount) -> Bool {
    wantedAccount == nil || wantedAccount == account.id
  }
}
