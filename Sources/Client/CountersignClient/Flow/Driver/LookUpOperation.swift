import FlowModel
import WebAuthnModel
import WireModel

/// Finds out about operations of earlier flows.
extension FlowDriver {
  /// Reads which operation's outcome is unknown since an earlier flow.
  func readOpenOperation() async -> Answer {
    // Without a session the first call says so; nothing can be asked in it either.
    guard let session = try? await session() else { return .openOperation(nil) }
    // The first question may come before the server tells it anew.
    toldSecondFactor = context.told.state(of: session.accountID)
    do throws(VaultError) {
      let open = try await OpenOperations(vault: context.vault, account: session.accountID)
        .first(where: kind.isSame)
      guard let open else { return .openOperation(nil) }
      // A vault that cannot forget it would have it asked about again and again.
      return resolved.contains(open)
        ? .failure(.deviceFailed(.vaultFailed)) : .openOperation(open)
    } catch {
      return .failure(.deviceFailed(.vaultFailed))
    }
  }

  /// Asks what became of an operation, and does on the device what follows from it.
  func lookUpOperation(_ operation: OperationID) async -> Answer {
    do throws(ClientError) {
      let session = try await session()
      let operations = OpenOperations(vault: context.vault, account: session.accountID)
      let record = try? await operations.record(of: operation)
      let asked = record?.asked
      let isSame = asked.map(kind.isSame) == true
      let answer =
        if let asked, let factors = try await lookUpFactors(asked, session) {
          Answer(factors, isSame: isSame)
        } else {
          try await lookUp(operation, asked, isSame: isSame, session)
        }
      if answer == .unknownOperation, let key = asked?.key {
        // A key that the server does not know is of no use here.
        await keys.delete(key)
      }
      if case .failure = answer { return answer }
      if case .otherOperation(_?) = answer, var record {
        // This flow is about something else: whoever asked for it has to be told, and not charged
        // once more for the same.
        record.progress = .known
        do throws(VaultError) {
          try await operations.keep(record, of: operation)
        } catch {
          return .failure(.deviceFailed(.vaultFailed))
        }
        untold.insert(operation)
        return answer
      }
      resolved.insert(operation)
      return answer
    } catch {
      return .failure(CallFailure(error))
    }
  }

  /// Asks if the action is done, although this copy of the request was refused: the server may have
  /// executed an earlier one.
  func wasDone(_ asked: AskedAction?) async -> Bool {
    guard let asked, let session = try? await session(),
      case .changed? = try? await lookUpFactors(asked, session.inBackground)
    else { return false }
    if asked.key != nil { newKey.drop() }
    if case .device = asked { arrival.unconfirmedDevice = nil }
    return true
  }

  private func lookUp(
    _ operation: OperationID, _ asked: AskedAction?, isSame: Bool, _ session: AccountSession
  ) async throws(ClientError) -> Answer {
    guard let answer = try await session.lookUp(operation) else { return .unknownOperation }
    // Of any other kind of action there is no more to say than that it is done.
    let result: ActionResult? = if case .action? = asked { ActionResult(answer) } else { nil }
    return isSame ? .sameOperation(result) : .otherOperation(result)
  }

  /// Finds out about a change of the account's factors from how they stand now; nil for an action
  /// of which the server keeps an operation.
  private func lookUpFactors(
    _ asked: AskedAction, _ session: AccountSession
  ) async throws(ClientError) -> FactorsLookup? {
    switch asked {
    case .pinKey(_, let name, _): try await lookUpPINKey(name, session)
    case .device: try await lookUpDevice(session)
    case .credential(_, let id): try await lookUpKeys([id], wanted: .registered, session)
    case .removal(let ids): try await lookUpKeys(ids, wanted: .removed, session)
    case .action, .approval, .pin: nil
    }
  }

  /// Asks which PIN key holds, and has the device prove with that one.
  private func lookUpPINKey(
    _ key: PINKeyName, _ session: AccountSession
  ) async throws(ClientError) -> FactorsLookup {
    let list = try await session.devices()
    guard let state = try? await device.read() else { return .vaultFailed }
    let id = state.deviceID
    guard let item = list.devices.first(where: { $0.id == id }) else { return .unchanged }
    try? await device.secrets?.settlePIN(PINKeyName(item), of: session.accountID)
    return PINKeyName(item) == key ? .changed : .unchanged
  }

  private func lookUpDevice(
    _ session: AccountSession
  ) async throws(ClientError) -> FactorsLookup {
    let listed = Set(try await session.devices().devices.map(\.id))
    guard let state = try? await device.read() else { return .vaultFailed }
    var lookup = FactorsLookup.unchanged
    for id in state.unconfirmedIDs {
      // The list says nothing of an enrolment that may still be confirmed.
      if await device.enrolment(of: id) != nil { continue }
      await device.settle(id, listed.contains(id) ? .registered : .refused)
      if listed.contains(id) { lookup = .changed }
    }
    return lookup
  }

  private enum WantedKeys { case registered, removed }

  private func lookUpKeys(
    _ ids: [CredentialID], wanted: WantedKeys, _ session: AccountSession
  ) async throws(ClientError) -> FactorsLookup {
    let listed = try await session.credentials().credentials.map(\.id)
    let isListed = ids.contains { listed.contains($0.base64URL) }
    if !isListed, wanted == .removed {
      for id in ids { await keys.delete(id) }
    }
    return isListed == (wanted == .registered) ? .changed : .unchanged
  }
}

/// The outcome of a change of the account's factors.
private enum FactorsLookup {
  /// They are as was asked for.
  case changed
  /// They are not.
  case unchanged
  /// The device's secrets could not be read.
  case vaultFailed
}

extension Answer {
  fileprivate init(_ factors: FactorsLookup, isSame: Bool) {
    self =
      switch factors {
      case .changed: isSame ? .sameOperation(nil) : .otherOperation(nil)
      case .unchanged: .unknownOperation
      case .vaultFailed: .failure(.notUnderstood(.vaultFailed))
      }
  }
}
