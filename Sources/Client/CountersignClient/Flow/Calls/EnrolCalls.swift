import FlowModel
import WebAuthnModel
import WireModel

/// ENROL: an account comes to this device by a link.
struct EnrolCalls: OpensSession, AsksDeviceChallenge, ChecksProof, SendsCodes, RegistersKey {
  let link: LinkAddress

  func open(_ worker: isolated FlowWorker) async -> Answer {
    await worker.openLink(link)
  }

  /// Asks what else the confirmed enrolment needs.
  func confirm(_ worker: isolated FlowWorker) async -> Answer {
    guard worker.context.device != nil else {
      return .failure(.notAllowed(FlowReason(code: "device_secrets_missing")))
    }
    do throws(ClientError) {
      // A device of an earlier enrolment, whose answer was lost, may be registered: then it is the
      // one that is replaced.
      try await worker.resolveDevices()
      let options = try await askOptions(worker)
      let demand: Demand
      switch options.demand {
      case .nothing: demand = .nothing
      case .code: demand = .code
      case .pin: demand = .pin
      case .factor, .device: return .failure(.notUnderstood(.answerNotUnderstood))
      }
      guard worker.materials.link.description?.secondFactor == .required else {
        return .demand(demand)
      }
      return .factorDemand(
        demand,
        // What was said for an earlier enrolment does not hold for this one.
        options.creation == nil ? .none(.biometricsNotAvailable) : .unasked)
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  /// Has the options of the link check a code; a PIN opens a session, since the account may have
  /// none here any more.
  func checkProof(_ worker: isolated FlowWorker) async -> Answer {
    guard let codes = worker.materials.given.codes else { return await worker.verifyPIN(in: nil) }
    do throws(ClientError) {
      _ = try await askOptions(worker, code: codes.mailed)
      return .done
    } catch {
      return Answer(before: error, proof: .codes)
    }
  }

  func askDeviceChallenge(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      _ = try await askOptions(worker)
      return .missingKey(.none(.nothingEnrolled), nil)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func sendCode(_ code: WantedCode, _ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let answer = try await worker.context.connection.requestLinkCode(link)
      return .codeDelivery(CodeDelivery(answer, worker.context.configuration.texts))
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  /// Asks for a fresh challenge if there is none: the confirmation says what entitles.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    guard worker.materials.key.creation == nil else { return }
    do throws(ClientError) {
      _ = try await askOptions(worker)
    } catch {
      throw ActionStop(error, .confirmation)
    }
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let account = worker.materials.owner.accountID else { throw .nothingGiven }
    let entitlement: LinkConfirmation.Entitlement
    switch proof {
    case .confirmation: entitlement = .nothing
    case .codes:
      guard let codes = worker.materials.given.codes else { throw .nothingGiven }
      entitlement = .validateCode(codes.mailed)
    case .pin:
      guard case .pinProof(let proof) = try await worker.provePIN(self) else {
        throw .nothingGiven
      }
      entitlement = .pinProof(proof)
    case .assertion, .token: throw .nothingGiven
    }
    let pin =
      worker.materials.link.description?.secondFactor == .required
      ? worker.materials.given.newPIN : nil
    let key = try worker.sessionKey()
    let device = try await worker.makeDevice(
      for: account, context: DeviceStatement.enrolmentContext(of: link.id, boundTo: key), pin: pin)
    try await worker.device.note(enrolment: link, of: device.id)
    if !worker.materials.arrival.hasAnsweredSoftPrompt {
      await SoftPromptMemory(vault: worker.context.vault).forget(for: account)
    }
    // Known before the request can leave, so that a lost answer leaves an account to log in with.
    try await worker.addAccount()
    let body = LinkConfirmation.enrol(
      device, registration: worker.materials.key.registration, entitlement)
    var request = worker.context.connection.confirmationRequest(link, body)
    request.openingKey = key
    return FlowAction(request: request, asked: nil)
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    let answer: LinkConfirmed = try ServerConnection.read(response.body)
    guard let session = answer.session, answer.account.id == worker.materials.owner.accountID else {
      throw .notUnderstood("the answer is of another account, or has no session")
    }
    if worker.materials.key.registration != nil { await worker.keys.noteRegistered() }
    worker.materials.key.drop()
    await worker.keepNewDevice()
    return try await worker.keep(session, displayName: answer.account.displayName)
  }

  private func askOptions(
    _ worker: isolated FlowWorker, code: SecretText? = nil
  ) async throws(ClientError) -> LinkOptions {
    let device = await worker.device.state().deviceID
    let options = try await worker.context.connection.linkOptions(
      link, LinkOptionsRequest(deviceID: device, validateCode: code))
    guard options.document.map(FactorChange.addDeviceByLink.isAnswered) ?? true else {
      throw .mismatch(.transactionNotAsAsked)
    }
    worker.materials.key.entitle(options.creation)
    worker.materials.deviceChallenge = options.deviceChallenge
    worker.materials.toldSecondFactor = options.secondFactor.map(SecondFactorAccount.init)
    return options
  }
}

extension LinkOptions {
  /// The challenge for what the device signs, over the document that came with it.
  var deviceChallenge: DeviceChallenge? {
    guard let pinChallenge, let document else { return nil }
    return DeviceChallenge(pinChallenge, document)
  }
}

extension FlowWorker {
  /// Asks the server for a link, whichever flow it was opened for.
  func openLink(_ link: LinkAddress) async -> Answer {
    let description: SessionLinkDescription
    do throws(ClientError) {
      description = try await context.connection.link(link)
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
    materials.link = .opened(description)
    guard let accounts = try? await context.installation.accounts() else {
      return .failure(.notUnderstood(.vaultFailed))
    }
    switch (description.type, description.account) {
    case (.login, _):
      let wanted = accounts.filter(isWanted)
      if wanted.count == 1 { await noteSecondFactor(of: wanted[0].id) }
      return .login(
        LoginSession(
          id: link.id, announceInfo: AnnounceInfo(description, context.configuration.texts),
          accounts: wanted.map(\.shown), numbers: description.numbers,
          secondFactorNeeded: await asksFactor(ofOneOf: wanted)))
    case (.enrol, let account?):
      materials.owner = .account(account.id)
      return .enrolment(
        EnrolSession(
          id: link.id, announceInfo: AnnounceInfo(description, context.configuration.texts),
          enrolInfo: EnrolInfo(
            existingAccounts: description.existingAccounts.map(ExistingAccount.init),
            displayName: account.displayName),
          accountsHere: accounts.map(\.shown),
          secondFactorNeeded: description.secondFactor == .required))
    case (.enrol, nil):
      return .failure(.notUnderstood(.answerNotUnderstood))
    }
  }

  /// Notes how the second factor of this device stands, for a question that comes before its own;
  /// where the server does not tell, the question stands without.
  private func noteSecondFactor(of account: String) async {
    guard let id = await context.device(of: account).state().deviceID,
      let options = try? await context.connection.sessionOptions(deviceID: id)
    else { return }
    materials.toldSecondFactor = options.secondFactor.map(SecondFactorAccount.init)
  }

  /// Makes the link's account known on this installation.
  func addAccount() async throws(ActionStop) {
    guard let account = materials.link.description?.account else { throw .nothingGiven }
    do throws(VaultError) {
      if try await context.installation.account(account.id) == nil {
        materials.arrival.isAccountNew = true
      }
      try await context.installation.add(
        InstalledAccount(id: account.id, displayName: account.displayName))
    } catch {
      throw ActionStop(.deviceFailed(.vaultFailed))
    }
  }

  /// The key that the session of this flow is bound to; nil if the connection binds none.
  func openingKey() throws(ClientError) -> KeyThumbprint? {
    if materials.openingKey == nil {
      materials.openingKey = try context.connection.binding?.makeKey()
    }
    return materials.openingKey
  }

  /// The same, on the way to an action.
  func sessionKey() throws(ActionStop) -> KeyThumbprint? {
    do throws(ClientError) {
      return try openingKey()
    } catch {
      throw ActionStop(.notUnderstood(.authenticatorFailed))
    }
  }

  /// Keeps a session that this device has opened.
  func keep(
    _ answer: SessionAnswer, displayName: String
  ) async throws(ClientError) -> Answer {
    let session = try context.connection.session(answer, openedWith: materials.openingKey)
    guard !Task.isCancelled else {
      // Nobody waits for it any more: it opens nothing here, and makes no account the present one.
      Task { try? await session.end() }
      return .failure(.notSent)
    }
    do throws(VaultError) {
      try await context.installation.add(session, displayName: displayName)
    } catch {
      return .failure(.notUnderstood(.vaultFailed))
    }
    return .openedSession(SessionAccount(id: answer.accountID, displayName: displayName))
  }
}
