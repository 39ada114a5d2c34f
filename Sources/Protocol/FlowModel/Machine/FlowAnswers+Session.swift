/// What came of asking for a session.
public enum SessionOpening: Sendable, Hashable {
  /// It is to be confirmed.
  case opened(OpenedSession)
  /// It is past its time, or was used.
  case expired
  /// The server could not be asked.
  case failed(CallFailure)
}

/// What a confirmed session needs.
public enum SessionConfirmation: Sendable, Hashable {
  /// An enrolment.
  case enrol(Proof, Factors)
  /// A login.
  case login(Demand)
  /// It is past its time, or was used.
  case expired
  /// The server could not be asked.
  case failed(CallFailure)

  /// What a person proves to enrol.
  public enum Proof: Sendable, Hashable, CaseIterable {
    /// Nothing.
    case nothing
    /// A code that is mailed.
    case code
    /// The PIN, where the device already holds an account of this person.
    case pin
  }

  /// Which factors an enrolled account gets.
  public enum Factors: Sendable, Hashable {
    /// None: a headless account.
    case none
    /// The PIN, and biometrics where the device offers them.
    case pin(BiometricsOffer)
  }

  /// What a person proves to log in.
  public enum Demand: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// The PIN.
    case pin
    /// The signed challenge of this operation.
    case biometrics(OperationID)
    /// Either of them.
    case either(OperationID)
  }
}

/// What came of asking for a transaction to review.
public enum ReviewAnswer: Sendable, Hashable {
  /// Nobody has decided.
  case pending(Review)
  /// It was decided before, or is past its time.
  case closed(Review, ReviewStatus)
  /// The server could not be asked.
  case failed(CallFailure)
}

/// What came of denying.
public enum DenialAnswer: Sendable, Hashable {
  /// It is denied, now or since before.
  case denied
  /// It had been decided otherwise before.
  case alreadyReviewed(ReviewStatus)
  /// The request did not leave the device.
  case notSent
  /// The request was sent; its answer is lost, or says that the server failed.
  case lost
  /// The server refused.
  case failed(CallFailure)
}
