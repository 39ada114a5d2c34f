import WebAuthnModel
public import WireModel

/// A message to a person: a code, or the news that something of theirs changed.
public struct Message: Sendable, Hashable {
  /// Tells messages apart; the same when one is delivered again because an answer was lost.
  public let id: String
  /// The channel of the message.
  public let channel: CodeChannel
  /// To whom: an e-mail address or a telephone number.
  public let recipient: String
  /// The content of the message.
  public let content: Content
  /// The language of the words of a code: one of the deployment's, by the request for it.
  ///
  /// A notice, for which nobody has asked, is in English.
  public var language = Language.english
  /// The address of the page at which the person stops what a notice tells of; nil where nothing
  /// can be stopped.
  ///
  /// Secret.
  public var stop: SecretText?

  /// The content of a message.
  public enum Content: Sendable, Hashable {
    /// A code, and what it is good for.
    case code(SecretText, purpose: CodePurpose)
    /// A code for a first factor that completes a recovery: what the account had is put aside.
    case recoveringCode(SecretText, purpose: CodePurpose)
    /// A code that confirms one link, and sets up the device that has opened it; it may complete a
    /// recovery with that.
    case deviceCode(SecretText, completesRecovery: Bool)
    /// A code that stands in for a factor, for one action.
    case approvalCode(SecretText, of: Document)
    /// A code that stands in for a factor, for one action, or registers the passkey that approves
    /// it and is the account's first one from then on.
    case registrationCode(SecretText, onTheWayTo: Document)
    /// Something that the person should know of.
    case notice(Notice)
  }

  /// The code that it brings; nil where it brings none.
  public var code: SecretText? {
    switch content {
    case .code(let code, purpose: _), .recoveringCode(let code, purpose: _),
      .deviceCode(let code, completesRecovery: _),
      .approvalCode(let code, of: _), .registrationCode(let code, onTheWayTo: _):
      code
    case .notice: nil
    }
  }

  /// The purpose of the code that it brings; nil where it brings none.
  public var purpose: CodePurpose? {
    switch content {
    case .code(_, let purpose), .recoveringCode(_, let purpose): purpose
    case .deviceCode: .register
    case .approvalCode: .approve
    case .registrationCode: .registerAndApprove
    case .notice: nil
    }
  }

  /// A notice: news for which a person has not asked.
  public enum Notice: String, Sendable, Hashable, CaseIterable {
    /// One more wrong PIN blocks it.
    case pinAlmostBlocked = "pin_almost_blocked"
    /// The PIN is blocked.
    case pinBlocked = "pin_blocked"
    /// A PIN was set or changed.
    case pinChanged = "pin_changed"
    /// A credential was registered.
    case credentialAdded = "credential_added"
    /// A credential was revoked.
    case credentialRevoked = "credential_revoked"
    /// An authenticator app was added.
    case authenticatorAppAdded = "authenticator_app_added"
    /// The authenticator app was removed.
    case authenticatorAppRemoved = "authenticator_app_removed"
    /// The telephone number was set or changed.
    case phoneChanged = "phone_changed"
    /// A device was registered.
    case deviceAdded = "device_added"
    /// The maker of a link has said that the device which it enrolled is theirs.
    case deviceClaimed = "device_claimed"
    /// A device was revoked.
    case deviceRevoked = "device_revoked"
    /// A session was opened in a browser that is not known.
    case signedIn = "signed_in"
    /// A login by link was confirmed with a number that did not stand on the screen.
    case loginRefused = "login_refused"
    /// Too many assertions or codes were refused: that factor is blocked for a while.
    case factorBlocked = "factor_blocked"
    /// Too many refused proofs came from one session: it was ended.
    case sessionStopped = "session_stopped"
    /// So many codes in a row were wrong that none is taken before a stronger proof.
    case codesDisabled = "codes_disabled"
    /// An administrator unblocked the factors.
    case unblocked
    /// An administrator ended all sessions.
    case sessionsEnded = "sessions_ended"
    /// An administrator revoked every factor and device, and ended all sessions.
    case factorsRevoked = "factors_revoked"
    /// Somebody began to recover the account, and can add a factor after the wait.
    case recoveryBegun = "recovery_begun"
    /// The recovery was cancelled.
    case recoveryCancelled = "recovery_cancelled"
    /// The account was recovered: what there was before is suspended.
    case recovered
    /// A recovery was undone: what there was before is back, and what came with it is revoked.
    case recoveryUndone = "recovery_undone"
    /// The owner proved the address of an account: the factors from before are on hold.
    case factorsHeld = "factors_held"
    /// The factors that were on hold count again, and what came since is revoked.
    case holdEnded = "hold_ended"
    /// A new factor was stopped while it waited.
    case factorStopped = "factor_stopped"
    /// Somebody asked to sign up with a name that has an account.
    case signUpRepeated = "sign_up_repeated"
  }
}

/// Carries messages to people: by mail, by text, into the mailbox file of a demo.
public protocol Messenger: Sendable {
  /// Hands a message over.
  ///
  /// - Throws: If it could not be handed over. It is tried again later, unless the error is a
  ///   ``DeliveryError`` that says it was refused for good. The log has the reason of such an
  ///   error, and of any other its type alone, since its text could hold the code.
  func deliver(_ message: Message) async throws
}

/// A message or an event that could not be handed over, without its content.
public struct DeliveryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The prospect of another try.
  public enum Kind: Sendable, Hashable {
    /// The target is away, slow or busy, or is not set up as it should be.
    case tryAgain
    /// The message was refused for good: another try would be refused too.
    case refused
  }

  /// The prospect of another try.
  public let kind: Kind
  /// The reason, for a log; it holds no secret and no address.
  public let reason: String

  /// A failure with its reason, for a log.
  public init(_ kind: Kind = .tryAgain, reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
