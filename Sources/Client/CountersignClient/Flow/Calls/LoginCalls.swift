import FlowModel
import WebAuthnModel
import WireModel

/// The calls of a LOGIN.
protocol LoginCalls: OpensSession, AsksChallenge, AsksDeviceChallenge {
  /// Asks what else the confirmed login of an account needs.
  func confirm(
    _ account: SessionAccount, _ number: String?, _ worker: isolated FlowWorker
  ) async -> Answer
}

/// LOGIN of the app itself, by this device.
struct AppLoginCalls: LoginCalls {
  func open(_ worker: isolated FlowWorker) async -> Answer {
    guard let accounts = try? await worker.context.installation.accounts() else {
      return .failure(.notUnderstood(.vaultFailed))
    }
    let wanted = accounts.filter(worker.isWanted)
    return .login(
      LoginSession(
        id: "app", announceInfo: nil, accounts: wanted.map(\.shown), numbers: [],
        secondFactorNeeded: await worker.asksFactor(ofOneOf: wanted)))
  }

  func confirm(
    _ account: SessionAccount, _ number: String?, _ worker: isolated FlowWorker
  ) async -> Answer {
    worker.materials.owner = .account(account.id)
    do throws(ClientError) {
      try await worker.resolveDevices()
      // Without a device it is a passkey's sign-in: whichever key is here says whose it is.
      return await worker.confirmation(demanding: try await askOptions(worker).demand ?? .factor)
    } catch {
      if error.isOfUnknownDevice { await worker.forgetRevokedDevice() }
      return .failure(CallFailure(ofLink: error))
    }
  }

  func askChallenge(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      _ = try await askOptions(worker)
    } catch {
      return .failure(CallFailure(error))
    }
    return await worker.challengeAnswer()
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let request: SessionRequest
    switch try await worker.proveLogin(proof, self) {
    case .assertion(let assertion): request = .assertion(assertion)
    case .pinProof(let proof): request = .pinProof(proof)
    case .deviceProof(let proof): request = .deviceProof(proof)
    case .verificationToken, .pin, .codes: throw .nothingGiven
    }
    var call = WireRequest(.openSession, body: request.json)
    call.openingKey = try worker.sessionKey()
    return FlowAction(request: call, asked: nil)
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    let answer: SessionAnswer = try ServerConnection.read(response.body)
    guard answer.accountID == worker.materials.owner.accountID else {
      throw .notUnderstood("the session is of another account")
    }
    let account = try? await worker.context.installation.account(answer.accountID)
    return try await worker.keep(answer, displayName: account?.displayName ?? answer.accountID)
  }

  private func askOptions(
    _ worker: isolated FlowWorker
  ) async throws(ClientError) -> SessionOptions {
    let answer = try await worker.context.connection.sessionOptions(
      deviceID: await worker.device.state().deviceID, boundTo: try worker.openingKey())
    var options = answer.options
    if answer.demand == nil {
      let held = try? await worker.keys.authenticator?.credentials(for: options.relyingPartyID)
      options = options.allowing(
        (held ?? []).map { CredentialDescriptor(id: $0, transports: []) })
    }
    worker.materials.take(
      FlowChallenge(options: options, document: answer.document), answer.pinChallenge)
    worker.materials.toldSecondFactor = answer.secondFactor.map(SecondFactorAccount.init)
    return answer
  }
}

/// LOGIN of another screen, by the link that it shows.
struct LinkLoginCalls: LoginCalls {
  let link: LinkAddress

  func open(_ worker: isolated FlowWorker) async -> Answer {
    await worker.openLink(link)
  }

