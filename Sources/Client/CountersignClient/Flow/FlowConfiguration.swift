public import FlowModel

/// The times that a flow's parts may take, and its texts.
public struct FlowConfiguration: Sendable {
  /// A PROCESSING ends at the latest after this time, with `timeout` or with `outcomeUnknown`.
  public var processingSeconds: Double
  /// The pause before an action whose answer was lost is sent again.
  public var repeatPauseSeconds: Double
  /// A flow that has ended waits at the longest so for the vault to forget its operation.
  public var closingSeconds: Double
  /// The pause before it is asked again whether another device has decided.
  public var decisionPauseSeconds = 2.0
  /// The present moment, RFC 3339: kept beside an action until its outcome is known; nil where the
  /// app tells the person of no such moment.
  public var now: (@Sendable () -> String)?
  /// After so many wrong codes a flow ends; the server counts for itself.
  public var triesPerCode = 5
  /// The name under which this device is registered, as a person knows it.
  public var deviceName: String
  /// The texts for the person.
  public var texts: FlowTexts

  /// A configuration.
  public init(
    processingSeconds: Double = 120, repeatPauseSeconds: Double = 1, closingSeconds: Double = 5,
    deviceName: String = "this device", texts: FlowTexts = FlowTexts()
  ) {
    self.processingSeconds = processingSeconds
    self.repeatPauseSeconds = repeatPauseSeconds
    self.closingSeconds = closingSeconds
    self.deviceName = deviceName
    self.texts = texts
  }
}

/// The texts for the person: one table, replaceable for another language.
public struct FlowTexts: Sendable {
  /// Biometrics are not possible here, for a reason that no authenticator gave.
  public var biometricUnavailable = "Biometric unavailable"
  /// A sentence for each reason for which an authenticator did not sign, without a full stop: an
  /// offer may follow.
  public var authenticatorOutcomes = AuthenticatorOutcome.sentences
  /// The offer after it if the PIN stands in.
  public var usePINInstead = "Use PIN instead?"
  /// The offer after it if codes stand in.
  public var useCodeInstead = "Use a code instead?"
  /// The server refused the signed challenge, and the PIN stands in.
  public var verificationFailed = "Verification failed. Try again or use PIN"
  /// The server refused the signed challenge, and codes stand in.
  public var verificationFailedUseCode = "Verification failed. Try again or use a code"
  /// The server refused the signed challenge, and nothing stands in.
  public var verificationFailedTryAgain = "Verification failed. Try again"
  /// The PIN is wrong.
  public var wrongPIN = "Wrong PIN"
  /// A new PIN is not acceptable.
  public var unacceptablePIN = "This PIN is too easy to guess, choose another"
  /// A new PIN is the app PIN.
  public var pinIsAppPIN = "This PIN opens the app, choose another"
  /// A new PIN is the one that it would replace.
  public var pinUnchanged = "The new PIN is the same as the current one you typed"
  /// The code is wrong.
  public var wrongCode = "Wrong code"
  /// No code could be sent.
  public var codeNotSent = "No code was sent, try again later"
  /// The PIN comes too early.
  public var tooEarly = "Too early, wait before the next PIN"
  /// The destination of a mailed code if the server names none.
  public var mailedTo = "your e-mail address"
  /// The label beside the origin of the page that shows a link.
  public var linkFrom = "from"
  /// The typed code is none.
  public var malformedCode = "A code is 6 digits"
  /// The typed PIN is none.
  public var malformedPIN = "A PIN is 4 to 12 digits"
  /// The words beside an approval are too many.
  public var userInputTooLong = "The text is 256 characters at most"
  /// A code was typed before one was asked for.
  public var codeNotRequested = "Ask for a code first"
  /// Another code may be asked for after so many seconds.
  public var codeTooEarly: @Sendable (_ seconds: Int64) -> String = { seconds in
    "Another code can be sent in \(seconds) seconds"
  }
  /// An answer is being checked.
  public var oneMoment = "One moment"
  /// An answer does not go with the question.
  public var notPossible = "That is not possible here"

  /// The texts in English.
  public init() {}

  /// The text about the question before; nil if there is nothing to say.
  ///
  /// It offers only factors that the present question takes. Where no factor was asked for before,
  /// it says why biometrics are not among them.
  public func text(for flow: Flow) -> String? {
    let asked = flow.currentInteraction?.secondFactorInfo
    guard let result = flow.previousInteractionResult, !result.isOfConsent else {
      guard let reason = asked?.biometricsObstacle else { return nil }
      return authenticatorOutcomes[reason] ?? biometricUnavailable
    }
    let standIn = StandIn(asked?.allowed ?? [])
    return switch (result.outcome, result.reason) {
    case (.success, _), (.collected, _), (_, .fallbackChosen?): nil
    case (.codeFail, .wrongCode?): wrongCode
    case (.codeFail, _): codeNotSent
    case (.pinFail, .wrongPIN?): wrongPIN
    case (.pinFail, .pinIsAppPIN?): pinIsAppPIN
    case (.pinFail, .pinUnchanged?): pinUnchanged
    case (.pinFail, _): result.interaction == .setSecondFactor ? unacceptablePIN : tooEarly
    case (.biometricsFail, .proofRefused?): refused(standIn)
    case (.biometricsFail, let reason?), (.biometricsRemoved, let reason?):
      offering(standIn, after: authenticatorOutcomes[reason] ?? biometricUnavailable, for: reason)
    case (.biometricsFail, nil), (.biometricsRemoved, nil): biometricUnavailable
    }
  }

  /// The text about an input that was not taken.
  func text(for error: FlowInputError) -> String {
    switch error {
    case .malformedCode: malformedCode
    case .malformedPIN: malformedPIN
    case .userInputTooLong: userInputTooLong
    case .codeNotRequested: codeNotRequested
    case .codeTooEarly(let seconds): codeTooEarly(seconds)
    case .notWaitingForInput: oneMoment
    default: notPossible
    }
  }

  private func refused(_ standIn: StandIn) -> String {
    switch standIn {
    case .pin: verificationFailed
    case .codes: verificationFailedUseCode
    case .nothing: verificationFailedTryAgain
    }
  }

  /// Adds the offer if biometrics may be tried again; otherwise the next question asks for it.
  private func offering(
    _ standIn: StandIn, after sentence: String, for reason: FlowReason
  ) -> String {
    guard Self.triedAgain.contains(reason) else { return sentence }
    return switch standIn {
    case .pin: "\(sentence). \(usePINInstead)"
    case .codes: "\(sentence). \(useCodeInstead)"
    case .nothing: sentence
    }
  }

  private static let triedAgain: Set<FlowReason> = [
    .biometricsCancelled, .biometricsFailed, .notInForeground,
  ]

  /// The factor in place of biometrics.
  private enum StandIn {
    case pin
    case codes
    case nothing

    init(_ allowed: Set<Factor>) {
      self =
        if allowed.contains(.pin) {
          .pin
        } else if !allowed.isDisjoint(with: [.validateCode, .otp, .twoFactor]) {
          .codes
        } else {
          .nothing
        }
    }
  }
}

extension InteractionResult {
  /// True if the question before asked for a yes or a no, and for no factor.
  fileprivate var isOfConsent: Bool {
    switch interaction {
    case .confirm, .confirmTransaction, .softPrompt: true
    case .verifySecondFactor, .setSecondFactor: false
    }
  }
}
