import FlowModel
import WebAuthnModel
import WireModel

/// ADD_BIOMETRICS: the PIN entitles to a key of this device.
struct AddBiometricsCalls: ConsultsFactors, AsksDeviceChallenge, RegistersKey {
  func consult(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let account = SecondFactorAccount(try await worker.session().secondFactor())
      return .factors(account, .pin, await worker.keys.offer())
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func askDeviceChallenge(_ worker: isolated FlowWorker) async -> Answer {
    await worker.askChallenge(changing: .addPasskey)
  }

  /// Asks how to make a key, with the PIN that was given.
  func entitle(_ worker: isolated FlowWorker) async throws(ActionStop) {
    var proof = try await worker.provePIN(self)
    for isLast in [false, true] {
      do throws(ClientError) {
        let creation = try await worker.session().creationOptions(
          entitledBy: RegistrationOptionsRequest(proof: proof))
        worker.materials.key.entitle(creation)
        // It is used up: where the creation challenge expires, a fresh one entitles to another.
        worker.materials.deviceChallenge = nil
        return
      } catch {
        let stop = ActionStop(error, .pin)
        guard !isLast, stop.answer == .failure(.challengeExpired) else { throw stop }
        worker.materials.deviceChallenge = nil
      }
      proof = try await worker.provePIN(self)
    }
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    try await worker.makeRegistration(.addBiometrics, proof)
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    let _: RegisteredCredential = try ServerConnection.read(response.body)
    worker.materials.key.drop()
    await worker.keys.noteRegistered()
    return .done
  }

  func isSame(_ asked: AskedAction) -> Bool {
    if case .credential(.addBiometrics, _) = asked { true } else { false }
  }
}

/// REMOVE_BIOMETRICS: this device's keys are factors no more.
struct RemoveBiometricsCalls: ConsultsFactors, AsksChallenge, AsksDeviceChallenge {
  func consult(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let answer = try await worker.session().secondFactor()
      switch await askChallenge(worker) {
      case .challenge(let operation, nil, _):
        return .factors(
          SecondFactorAccount(answer),
          answer.hasPIN ? .either(operation) : .biometrics(operation),
          .none(.biometricsNotAvailable))
      case .missingKey(let why, _, _):
        // Keys of other devices are removed there, or from the list of devices.
        var here = answer
        here.hasBiometrics = false
        return .factors(SecondFactorAccount(here), .pin, why)
      case let answer:
        if case .failure = answer { return answer }
        return .failure(.notUnderstood(.answerNotUnderstood))
      }
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Asks which keys there are, then for a challenge over the removal of the one that is here.
  func askChallenge(_ worker: isolated FlowWorker) async -> Answer {
    do throws(ClientError) {
      let known = try await worker.session().titleOptions(of: .testBiometrics).options
      guard let key = await worker.keys.held(known)?.first else {
        return await worker.keys.localKey(for: known).answer(known.challenge, linkedTo: nil)
      }
      return await worker.askChallenge(changing: .removePasskey(key))
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func makeAction(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let challenge = worker.materials.signing.challenge else { throw .nothingGiven }
    guard let keys = await worker.keys.held(challenge.options) else {
      throw ActionStop(.refused(.biometricsNotAvailable))
    }
    guard let first = keys.first else { throw ActionStop(.refused(.nothingEnrolled)) }
    let given = try await worker.prove(proof, self)
    do throws(ClientError) {
      let request = try await worker.session().revocationRequest(
        first, proof: given, operation: operation)
      return FlowAction(request: request, asked: .removal(keys))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func complete(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> Answer {
    guard let challenge = worker.materials.signing.challenge else { return .done }
    for (index, key) in await (worker.keys.held(challenge.options) ?? []).enumerated() {
      // Any further key is put aside as one that is gone: its device needs no proof for that.
      if index > 0 { await worker.keys.noteGone(key) }
      await worker.keys.delete(key)
    }
    await worker.keys.noteRemoved()
    return .done
  }

  func isSame(_ asked: AskedAction) -> Bool {
    if case .removal = asked { true } else { false }
  }
}

extension FlowWorker {
  /// Asks for a challenge over a change of the account's keys.
  fileprivate func askChallenge(changing change: FactorChange) async -> Answer {
    do throws(ClientError) {
      let linked = try await session().options(changing: change)
      let challenge = FlowChallenge(options: linked.options, document: linked.document)
      materials.take(challenge, linked.pinChallenge)
      return challenge.answer(await keys.localKey(for: linked.options))
    } catch {
      return .failure(CallFailure(error))
    }
  }
}
