import FlowModel
import WireModel

/// A failed call as the machine is told of it.
///
/// Statuses and reasons are read in this file only.
extension CallFailure {
  init(_ error: ClientError) {
    self =
      switch error {
      case .transport, .serverFailed: .network
      case .refused(let problem): CallFailure(problem)
      case .mismatch(let reason): .notAllowed(reason)
      case .notUnderstood, .authenticator, .malformed, .otpRequired:
        .notUnderstood(.answerNotUnderstood)
      }
  }

  init(_ problem: Problem) {
    let reason = FlowReason(code: problem.reason.code, detail: problem.detail)
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired): .sessionOver
      case (403, _), (_, .insufficientUserAuthentication): .notAllowed(reason)
      default: .refused(reason)
      }
  }
}

extension VerifyAnswer {
  init(_ error: ClientError) {
    guard case .refused(let problem) = error else {
      self = .failed(CallFailure(error))
      return
    }
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired): .failed(.sessionOver)
      case (_, .challengeExpired), (_, .challengeUnknown): .challengeExpired
      case (423, _): .blocked
      case (401, _): .refused
      default: .failed(CallFailure(problem))
      }
  }
}

extension ActionAnswer {
  init(_ error: ClientError, proof: ActionProof) {
    self =
      switch error {
      case .transport(let error): error.delivery == .notSent ? .notSent : .lost
      // The server may have committed before it failed.
      case .serverFailed: .lost
      case .refused(let problem): ActionAnswer(problem, proof: proof)
      case .otpRequired(let required): .codeTexted(CodeDelivery(required))
      case .mismatch(let reason): .notAllowed(reason)
      case .notUnderstood, .authenticator, .malformed: .notUnderstood(.answerNotUnderstood)
      }
  }

  private init(_ problem: Problem, proof: ActionProof) {
    let reason = FlowReason(code: problem.reason.code, detail: problem.detail)
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired), (_, .linkOver): .sessionOver
      case (_, .challengeExpired), (_, .challengeUnknown), (_, .tokenExpired): .challengeExpired
      case (_, .penalised) where proof == .pin: .penalised
      case (_, .alreadyApproved): .accomplished
      case (_, .alreadyDenied): .alreadyReviewed(.denied)
      case (_, .transactionExpired): .alreadyReviewed(.expired)
      case (_, .pinTooSimple): .pinUnacceptable(reason)
      case (429, _), (_, .pinQueueFull): .throttled(reason)
      case (423, _): .blocked
      case (403, _), (_, .insufficientUserAuthentication): .notAllowed(reason)
      // Which element was wrong is not told to everybody; what was sent is known here.
      case (401, .verificationFailed): ActionAnswer(refused: proof, reason)
      default: .refused(reason)
      }
  }

  private init(refused proof: ActionProof, _ reason: FlowReason) {
    self =
      switch proof {
      case .pin: .wrongPIN
      case .assertion, .token: .proofRefused
      case .codes: .wrongCode(.untold)
      case .confirmation: .refused(reason)
      }
  }

  /// A failure of a device's secrets, before anything was sent.
  init(_ error: DeviceSecretsError) {
    self =
      switch error {
      case .pinRefused: .pinUnacceptable(FlowReason(code: Reason.pinTooSimple.code))
      // Another session was opened than one by this device.
      case .nothingHeld: .notAllowed(.pinMissing)
      case .challengeNotAsShown: .notAllowed(.challengeNotAsShown)
      case .storageFailed, .failed: .notRemembered
      }
  }

  /// A call that failed before the action: nothing was sent of that one.
  init(before error: ClientError, proof: ActionProof) {
    let answer = ActionAnswer(error, proof: proof)
    self = answer == .lost ? .notSent : answer
  }
}