  func confirm(
    _ account: SessionAccount, _ number: String?, _ worker: isolated FlowWorker
  ) async -> Answer {
    worker.materials.owner = .account(account.id)
    worker.materials.link.pick(number)
    do throws(ClientError) {
      // No session is needed; but another screen gets one, so the phone is opened first.
      try await worker.context.requireOpen(account.id)
      try await worker.resolveDevices()
      let options = try await askOptions(worker)
      return await worker.confirmation(demanding: options.demand)
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  func askChallenge(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      _ = try await askOptions(worker)
    } catch {
      return .failure(CallFailure(error))
    }
    return await worker.challengeAnswer()
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.proveLogin(proof, self)
    guard let id = await worker.device.state().deviceID,
      let number = worker.materials.link.number
    else { throw .nothingGiven }
    return FlowAction(
      request: worker.context.connection.confirmationRequest(
        link, .login(deviceID: id, number: number, proof: given)),
      asked: nil)
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    let answer: LinkConfirmed = try ServerConnection.read(response.body)
    return .openedSession(
      SessionAccount(id: answer.account.id, displayName: answer.account.displayName))
  }

  /// The challenges, which must be linked to this link, the page that it came from and the number.
  private func askOptions(
    _ worker: isolated FlowWorker
  ) async throws(ClientError) -> LinkOptions {
    let options = try await worker.context.connection.linkOptions(
      link,
      LinkOptionsRequest(
        deviceID: await worker.device.state().deviceID, number: worker.materials.link.number))
    guard let login = options.document, login.scenario == .login,
      case .picked(let description, let number) = worker.materials.link,
      login["link"] == .reference(link.id), login["number"] == .text(number),
      login["page"] == .text(description.origin)
    else { throw .mismatch(.transactionNotAsAsked) }
    worker.materials.deviceChallenge = options.deviceChallenge
    worker.materials.toldSecondFactor = options.secondFactor.map(SecondFactorAccount.init)
    worker.materials.signing =
      options.assertion.map { .asked(FlowChallenge(options: $0, document: login)) } ?? .nothing
    return options
  }
}

/// The common part of all LOGINs.
extension FlowWorker {
  /// The proof that a login needs, of those that this device can give.
  fileprivate func confirmation(demanding demand: LinkOptions.Demand) async -> Answer {
    let options = materials.signing.challenge?.options
    let key: LocalKey? = if let options { await keys.localKey(for: options) } else { nil }
    let operation = options.map { OperationID($0.challenge) }
    let hasPIN = await device.state().hasPIN
    switch (demand, operation) {
    case (.device, _): return .demand(.nothing)
    case (.pin, _): return .demand(.pin)
    case (.factor, let operation?) where key == .held:
      return .demand(hasPIN ? .either(operation) : .biometrics(operation))
    case (.factor, _) where hasPIN: return .demand(.pin)
    case (.factor, _):
      if case .missing(.none(let why))? = key { return .failure(.notAllowed(why)) }
      return .failure(.notAllowed(.nothingEnrolled))
    case (.nothing, _), (.code, _): return .failure(.notUnderstood(.answerNotUnderstood))
    }
  }

  /// Makes the proof of a login.
  fileprivate func proveLogin(
    _ proof: ActionProof, _ calls: any LoginCalls
  ) async throws(ActionStop) -> Proof {
    switch proof {
    case .assertion, .pin: try await prove(proof, calls)
    case .confirmation: try await proveDevice(calls)
    case .token, .codes: throw .nothingGiven
    }
  }

  /// A challenge in place of an expired one, as the machine takes it for a login.
  fileprivate func challengeAnswer() async -> Answer {
    guard let challenge = materials.signing.challenge else {
      return .missingKey(.none(.nothingEnrolled), nil)
    }
    return challenge.answer(await keys.localKey(for: challenge.options))
  }

  /// True if a login asks for a factor of one of these accounts: for what this device has of it.
  ///
  /// A device without a PIN and a key logs in only an account that has no factor.
  func asksFactor(ofOneOf accounts: [InstalledAccount]) async -> Bool {
    for account in accounts {
      let state = await context.device(of: account.id).state()
      if state.hasPIN { return true }
      // Without a device a passkey signs in.
      if state.deviceID == nil { return true }
      if await keys(of: account.id).isRegistered() { return true }
    }
    return false
  }

  /// True if the flow may be for this account.
  func isWanted(_ account: InstalledAccount) -> Bool {
    wantedAccount == nil || wantedAccount == account.id
  }
}
