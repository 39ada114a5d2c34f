import FlowModel
import WebAuthnModel
import WireModel

/// ADD_BIOMETRICS: the PIN entitles to a key of this device.
extension FlowDriver {
  func consultToAddBiometrics() async -> Answer {
    do throws(ClientError) {
      let account = SecondFactorAccount(try await session().secondFactor())
      return .factors(account, .pin, await keys.offer())
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Asks how to make a key, with the PIN that was given.
  func entitleAddedKey() async throws(ActionStop) {
    var proof = try await provePIN()
    for isLast in [false, true] {
      do throws(ClientError) {
        let creation = try await session().creationOptions(
          entitledBy: RegistrationOptionsRequest(proof: proof))
        newKey.entitle(creation)
        // It is used up: where the creation challenge expires, a fresh one entitles to another.
        deviceChallenge = nil
        return
      } catch {
        let stop = ActionStop(error, .pin)
        guard !isLast, stop.answer == .failure(.challengeExpired) else { throw stop }
        deviceChallenge = nil
      }
      proof = try await provePIN()
    }
  }

  /// Asks for a challenge over a change of the account's keys.
  func askChallenge(changing change: FactorChange) async -> Answer {
    do throws(ClientError) {
      let linked = try await session().options(changing: change)
      let challenge = FlowChallenge(options: linked.options, document: linked.document)
      take(challenge, linked.pinChallenge)
      return challenge.answer(await keys.localKey(for: linked.options))
    } catch {
      return .failure(CallFailure(error))
    }
  }
}

/// REMOVE_BIOMETRICS: this device's keys are factors no more.
extension FlowDriver {
  func consultToRemoveBiometrics() async -> Answer {
    do throws(ClientError) {
      let answer = try await session().secondFactor()
      switch await askRemovalChallenge() {
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
  func askRemovalChallenge() async -> Answer {
    do throws(ClientError) {
      let known = try await session().titleOptions(of: .testBiometrics).options
      guard let key = await keys.held(known)?.first else {
        return await keys.localKey(for: known).answer(known.challenge, linkedTo: nil)
      }
      return await askChallenge(changing: .removePasskey(key))
    } catch {
      return .failure(CallFailure(error))
    }
  }

  func makeRemoval(
    _ proof: ActionProof, _ operation: OperationID
  ) async throws(ActionStop) -> FlowAction {
    guard let challenge = signing.challenge else { throw .nothingGiven }
    guard let keys = await keys.held(challenge.options) else {
      throw ActionStop(.refused(.biometricsNotAvailable))
    }
    guard let first = keys.first else { throw ActionStop(.refused(.nothingEnrolled)) }
    let given = try await prove(proof)
    do throws(ClientError) {
      let request = try await session().revocationRequest(
        first, proof: given, operation: operation)
      return FlowAction(request: request, asked: .removal(keys))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  func completeRemoval() async {
    guard let challenge = signing.challenge else { return }
    for (index, key) in await (keys.held(challenge.options) ?? []).enumerated() {
      // Any further key is put aside as one that is gone: its device needs no proof for that.
      if index > 0 { await keys.noteGone(key) }
      await keys.delete(key)
    }
    await keys.noteRemoved()
  }
}
