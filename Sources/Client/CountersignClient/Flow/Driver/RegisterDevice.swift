import FlowModel
import WebAuthnModel
import WireModel

/// This installation as a device that the server is to register.
extension FlowDriver {
  /// Finds out about devices of earlier flows; an account that came here with one only goes too.
  func resolveDevices() async throws(ClientError) {
    guard try await device.resolve(), let account = owner.accountID,
      let state = try? await device.read(), state.deviceID == nil, state.unconfirmedIDs.isEmpty,
      await hasNoSession(account)
    else { return }
    try? await context.installation.remove(account)
  }

  /// True if the account has no session here; one that is locked has one.
  private func hasNoSession(_ account: String) async -> Bool {
    do {
      return try await context.session(of: account) == nil
    } catch {
      return false
    }
  }

  /// The server knows this device no more: it was revoked elsewhere, and what it holds is of no use
  /// to anybody.
  func forgetRevokedDevice() async {
    guard let account = owner.accountID else { return }
    var held: [CredentialID] = []
    if let options = try? await context.connection.sessionOptions(deviceID: nil).options {
      held = (try? await keys.authenticator?.credentials(for: options.relyingPartyID)) ?? []
    }
    await context.forget(account, held)
  }

  /// Makes a device that the server is about to register.
  func makeDevice(
    for account: String, context: String, pin: SecretText?
  ) async throws(ActionStop) -> NewDevice {
    guard let secrets = device.secrets else { throw .nothingGiven }
    await dropUnconfirmedDevice()
    do throws(DeviceSecretsError) {
      let new = try await secrets.prepareDevice(
        DevicePlan(
          account: account, name: self.context.configuration.deviceName, context: context,
          pin: pin))
      arrival.unconfirmedDevice = new.id
      return new
    } catch {
      throw ActionStop(error)
    }
  }

  /// The server has registered the device that this flow made.
  func keepNewDevice() async {
    arrival.isAccountNew = false
    guard let id = arrival.unconfirmedDevice else { return }
    arrival.unconfirmedDevice = nil
    await device.settle(id, .registered)
  }

  /// The device that this flow made was refused, unless a copy of the request may still arrive.
  func dropUnconfirmedDevice() async {
    guard let id = arrival.unconfirmedDevice else { return }
    arrival.unconfirmedDevice = nil
    guard sent?.outcome != .open else { return }
    await device.settle(id, .refused)
  }
}
