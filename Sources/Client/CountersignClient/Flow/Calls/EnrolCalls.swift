import FlowModel
import WebAuthnModel
import WireModel

/// ENROL: an account comes to this device by a link.
struct EnrolCalls: OpensSession, AsksDeviceChallenge, SendsCodes, RegistersKey {
  let link: LinkAddress

  func open(_ worker: isolated FlowWorker) async -> SessionOpening {
    await worker.openLink(link)
  }

  func confirm(
    _ session: ConfirmedSession, _ number: String?, _ worker: isolated FlowWorker
  ) async -> SessionConfirmation {
    guard worker.context.device != nil else {
      return .failed(.notAllowed(FlowReason(code: "device_secrets_missing")))
    }
    do throws(ClientError) {
      // A device of an earlier enrolment, whose answer was lost, may be registered: then it is the
      // one that is replaced.
      try await worker.resolveDevices()
      let options = try await askOptions(worker)
      let proof: SessionConfirmation.Proof
      switch options.demand {
      case .nothing: proof = .nothing
      case .code: proof = .code
      case .pin: proof = .pin
      case .factor, .device: return .failed(.notUnderstood(.answerNotUnderstood))
      }
      guard worker.materials.link.description?.secondFactor == .required else {
        return .enrol(proof, .none)
      }
      return .enrol(
        proof,
        // What was said for an earlier enrolment does not hold for this one.
        .pin(options.creation == nil ? .none(.biometricsNotAvailable) : .unasked))
    } catch {
      return SessionConfirmation(error)
    }
  }

  func askDeviceChallenge(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      _ = try await askOptions(worker)
      return .unlinked(OperationID(link.id), key: .missing(.none(.nothingEnrolled)))
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func sendCode(_ sending: CodeSending, _ worker: isolated FlowWorker) async -> CodeAnswer {
    do throws(ClientError) {
      let answer = try await worker.context.connection.requestLinkCode(link)
      return .sent(CodeDelivery(answer, worker.context.configuration.texts))
    } catch {
      return CodeAnswer(error)
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
    try await worker.note(enrolment: link, of: device.id)
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
  ) async throws(ClientError) -> ActionAnswer {
    let answer: LinkConfirmed = try ServerConnection.read(response.body)
    guard let session = answer.session, answer.account.id == worker.materials.owner.accountID else {
      throw .notUnderstood("the answer is of another account, or has no session")
    }
    if worker.materials.key.registration != nil { await worker.noteRegistered() }
    worker.materials.key.drop()
    await worker.keepNewDevice()
    return try await worker.keep(session, displayName: answer.account.displayName)
  }

  private func askOptions(
    _ worker: isolated FlowWorker
  ) async throws(ClientError) -> LinkOptions {
    let options = try await worker.context.connection.linkOptions(
      link, LinkOptionsRequest(deviceID: await worker.deviceState().deviceID))
    guard options.document.map(FactorChange.addDeviceByLink.isAnswered) ?? true else {
      throw .mismatch(.transactionNotAsAsked)
    }
    worker.materials.key.entitle(options.creation)
    worker.materials.deviceChallenge = options.deviceChallenge
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
  func openLink(_ link: LinkAddress) async -> SessionOpening {
    let description: SessionLinkDescription
    do throws(ClientError) {
      description = try await context.connection.link(link)
    } catch {
      return SessionOpening(error)
    }
    materials.link = .opened(description)
    guard let accounts = try? await context.installation.accounts() else {
      return .failed(.notUnderstood(.vaultFailed))
    }
    let need: SecondFactorNeed = description.secondFactor == .required ? .needed : .notNeeded
    switch (description.type, description.account) {
    case (.login, _):
      return .opened(
        .login(
          LoginSession(
            id: link.id, announceInfo: AnnounceInfo(description),
            accounts: accounts.filter(isWanted).map(\.shown), numbers: description.numbers,
            secondFactor: need)))
    case (.enrol, let account?):
      materials.owner = .account(account.id)
      let known = SessionAccount(id: account.id, displayName: account.displayName)
      return .opened(
        .enrol(
          EnrolSession(
            id: link.id, announceInfo: AnnounceInfo(description),
            enrolInfo: EnrolInfo(existingAccounts: [known], displayName: account.displayName),
            accountsHere: accounts.map(\.shown), secondFactor: need)))
    case (.enrol, nil):
      return .failed(.notUnderstood(.answerNotUnderstood))
    }
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
      throw ActionStop(.notRemembered)
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
  ) async throws(ClientError) -> ActionAnswer {
    let session = try context.connection.session(answer, openedWith: materials.openingKey)
    guard !Task.isCancelled else {
      // Nobody waits for it any more: it opens nothing here, and makes no account the present one.
      Task { try? await session.end() }
      return .notSent
    }
    do throws(VaultError) {
      try await context.installation.add(session, displayName: displayName)
    } catch {
      return .notUnderstood(.vaultFailed)
    }
    return .sessionOpened(SessionAccount(id: answer.accountID, displayName: displayName))
  }
}
