/// What the machine wants done.
///
/// It does nothing itself.
///
/// The effects of one transition are done in their order. An effect with a tag is answered by
/// exactly one event with that tag, unless the flow is released before.
public enum FlowEffect: Sendable, Hashable {
  /// Sends ``FlowEvent/deadlinePassed(_:)`` with this tag after the time a PROCESSING may take.
  case armDeadline(FlowTag)
  /// Reads from the vault which operation's outcome is unknown since an earlier flow.
  case readOpenOperation(FlowTag)
  /// Asks the server what became of an operation.
  case askOperation(FlowTag, OperationID)
  /// Asks the server for a challenge over what is proved.
  case askOptions(FlowTag)
  /// Has the authenticator verify its user and sign the challenge for what is shown.
  case sign(FlowTag)
  /// Exchanges the signed challenge for a verification token.
  case verify(FlowTag)
  /// Writes the operation's id into the vault and, once that is durable, sends the action.
  case act(FlowTag, ActionProof, OperationID)
  /// Sends the identical request again, after a pause.
  case actAgain(FlowTag)
  /// Removes the operation's id from the vault: what became of it is known.
  case forget(OperationID)
  /// Asks the server how the second factor stands.
  case askSecondFactorAccount(FlowTag)
  /// Deletes the keys of this device that the challenge allows, and has the server disable them.
  case disableBiometrics(FlowTag)
  /// Tells the server that the person denies; again, after a pause, where an answer was lost.
  case deny(FlowTag)
  /// Stops all that runs for this flow and lets go of its proofs.
  case release(FlowID)
  /// What only ENROL and LOGIN need.
  case session(SessionEffect)
  /// What only a transaction under review needs.
  case review(ReviewEffect)
  /// What codes, and other input that is kept, need.
  case code(CodeEffect)
  /// What only flows need that set factors or register a key on the way.
  case factors(FactorsEffect)
}

/// What only ENROL and LOGIN want done.
public enum SessionEffect: Sendable, Hashable {
  /// Asks the server for the session that is to be confirmed.
  case open(FlowTag)
  /// Tells the server of the confirmation, and asks what else the session needs.
  case confirm(FlowTag, ConfirmedSession, number: String?)
}

/// What only a transaction under review wants done.
public enum ReviewEffect: Sendable, Hashable {
  /// Asks the server for the transaction.
  case read(FlowTag)
  /// Has the server deny the transaction of this id after a final refusal, so that no other device
  /// approves it (scenarios, "Leaving"); nobody waits for the answer.
  case denyAfterRefusal(String)
}

/// What codes, and other input that is kept, want done.
public enum CodeEffect: Sendable, Hashable {
  /// Has the server send a code.
  case send(FlowTag, CodeSending)
  /// Keeps what was just given until the action is sent; makes no call.
  case keep(FlowTag)
}

/// What flows want done that set factors or register a key on the way.
public enum FactorsEffect: Sendable, Hashable {
  /// Asks how the account's factors stand, for a challenge, and what this device offers.
  case consult(FlowTag)
  /// Writes the answer to the soft prompt into the vault.
  case remember(FlowTag, SoftPrompt.Answer)
  /// Gives the server what entitles to a new key, and asks how to make it.
  case askCreation(FlowTag)
  /// Has the authenticator verify its user and make a key.
  case create(FlowTag)
}
