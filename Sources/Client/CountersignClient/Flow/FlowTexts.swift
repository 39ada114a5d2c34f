public import FlowModel

/// What a person is told.
///
/// One table, replaceable for another language.
public struct FlowTexts: Sendable {
  /// Biometrics are not possible here; the PIN is asked next.
  public var biometricUnavailable = "Biometric unavailable"
  /// The check failed or was cancelled.
  public var biometricFailed = "Biometric failed"
  /// What is offered then.
  public var usePINInstead = "Use PIN instead?"
  /// The server refused the signed challenge.
  public var verificationFailed = "Verification failed. Try again or use PIN"
  /// The PIN is wrong.
  public var wrongPIN = "Wrong PIN"
  /// A new PIN is not acceptable.
  public var unacceptablePIN = "This PIN is too easy to guess, choose another"
  /// The code is wrong.
  public var wrongCode = "Wrong code"
  /// No code could be sent.
  public var codeNotSent = "No code was sent, try again later"
  /// The PIN comes too early.
  public var tooEarly = "Too early, wait before the next PIN"

  /// What the authenticator's prompt says when a key is removed.
  public var removeBiometricsPrompt = "Remove biometrics"
  /// What the authenticator's prompt says when the factors are tested.
  public var testPrompt = "Test biometrics"
  /// What the authenticator's prompt says when the app logs itself in.
  public var logInPrompt = "Log in"
  /// Where a mailed code goes, where the server does not say.
  public var mailedTo = "your e-mail address"

  /// The texts of seed 002.
  public init() {}

  /// What is said of the question before; nil where there is nothing to say.
  public func text(for result: InteractionResult) -> String? {
    switch (result.outcome, result.reason) {
    case (.success, _), (.collected, _), (_, .fallbackChosen?): nil
    case (.codeFail, .wrongCode?): wrongCode
    case (.codeFail, _): codeNotSent
    case (.pinFail, .wrongPIN?): wrongPIN
    case (.pinFail, _): result.interaction == .setSecondFactor ? unacceptablePIN : tooEarly
    case (.biometricsFail, .proofRefused?): verificationFailed
    case (.biometricsFail, .biometricsCancelled?), (.biometricsFail, .biometricsFailed?),
      (.biometricsFail, .notInForeground?):
      "\(biometricFailed). \(usePINInstead)"
    case (.biometricsFail, _), (.biometricsRemoved, _): biometricUnavailable
    }
  }
}
