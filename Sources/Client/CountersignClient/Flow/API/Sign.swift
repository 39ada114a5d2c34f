import FlowModel
import WebAuthnModel
import WireModel

/// The common part of all SIGN_TRANSACTIONs, on the way to which a key may be registered.
extension FlowDriver {
  /// The code that was mailed entitles to a key, or the PIN that was given.
  func entitleKeyOnTheWay() async throws(ActionStop) {
    let request: RegistrationOptionsRequest
    let proof: ActionProof
    if let codes = given.codes {
      (request, proof) = (RegistrationOptionsRequest(validateCode: codes.mailed), .codes)
    } else {
      // A PIN that is a key of this device never comes here: it is no offer's reason.
      request = RegistrationOptionsRequest(proof: try await provePIN())
      proof = .pin
    }
    do throws(ClientError) {
      let creation = try await session().creationOptions(entitledBy: request)
      newKey.entitle(creation)
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// The challenge that was asked for first, with the key that was registered since.
  ///
  /// It is over the same thing and asks for any key of the account: asking for another would only
  /// cost a call. Where it has expired meanwhile, the flow renews it as any other.
  func answerForNewKey() -> Answer? {
    guard case .registered(let key) = newKey, let challenge = signing.challenge?.allowing(key)
    else { return nil }
    newKey = .nothing
    signing = .asked(challenge)
    return challenge.answer(.held)
  }

  /// Takes a challenge that is linked to what is shown.
  func take(_ linked: LinkedChallenge, isTransaction: Bool) async -> Answer {
    let challenge = FlowChallenge(
      options: linked.options, document: linked.document, isTransaction: isTransaction)
    take(challenge, linked.pinChallenge)
    toldSecondFactor = linked.secondFactor.map(SecondFactorAccount.init)
    let hasPINKey = await device.state().hasPIN
    // Who has a factor adds a key by that one: a mailed code does so on an account that has none.
    let isEntitled =
      linked.secondFactor?.needsFactor != true
      || linked.ways.contains { $0.proof == .pin && $0.canAct }
    let key = await keys.keyOrOffer(
      for: linked.options, mayRegister: isEntitled && !hasPINKey)
    let lacksKey = await keys.held(linked.options)?.isEmpty == true
    return challenge.answer(
      key, SigningWays(linked.ways, hasPINKey: hasPINKey, lacksKey: lacksKey))
  }

  /// Has a code for an action sent: the first one, or the second texted anew.
  func sendCode(_ code: WantedCode, approving action: LinkedOptionsRequest) async -> Answer {
    do throws(ClientError) {
      switch code {
      case .mailed(registersKey: true):
        return delivery(try await session().requestCode(registeringOnTheWayTo: action))
      case .mailed: return delivery(try await session().requestCode(approving: action))
      case .texted:
        return delivery(try await session().requestCode(approving: action, channel: .sms))
      }
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  /// Has a code mailed for what is no action of its own.
  func sendCode(for purpose: CodePurpose) async -> Answer {
    do throws(ClientError) {
      return delivery(try await session().requestCode(purpose))
    } catch {
      return .failure(CallFailure(ofLink: error))
    }
  }

  private func delivery(_ answer: CodeRequestAnswer) -> Answer {
    toldSecondFactor = answer.secondFactor.map(SecondFactorAccount.init)
    return .codeDelivery(CodeDelivery(answer, context.configuration.texts))
  }
}
