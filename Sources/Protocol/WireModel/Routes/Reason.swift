/// The reason of a refusal: a stable snake_case code that client and server share.
///
/// Open, so that an older client can carry a newer server's reason; the known ones are below and in
/// `openapi.yaml`.
public struct Reason: Sendable, Hashable, CustomStringConvertible {
  /// The code as it stands in a problem's `reason`.
  public let code: String

  /// A reason as it was read from the wire.
  public init(code: String) { self.code = code }

  /// The code.
  public var description: String { code }
}

extension Reason {
  // The request itself.

  /// The body or a parameter is not what the route takes.
  public static let malformed = Reason(code: "malformed")
  /// Well-formed, but a value that cannot be accepted.
  public static let unacceptableValue = Reason(code: "unacceptable_value")
  /// The body is not `application/json`.
  public static let unsupportedMediaType = Reason(code: "unsupported_media_type")
  /// The body is larger than the server takes.
  public static let bodyTooLarge = Reason(code: "body_too_large")
  /// The request did not arrive in time.
  public static let requestTimeout = Reason(code: "request_timeout")
  /// No such path, or no such thing of this account or host.
  public static let notFound = Reason(code: "not_found")
  /// The path has no such method.
  public static let methodNotAllowed = Reason(code: "method_not_allowed")

  // The session.

  /// A page of another origin may not use the session of this one.
  public static let originNotAllowed = Reason(code: "origin_not_allowed")
  /// No session, or one that is over or of somebody else.
  public static let sessionRequired = Reason(code: "session_required")
  /// The access token is bound to a key, and the request does not prove that its sender holds it
  /// (RFC 9449, section 7.1).
  public static let invalidPossessionProof = Reason(code: "invalid_dpop_proof")
  /// The proof of possession has no nonce of the last minutes: the answer has one (RFC 9449,
  /// section 9).
  public static let possessionNonceRequired = Reason(code: "use_dpop_nonce")
  /// The session is good, but this needs a proof of a factor, or a stronger one (RFC 9470).
  public static let insufficientUserAuthentication = Reason(
    code: "insufficient_user_authentication")

  // The proof.

  /// None or more than one kind of proof was given.
  public static let proofRequired = Reason(code: "proof_required")
  /// The scenario does not allow this kind of proof.
  public static let proofNotAllowed = Reason(code: "proof_not_allowed")
  /// The assertion, token, PIN or code does not verify.
  ///
  /// One code for all of them, so that an outsider cannot tell which element was wrong (PSD2 RTS,
  /// Article 4.3a).
  public static let verificationFailed = Reason(code: "verification_failed")
  /// The passkey that an authenticator made cannot be used here; the code or proof that entitled to
  /// it was right, and another authenticator may do.
  public static let passkeyNotAccepted = Reason(code: "passkey_not_accepted")
  /// The challenge was not issued by this server to this session for this purpose.
  public static let challengeUnknown = Reason(code: "challenge_unknown")
  /// The challenge is past its time, or from the future.
  public static let challengeExpired = Reason(code: "challenge_expired")
  /// The verification token is past its time.
  public static let tokenExpired = Reason(code: "token_expired")
  /// The proof was made for another transaction.
  public static let transactionMismatch = Reason(code: "transaction_mismatch")
  /// The amount needs a proof that is linked to the transaction.
  public static let linkingRequired = Reason(code: "linking_required")
  /// The proof or the idempotency key was used before: with another body, or for what is given
  /// once.
  public static let alreadyUsed = Reason(code: "already_used")
  /// The same body was executed a moment ago.
  public static let possibleDuplicate = Reason(code: "possible_duplicate")

  // Factors.

  /// The second factor is blocked.
  public static let secondFactorBlocked = Reason(code: "second_factor_blocked")
  /// After a wrong PIN the next one is taken only later.
  public static let penalised = Reason(code: "penalised")
  /// Another attempt is being checked.
  public static let attemptInProgress = Reason(code: "attempt_in_progress")
  /// As many PINs wait to be checked as may: nothing was counted, and nothing done.
  public static let pinQueueFull = Reason(code: "pin_queue_full")
  /// Too many requests of this kind.
  public static let tooManyRequests = Reason(code: "too_many_requests")
  /// The account has no PIN.
  public static let pinMissing = Reason(code: "pin_missing")
  /// The PIN is easily guessed.
  public static let pinTooSimple = Reason(code: "pin_too_simple")
  /// The new PIN is the old one.
  public static let pinUnchanged = Reason(code: "pin_unchanged")
  /// The account has no passkey, or the device holds none of its keys.
  public static let credentialMissing = Reason(code: "credential_missing")
  /// The credential is registered already.
  public static let credentialExists = Reason(code: "credential_exists")
  /// The account has no such channel (no confirmed telephone number, say).
  public static let channelMissing = Reason(code: "channel_missing")

