import FlowModel
import WireModel

/// A failed call, as the machine takes it.
///
/// Statuses and reasons are read in this file only.
extension CallFailure {
  init(_ error: ClientError) {
    self =
      switch error {
      case .transport(let error): error.delivery == .notSent ? .notSent : .lost
      // The server may have committed before it failed.
      case .serverFailed: .lost
      case .refused(let problem): CallFailure(problem)
      case .mismatch(let reason): .notAllowed(reason)
      case .notUnderstood, .authenticator, .malformed, .otpRequired:
        .notUnderstood(.answerNotUnderstood)
      case .locked: .notAllowed(FlowReason(code: "locked"))
      }
  }

  private init(_ problem: Problem) {
    let reason = FlowReason(code: problem.reason.code, detail: problem.detail)
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired): .sessionOver
      case (403, _), (_, .insufficientUserAuthentication): .notAllowed(reason)
      // It may be sent again, as if it never had been.
      case (_, .overloaded): .notSent
      default: .refused(reason)
      }
  }

  /// True if the server was not reached, or has not answered.
  var isOfNetwork: Bool { self == .notSent || self == .lost }

  /// A link's call; a link that is over takes no confirmation and no code.
  init(ofLink error: ClientError) {
    self = error.isOfLinkThatIsOver ? .linkOver : CallFailure(error)
  }

  /// The exchange of a signed challenge for a token.
  init(ofVerification error: ClientError) {
    guard case .refused(let problem) = error else {
      self = CallFailure(error)
      return
    }
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired): .sessionOver
      case (_, .challengeExpired), (_, .challengeUnknown): .challengeExpired
      case (423, _): .blocked
      case (401, _): .proofRefused
      default: CallFailure(problem)
      }
  }

  fileprivate init(_ problem: Problem, proof: ActionProof) {
    let reason = FlowReason(code: problem.reason.code, detail: problem.detail)
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired): .sessionOver
      case (_, .linkOver): .linkOver
      case (_, .challengeExpired), (_, .challengeUnknown), (_, .tokenExpired): .challengeExpired
      case (_, .penalised) where proof == .pin: .penalised
      case (_, .pinTooSimple), (_, .pinUnchanged): .unacceptablePIN(reason)
      case (429, _), (_, .pinQueueFull), (_, .overloaded): .throttled(reason)
      case (423, _): .blocked
      case (403, _), (_, .insufficientUserAuthentication): .notAllowed(reason)
      // Which element was wrong is not told to everybody; what was sent is known here.
      case (401, .verificationFailed): CallFailure(refused: proof, reason)
      default: .refused(reason)
      }
  }

  private init(refused proof: ActionProof, _ reason: FlowReason) {
    self =
      switch proof {
      case .pin: .wrongPIN
      case .assertion, .token: .proofRefused
      case .codes: .wrongCode
      case .confirmation: .refused(reason)
      }
  }

  /// A failure of a device's secrets, before anything was sent.
  init(_ error: DeviceSecretsError) {
    self =
      switch error {
      case .pinRefused: .unacceptablePIN(FlowReason(code: Reason.pinTooSimple.code))
      case .pinIsAppPIN: .unacceptablePIN(.pinIsAppPIN)
      // Another session was opened than one by this device.
      case .nothingHeld: .notAllowed(.pinMissing)
      case .challengeNotAsShown: .notAllowed(.challengeNotAsShown)
      case .storageFailed, .failed: .deviceFailed(.vaultFailed)
      }
  }
}

extension Answer {
  /// A failed action, which may say that it was done before, or decided otherwise.
  init(_ error: ClientError, proof: ActionProof) {
    self =
      switch error {
      case .otpRequired(let required): .codeDelivery(CodeDelivery(required))
      case .refused(let problem):
        switch problem.reason {
        case .alreadyApproved: .done
        case .alreadyDenied: .decision(.denied)
        case .transactionExpired: .decision(.expired)
        default: .failure(CallFailure(problem, proof: proof))
        }
      case .transport, .serverFailed, .mismatch, .notUnderstood, .authenticator, .malformed,
        .locked:
        .failure(CallFailure(error))
      }
  }

  /// A call that failed before the action: nothing was sent of that one.
  init(before error: ClientError, proof: ActionProof) {
    let answer = Answer(error, proof: proof)
    self = answer == .failure(.lost) ? .failure(.notSent) : answer
  }

  /// A failed denial, which may have been decided before.
  init(ofDenial error: ClientError) {
    self =
      switch error.reason {
      case .alreadyApproved?: .decision(.approved)
      case .alreadyDenied?: .decision(.denied)
      case .transactionExpired?: .decision(.expired)
      default: .failure(CallFailure(error))
      }
  }

  /// The answer to what entitles to a key, told as it is of an action.
  init(ofEntitlement answer: Answer) {
    self =
      switch answer {
      case .failure(.unacceptablePIN(let reason)): .failure(.refused(reason))
      case .failure(.deviceFailed(let reason)): .failure(.notUnderstood(reason))
      case .failure: answer
      default: .failure(.notUnderstood(.answerNotUnderstood))
      }
  }

  /// An authenticator's failure to sign.
  init(ofSigning error: AuthenticatorError) {
    self =
      switch error {
      case .cancelled: .dismissedPrompt
      case .failed: .failedCheck
      case .notInForeground: .notInForeground
      case .keyGone: .goneKey
      case .notAvailable, .nothingEnrolled, .lockout, .permanentLockout:
        .unavailableBiometrics(error.outcome.reason)
      case .challengeNotAsShown, .relyingPartyNotAllowed:
        .failure(.notAllowed(error.outcome.reason))
      case .storageFailed, .credentialExists, .algorithmNotSupported:
        .failure(.deviceFailed(error.outcome.reason))
      }
  }

  /// An authenticator's failure to make a key.
  init(ofCreation error: AuthenticatorError) {
    self =
      switch error {
      case .cancelled: .dismissedPrompt
      case .failed: .failedCheck
      case .notInForeground: .notInForeground
      case .notAvailable, .nothingEnrolled, .lockout, .permanentLockout, .credentialExists,
        .relyingPartyNotAllowed:
        .unavailableBiometrics(error.outcome.reason)
      case .storageFailed, .keyGone, .challengeNotAsShown, .algorithmNotSupported:
        .failure(.deviceFailed(error.outcome.reason))
      }
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
