import CountersignObservation
import SwiftUI

/// One screen of a transaction: the document whole, then what the person may do.
struct ScreenView: View {
  let shown: Screens.Shown
  let ways: [Way]
  @State private var text = ""

  var body: some View {
    Form {
      if let document = shown.screen.transaction?.document { DocumentView(document: document) }
      if let notice = shown.screen.notice { Text(notice) }
      if shown.screen.isBusy { ProgressView() } else { question }
      ForEach(ways.filter { $0.reason != nil }) { way in
        LabeledContent(way.name, value: way.reason ?? "")
      }
    }
  }

  @ViewBuilder
  private var question: some View {
    switch shown.screen.content {
    case .start, .confirmTransaction:
      button("Approve", .authorize)
      button("Decline", .deny)
      button("Decide later", .leave)
    case .factor(let asked): factor(asked)
    case .softPrompt:
      button("Use Face ID from now on", .softPrompt(.accept))
      button("Not now", .softPrompt(.decline))
    case .registration:
      button("Set up Face ID", .factor(.biometrics))
      button("Decide later", .leave)
    case .otherDevice:
      Text("Approve it on your other device. It waits there too.")
      ProgressView()
      button("Decline", .deny)
      button("Decide later", .leave)
    case .leaving:
      button("Decline it", .leave)
      button("Back", .stay)
    case .outcome(let outcome):
      Text(outcome.text.title).font(.headline)
      Text(outcome.text.message)
      button("Done", .close)
    }
  }

  /// Biometrics, PIN and codes together: whatever could act now.
  @ViewBuilder
  private func factor(_ asked: FactorQuestion) -> some View {
    let offered = [asked.factor] + asked.alternatives
    if offered.contains(.biometrics) { button("Approve with Face ID", .factor(.biometrics)) }
    if offered.contains(.pin) {
      SecureField("PIN", text: $text).keyboardType(.numberPad)
      Button("Approve with PIN") { shown.answer(.factor(.pin(SecretText(text)))) }
        .disabled(text.isEmpty)
    }
    if let label = asked.codeLabel {
      TextField(label, text: $text)
        .textContentType(.oneTimeCode).keyboardType(.numberPad)
      Button("Approve with code") { shown.answer(.factor(.code(SecretText(text)))) }
        .disabled(text.isEmpty)
      if asked.delivery != nil { button("Send another code", .requestCode) }
    } else if offered.contains(.validateCode) {
      button("Use a code instead", .requestCode)
    }
    if asked.registersKey {
      Text("This sets Face ID up too. For a time it approves low amounts only.")
    }
    if asked.otherDevice { Text("Or approve it on your other device. It waits there too.") }
    if let account = shown.screen.secondFactor { TriesView(account: account) }
    button("Decline", .deny)
    button("Decide later", .leave)
  }

  private func button(_ label: String, _ answer: ScreenAnswer) -> some View {
    Button(label) { shown.answer(answer) }
  }
}

/// The tries that are left, and the wait before the next; nothing where nothing was tried.
struct TriesView: View {
  let account: SecondFactorAccount

  var body: some View {
    if account.isBlocked {
      Text("The PIN is blocked. Add this phone again, or ask for help.")
    } else if account.failedAttempts > 0 {
      Text("\(account.maxAttempts - account.failedAttempts) tries left.")
      if account.penalisedForSeconds > 0 {
        Text("The next PIN is taken in \(account.penalisedForSeconds) seconds.")
      }
    }
  }
}

extension FactorQuestion {
  /// The label of the field for a code: where it went, or that it is an authenticator app's; nil
  /// where no code can be given yet.
  var codeLabel: String? {
    if let delivery { return "Code sent to \(delivery.destination)" }
    return factor == .twoFactor ? "Code of your authenticator app" : nil
  }
}

/// A document as it is signed: all fields, with the server's words.
struct DocumentView: View {
  let document: Document

  var body: some View {
    Section(document.title) {
      ForEach(document.fields, id: \.name) { field in
        LabeledContent(field.label, value: field.value.text(in: document.language))
      }
    }
  }
}

extension Way {
  /// The name that people know it by.
  var name: String {
    switch factor {
    case .biometrics: "Face ID"
    case .pin: "PIN"
    default: "Code"
    }
  }

  /// Why it cannot act on this document, and what would bring it; nil if it can.
  var reason: String? {
    guard case .missing(let missing) = state else { return nil }
    return missing.reason.detail ?? missing.reason.code
  }
}
