import FlowModel
import WebAuthnModel
import WireModel

/// Devices of which it is not known whether the server has registered them.
extension FlowWorker {
  /// Finds out about them, the oldest first.
  ///
  /// One is dropped only where the server says that it knows no such device, and that the link with
  /// which it was to be enrolled takes no confirmation any more: until then the request that was
  /// sent may still arrive. Trouble with the network drops nothing.
  func resolveDevices() async throws(ClientError) {
    guard context.device != nil, let account = materials.owner.accountID,
      let before = try? await readDevice()
    else { return }
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
    guard isOneDropped else { return }
    guard let state = try? await readDevice(), state.deviceID == nil, state.unconfirmedIDs.isEmpty,
      await context.session(of: account) == nil
    else { return }
    // It came here with that enrolment only.
    try? await context.installation.remove(account)
  }

  /// The server knows this device no more: it was revoked elsewhere, and what it holds is of no use
  /// to anybody.
  func forgetRevokedDevice() async {
    guard let account = materials.owner.accountID else { return }
    var keys: [CredentialID] = []
    if let options = try? await context.connection.sessionOptions(deviceID: nil).options {
      keys = (try? await authenticator?.credentials(for: options.relyingPartyID)) ?? []
    }
    await context.forget(account, keys)
  }

  private func isRegistered(_ id: String) async throws(ClientError) -> Bool {
    do throws(ClientError) {
      _ = try await context.connection.sessionOptions(deviceID: id)
      return true
    } catch {
      guard error.isOfUnknownDevice else { throw error }
      return false
    }
  }

  private func mayBeConfirmed(_ id: String) async throws(ClientError) -> Bool {
    guard let link = await enrolment(of: id) else { return false }
    do throws(ClientError) {
      _ = try await context.connection.link(link)
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
      try await context.vault.setValue(Array(link.id.utf8), name)
    } catch {
      throw ActionStop(.deviceFailed(.vaultFailed))
    }
  }

  /// The link by which a device is enrolled; nil where it was not to be enrolled by one.
  func enrolment(of id: String) async -> LinkAddress? {
    guard let name = enrolmentName(id), let bytes = try? await context.vault.value(name) else {
      return nil
    }
    return LinkAddress(String(decoding: bytes, as: UTF8.self))
  }

  /// It is known what became of a device.
  func settle(_ id: String, _ registered: DeviceRegistration) async {
    guard let account = materials.owner.accountID,
      (try? await context.device?.settleDevice(id, registered, of: account)) != nil,
      let state = try? await readDevice()
    else { return }
    let open = state.unconfirmedIDs.compactMap(enrolmentName)
    for name in (try? await context.vault.names(account: account)) ?? []
    where name.name.hasPrefix(Self.enrolmentPrefix) && !open.contains(name) {
      try? await context.vault.setValue(nil, name)
    }
  }

  /// Makes a device that the server is about to register.
  func makeDevice(
    for account: String, context: String, pin: SecretText?
  ) async throws(ActionStop) -> NewDevice {
    guard let device = self.context.device else { throw .nothingGiven }
    await dropUnconfirmedDevice()
    do throws(DeviceSecretsError) {
      let new = try await device.prepareDevice(
        DevicePlan(
          account: account, name: self.context.configuration.deviceName, context: context,
          pin: pin))
      materials.arrival.unconfirmedDevice = new.id
      return new
    } catch {
      throw ActionStop(error)
    }
  }

  /// The server has registered the device that this flow made.
  func keepNewDevice() async {
    materials.arrival.isAccountNew = false
    guard let id = materials.arrival.unconfirmedDevice else { return }
    materials.arrival.unconfirmedDevice = nil
    await settle(id, .registered)
  }

  /// The device that this flow made was refused, unless a copy of the request may still arrive.
  func dropUnconfirmedDevice() async {
    guard let id = materials.arrival.unconfirmedDevice else { return }
    materials.arrival.unconfirmedDevice = nil
    guard materials.sent?.outcome != .open else { return }
    await settle(id, .refused)
  }

  private func enrolmentName(_ id: String) -> VaultName? {
    materials.owner.accountID.map { VaultName(account: $0, name: Self.enrolmentPrefix + id) }
  }

  private static let enrolmentPrefix = "enrolment-link/"
}
