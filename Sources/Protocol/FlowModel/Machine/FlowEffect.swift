/// An effect that the machine wants; it does nothing itself.
///
/// The effects of one transition are done in their order. An effect with a tag is answered by
/// exactly one event with that tag, unless the flow is released before.
public enum FlowEffect: Sendable, Hashable {
  /// Sends ``FlowEvent/deadline(_:)`` with this tag after the time that a PROCESSING may take.
  case armDeadline(FlowTag)
  /// Reads from the vault which operation of an earlier flow is open.
  ///
  /// Answered by ``Answer/openOperation(_:)``.
  case readOpenOperation(FlowTag)
  /// Asks the server for the result of an open operation.
  ///
  /// Answered by ``Answer/sameOperation(_:)``, ``Answer/otherOperation(_:)`` or
  /// ``Answer/unknownOperation``.
  case lookUpOperation(FlowTag, OperationID)
  /// Asks for the session that is to be confirmed.
  ///
  /// Answered by ``Answer/session(_:_:)``.
  case openSession(FlowTag)
  /// Tells the server that the enrolment is confirmed, and asks what else it needs.
  ///
  /// Answered by ``Answer/demand(_:)`` or ``Answer/factorDemand(_:_:)``.
  case confirmEnrolment(FlowTag)
  /// Tells the server that the login is confirmed, and asks what else it needs.
  ///
  /// Answered by ``Answer/demand(_:)``.
  case confirmLogin(FlowTag, SessionAccount, number: String?)
  /// Asks the server for the transaction under review.
  ///
  /// Answered by ``Answer/review(_:)``.
  case readReview(FlowTag)
  /// Asks for the state of the account's factors, for a challenge, and for what this device offers.
  ///
  /// Answered by ``Answer/factors(_:_:_:)``.
  case consultFactors(FlowTag)
  /// Asks the server for a challenge over what is proved.
  ///
  /// Answered by ``Answer/challenge(_:_:_:)`` or ``Answer/missingKey(_:_:_:)``.
  case askChallenge(FlowTag)
  /// Has the server mail a code: for what is proved, and also for the key that is registered on the
  /// way to it if there is one.
  ///
  /// Answered by ``Answer/codeDelivery(_:)``.
  case mailCode(FlowTag, registersKey: Bool)
  /// Has the server text a code once more.
  ///
  /// Answered by ``Answer/codeDelivery(_:)``.
  case textCode(FlowTag)
  /// Keeps the input until the action is sent; makes no call.
  ///
  /// Answered by ``Answer/done``.
  case keepInput(FlowTag)
  /// Has the server verify the PIN or the code that was given, for nothing else.
  ///
  /// Answered by ``Answer/done``.
  case checkProof(FlowTag)
  /// Has the authenticator verify its user and sign the challenge for what is shown.
  ///
  /// Answered by ``Answer/done``, or by what the authenticator did instead.
  case sign(FlowTag)
  /// Exchanges the signed challenge for a verification token.
  ///
  /// Answered by ``Answer/done``.
  case verify(FlowTag)
  /// Deletes the keys of this device that the challenge allows, and has the server disable them.
  ///
  /// Whatever comes of it, the key is gone.
  case disableBiometrics(FlowTag)
  /// Writes the answer to the soft prompt into the vault.
  ///
  /// Answered by ``Answer/done``.
  case rememberSoftPrompt(FlowTag, SoftPromptAnswer)
  /// Gives the server what entitles to a new key, and asks how to make it.
  ///
  /// Answered by ``Answer/done``.
  case askCreation(FlowTag)
  /// Has the authenticator verify its user and make a key.
  ///
  /// Answered by ``Answer/done``, or by what the authenticator did instead.
  case createKey(FlowTag)
  /// Writes the operation's id into the vault and, once that is durable, sends the action.
  ///
  /// Answered by ``Answer/result(_:)``, ``Answer/done``, ``Answer/openedSession(_:)``,
  /// ``Answer/codeDelivery(_:)`` or ``Answer/decision(_:)``.
  case act(FlowTag, ActionProof, OperationID)
  /// Sends the identical request again, after a pause; answered as the first copy.
  case actAgain(FlowTag)
  /// Asks the server for the state of the second factor.
  ///
  /// Answered by ``Answer/secondFactor(_:)``.
  case askSecondFactor(FlowTag)
  /// Tells the server that the person denies; again, after a pause, if an answer was lost.
  ///
  /// Answered by ``Answer/decision(_:)``.
  case deny(FlowTag)
  /// Has the server deny the transaction of this id after a final refusal, so that no other device
  /// approves it (scenarios, "Leaving"); nobody waits for the answer.
  ///
  /// If a factor was refused, only after the server was asked whether another could act.
  case denyAfterRefusal(String, of: Factor? = nil)
  /// Asks the server again and again for the transaction of this id, until it is decided or over.
  ///
  /// It sends ``FlowEvent/decision(_:_:)`` then; the flow's end breaks it off.
  case awaitDecision(String)
  /// Removes the operation's id from the vault: its result is known.
  case forget(OperationID)
  /// Stops all that runs for this flow and lets go of its proofs.
  case release(FlowID)
}

extension FlowEffect {
  /// The tag of the event that answers the effect; nil if nobody waits for one.
  public var tag: FlowTag? {
    switch self {
    case .readOpenOperation(let tag), .lookUpOperation(let tag, _), .openSession(let tag),
      .confirmEnrolment(let tag), .confirmLogin(let tag, _, _), .readReview(let tag),
      .consultFactors(let tag), .askChallenge(let tag), .mailCode(let tag, _), .textCode(let tag),
      .keepInput(let tag), .checkProof(let tag), .sign(let tag), .verify(let tag),
      .disableBiometrics(let tag),
      .rememberSoftPrompt(let tag, _), .askCreation(let tag), .createKey(let tag),
      .act(let tag, _, _), .actAgain(let tag), .askSecondFactor(let tag), .deny(let tag):
      tag
    case .armDeadline, .denyAfterRefusal, .awaitDecision, .forget, .release: nil
    }
  }
}
