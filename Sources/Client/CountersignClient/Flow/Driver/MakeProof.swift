import FlowModel
import WebAuthnModel
import WireModel

/// From what was given to a proof: a signed challenge, a token, codes, the PIN.
extension FlowDriver {
  /// Has the authenticator sign the challenge.
  func sign() async -> Answer {
    guard let challenge = signing.challenge, let authenticator = keys.authenticator else {
      return .failure(.deviceFailed(.authenticatorFailed))
    }
    do throws(AuthenticatorError) {
      let assertion = try await authenticator.sign(
        SigningRequest(challenge.options, document: challenge.document))
      signing = .signed(challenge, assertion)
      return .done
    } catch {
      return Answer(ofSigning: error)
    }
  }

  /// Exchanges the signed challenge for a token.
  func verify() async -> Answer {
    guard case .signed(let challenge, let assertion) = signing else {
      return .failure(.notUnderstood(.authenticatorFailed))
    }
    do throws(ClientError) {
      let token = try await session().verify(assertion).verificationToken
      signing = .verified(challenge, token: token)
      return .done
    } catch {
      return .failure(CallFailure(ofVerification: error))
    }
  }

  /// Makes the proof of a signed document.
  func prove(_ proof: ActionProof) async throws(ActionStop) -> Proof {
    switch (proof, signing) {
    case (.pin, _): return try await provePIN()
    case (.assertion, .signed(_, let assertion)): return .assertion(assertion)
    case (.token, .verified(_, let token)): return .verificationToken(token)
    case (.codes, _):
      guard let codes = given.codes else { throw .nothingGiven }
      return codes.proof
    case (.assertion, _), (.token, _), (.confirmation, _): throw .nothingGiven
    }
  }

  /// Makes the PIN that was given a proof over the flow's challenge.
  func provePIN() async throws(ActionStop) -> Proof {
    guard let pin = given.pin else { throw .nothingGiven }
    guard try await device.isPINKey() else {
      do throws(DeviceSecretsError) {
        try await device.requireNoAppPIN(pin)
      } catch {
        throw ActionStop(ofProof: error)
      }
      return .pin(pin)
    }
    let challenge = try await takeDeviceChallenge()
    guard let secrets = device.secrets, let account = owner.accountID else {
      throw .nothingGiven
    }
    if let session = owner.session, await device.state().openPIN != nil {
      _ = await device.settlePIN(in: session)
    }
    do throws(DeviceSecretsError) {
      return .pinProof(try await secrets.provePIN(pin, challenge, of: account))
    } catch {
      throw ActionStop(ofProof: error)
    }
  }

  /// Proves that the flow's request comes from the account's device.
  func proveDevice() async throws(ActionStop) -> Proof {
    guard let secrets = device.secrets, let account = owner.accountID else {
      throw .nothingGiven
    }
    let challenge = try await takeDeviceChallenge()
    do throws(DeviceSecretsError) {
      return .deviceProof(try await secrets.proveDevice(challenge, of: account))
    } catch {
      throw ActionStop(error)
    }
  }

  /// The flow's challenge for what a device signs; anew where the one before is used up.
  private func takeDeviceChallenge() async throws(ActionStop) -> DeviceChallenge {
    if deviceChallenge == nil { try await renewDeviceChallenge() }
    // A session that is no device's has none; one that this device opens has.
    guard let challenge = deviceChallenge else { throw ActionStop(.sessionOver) }
    return challenge
  }

  /// Asks for the flow's challenge anew, which must be over what was shown.
  private func renewDeviceChallenge() async throws(ActionStop) {
    let before = signing
    let answer = await kind.askChallenge(self)
    let document = signing.challenge?.document
    if before.challenge != nil {
      // The person's question names the challenge that was there, and so does the operation that is
      // remembered where a key signs it: only the device's own is replaced here.
      signing = before
    }
    if case .failure(let failure) = answer {
      // Nothing was sent of the action.
      throw ActionStop(failure == .lost ? .notSent : failure)
    }
    guard before.document == nil || document == before.document else {
      throw ActionStop(.notAllowed(.transactionNotAsAsked))
    }
  }
}

extension FlowDriver {
  /// Goes on with another PIN key, which may hold, after the server refused one's generation.
  ///
  /// - Returns: Whether there is another that proves from now on.
  func settleRefusedPIN() async -> Bool {
    guard let session = owner.session else { return await device.guessPIN() }
    return await device.settlePIN(in: session)
  }
}

extension ActionStop {
  /// A PIN that was not proved: the app PIN is none, and another is chosen elsewhere.
  init(ofProof error: DeviceSecretsError) {
    if error == .pinIsAppPIN {
      self.init(.notAllowed(.pinIsAppPIN))
    } else {
      self.init(error)
    }
  }
}

extension ActionProof {
  /// True if the server knows a repetition of it by the operation's name alone.
  var needsOperation: Bool { self == .pin || self == .codes }
}
