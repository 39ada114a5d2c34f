import CountersignObservation
import SwiftUI

/// PIN, Face ID, the account's devices and passkeys, and the one logout.
struct SettingsView: View {
  let pay: Pay
  let account: InstalledAccount
  @State private var devices: [DeviceList.Item] = []
  @State private var passkeys: [CredentialList.Item] = []
  @State private var hasBiometrics = false

  var body: some View {
    List {
      Section("How you approve") {
        start("Change the PIN") { try await $0.startChangePIN(account: account.id) }
        if hasBiometrics {
          start("Turn off Face ID") { try await $0.startRemoveBiometrics(account: account.id) }
        } else {
          start("Turn on Face ID") { try await $0.startAddBiometrics(account: account.id) }
        }
      }
      Section("Passkeys") {
        ForEach(passkeys, id: \.id) { passkey in
          LabeledContent(passkey.name ?? "Passkey", value: passkey.createdAt)
        }
      }
      Section("Phones") {
        ForEach(devices, id: \.id) { device in
          LabeledContent(device.name, value: device.isCurrent ? "this phone" : device.createdAt)
        }
      }
      Button("Log out", role: .destructive) {
        Task { await pay.attempt { try await pay.model.logOut() } }
      }
    }
    .navigationTitle("Settings")
    .task { await pay.attempt(load) }
  }

  private func load() async throws {
    guard let session = try await pay.manager.installation.session(of: account.id) else { return }
    devices = try await session.devices().devices
    passkeys = try await session.credentials().credentials
    hasBiometrics = try await session.secondFactor().hasBiometrics
  }

  private func start(
    _ label: String, _ work: @escaping (FlowManager) async throws -> Flow?
  ) -> some View {
    Button(label) { Task { await pay.attempt { _ = try await work(pay.manager) } } }
  }
}
