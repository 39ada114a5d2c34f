import CountersignClient
import FlowModel
import WireModel

// The codes and sentences of the one exception of the Java face.

extension FlowInputError {
  /// A stable code.
  var code: String {
    switch self {
    case .flowAlreadyActive: "flow_already_active"
    case .noFlow: "no_flow"
    case .notWaitingForInput: "not_waiting_for_input"
    case .unexpectedInput: "unexpected_input"
    case .factorNotAllowed: "factor_not_allowed"
    case .missingPIN: "missing_pin"
    case .codeNotRequested: "code_not_requested"
    case .codeTooEarly: "code_too_early"
    case .accountMissing: "account_missing"
    case .numberMissing: "number_missing"
    case .malformedPIN: "malformed_pin"
    case .appPINIsPIN: "app_pin_same_as_pin"
    case .appPINNotTaken: "app_pin_not_taken"
    case .pinTooSimple: "pin_too_simple"
    case .userInputTooLong: "user_input_too_long"
    case .userInputUnshowable: "user_input_unshowable"
    case .userInputNotTaken: "user_input_not_taken"
    case .malformedCode: "malformed_code"
    case .malformedPayload: "malformed_payload"
    }
  }

  /// The fault in words, with a way to mend it.
  var sentence: String {
    switch self {
    case .flowAlreadyActive: "A flow is active: end it or cancel it, then start another."
    case .noFlow: "No flow is active: start one first."
    case .notWaitingForInput: "Nothing is asked now: wait for the next update."
    case .unexpectedInput(let asked): "\(asked.rawValue) is asked: answer that."
    case .factorNotAllowed(let factor):
      "\(factor.rawValue) is not taken here: give one of the allowed factors."
    case .missingPIN: "Give the PIN."
    case .codeNotRequested: "No code was sent: request one first."
    case .codeTooEarly(let seconds): "Another code may be sent in \(seconds) seconds."
    case .accountMissing: "Give one of the accounts that are shown."
    case .numberMissing: "Give one of the numbers that are shown."
    case .malformedPIN: "A PIN has 4 to 12 digits."
    case .appPINIsPIN: "The app PIN must not be the PIN: choose another."
    case .appPINNotTaken: "An app PIN is set with the factors of an account, and nowhere else."
    case .pinTooSimple: "This PIN is too easy to guess: choose another."
    case .userInputTooLong: "The text is too long: give at most 256 characters."
    case .userInputUnshowable: "The text holds a character that no screen can show: leave it out."
    case .userInputNotTaken: "Only an approval takes a text beside the factor."
    case .malformedCode: "A code has 6 digits."
    case .malformedPayload: "The payload cannot be sent: it holds a value that has no JSON form."
    }
  }
}

extension ClientError {
  /// The code and the sentence.
  var told: (String, String) {
    switch self {
    case .transport(let error): ("network", "The server has not answered: \(error.cause).")
    case .refused(let problem):
      (problem.reason.code, problem.detail)
    case .otpRequired: ("otp_required", "A texted code is needed too: ask for it.")
    case .serverFailed(let status, _):
      ("server_failed", "The server failed with status \(status): try again later.")
    case .notUnderstood(let problem): ("answer_not_understood", "The answer is wrong: \(problem).")
    case .mismatch(let reason): (reason.code, "The server's document is not what was asked for.")
    case .authenticator(let error): ("authenticator_failed", "The device did not sign: \(error).")
    case .malformed(let problem): ("malformed", "The request cannot be sent: \(problem).")
    case .locked: ("locked", "The app is locked: unlock it first.")
    }
  }
}

extension AppPINError {
  /// The code and the sentence.
  var told: (String, String) {
    switch self {
    case .refused: ("app_pin_refused", "The app PIN must have 4 to 12 digits, hard to guess.")
    case .sameAsPIN: ("app_pin_same_as_pin", "The app PIN must not be the PIN: choose another.")
    case .pinMissing: ("missing_pin", "Give the PIN beside the app PIN: the two must differ.")
    case .otherAccount, .noSoftLock: ("app_pin_not_taken", "The account has no soft lock here.")
    case .locked: ("locked", "The app is locked: unlock it first.")
    case .storageFailed(let error): ("vault_failed", "The vault failed: \(error).")
    }
  }
}

extension DeviceSecretsError {
  /// The code and the sentence.
  var told: (String, String) {
    switch self {
    case .pinIsAppPIN:
      (FlowReason.pinIsAppPIN.code, "The PIN is an app PIN of this device: change the PIN first.")
    case .storageFailed(let error): ("vault_failed", "The vault failed: \(error).")
    case .nothingHeld, .pinRefused, .challengeNotAsShown, .failed:
      ("device_failed", "The device's keys did not prove the PIN: enrol the device again.")
    }
  }
}
