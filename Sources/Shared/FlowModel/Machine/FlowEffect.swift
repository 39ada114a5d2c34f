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
  /// Asks the server for a challenge that is linked to the transaction.
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
  /// Stops all that runs for this flow and lets go of its proofs.
  case release(FlowID)
}

/// What the action is entitled by.
public enum ActionProof: Sendable, Hashable, CaseIterable {
  /// The PIN.
  case pin
  /// The signed challenge itself.
  case assertion
  /// The verification token that the signed challenge was exchanged for.
  case token

  /// What the person gave.
  public var factor: Factor { self == .pin ? .pin : .biometrics }
}
