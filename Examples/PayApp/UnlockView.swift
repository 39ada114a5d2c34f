import CountersignObservation
import Foundation
import SwiftUI

/// Opens the app by biometrics, else by the app PIN: no server is asked.
struct UnlockView: View {
  let pay: Pay
  let account: InstalledAccount
  let phase: SoftLock.Phase
  @State private var appPIN = ""
  @State private var pin = ""

  var body: some View {
    VStack {
      Text(account.displayName).font(.title)
      if pay.choosesAppPIN { choose } else { open }
    }
  }

  /// After an enrolment or a full login: the app PIN opens the app where Face ID does not.
  @ViewBuilder
  private var choose: some View {
    Text("Choose an app PIN for this phone. It must not be the PIN that approves payments.")
    SecureField("App PIN, 4 to 12 digits", text: $appPIN).keyboardType(.numberPad)
    SecureField("The PIN that approves payments", text: $pin).keyboardType(.numberPad)
    give("Open") { _, typed in
      let given = pin.isEmpty ? nil : SecretText(pin)
      pin = ""
      // The server confirms the PIN first: the app PIN must not be it.
      try await pay.manager.setAppPIN(typed, besides: given, of: account.id)
      pay.choosesAppPIN = false
    }
  }

  @ViewBuilder
  private var open: some View {
    switch phase {
    case .biometrics, .checking: ProgressView()
    case .appPIN(let question): ask(question)
    case .locked, .open: Button("Unlock") { run { try await $0.appAppeared() } }
    case .loginNeeded:
      Text("Log in to open this app, and choose an app PIN.")
      Button("Log in") {
        Task { await pay.attempt { _ = try await pay.manager.startLogin(account: account.id) } }
      }
    }
  }

  @ViewBuilder
  private func ask(_ question: AppPINQuestion) -> some View {
    if question.reason == .wrong {
      Text("Wrong. \(question.triesLeft) left.")
    }
    if question.wait > .zero {
      Text("Try again in \(question.wait.formatted()).")
    }
    SecureField("App PIN", text: $appPIN).keyboardType(.numberPad)
    give("Open") { lock, typed in await lock.submit(typed) }
    if question.mayUseBiometrics {
      Button("Use Face ID") { run { await $0.useBiometrics() } }
    }
  }

  /// A button that gives the app PIN that was typed, once.
  private func give(
    _ label: String, _ work: @escaping (SoftLockManager, SecretText) async throws -> Void
  ) -> some View {
    Button(label) {
      let typed = SecretText(appPIN)
      appPIN = ""
      run { try await work($0, typed) }
    }
    .disabled(appPIN.isEmpty)
  }

  private func run(_ work: @escaping (SoftLockManager) async throws -> Void) {
    guard let lock = pay.model.softLock else { return }
    Task { await pay.attempt { try await work(lock) } }
  }
}
