import CountersignClient
import WireModel

/// A sequence diagram of seed 000, and what is run to reproduce it.
enum TraceDiagram: String, CaseIterable {
  case newVersion = "new-version"
  case generic
  case testBiometricsOTP = "test-biometrics-otp"
  case testBiometricsTwoFactor = "test-biometrics-2fa"
  case authorizeTransactionOTP = "authorize-transaction-otp"
  case authorizeTransactionTwoFactor = "authorize-transaction-2fa"

  /// One way through a diagram.
  enum Branch: String, CaseIterable {
    case infeasible
    case notConfigured = "not-configured"
    case configured
    case right
    case wrong
    case only
  }

  /// The ways through it; the last one where none is named.
  var branches: [Branch] {
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

  /// Whether the account has an authenticator app.
  var hasAuthenticatorApp: Bool {
    self == .testBiometricsTwoFactor || self == .authorizeTransactionTwoFactor
  }

  /// Who is drawn, with the title.
  var participants: [(TraceParticipant, String)] {
    let module: String
    switch self {
    case .newVersion, .generic: module = "Module"
    default: module = "useMultifactorAuthenticationFallback"
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

  /// Whether a recorded message is one of those that the diagram draws: between two who are drawn;
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
