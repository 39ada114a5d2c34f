import FlowModel
import WebAuthnModel
import WireModel

/// The calls of a SIGN_TRANSACTION, on the way to which a key may be registered.
protocol SignCalls: RecallsOperations, VerifiesChallenge, AsksDeviceChallenge, SendsCodes,
  RegistersKey, Denies
{
  /// Asks the server for a challenge over what is signed.
  func askNewChallenge(_ worker: isolated FlowWorker) async -> Answer

  /// Makes the request of the scenario's own action.
  func makeScenarioAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction

  /// Reads the answer of the scenario's own action.
  func read(_ response: WireResponse) throws(ClientError) -> Answer
}

extension SignCalls {
  /// A challenge over what is signed; the one that is there, where only a key was added to it.
  func askChallenge(_ worker: isolated FlowWorker) async -> Answer {
    if let answer = worker.answerForNewKey() { return answer }
    return await askNewChallenge(worker)
  }

  /// The code that was mailed entitles to a key, or the PIN that was given.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    let request: RegistrationOptionsRequest
    let proof: ActionProof
    if let codes = worker.materials.given.codes {
      (request, proof) = (RegistrationOptionsRequest(validateCode: codes.mailed), .codes)
    } else {
      // A PIN that is a key of this device never comes here: it is no offer's reason.
      request = RegistrationOptionsRequest(proof: try await worker.provePIN(self))
      proof = .pin
    }
    do throws(ClientError) {
      let creation = try await worker.session().creationOptions(entitledBy: request)
      worker.materials.key.entitle(creation)
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// The scenario's action, or the registration of the key that was made on the way to it.
  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    worker.materials.key.registration == nil
      ? try await makeScenarioAction(proof, operation, worker)
      : try await worker.makeRegistration(.onTheWay, proof)
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    guard let key = worker.materials.key.registration?.id else { return try read(response) }
    let _: RegisteredCredential = try ServerConnection.read(response.body)
    worker.materials.key = .registered(key)
    await worker.keys.noteRegistered()
    return .done
  }
}

/// The common part of all SIGN_TRANSACTIONs.
extension FlowWorker {
  /// The challenge that was asked for first, with the key that was registered since.
  ///
  /// It is over the same thing and asks for any key of the account: asking for another would only
  /// cost a call. Where it has expired meanwhile, the flow renews it as any other.
  fileprivate func answerForNewKey() -> Answer? {
    guard case .registered(let key) = materials.key,
      let challenge = materials.signing.challenge?.allowing(key)
    else { return nil }
    materials.key = .nothing
    materials.signing = .asked(challenge)
    return challenge.answer(.held)
  }

  /// Takes a challenge that is linked to what is shown.
  func take(_ linked: LinkedChallenge, isTransaction: Bool) async -> Answer {
    let challenge = FlowChallenge(
      options: linked.options, document: linked.document, isTransaction: isTransaction)
    materials.take(challenge, linked.pinChallenge)
    materials.toldSecondFactor = linked.secondFactor.map(SecondFactorAccount.init)
    let hasPINKey = await device.state().hasPIN
    // Who has a factor adds a key by that one: a mailed code does so on an account that has none.
    let isEntitled =
      linked.secondFactor?.needsFactor != true
      || linked.ways.contains { $0.proof == .pin && $0.canAct }
    let key = await keys.keyOrOffer(
      for: linked.options, mayRegister: isEntitled && !hasPINKey)
    let lacksKey = await keys.held(linked.options)?.isEmpty == true
    let ways = SigningWays(linked.ways, hasPINKey: hasPINKey, lacksKey: lacksKey)
    materials.ways = ways
    return challenge.answer(key, ways)
  }

  /// Has a code for an action sent: the first one, or the second texted anew.
  func sendCode(_ code: WantedCode, approving action: LinkedOptionsRequest) async -> Answer {
    do throws(ClientError) {
      switch code {
      case .mailed(registersKey: true):
        return sent(try await session().requestCode(registeringOnTheWayTo: action))
      case .mailed: return sent(try await session().requestCode(approving: action))
      case .texted: return sent(try await session().requestCode(approving: action, channel: .sms))
      }
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  /// Has a code mailed for what is no action of its own.
  func sendCode(for purpose: CodePurpose) async -> Answer {
    do throws(ClientError) {
      return sent(try await session().requestCode(purpose))
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  private func sent(_ answer: CodeRequestAnswer) -> Answer {
    materials.toldSecondFactor = answer.secondFactor.map(SecondFactorAccount.init)
    return .codeDelivery(CodeDelivery(answer, context.configuration.texts))
  }
}
