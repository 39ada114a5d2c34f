import FlowModel
import Foundation
import Testing

@testable import CountersignClient

@Suite("What an authenticator says")
struct AuthenticatorOutcomeTests {
  @Test("each outcome has a reason of its own, and a sentence that a question may follow")
  func rows() {
    let outcomes = AuthenticatorError.allCases.map(\.outcome)
    #expect(Set(outcomes.map(\.reason)).count == outcomes.count)
    for outcome in outcomes {
      #expect(outcome.sentence.first?.isUppercase == true, "\(outcome)")
      #expect(outcome.sentence.last?.isLetter == true, "\(outcome)")
    }
  }

  @Test(
    "a flow carries each outcome's reason, and says its sentence",
    arguments: AuthenticatorError.allCases)
  func flowCarriesReason(error: AuthenticatorError) async throws {
    let phone = Phone(
      [Script.options, .answer(204, nil)], authenticator: ScriptedAuthenticator([error]))
    let last = try #require(try await phone.send([.biometrics]).last)
    let outcome = error.outcome
    guard let failure = last.error else {
      #expect(last.previousInteractionResult?.reason == outcome.reason)
      let text = try #require(FlowTexts().text(for: last))
      #expect([outcome.sentence, outcome.sentence + ". Use PIN instead?"].contains(text))
      return
    }
    #expect(failure.reason == outcome.reason)
    let screens = ScenarioScreens(success: ScenarioScreens.Text("Done", "Done."))
    #expect(screens.text(for: .flow(failure)).message == outcome.sentence + ".")
    #expect(await phone.transport.calls.count == 1, "nothing is sent of what was not signed")
  }

  @Test(
    "a key that is not made says why by the same reasons", arguments: AuthenticatorError.allCases)
  func creationCarriesReason(error: AuthenticatorError) {
    let expected = error.outcome.reason
    switch Answer(ofCreation: error) {
    case .unavailableBiometrics(let reason), .failure(.deviceFailed(let reason)):
      #expect(reason == expected)
    case .dismissedPrompt: #expect(expected == .biometricsCancelled)
    case .failedCheck: #expect(expected == .biometricsFailed)
    case .notInForeground: #expect(expected == .notInForeground)
    case let answer: Issue.record("\(error) is told as \(answer)")
    }
  }

  @Test("an app says it in its own language")
  func replaceable() async throws {
    let phone = Phone([Script.options], authenticator: ScriptedAuthenticator([.lockout]))
    let last = try #require(try await phone.send([.biometrics]).last)
    var texts = FlowTexts()
    texts.authenticatorOutcomes[.biometricsLockout] = "Zu viele Versuche"
    #expect(texts.text(for: last) == "Zu viele Versuche")
    texts.malformedPIN = "Vier bis zwölf Ziffern"
    texts.codeTooEarly = { "Noch \($0) Sekunden" }
    texts.notPossible = "Hier nicht"
    for (error, text) in [
      (FlowInputError.malformedPIN, "Vier bis zwölf Ziffern"),
      (.codeTooEarly(seconds: 20), "Noch 20 Sekunden"), (.missingPIN, "Hier nicht"),
    ] {
      #expect(texts.text(for: error) == text)
    }
  }

  @Test("the article's table is the code's")
  func article() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Client/CountersignClient/CountersignClient.docc")
      .appending(path: "AuthenticatorOutcomes.md")
    let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map(String.init)
    let expected = AuthenticatorError.allCases.map { error in
      let name = "\(error)".prefix { $0 != "(" }
      return "| `\(name)` | `\(error.outcome.reason)` | \(error.outcome.sentence) |"
    }
    #expect(rows == expected)
  }
}
