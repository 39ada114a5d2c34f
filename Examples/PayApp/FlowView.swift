import CountersignObservation
import SwiftUI

/// A flow that no scenario shows: enrolment, login, PIN and biometrics.
struct FlowView: View {
  let pay: Pay
  let flow: Flow
  @State private var pin = ""
  @State private var appPIN = ""
  @State private var usesBiometrics = true
  @State private var chosen: SessionAccount?

  var body: some View {
    Form {
      if let session = flow.session { SessionView(session: session) }
      if let said = FlowTexts().text(for: flow) { Text(said) }
      if let asked = flow.currentInteraction, flow.phase == .waitForInput {
        question(asked.content)
      } else {
        ProgressView()
      }
      Button("Cancel", role: .cancel) { Task { await pay.manager.cancel() } }
    }
  }

  @ViewBuilder
  private func question(_ content: Interaction.Content) -> some View {
    switch content {
    case .confirm(let info): confirm(info)
    case .setSecondFactor(let info): set(info)
    case .verifySecondFactor(let info): verify(info)
    case .softPrompt:
      answer("Use Face ID") { try await $0.answerSoftPrompt(.accept) }
      answer("Not now") { try await $0.answerSoftPrompt(.decline) }
    case .confirmTransaction:
      if let document = flow.transaction?.document { DocumentView(document: document) }
      answer("Approve") { try await $0.confirmTransaction() }
      answer("Decline") { try await $0.deny() }
    }
  }

  @ViewBuilder
  private func confirm(_ info: ConfirmSessionInfo) -> some View {
    if flow.type == .login, info.accounts.count > 1, chosen == nil {
      Text("Which account?")
      ForEach(info.accounts, id: \.id) { account in
        Button(account.displayName) { chosen = account }
      }
    } else {
      confirm(info, as: flow.type == .login ? chosen ?? info.accounts.first : nil)
    }
  }

  @ViewBuilder
  private func confirm(_ info: ConfirmSessionInfo, as account: SessionAccount?) -> some View {
    if let account { Text("Continue as \(account.displayName)?") }
    if info.secondFactorNeeded { Text("You will be asked for your PIN or Face ID.") }
    if info.numbers.isEmpty {
      answer("Continue") { try await $0.confirmSession(account: account) }
    } else {
      Text("Which number does the other screen show?")
      ForEach(info.numbers, id: \.self) { number in
        answer(number) { try await $0.confirmSession(account: account, number: number) }
      }
    }
  }

  @ViewBuilder
  private func set(_ info: SecondFactorInfo) -> some View {
    let takesBiometrics = info.allowed.contains(.biometrics)
    if info.allowed.contains(.pin) {
      SecureField("New PIN, 4 to 12 digits", text: $pin).keyboardType(.numberPad)
      if takesBiometrics { Toggle("Use Face ID too", isOn: $usesBiometrics) }
      Text("The app PIN opens this app where Face ID does not. It must not be the PIN.")
      SecureField("App PIN, 4 to 12 digits", text: $appPIN).keyboardType(.numberPad)
      Button("Set both") { setBoth(withBiometrics: takesBiometrics && usesBiometrics) }
        .disabled(pin.isEmpty || appPIN.isEmpty)
    } else if takesBiometrics {
      answer("Set up Face ID") { try await $0.inputSecondFactor(.biometrics) }
    }
  }

  @ViewBuilder
  private func verify(_ info: SecondFactorInfo) -> some View {
    if info.allowed.contains(.biometrics) {
      answer("Use Face ID") { try await $0.inputSecondFactor(.biometrics) }
    }
    if info.allowed.contains(.pin) {
      SecureField("PIN", text: $pin).keyboardType(.numberPad)
      give("Go on") { .pin($0) }
    }
    if let label = info.codeLabel {
      TextField(label, text: $pin)
        .textContentType(.oneTimeCode).keyboardType(.numberPad)
      give("Go on") { .code($0) }
      if info.codeDelivery != nil {
        answer("Send another code") { try await $0.requestCode() }
      }
    }
    if info.registersKey {
      Text("This sets Face ID up too. For a time it approves low amounts only.")
    }
    if info.otherDevice { Text("You can approve it on your other device. It waits there too.") }
    if let account = flow.secondFactorAccount { TriesView(account: account) }
  }

  private func setBoth(withBiometrics: Bool) {
    let (given, chosen) = (SecretText(pin), SecretText(appPIN))
    pin = ""
    appPIN = ""
    let input: SecondFactorInput = withBiometrics ? .pinAndBiometrics(given) : .pin(given)
    Task {
      await pay.attempt { try await pay.manager.inputSecondFactor(input, appPIN: chosen) }
    }
  }

  /// A button that gives what was typed, once.
  private func give(
    _ label: String, _ input: @escaping (SecretText) -> SecondFactorInput
  ) -> some View {
    Button(label) {
      let given = input(SecretText(pin))
      pin = ""
      Task { await pay.attempt { try await pay.manager.inputSecondFactor(given) } }
    }
    .disabled(pin.isEmpty)
  }

  private func answer(
    _ label: String, _ work: @escaping (FlowManager) async throws -> Void
  ) -> some View {
    Button(label) { Task { await pay.attempt { try await work(pay.manager) } } }
  }
}

/// The session that is confirmed: the lines that its maker wants shown, and for an enrolment the
/// phones that have the account already.
struct SessionView: View {
  let session: FlowSession

  var body: some View {
    if let announced = session.announceInfo {
      ForEach(announced.entries, id: \.key) { line in
        LabeledContent(line.key, value: line.value)
      }
    }
    if let info = session.enrolInfo {
      LabeledContent("Account", value: info.displayName)
      ForEach(info.existingAccounts, id: \.device) { existing in
        LabeledContent("Already on", value: existing.device)
      }
    }
  }
}

extension SecondFactorInfo {
  /// The label of the field for a code; nil where no code can be given yet.
  var codeLabel: String? {
    if let codeDelivery { return "Code sent to \(codeDelivery.destination)" }
    return allowed.contains(.twoFactor) ? "Code of your authenticator app" : nil
  }
}

/// A flow on a sheet of its own.
struct AskedFlow: Identifiable {
  let flow: Flow
  var id: FlowID { flow.id }
}

extension Pay {
  /// The flow for a sheet: one that goes on, and that no screen of a scenario shows.
  ///
  /// Pulling the sheet down cancels it.
  var flowSheet: Binding<AskedFlow?> {
    Binding(
      get: {
        guard let flow = self.model.flow, flow.type != .signTransaction else { return nil }
        return flow.isFinal ? nil : AskedFlow(flow: flow)
      },
      set: { if $0 == nil { Task { await self.manager.cancel() } } })
  }
}
