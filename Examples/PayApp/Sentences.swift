import CountersignObservation

/// What a person is told of an error, and can do about it.
enum Sentences {
  static func about(_ error: any Error) -> String {
    switch error {
    case let error as FlowInputError: about(error)
    case let error as ClientError: about(error)
    case let error as AppPINError: about(error)
    case let error as VaultError: about(error)
    default: "Something went wrong on this phone. Try again, or close the app and open it anew."
    }
  }

  private static func about(_ error: FlowInputError) -> String {
    switch error {
    case .flowAlreadyActive: "Finish first what is under way."
    case .notWaitingForInput: "One moment: your answer is being checked."
    case .malformedPIN: "A PIN has 4 to 12 digits. Type it again."
    case .pinTooSimple: "That PIN is easy to guess. Choose another, not 1111 or 1234."
    case .missingPIN: "Type the PIN as well."
    case .appPINIsPIN: "The app PIN must not be the PIN. Choose another."
    case .malformedCode: "A code has 6 digits. Type it again."
    case .codeNotRequested: "Have a code sent first."
    case .codeTooEarly(let seconds): "Another code can be sent in \(seconds) seconds."
    case .accountMissing: "Choose one of the accounts."
    case .numberMissing: "Choose the number that the other screen shows."
    case .userInputTooLong: "The text has 256 characters at most. Shorten it."
    case .userInputUnshowable: "The text has a character that cannot be shown. Type it anew."
    case .noFlow, .unexpectedInput, .factorNotAllowed, .appPINNotTaken, .userInputNotTaken,
      .malformedPayload:
      "That is not possible here. Go back, and begin again."
    }
  }

  private static func about(_ error: ClientError) -> String {
    switch error {
    case .transport: "The server cannot be reached. Check your connection, and try again."
    case .serverFailed, .notUnderstood:
      "The server has a problem. Try again in a few minutes, or ask for help."
    case .refused(let problem): about(problem.reason)
    case .otpRequired: "Another code was sent to your phone. Type both."
    case .mismatch: "Nothing was signed: the server asked for something else. Ask for help."
    case .authenticator(let error): "\(error.outcome.sentence). Try again, or use your PIN."
    case .malformed: "That is not possible here. Go back, and begin again."
    case .locked: "The app is locked. Unlock it first."
    }
  }

  private static func about(_ reason: Reason) -> String {
    switch reason {
    case .sessionRequired: "You are signed out. Sign in, and try again."
    case .insufficientUserAuthentication: "Sign in with your PIN or Face ID first."
    case .notFound, .linkOver, .transactionExpired: "That is over. Go back, and begin again."
    case .alreadyApproved, .alreadyDenied: "That was decided already, perhaps on another device."
    case .verificationFailed: "That was not right. Try again."
    case .secondFactorBlocked: "Too many wrong tries have blocked it. Ask for help."
    case .penalised, .tooManyRequests, .pinQueueFull, .overloaded, .busy, .draining:
      "Too many tries at the moment. Wait a minute, and try again."
    default: "The server did not accept that. Try again; if it stays so, ask for help."
    }
  }

  private static func about(_ error: AppPINError) -> String {
    switch error {
    case .refused(.malformed): "An app PIN has 4 to 12 digits. Type it again."
    case .refused(.tooSimple): "That app PIN is easy to guess. Choose another, not 1111 or 1234."
    case .sameAsPIN: "The app PIN must not be the PIN that approves payments. Choose another."
    case .pinMissing: "Type the PIN that approves payments as well."
    case .locked: "The app is locked. Unlock it first."
    case .storageFailed(let error): about(error)
    case .otherAccount, .noSoftLock: "The app PIN was not set. Log in, and try again."
    }
  }

  private static func about(_ error: VaultError) -> String {
    switch error {
    case .locked: "The app is locked. Unlock it first."
    case .unavailable: "This phone's keys cannot be read now. Unlock the phone, and try again."
    case .damaged, .foreign: "This phone's keys are damaged. Add this phone to your account again."
    }
  }
}
