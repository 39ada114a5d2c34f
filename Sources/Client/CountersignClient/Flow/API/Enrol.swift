import FlowModel
import WebAuthnModel
import WireModel

/// ENROL: an account comes to this device by a link.
extension FlowDriver {
  /// Asks what else the confirmed enrolment needs.
  func confirmEnrolment(by link: LinkAddress) async -> Answer {
    guard context.device != nil else {
      return .failure(.notAllowed(FlowReason(code: "device_secrets_missing")))
    }
    do throws(ClientError) {
      // A device of an earlier enrolment, whose answer was lost, may be registered: then it is the
      // one that is replaced.
      try await resolveDevices()
      let options = try await askOptions(by: link)
      let demand: Demand
      switch options.demand {
      case .nothing: demand = .nothing
      case .code: demand = .code
      case .pin: demand = .pin
      case .factor, .device: return .failure(.notUnderstood(.answerNotUnderstood))
      }
      guard openedLink.description?.secondFactor == .required else { return .demand(demand) }
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
  func checkEnrolmentProof(by link: LinkAddress) async -> Answer {
    guard let codes = given.codes else { return await verifyPIN(in: nil) }
    do throws(ClientError) {
      _ = try await askOptions(by: link, code: codes.mailed)
      return .done
    } catch {
      return Answer(before: error, proof: .codes)
    }
  }

  /// Asks for the challenge of the device anew.
  func askEnrolmentChallenge(by link: LinkAddress) async -> Answer {
    do throws(ClientError) {
      _ = try await askOptions(by: link)
      return .missingKey(.none(.nothingEnrolled), nil)
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func sendCode(by link: LinkAddress) async -> Answer {
    do throws(ClientError) {
      let answer = try await context.connection.requestLinkCode(link)
      return .codeDelivery(CodeDelivery(answer, context.configuration.texts))
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  /// Asks for a fresh challenge if there is none: the confirmation says what entitles.
  func entitleEnrolmentKey(by link: LinkAddress) async throws(ActionStop) {
    guard newKey.creation == nil else { return }
    do throws(ClientError) {
      _ = try await askOptions(by: link)
    } catch {
      throw ActionStop(error, .confirmation)
    }
  }

  func makeEnrolment(
    by link: LinkAddress, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    guard let account = owner.accountID else { throw .nothingGiven }
    let entitlement: LinkConfirmation.Entitlement
    switch proof {
    case .confirmation: entitlement = .nothing
    case .codes:
      guard let codes = given.codes else { throw .nothingGiven }
      entitlement = .validateCode(codes.mailed)
    case .pin:
      guard case .pinProof(let proof) = try await provePIN() else { throw .nothingGiven }
      entitlement = .pinProof(proof)
    case .assertion, .token: throw .nothingGiven
    }
    let pin = openedLink.description?.secondFactor == .required ? given.newPIN : nil
    let key = try sessionKey()
    let new = try await makeDevice(
      for: account, context: DeviceStatement.enrolmentContext(of: link.id, boundTo: key), pin: pin)
    try await device.note(enrolment: link, of: new.id)
    if !arrival.hasAnsweredSoftPrompt {
      await SoftPromptMemory(vault: context.vault).forget(for: account)
    }
    // Known before the request can leave, so that a lost answer leaves an account to log in with.
    try await addAccount()
    let body = LinkConfirmation.enrol(new, registration: newKey.registration, entitlement)
    var request = context.connection.confirmationRequest(link, body)
    request.openingKey = key
    return FlowAction(request: request, asked: nil)
  }

  func completeEnrolment(_ response: WireResponse) async throws(ClientError) -> Answer {
    let answer: LinkConfirmed = try ServerConnection.read(response.body)
    guard let session = answer.session, answer.account.id == owner.accountID else {
      throw .notUnderstood("the answer is of another account, or has no session")
    }
    if newKey.registration != nil { await keys.noteRegistered() }
    newKey.drop()
    await keepNewDevice()
    return try await keep(session, displayName: answer.account.displayName)
  }

  private func askOptions(
    by link: LinkAddress, code: SecretText? = nil
  ) async throws(ClientError) -> LinkOptions {
    let device = await device.state().deviceID
    let options = try await context.connection.linkOptions(
      link, LinkOptionsRequest(deviceID: device, validateCode: code))
    guard options.document.map(FactorChange.addDeviceByLink.isAnswered) ?? true else {
      throw .mismatch(.transactionNotAsAsked)
    }
    newKey.entitle(options.creation)
    deviceChallenge = options.deviceChallenge
    toldSecondFactor = options.secondFactor.map(SecondFactorAccount.init)
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

extension FlowDriver {
  /// Asks the server for a link, whichever flow it was opened for.
  func open(_ link: LinkAddress) async -> Answer {
    let description: SessionLinkDescription
    do throws(ClientError) {
      description = try await context.connection.link(link)
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
    openedLink = .opened(description)
    guard let accounts = try? await context.installation.accounts() else {
      return .failure(.notUnderstood(.vaultFailed))
    }
    let announceInfo = AnnounceInfo(description, context.configuration.texts)
    switch (description.type, description.account) {
    case (.login, _):
      let wanted = accounts.filter(isWanted)
      if wanted.count == 1 { await noteSecondFactor(of: wanted[0].id) }
      return .session(
        FlowSession(id: link.id, type: .login, announceInfo: announceInfo),
        ConfirmSessionInfo(
          accounts: wanted.map(\.shown), numbers: description.numbers,
          secondFactorNeeded: await asksFactor(ofOneOf: wanted)))
    case (.enrol, let account?):
      owner = .account(account.id)
      return .session(
        FlowSession(
          id: link.id, type: .enrol, announceInfo: announceInfo,
          enrolInfo: EnrolInfo(
            existingAccounts: description.existingAccounts.map(ExistingAccount.init),
            displayName: account.displayName)),
        ConfirmSessionInfo(
          accounts: accounts.map(\.shown),
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
    toldSecondFactor = options.secondFactor.map(SecondFactorAccount.init)
  }

  /// Makes the link's account known on this installation.
  func addAccount() async throws(ActionStop) {
    guard let account = openedLink.description?.account else { throw .nothingGiven }
    do throws(VaultError) {
      if try await context.installation.account(account.id) == nil {
        arrival.isAccountNew = true
      }
      try await context.installation.add(
        InstalledAccount(id: account.id, displayName: account.displayName))
    } catch {
      throw ActionStop(.deviceFailed(.vaultFailed))
    }
  }

  /// The key that the session of this flow is bound to; nil if the connection binds none.
  func makeOpeningKey() throws(ClientError) -> KeyThumbprint? {
    if openingKey == nil { openingKey = try context.connection.binding?.makeKey() }
    return openingKey
  }

  /// The same, on the way to an action.
  func sessionKey() throws(ActionStop) -> KeyThumbprint? {
    do throws(ClientError) {
      return try makeOpeningKey()
    } catch {
      throw ActionStop(.notUnderstood(.authenticatorFailed))
    }
  }

  /// Keeps a session that this device has opened.
  func keep(
    _ answer: SessionAnswer, displayName: String
  ) async throws(ClientError) -> Answer {
    let session = try context.connection.session(answer, openedWith: openingKey)
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
