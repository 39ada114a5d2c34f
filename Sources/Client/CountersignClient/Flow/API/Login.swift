import FlowModel
import WebAuthnModel
import WireModel

/// LOGIN of the app itself, by this device.
extension FlowDriver {
  func openLogin() async -> Answer {
    guard let accounts = try? await context.installation.accounts() else {
      return .failure(.notUnderstood(.vaultFailed))
    }
    let wanted = accounts.filter(isWanted)
    return .session(
      FlowSession(id: "app", type: .login, announceInfo: nil),
      ConfirmSessionInfo(
        accounts: wanted.map(\.shown), secondFactorNeeded: await asksFactor(ofOneOf: wanted)))
  }

  /// Asks what else the confirmed login needs.
  func confirmLogin(of account: SessionAccount) async -> Answer {
    owner = .account(account.id)
    do throws(ClientError) {
      try await resolveDevices()
      // Without a device it is a passkey's sign-in: whichever key is here says whose it is.
      return await confirmation(demanding: try await askLoginOptions().demand ?? .factor)
    } catch {
      if error.isOfUnknownDevice { await forgetRevokedDevice() }
      return .failure(CallFailure(ofLink: error))
    }
  }

  func askLoginChallenge() async -> Answer {
    do throws(ClientError) {
      _ = try await askLoginOptions()
    } catch {
      return .failure(CallFailure(error))
    }
    return await challengeAnswer()
  }

  func makeLogin(_ proof: ActionProof) async throws(ActionStop) -> FlowAction {
    let request: SessionRequest
    switch try await proveLogin(proof) {
    case .assertion(let assertion): request = .assertion(assertion)
    case .pinProof(let proof): request = .pinProof(proof)
    case .deviceProof(let proof): request = .deviceProof(proof)
    case .verificationToken, .pin, .codes: throw .nothingGiven
    }
    var call = WireRequest(.openSession, body: request.json)
    call.openingKey = try sessionKey()
    return FlowAction(request: call, asked: nil)
  }

  func completeLogin(_ response: WireResponse) async throws(ClientError) -> Answer {
    let answer: SessionAnswer = try ServerConnection.read(response.body)
    guard answer.accountID == owner.accountID else {
      throw .notUnderstood("the session is of another account")
    }
    let account = try? await context.installation.account(answer.accountID)
    return try await keep(answer, displayName: account?.displayName ?? answer.accountID)
  }

  private func askLoginOptions() async throws(ClientError) -> SessionOptions {
    let answer = try await context.connection.sessionOptions(
      deviceID: await device.state().deviceID, boundTo: try makeOpeningKey())
    var options = answer.options
    if answer.demand == nil {
      let held = try? await keys.authenticator?.credentials(for: options.relyingPartyID)
      options = options.allowing(
        (held ?? []).map { CredentialDescriptor(id: $0, transports: []) })
    }
    take(FlowChallenge(options: options, document: answer.document), answer.pinChallenge)
    toldSecondFactor = answer.secondFactor.map(SecondFactorAccount.init)
    return answer
  }
}

/// LOGIN of another screen, by the link that it shows.
extension FlowDriver {
  /// Asks what else the confirmed login needs.
  func confirmLogin(
    by link: LinkAddress, of account: SessionAccount, _ number: String?
  ) async -> Answer {
    owner = .account(account.id)
    openedLink.pick(number)
    do throws(ClientError) {
      // No session is needed; but another screen gets one, so the phone is opened first.
      try await context.requireOpen(account.id)
      try await resolveDevices()
      let options = try await askLoginOptions(by: link)
      return await confirmation(demanding: options.demand)
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  func askLoginChallenge(by link: LinkAddress) async -> Answer {
    do throws(ClientError) {
      _ = try await askLoginOptions(by: link)
    } catch {
      return .failure(CallFailure(error))
    }
    return await challengeAnswer()
  }

  func makeLogin(
    by link: LinkAddress, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    let given = try await proveLogin(proof)
    guard let id = await device.state().deviceID, let number = openedLink.number else {
      throw .nothingGiven
    }
    return FlowAction(
      request: context.connection.confirmationRequest(
        link, .login(deviceID: id, number: number, proof: given)),
      asked: nil)
  }

  func completeLinkLogin(_ response: WireResponse) throws(ClientError) -> Answer {
    let answer: LinkConfirmed = try ServerConnection.read(response.body)
    return .openedSession(
      SessionAccount(id: answer.account.id, displayName: answer.account.displayName))
  }

  /// The challenges, which must be linked to this link, the page that it came from and the number.
  private func askLoginOptions(
    by link: LinkAddress
  ) async throws(ClientError) -> LinkOptions {
    let options = try await context.connection.linkOptions(
      link,
      LinkOptionsRequest(
        deviceID: await device.state().deviceID, number: openedLink.number))
    guard let login = options.document, login.scenario == .login,
      case .picked(let description, let number) = openedLink,
      login["link"] == .reference(link.id), login["number"] == .text(number),
      login["page"] == .text(description.origin)
    else { throw .mismatch(.transactionNotAsAsked) }
    deviceChallenge = options.deviceChallenge
    toldSecondFactor = options.secondFactor.map(SecondFactorAccount.init)
    signing =
      options.assertion.map { .asked(FlowChallenge(options: $0, document: login)) } ?? .nothing
    return options
  }
}

/// The common part of all LOGINs.
extension FlowDriver {
  /// The proof that a login needs, of those that this device can give.
  private func confirmation(demanding demand: LinkOptions.Demand) async -> Answer {
    let options = signing.challenge?.options
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
  private func proveLogin(_ proof: ActionProof) async throws(ActionStop) -> Proof {
    switch proof {
    case .assertion, .pin: try await prove(proof)
    case .confirmation: try await proveDevice()
    case .token, .codes: throw .nothingGiven
    }
  }

  /// A challenge in place of an expired one, as the machine takes it for a login.
  private func challengeAnswer() async -> Answer {
    guard let challenge = signing.challenge else {
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
