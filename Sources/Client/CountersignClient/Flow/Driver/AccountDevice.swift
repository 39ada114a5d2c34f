import FlowModel
import WebAuthnModel
import WireModel

/// This installation as a device of an account: its keys at the server, and its PIN keys.
struct AccountDevice: Sendable {
  let connection: ServerConnection
  /// Nil where the app has no device secrets.
  let secrets: (any DeviceSecrets)?
  let vault: any Vault
  /// Nil before the flow's account is known.
  let account: String?

  /// Reads what the device's secrets hold of the account.
  func read() async throws(DeviceSecretsError) -> DeviceState {
    guard let secrets, let account else { return DeviceState(deviceID: nil) }
    return try await secrets.state(of: account)
  }

  /// The same, where secrets that cannot be read are none: whoever needs them is told so.
  ///
  /// Nothing is sent in another form, forgotten or destroyed for what this says.
  func state() async -> DeviceState { (try? await read()) ?? DeviceState(deviceID: nil) }

  /// True if the account's PIN is a key of this device.
  ///
  /// - Throws: `ActionStop` where that cannot be read now: a PIN that may be a key is not sent.
  func isPINKey() async throws(ActionStop) -> Bool {
    do throws(DeviceSecretsError) {
      return try await read().hasPIN
    } catch {
      throw ActionStop(error)
    }
  }

  /// Refuses a PIN that is about to be sent in a body, where it opens the app.
  ///
  /// Without device secrets nothing can try it: then an account with an app PIN here takes none.
  func requireNoAppPIN(_ pin: SecretText) async throws(DeviceSecretsError) {
    guard let account else { return }
    if let secrets { return try await secrets.requireNoAppPIN(pin, of: account) }
    do throws(VaultError) {
      guard let lock = try await LockRecord.read(account, in: vault), !lock.isWiped else { return }
    } catch {
      throw .storageFailed(error)
    }
    throw .failed
  }

  /// Asks the server which PIN key holds, and proves with that one from then on.
  ///
  /// - Returns: Whether the server said so.
  func settlePIN(in session: AccountSession) async -> Bool {
    guard let secrets, let account, let list = try? await session.devices(),
      let id = await state().deviceID,
      let item = list.devices.first(where: { $0.id == id })
    else { return false }
    return (try? await secrets.settlePIN(PINKeyName(item), of: account)) != nil
  }

  /// Takes the newest PIN key for the one that holds, after the server refused one's generation.
  ///
  /// Without a session the server cannot be asked which one holds. One of the generation that was
  /// refused is none.
  ///
  /// - Returns: Whether there is another that proves from now on.
  func guessPIN() async -> Bool {
    let state = await state()
    guard let secrets, let account, let open = state.openPIN,
      open.generation != state.pinGeneration
    else { return false }
    return (try? await secrets.guessPIN(of: account)) != nil
  }

  /// Keeps the secret of the newest PIN key only, which the server has taken.
  ///
  /// If that fails, both are kept, and the next flow asks which one holds.
  func keepOpenPIN() async {
    guard let secrets, let account, let open = await state().openPIN else { return }
    try? await secrets.settlePIN(open, of: account)
  }

  /// Finds out about devices of which it is not known whether the server has registered them, the
  /// oldest first.
  ///
  /// One is dropped only where the server says that it knows no such device, and that the link with
  /// which it was to be enrolled takes no confirmation any more: until then the request that was
  /// sent may still arrive. Trouble with the network drops nothing.
  ///
  /// - Returns: Whether one was dropped.
  func resolve() async throws(ClientError) -> Bool {
    guard secrets != nil, account != nil, let before = try? await read() else { return false }
    var isOneDropped = false
    for id in before.unconfirmedIDs {
      // In this order: what is not registered after its link is over never will be.
      let isOpen = try await mayBeConfirmed(id)
      if try await isRegistered(id) {
        await settle(id, .registered)
      } else if !isOpen {
        await settle(id, .refused)
        isOneDropped = true
      }
    }
    return isOneDropped
  }

  private func isRegistered(_ id: String) async throws(ClientError) -> Bool {
    do throws(ClientError) {
      _ = try await connection.sessionOptions(deviceID: id)
      return true
    } catch {
      guard error.isOfUnknownDevice else { throw error }
      return false
    }
  }

  private func mayBeConfirmed(_ id: String) async throws(ClientError) -> Bool {
    guard let link = await enrolment(of: id) else { return false }
    do throws(ClientError) {
      _ = try await connection.link(link)
      return true
    } catch {
      guard error.isOfLinkThatIsOver else { throw error }
      return false
    }
  }

  /// Notes by which link a device is about to be enrolled.
  func note(enrolment link: LinkAddress, of id: String) async throws(ActionStop) {
    guard let name = enrolmentName(id) else { throw .nothingGiven }
    do throws(VaultError) {
      try await vault.setValue(Array(link.id.utf8), name)
    } catch {
      throw ActionStop(.deviceFailed(.vaultFailed))
    }
  }

  /// The link by which a device is enrolled; nil where it was not to be enrolled by one.
  func enrolment(of id: String) async -> LinkAddress? {
    guard let name = enrolmentName(id), let bytes = try? await vault.value(name) else { return nil }
    return LinkAddress(String(decoding: bytes, as: UTF8.self))
  }

  /// Notes what became of a device, as it is known.
  func settle(_ id: String, _ registered: DeviceRegistration) async {
    guard let account,
      (try? await secrets?.settleDevice(id, registered, of: account)) != nil,
      let state = try? await read()
    else { return }
    let open = state.unconfirmedIDs.compactMap(enrolmentName)
    for name in (try? await vault.names(account: account)) ?? []
    where name.name.hasPrefix(Self.enrolmentPrefix) && !open.contains(name) {
      try? await vault.setValue(nil, name)
    }
  }

  private func enrolmentName(_ id: String) -> VaultName? {
    account.map { VaultName(account: $0, name: Self.enrolmentPrefix + id) }
  }

  private static let enrolmentPrefix = "enrolment-link/"
}
