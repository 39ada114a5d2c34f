public import DocumentModel

/// How a call failed that changes nothing at the server.
public enum CallFailure: Sendable, Hashable {
  /// The server could not be reached, or its answer was lost.
  case network
  /// The session is over.
  case sessionOver
  /// The server refuses this request.
  case refused(FlowReason)
  /// The server's policy does not allow it.
  case notAllowed(FlowReason)
  /// The answer is not what the route answers.
  case notUnderstood(FlowReason)
}

/// What the vault holds of earlier flows.
public enum OpenOperationAnswer: Sendable, Hashable {
  /// Nothing is open.
  case none
  /// The outcome of this operation is unknown.
  case open(OperationID)
  /// The vault could not be read.
  case vaultFailed
}

/// What became of an operation.
public enum OperationLookup: Sendable, Hashable {
  /// The server executed it.
  case found(ActionResult, request: EarlierRequest)
  /// The server executed one of which there is no more to say.
  case accomplished(request: EarlierRequest)
  /// The server knows of none: it was never executed.
  case notFound
  /// The server could not be asked.
  case failed(CallFailure)

  /// How the earlier request relates to the flow that asks.
  public enum EarlierRequest: Sendable, Hashable {
    /// It asked for the same.
    case same
    /// It asked for something else.
    case other
  }
}

/// What came of asking for a challenge.
public enum OptionsAnswer: Sendable, Hashable {
  /// A challenge, linked to this document.
  case linked(Document, OperationID, key: LocalKey)
  /// A challenge over no transaction, but over what the flow is for.
  case unlinked(OperationID, key: LocalKey)
  /// What the server would execute is not what was asked for, or the challenge is not linked to it.
  case mismatch(FlowReason)
  /// No challenge.
  case failed(CallFailure)

  /// Whether this device could sign the challenge.
  public enum LocalKey: Sendable, Hashable {
    /// It holds a key that the challenge allows.
    case held
    /// It holds none of them; whether one may be registered on the way.
    case missing(BiometricsOffer)
  }
}

/// What the authenticator did.
public enum SigningAnswer: Sendable, Hashable {
  /// The challenge is signed.
  case signed
  /// The person dismissed the prompt.
  case cancelled
  /// The check failed.
  case failed
  /// A prompt could not be shown now.
  case notInForeground
  /// Not possible on this device, or not now.
  case unavailable(FlowReason)
  /// The key is gone.
  case keyGone
  /// The challenge does not match what is shown: not signed.
  case mismatch(FlowReason)
  /// The device failed.
  case broken(FlowReason)
}

/// What the server said of a signed challenge.
public enum VerifyAnswer: Sendable, Hashable {
  /// It verifies; there is a token.
  case verified
  /// It does not verify.
  case refused
  /// The challenge is past its time.
  case challengeExpired
  /// The factor is blocked.
  case blocked
  /// No decision.
  case failed(CallFailure)
}

/// What the server said of the action.
public enum ActionAnswer: Sendable, Hashable {
  /// It was executed.
  case done(ActionResult)
  /// It was done, and there is no more to say of it; an approval also where it had been given.
  case accomplished
  /// It was done, and this account has a session now.
  case sessionOpened(SessionAccount)
  /// The mailed code is right; another was texted, and both are needed.
  case codeTexted(CodeDelivery)
  /// The operation's id could not be written into the vault: nothing was sent.
  case notRemembered
  /// The request did not leave the device.
  case notSent
  /// The request was sent; its answer is lost, or says that the server failed.
  case lost
  /// Later: too many requests, or another attempt is being judged.
  case throttled(FlowReason)
  /// The PIN is wrong.
  case wrongPIN
  /// The PIN comes too early after a wrong one; it was not judged.
  case penalised
  /// A code is wrong.
  case wrongCode(WrongCode)
  /// No further code is taken.
  case triesUsedUp
  /// The new PIN is not acceptable; what entitles to it is not spent.
  case pinUnacceptable(FlowReason)
  /// The assertion or the token does not verify.
  case proofRefused
  /// The challenge or the token is past its time.
  case challengeExpired
  /// The factor is blocked.
  case blocked
  /// The transaction under review was decided before, otherwise.
  case alreadyReviewed(ReviewStatus)
  /// The session is over.
  case sessionOver
  /// The server refuses this request.
  case refused(FlowReason)
  /// The server's policy does not allow it.
  case notAllowed(FlowReason)
  /// The answer is not what the route answers.
  case notUnderstood(FlowReason)
}

/// Which of two codes is wrong, so far as the server says.
public enum WrongCode: Sendable, Hashable, CaseIterable {
  /// The mailed one.
  case mailed
  /// The other one.
  case second
  /// The server does not say which.
  case untold
}
