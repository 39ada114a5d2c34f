public import DocumentModel

/// The answer to an effect.
public enum Answer: Sendable, Hashable {
  /// The effect is done, and there is no more to say of it.
  ///
  /// For an action: it was executed; for an approval also if it had been given before.
  case done
  /// The call failed.
  case failure(CallFailure)

  /// The open operation of an earlier flow; nil if no operation is open.
  case openOperation(OperationID?)
  /// The server executed the open operation, which asked for the same as this flow; nil if there is
  /// no more to say of it.
  case sameOperation(ActionResult?)
  /// The server executed the open operation, which asked for something else.
  case otherOperation(ActionResult?)
  /// The server knows of no such operation: it was never executed.
  case unknownOperation

  /// The session that is to be confirmed, an enrolment or a login, with the facts for that.
  case session(FlowSession, ConfirmSessionInfo)
  /// The proof that a confirmed session needs: a login, or an account without a second factor.
  case demand(Demand)
  /// The proof that a confirmed enrolment needs, whose account gets a PIN, with biometrics if the
  /// device offers them.
  case factorDemand(Demand, BiometricsOffer)

  /// The transaction under review.
  case review(Review)
  /// The decision on the transaction under review, now or before.
  case decision(ReviewStatus)

  /// A challenge that a key of this device may sign, linked to a transaction or to none.
  ///
  /// The ways are nil if the server does not tell them.
  case challenge(OperationID, Document?, SigningWays? = nil)
  /// A challenge that no key of this device may sign; one may perhaps be registered on the way.
  case missingKey(BiometricsOffer, Document?, SigningWays? = nil)
  /// The state of the second factor.
  case secondFactor(SecondFactorAccount)
  /// The state of the account's factors, the proof before they change, and this device's offer.
  case factors(SecondFactorAccount, Demand, BiometricsOffer)
  /// A code was sent; to an action: the mailed code is right, and both are needed.
  case codeDelivery(CodeDelivery)

  /// The person dismissed the authenticator's prompt.
  case dismissedPrompt
  /// The authenticator's check failed.
  case failedCheck
  /// The authenticator could not show a prompt now.
  case notInForeground
  /// The authenticator cannot do it on this device, or not now.
  case unavailableBiometrics(FlowReason)
  /// The authenticator's key is gone.
  case goneKey

  /// The result of an action that was executed.
  case result(ActionResult)
  /// The action was executed, and this account has a session now.
  case openedSession(SessionAccount)
}

/// The failure of a call: why it did not do what was asked.
public enum CallFailure: Sendable, Hashable {
  /// The request did not leave the device.
  case notSent
  /// The request was sent; its answer is lost, or says that the server failed.
  case lost
  /// The session is over.
  case sessionOver
  /// The server knows no such link, or it takes no confirmation any more.
  case linkOver
  /// The server refuses this request.
  case refused(FlowReason)
  /// Policy, of the server or of the device, does not allow it.
  case notAllowed(FlowReason)
  /// The answer is not what the route answers.
  case notUnderstood(FlowReason)
  /// The device failed; if it was to send an action, nothing was sent.
  case deviceFailed(FlowReason)

  /// Later: too many requests, or another attempt is being verified.
  case throttled(FlowReason)
  /// The PIN is wrong.
  case wrongPIN
  /// The PIN comes too early after a wrong one; it was not verified.
  case penalised
  /// The new PIN is not acceptable; what entitles to it is not spent.
  case unacceptablePIN(FlowReason)
  /// A code is wrong; the server does not say which.
  case wrongCode
  /// The mailed code is wrong.
  case wrongMailedCode
  /// The code beside the mailed one is wrong.
  case wrongSecondCode
  /// No further code is taken.
  case triesUsedUp
  /// The assertion or the token does not verify.
  case proofRefused
  /// The challenge or the token is past its time.
  case challengeExpired
  /// The factor is blocked.
  case blocked
}

/// The proof that the server demands.
public enum Demand: Sendable, Hashable {
  /// Nothing.
  case nothing
  /// A code that is mailed.
  case code
  /// The PIN.
  case pin
  /// The signed challenge of this operation.
  case biometrics(OperationID)
  /// The signed challenge or the PIN.
  case either(OperationID)
}

/// The offer of a key on this device, with the person's answer to it.
public enum BiometricsOffer: Sendable, Hashable {
  /// A key may not be registered, for this reason.
  case none(FlowReason)
  /// The person was never asked on this installation.
  case unasked
  /// The person has agreed before.
  case welcome
  /// The person has declined before.
  case declined
}
