/// What came of sending a code.
public enum CodeAnswer: Sendable, Hashable {
  /// It is on its way.
  case sent(CodeDelivery)
  /// No code was sent.
  case failed(CallFailure)
}

/// How the account's factors stand.
public enum FactorsAnswer: Sendable, Hashable {
  /// As the server and this device say.
  case known(SecondFactorAccount, Demand, BiometricsOffer)
  /// The server could not be asked.
  case failed(CallFailure)

  /// What has to be proved before factors change.
  public enum Demand: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// A code that is mailed.
    case code
    /// The PIN.
    case pin
    /// The signed challenge of this operation.
    case biometrics(OperationID)
    /// Either of them.
    case either(OperationID)
  }
}

/// What the server said to what entitles to a new key.
public enum CreationOptionsAnswer: Sendable, Hashable {
  /// It entitles, and it is known how to make the key.
  case entitled
  /// It does not.
  case refused(ProofRefusal)
  /// No decision.
  case failed(CallFailure)
}

/// Why a proof was not accepted.
public enum ProofRefusal: Sendable, Hashable {
  /// The PIN is wrong.
  case wrongPIN
  /// The PIN comes too early after a wrong one; it was not judged.
  case penalised
  /// Later: too many requests, or another attempt is being judged.
  case throttled(FlowReason)
  /// A code is wrong.
  case wrongCode(WrongCode)
  /// No further code is taken.
  case triesUsedUp
  /// The assertion or the token does not verify.
  case notVerified
  /// The challenge or the token is past its time.
  case challengeExpired
  /// The factor is blocked.
  case blocked
}

/// What the authenticator did when it was to make a key.
public enum CreationAnswer: Sendable, Hashable {
  /// The key is made.
  case created
  /// The person dismissed the prompt.
  case cancelled
  /// The check failed.
  case failed
  /// A prompt could not be shown now.
  case notInForeground
  /// Not possible on this device, or not now.
  case unavailable(FlowReason)
  /// The device failed.
  case broken(FlowReason)
}