  /// The telephone number is none that can be called.
  public static let phoneInvalid = Reason(code: "phone_invalid")

  // The server.

  /// The server is starting or stopping, or the database cannot do it for now: the same request may
  /// be sent again.
  ///
  /// Whether this one was executed is not known.
  public static let busy = Reason(code: "busy")
  /// The server has more to do than it can answer in time: nothing of the request was done, and the
  /// same one may be sent again.
  public static let overloaded = Reason(code: "overloaded")
  /// The server ends soon, and still serves: no new work should be led to it.
  public static let draining = Reason(code: "draining")
  /// The server failed; nothing is said of why.
  public static let internalError = Reason(code: "internal_error")

  /// Every reason that this server gives.
  public static let all: [Reason] = general + ofDevices + ofLinks + ofTransactions

  private static let general: [Reason] = [
    malformed, unacceptableValue, unsupportedMediaType, bodyTooLarge, requestTimeout, notFound,
    methodNotAllowed, originNotAllowed,
    sessionRequired, invalidPossessionProof, possessionNonceRequired,
    insufficientUserAuthentication, proofRequired,
    proofNotAllowed, verificationFailed, passkeyNotAccepted, challengeUnknown, challengeExpired,
    tokenExpired,
    transactionMismatch, linkingRequired, alreadyUsed, possibleDuplicate, secondFactorBlocked,
    penalised, attemptInProgress, pinQueueFull, tooManyRequests, pinMissing, pinTooSimple,
    pinUnchanged, credentialMissing,
    credentialExists, channelMissing, phoneInvalid, busy, overloaded, draining,
    internalError,
  ]
}

extension Reason {
  /// The reasons of a 503 after which it is known that nothing was done; after all others the
  /// outcome is unknown.
  public static let nothingDone: Set<Reason> = [pinQueueFull, overloaded]
}

/// Devices, their PINs, and recovery.
extension Reason {
  /// The PIN of this account is on its devices; in a body none is taken.
  public static let pinOnDevice = Reason(code: "pin_on_device")
  /// No such device of this account, or one that was revoked.
  public static let deviceUnknown = Reason(code: "device_unknown")
  /// The device's id is taken.
  public static let deviceExists = Reason(code: "device_exists")
  /// The PIN key's generation is not the next one; ask which one holds.
  public static let generationMismatch = Reason(code: "generation_mismatch")
  /// There is nothing to recover, or a recovery is under way already.
  public static let recoveryNotPossible = Reason(code: "recovery_not_possible")

  /// The account was recovered a moment ago: for now only low amounts are taken.
  public static let recoveredLimit = Reason(code: "recovered_limit")
  /// The factor is new, and was added on a weak ground: for now it acts on low amounts only.
  public static let factorWaits = Reason(code: "factor_waits")

  static let ofDevices: [Reason] = [
    pinOnDevice, deviceUnknown, deviceExists, generationMismatch, recoveryNotPossible,
    recoveredLimit, factorWaits,
  ]
}

/// Links, and what a host's backend does.
extension Reason {
  /// No such link, or one that is over, was used, or belongs to another watcher.
  public static let linkOver = Reason(code: "link_over")
  /// The link is not confirmed yet.
  public static let linkNotConfirmed = Reason(code: "link_not_confirmed")
  /// No service key, or one that is unknown or revoked.
  public static let serviceKeyRequired = Reason(code: "service_key_required")
  /// The service key may not be used for this.
  public static let scopeMissing = Reason(code: "scope_missing")

  static let ofLinks: [Reason] = [linkOver, linkNotConfirmed, serviceKeyRequired, scopeMissing]
}

/// Transactions to review.
extension Reason {
  /// The transaction was approved before.
  public static let alreadyApproved = Reason(code: "already_approved")
  /// The transaction was denied before.
  public static let alreadyDenied = Reason(code: "already_denied")
  /// The transaction is past its time.
  public static let transactionExpired = Reason(code: "transaction_expired")
  /// The account has as many undecided transactions as it may have.
  public static let tooManyPending = Reason(code: "too_many_pending")

  /// Nobody has decided on the action that was handed to another device.
  public static let handoverPending = Reason(code: "handover_pending")

  static let ofTransactions: [Reason] = [
    alreadyApproved, alreadyDenied, transactionExpired, tooManyPending, handoverPending,
  ]
}
