import FlowModel
import WireModel

/// What the machine is told of a failed call. The only place where the flow sees statuses and
/// reasons.
extension CallFailure {
  init(_ error: ClientError) {
    self =
      switch error {
      case .transport, .serverFailed: .network
      case .refused(let problem): CallFailure(problem)
      case .notUnderstood, .mismatch, .authenticator, .malformed:
        .notUnderstood(.answerNotUnderstood)
      }
  }

  init(_ problem: Problem) {
    let reason = FlowReason(code: problem.reason.code)
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
      case .notUnderstood, .mismatch, .authenticator, .malformed:
        .notUnderstood(.answerNotUnderstood)
      }
  }

  private init(_ problem: Problem, proof: ActionProof) {
    let reason = FlowReason(code: problem.reason.code)
    self =
      switch (problem.status, problem.reason) {
      case (_, .sessionRequired): .sessionOver
      case (_, .challengeExpired), (_, .challengeUnknown), (_, .tokenExpired): .challengeExpired
      case (_, .penalised) where proof == .pin: .penalised
      case (429, _): .throttled(reason)
      case (423, _): .blocked
      case (403, _), (_, .insufficientUserAuthentication): .notAllowed(reason)
      // Which element was wrong is not told to everybody; what was sent is known here.
      case (401, _): proof == .pin ? .wrongPIN : .proofRefused
      default: .refused(reason)
      }
  }
}

extension SigningAnswer {
  init(_ error: AuthenticatorError) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .failed: .failed
      case .notInForeground: .notInForeground
      case .notAvailable: .unavailable(.biometricsNotAvailable)
      case .nothingEnrolled: .unavailable(.nothingEnrolled)
      case .lockout: .unavailable(.biometricsLockout)
      case .permanentLockout: .unavailable(.biometricsPermanentLockout)
      case .keyGone: .keyGone
      case .challengeNotAsShown: .mismatch(.challengeNotAsShown)
      case .relyingPartyNotAllowed: .mismatch(.relyingPartyNotAllowed)
      case .storageFailed: .broken(.vaultFailed)
      case .credentialExists, .algorithmNotSupported: .broken(.authenticatorFailed)
      }
  }
}