extension CreationOptionsAnswer {
  /// The server's answer to what entitles, told as it is of an action.
  init(_ answer: ActionAnswer) {
    self =
      switch answer {
      case .wrongPIN: .refused(.wrongPIN)
      case .penalised: .refused(.penalised)
      case .throttled(let reason): .refused(.throttled(reason))
      case .wrongCode(let wrong): .refused(.wrongCode(wrong))
      case .triesUsedUp: .refused(.triesUsedUp)
      case .proofRefused: .refused(.notVerified)
      case .challengeExpired: .refused(.challengeExpired)
      case .blocked: .refused(.blocked)
      case .notSent, .lost: .failed(.network)
      case .sessionOver: .failed(.sessionOver)
      case .refused(let reason), .pinUnacceptable(let reason): .failed(.refused(reason))
      case .notAllowed(let reason): .failed(.notAllowed(reason))
      case .notUnderstood(let reason): .failed(.notUnderstood(reason))
      case .notRemembered: .failed(.notUnderstood(.vaultFailed))
      case .done, .accomplished, .sessionOpened, .codeTexted, .alreadyReviewed:
        .failed(.notUnderstood(.answerNotUnderstood))
      }
  }
}

extension OptionsAnswer {
  init(_ error: ClientError) {
    self =
      if case .mismatch(let reason) = error {
        .mismatch(reason)
      } else {
        .failed(CallFailure(error))
      }
  }
}

extension CreationAnswer {
  init(_ error: AuthenticatorError) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .failed: .failed
      case .notInForeground: .notInForeground
      case .notAvailable, .nothingEnrolled, .lockout, .permanentLockout, .credentialExists,
        .relyingPartyNotAllowed:
        .unavailable(error.outcome.reason)
      case .storageFailed, .keyGone, .challengeNotAsShown, .algorithmNotSupported:
        .broken(error.outcome.reason)
      }
  }
}

extension DenialAnswer {
  init(_ error: ClientError) {
    self =
      switch error {
      case .transport(let error): error.delivery == .notSent ? .notSent : .lost
      case .serverFailed: .lost
      case .refused(let problem):
        switch problem.reason {
        case .alreadyApproved: .alreadyReviewed(.approved)
        case .alreadyDenied: .denied
        case .transactionExpired: .alreadyReviewed(.expired)
        default: .failed(CallFailure(problem))
        }
      case .notUnderstood, .mismatch, .authenticator, .malformed, .otpRequired:
        .failed(CallFailure(error))
      }
  }
}

extension SessionOpening {
  init(_ error: ClientError) {
    self = error.isOfLinkThatIsOver ? .expired : .failed(CallFailure(error))
  }
}

extension SessionConfirmation {
  init(_ error: ClientError) {
    self = error.isOfLinkThatIsOver ? .expired : .failed(CallFailure(error))
  }
}

extension CodeAnswer {
  init(_ error: ClientError) {
    // A link that is over takes no code; nor does a session.
    self = .failed(error.isOfLinkThatIsOver ? .sessionOver : CallFailure(error))
  }
}

extension ClientError {
  /// True if the link takes no confirmation any more.
  var isOfLinkThatIsOver: Bool { reason == .linkOver }

  /// That no session is here in which a call could be made.
  static let noSession = ClientError.refused(
    Problem(
      status: 401, title: "no session", detail: "log in first", reason: .sessionRequired))

  /// True if the server knows no such device.
  var isOfUnknownDevice: Bool { reason == .deviceUnknown }
}

extension SigningAnswer {
  init(_ error: AuthenticatorError) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .failed: .failed
      case .notInForeground: .notInForeground
      case .keyGone: .keyGone
      case .notAvailable, .nothingEnrolled, .lockout, .permanentLockout:
        .unavailable(error.outcome.reason)
      case .challengeNotAsShown, .relyingPartyNotAllowed: .mismatch(error.outcome.reason)
      case .storageFailed, .credentialExists, .algorithmNotSupported:
        .broken(error.outcome.reason)
      }
  }
}
