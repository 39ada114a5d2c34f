import CountersignClient
import CountersignDevice
import WebAuthnModel

/// Stands for the fingerprint reader: a question in the terminal.
struct TerminalPresence: UserPresence {
  let answersYes: Bool
  var readiness = AuthenticatorReadiness.ready

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    guard !answersYes else { return }
    let text =
      switch question {
      case .create(let relyingParty, let userName):
        "make a key for \(userName) at \(relyingParty.text)?"
      case .sign(let relyingParty, .transaction(let shown)):
        "sign for \(relyingParty.text): \(shown.prompt)?"
      case .sign(let relyingParty, .scenario(_, let prompt)):
        "sign for \(relyingParty.text): \(prompt)?"
      case .unlock: "open the app?"
      }
    guard Terminal.confirm("biometrics, are you there? " + text) else { throw .cancelled }
  }
}
