import FlowModel
import WebAuthnModel
import WireModel

/// CHANGE_PIN: the old PIN replaces itself.
struct ChangePINCalls: FlowCalls {
  func consult(_ worker: isolated FlowWorker) async -> FactorsAnswer {
    do throws(ClientError) {
      let account = SecondFactorAccount(try await worker.session().secondFactor())
      return .known(account, .pin, .none(.biometricsNotAvailable))
    } catch {
      return .failed(CallFailure(error))
    }
  }

  func action(
    _ proof: ActionProof, _ operation: OperationID, _ worker: isolated FlowWorker
  ) async throws(ActionStop) -> FlowAction {
    guard let old = worker.materials.provingPIN, let new = worker.materials.newPIN else {
      throw .nothingGiven
    }
    guard try await worker.isPINKey() else {
      return try await worker.seedPINAction(new, .oldPIN(old), .changePIN, operation, proof)
    }
    return try await worker.pinKeyAction(new, .oldPIN(old), .changePIN, operation, proof)
  }

  func done(
    _ response: WireResponse, _ worker: isolated FlowWorker
  ) async throws(ClientError) -> ActionAnswer {
    await worker.keepOpenPIN()
    return .accomplished
  }

  func isSame(_ asked: AskedAction) -> Bool {
    switch asked {
    case .pin(.changePIN, _), .pinKey(.changePIN, _, _): true
    default: false
    }
  }
}

extension FlowWorker {
  /// The request that sets or changes the PIN of this device.
  func pinKeyAction(
    _ pin: SecretText, _ entitlement: PINKeyChange.Entitlement,
    _ change: AskedAction.FactorChange, _ operation: OperationID, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    guard let device = context.device, let account = materials.accountID else {
      throw .nothingGiven
    }
    // What the server may have taken is the old PIN now, if it has.
    if await deviceState().openPIN != nil, await !settlePIN() {
      throw ActionStop(.notSent)
    }
    guard let challenge = try await managementChallenge(proof).pinChallenge else {
      throw ActionStop(.sessionOver)
    }
    var request: PINKeyRequest
    do throws(DeviceSecretsError) {
      request = try await device.preparePINKey(
        PINKeyChange(
          account: account, pin: pin, challenge: challenge, entitlement: entitlement))
    } catch {
      throw ActionStop(error)
    }
    request.registration = materials.registration
    guard let id = await deviceState().deviceID else { throw .nothingGiven }
    do throws(ClientError) {
      return FlowAction(
        request: try await session().pinKeyRequest(request, of: id, operation: operation),
        asked: .pinKey(change, PINKeyName(request), key: materials.registration?.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// The request that sets or changes a PIN in the seed's form.
  func seedPINAction(
    _ pin: SecretText, _ entitlement: SetPINRequest.Entitlement,
    _ change: AskedAction.FactorChange, _ operation: OperationID, _ proof: ActionProof
  ) async throws(ActionStop) -> FlowAction {
    do throws(ClientError) {
      return FlowAction(
        request: try await session().pinRequest(
          SetPINRequest(
            pin: pin, entitlement: entitlement, registration: materials.registration),
          operation: operation),
        asked: .pin(change, key: materials.registration?.id))
    } catch {
      throw ActionStop(error, proof)
    }
  }

  /// The server has taken the newest PIN key: only its secret is kept.
  ///
  /// Where that fails, both are, and the next flow asks which one holds.
  func keepOpenPIN() async {
    guard let device = context.device, let account = materials.accountID,
      let open = await deviceState().openPIN
    else { return }
    try? await device.settlePIN(open, of: account)
  }
}
