import FlowModel
import WebAuthnModel
import WireModel

/// The PIN: as a key of this device where it is one, else in the seed's form.
extension FlowWorker {
  /// Whether the account's PIN is a key of this device, so far as can be read.
  func hasPINKey() async -> Bool { await deviceState().hasPIN }

  /// Whether the account's PIN is a key of this device.
  ///
  /// - Throws: Where that cannot be read now: a PIN that may be a key is not sent.
  func isPINKey() async throws(ActionStop) -> Bool {
    do throws(DeviceSecretsError) {
      return try await readDevice().hasPIN
    } catch {
      throw ActionStop(error)
    }
  }

  /// The PIN that was given, as a proof over the flow's challenge.
  func pinProof() async throws(ActionStop) -> Proof {
    guard let pin = materials.provingPIN else { throw .nothingGiven }
    guard try await isPINKey() else { return .pin(pin) }
    return .pinProof(try await prove(pin, try await pinChallenge()))
  }

  /// The flow's challenge for what a device signs; anew where the one before is used up.
  func pinChallenge() async throws(ActionStop) -> DeviceChallenge {
    if materials.pinChallenge == nil { try await askChallengeAgain() }
    // A session that is no device's has none; one that this device opens has.
    guard let challenge = materials.pinChallenge else { throw ActionStop(.sessionOver) }
    return challenge
  }

  /// The PIN proved with both keys of this device.
  func prove(
    _ pin: SecretText, _ challenge: DeviceChallenge
  ) async throws(ActionStop) -> PINProof {
    guard let device = context.device, let account = materials.accountID else {
      throw .nothingGiven
    }
    if materials.session != nil, await deviceState().openPIN != nil {
      _ = await settlePIN()
    }
    do throws(DeviceSecretsError) {
      return try await device.provePIN(pin, challenge, of: account)
    } catch {
      throw ActionStop(error)
    }
  }

  /// The flow's challenge anew, which must be over what was shown.
  private func askChallengeAgain() async throws(ActionStop) {
    let shown =
      materials.challenge?.subject ?? materials.shownReview.map(SigningRequest.Subject.transaction)
    let (challenge, optionsAnswer) = (materials.challenge, materials.optionsAnswer)
    let answer = await calls.options(self)
    let subject = materials.challenge?.subject
    if challenge != nil {
      // The person's question names the challenge that was there, and so does the operation that is
      // remembered where a key signs it: only the device's own is replaced here.
      (materials.challenge, materials.optionsAnswer) = (challenge, optionsAnswer)
    }
    switch answer {
    case .linked, .unlinked: break
    case .mismatch(let reason): throw ActionStop(.notAllowed(reason))
    case .failed(let failure): throw ActionStop(ActionAnswer(failure))
    }
    guard shown == nil || subject == shown else {
      throw ActionStop(.notAllowed(.transactionNotAsAsked))
    }
  }

  /// A challenge for what is done to the account's factors.
  func managementChallenge(
    _ proof: ActionProof
  ) async throws(ActionStop) -> LinkedOptions {
    do throws(ClientError) {
      return try await session().managementOptions()
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// Whether another PIN key may hold, and proves now, after the server refused one's generation.
  func settledPIN() async -> Bool {
    if materials.session != nil { return await settlePIN() }
    // Without a session the server cannot be asked which one holds: the newest is a guess. One of
    // the generation that was refused is none.
    let state = await deviceState()
    guard let device = context.device, let account = materials.accountID,
      let open = state.openPIN, open.generation != state.pinGeneration
    else { return false }
    return (try? await device.guessPIN(of: account)) != nil
  }

  /// Asks the server which PIN key holds, and proves with that one from then on.
  ///
  /// - Returns: Whether the server said so.
  func settlePIN() async -> Bool {
    guard let device = context.device, let account = materials.accountID,
      let session = try? await session(), let list = try? await session.devices(),
      let id = await deviceState().deviceID,
      let item = list.devices.first(where: { $0.id == id })
    else { return false }
    return (try? await device.settlePIN(PINKeyName(item), of: account)) != nil
  }
}

extension ActionAnswer {
  /// What a call came to that was made before the action.
  fileprivate init(_ failure: CallFailure) {
    self =
      switch failure {
      case .network: .notSent
      case .sessionOver: .sessionOver
      case .refused(let reason): .refused(reason)
      case .notAllowed(let reason): .notAllowed(reason)
      case .notUnderstood(let reason): .notUnderstood(reason)
      }
  }
}
