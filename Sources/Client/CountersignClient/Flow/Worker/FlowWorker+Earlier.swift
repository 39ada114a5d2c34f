import FlowModel
import WebAuthnModel
import WireModel

/// What became of operations of earlier flows.
extension FlowWorker {
  func readOpenOperation() async -> OpenOperationAnswer {
    // Without a session the first call says so; nothing can be asked in it either.
    guard let session = try? await session() else { return .none }
    do throws(VaultError) {
      let open = try await OpenOperations(vault: context.vault, account: session.accountID).first()
      guard let open else { return .none }
      // A vault that cannot forget it would have it asked about again and again.
      return materials.resolved.contains(open) ? .vaultFailed : .open(open)
    } catch {
      return .vaultFailed
    }
  }

  func askOperation(_ operation: OperationID) async -> OperationLookup {
    do throws(ClientError) {
      let session = try await session()
      let operations = OpenOperations(vault: context.vault, account: session.accountID)
      let asked = try? await operations.asked(operation)
      let lookup =
        if let asked, let lookup = try await factorLookup(asked, session) {
          lookup
        } else {
          try await lookUp(operation, asked, session)
        }
      if lookup == .notFound, let key = asked?.key {
        // A key that the server does not know is of no use here.
        try? await authenticator?.deleteCredential(key)
      }
      if case .failed = lookup { return lookup }
      materials.resolved.insert(operation)
      return lookup
    } catch {
      return .failed(CallFailure(error))
    }
  }

  /// Whether what was asked for is done, although this copy of the request was refused: an earlier
  /// one may have been executed.
  func wasDone(_ asked: AskedAction?) async -> Bool {
    guard let asked, let session = try? await session(),
      case .accomplished? = try? await factorLookup(asked, session.inBackground)
    else { return false }
    if asked.key != nil { materials.registration = nil }
    if case .device = asked { materials.unconfirmedDevice = nil }
    return true
  }

  /// How the account's factors stand now says what became of a change of them; nil for what the
  /// server keeps an operation of.
  private func factorLookup(
    _ asked: AskedAction, _ session: AccountSession
  ) async throws(ClientError) -> OperationLookup? {
    switch asked {
    case .pinKey(_, let name, _): try await pinKeyLookup(name, asked, session)
    case .device: try await deviceLookup(asked, session)
    case .credential(_, let id):
      try await keyLookup([id], wanted: .registered, asked, session)
    case .removal(let ids): try await keyLookup(ids, wanted: .removed, asked, session)
    case .topUp, .approval, .test, .pin: nil
    }
  }

  private func lookUp(
    _ operation: OperationID, _ asked: AskedAction?, _ session: AccountSession
  ) async throws(ClientError) -> OperationLookup {
    guard let answer = try await session.lookUp(operation) else { return .notFound }
    switch answer.result {
    case .topUp(let topUp): return .found(ActionResult(topUp), request: relation(to: asked))
    case .transaction, .accomplished: return .accomplished(request: relation(to: asked))
    }
  }

  /// Which key holds is what the device must know too.
  private func pinKeyLookup(
    _ key: PINKeyName, _ asked: AskedAction?, _ session: AccountSession
  ) async throws(ClientError) -> OperationLookup {
    let list = try await session.devices()
    guard let state = try? await readDevice() else { return .failed(.notUnderstood(.vaultFailed)) }
    let id = state.deviceID
    guard let item = list.devices.first(where: { $0.id == id }) else { return .notFound }
    try? await context.device?.settlePIN(PINKeyName(item), of: session.accountID)
    guard PINKeyName(item) == key else { return .notFound }
    return .accomplished(request: relation(to: asked))
  }

  private func deviceLookup(
    _ asked: AskedAction?, _ session: AccountSession
  ) async throws(ClientError) -> OperationLookup {
    let listed = Set(try await session.devices().devices.map(\.id))
    guard let state = try? await readDevice() else { return .failed(.notUnderstood(.vaultFailed)) }
    var isRegistered = false
    for id in state.unconfirmedIDs {
      // The list says nothing of an enrolment that may still be confirmed.
      if await enrolment(of: id) != nil { continue }
      await settle(id, listed.contains(id) ? .registered : .refused)
      isRegistered = isRegistered || listed.contains(id)
    }
    return isRegistered ? .accomplished(request: relation(to: asked)) : .notFound
  }

  private enum WantedKeys { case registered, removed }

  private func keyLookup(
    _ ids: [CredentialID], wanted: WantedKeys, _ asked: AskedAction?, _ session: AccountSession
  ) async throws(ClientError) -> OperationLookup {
    let listed = try await session.credentials().credentials.map(\.id)
    let isListed = ids.contains { listed.contains($0.base64URL) }
    if !isListed, wanted == .removed {
      for id in ids { try? await authenticator?.deleteCredential(id) }
    }
    guard isListed == (wanted == .registered) else { return .notFound }
    return .accomplished(request: relation(to: asked))
  }

  private func relation(to asked: AskedAction?) -> OperationLookup.EarlierRequest {
    asked.map(calls.isSame) == true ? .same : .other
  }
}
