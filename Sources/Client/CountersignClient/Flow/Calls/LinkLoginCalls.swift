import FlowModel
import WireModel

/// LOGIN of another screen, by the link that it shows.
struct LinkLoginCalls: FlowCalls {
  let link: LinkAddress

  func open(_ worker: isolated FlowWorker) async -> SessionOpening {
    await worker.openLink(link)
  }

  func confirm(
    _ session: ConfirmedSession, _ number: String?, _ worker: isolated FlowWorker
  ) async -> SessionConfirmation {
    guard case .login(_, let account) = session else {
      return .failed(.notUnderstood(.answerNotUnderstood))
    }
    worker.materials.accountID = account.id
    worker.materials.number = number
    do throws(ClientError) {
      try await worker.resolveDevices()
      let options = try await askOptions(worker)
      return await worker.confirmation(demanding: options.demand)
    } catch {
      if case .mismatch(let reason) = error { return .failed(.notAllowed(reason)) }
      return SessionConfirmation(error)
    }
  }

  func options(_ worker: isolated FlowWorker) async -> OptionsAnswer {
    do throws(ClientError) {
      _ = try await askOptions(worker)
    } catch {
      return OptionsAnswer(error)
    }
    return await worker.unlinkedOptions(else: OperationID(link.id))
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    let given = try await worker.loginProof(proof)
    guard let id = await worker.deviceState().deviceID, let number = worker.materials.number
    else { throw .nothingGiven }
    return FlowAction(
      request: worker.context.connection.confirmationRequest(
        link, .login(deviceID: id, number: number, proof: given)),
      asked: nil)
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    let answer: LinkConfirmed = try ServerConnection.read(response.body)
    return .sessionOpened(
      SessionAccount(id: answer.account.id, displayName: answer.account.displayName))
  }

  /// The challenges, which must be linked to this link, the page that it came from and the number.
  private func askOptions(
    _ worker: isolated FlowWorker
  ) async throws(ClientError) -> LinkOptions {
    let options = try await worker.context.connection.linkOptions(
      link,
      LinkOptionsRequest(
        deviceID: await worker.deviceState().deviceID, number: worker.materials.number))
    guard let login = options.transaction, let number = worker.materials.number,
      login.linkID == link.id, login.number == number,
      login.origin == worker.materials.link?.origin, let shown = try? ShownTransaction(login)
    else { throw .mismatch(.transactionNotAsAsked) }
    worker.materials.pinChallenge = options.pinChallenge.map {
      DeviceChallenge($0, .transaction(shown))
    }
    worker.materials.challenge = options.assertion.map {
      FlowChallenge(options: $0, subject: .transaction(shown))
    }
    return options
  }
}
