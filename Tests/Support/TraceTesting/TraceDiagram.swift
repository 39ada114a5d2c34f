package import CountersignClient
package import WebAuthnModel
import WireModel

/// A sequence diagram, and the run that reproduces it.
package enum TraceDiagram: String, CaseIterable {
  case newVersion = "new-version"
  case generic
  case testBiometricsOTP = "test-biometrics-otp"
  case testBiometricsTwoFactor = "test-biometrics-2fa"
  case authorizeTransactionOTP = "authorize-transaction-otp"
  case authorizeTransactionTwoFactor = "authorize-transaction-2fa"

  /// One way through a diagram.
  package enum Branch: String, CaseIterable {
    case infeasible
    case notConfigured = "not-configured"
    case configured
    case right
    case wrong
    case only
  }

  /// The ways through it; the last one where none is named.
  package var branches: [Branch] {
    switch self {
    case .newVersion: [.infeasible, .notConfigured, .configured]
    case .testBiometricsOTP, .authorizeTransactionOTP: [.wrong, .right]
    case .generic, .testBiometricsTwoFactor, .authorizeTransactionTwoFactor: [.only]
    }
  }

  /// The scenario that is run.
  var scenario: ScenarioName {
    switch self {
    case .newVersion, .authorizeTransactionOTP, .authorizeTransactionTwoFactor:
      .authorizeTransaction
    case .generic, .testBiometricsOTP, .testBiometricsTwoFactor: .testBiometrics
    }
  }

  /// True if the account has an authenticator app.
  var hasAuthenticatorApp: Bool {
    self == .testBiometricsTwoFactor || self == .authorizeTransactionTwoFactor
  }

  /// The participants that are drawn, with their titles.
  var participants: [(TraceParticipant, String)] {
    let module: String
    switch self {
    case .newVersion, .generic: module = "Module"
    default: module = "FallbackModule"
    }
    var drawn: [(TraceParticipant, String)] = [
      (.server, "Auth"), (.scenarios, "Scenarios"), (.module, module),
      (.context, "MultifactorAuthenticationContext"),
    ]
    switch self {
    case .newVersion: drawn += [(.navigator, "RHP Navigator (Screen)"), (.user, "User")]
    case .generic, .testBiometricsOTP, .testBiometricsTwoFactor:
      drawn += [(.navigator, "RHP Navigator")]
    case .authorizeTransactionOTP, .authorizeTransactionTwoFactor:
      drawn += [(.navigator, "RHP Navigator"), (.notification, "Notification")]
    }
    return drawn
  }

  /// Tells if the diagram draws a recorded message: between two who are drawn;
  /// of a participant to itself, and the wrapping, only where drawn.
  func draws(_ message: TraceMessage) -> Bool {
    let drawn = participants.map(\.0)
    guard drawn.contains(message.from), drawn.contains(message.to) else { return false }
    if message.from == message.to || message.text == TraceRecorder.wrapText {
      return (self == .newVersion) == (message.from == message.to)
    }
    return true
  }
}

/// A recorded run as people and programs read it.
package struct TraceText {
  let diagram: TraceDiagram
  let messages: [TraceMessage]

  /// A run of a diagram with the messages that were recorded.
  package init(diagram: TraceDiagram, messages: [TraceMessage]) {
    self.diagram = diagram
    self.messages = messages
  }

  /// A Mermaid sequence diagram.
  package var mermaid: String {
    let participants = diagram.participants.map { participant, title in
      participant == .user
        ? "    actor User" : "    participant \(participant.rawValue) as \(title)"
    }
    let rows = messages.map { message in
      "    \(message.from.rawValue)->>\(message.to.rawValue): \(message.text)"
    }
    return (["sequenceDiagram"] + participants + rows).joined(separator: "\n")
  }

  /// The form of the diagrams' data.
  package var json: JSONValue {
    let titles = JSONObject(diagram.participants.map { ($0.0.rawValue, JSONValue.string($0.1)) })
    return [
      "name": .string(diagram.rawValue), "participants": .object(titles),
      "messages": .array(
        messages.map { message in
          [
            "from": .string(message.from.rawValue), "to": .string(message.to.rawValue),
            "text": .string(message.text), "block": [],
          ]
        }),
    ]
  }
}
