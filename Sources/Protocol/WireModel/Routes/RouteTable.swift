import HTTPTypes

/// The one route table: all operations that a server serves and a client calls, but those of
/// modules.
extension Route {
  // Sign-up, codes, sessions.

  /// Signs up, or signs in where the account exists: mails a code either way.
  public static let signUp = Route(.post, "/accounts", .everyone)
  /// Mails or texts a code, again or for another purpose.
  public static let requestCode = Route(.post, "/codes", .optionalSession)
  /// Challenge of a passkey sign-in.
  public static let sessionOptions = Route(.post, "/sessions/options", .everyone)
  /// Opens a session by a code or by an assertion.
  public static let openSession = Route(.post, "/sessions", .everyone)
  /// Binds a stored session to another key, by the signature of its device.
  public static let renewSessionKey = Route(.post, "/sessions/current/key", .everyone)
  /// The account's sessions.
  public static let sessions = Route(.get, "/sessions", .session(atLeast: .weak))
  /// Raises this session by a proof, and changes its token.
  public static let raiseSession = Route(
    .post, "/sessions/current/proof", .session(atLeast: .unproved))
  /// Ends this session.
  public static let endSession = Route(.delete, "/sessions/current", .session(atLeast: .unproved))
  /// Ends the other sessions of the account (`?which=others`), or one of them (`?which=` its id).
  public static let endSessions = Route(.delete, "/sessions", .session(atLeast: .strong))

  // Credentials.

  /// Creation options for a new credential.
  public static let registrationOptions = Route(
    .post, "/biometric/register/options", .session(atLeast: .unproved))
  /// Registers the credential that the authenticator made.
  public static let registerCredential = Route(
    .post, "/biometric/register/verify", .session(atLeast: .unproved))
  /// The account's credentials.
  public static let credentials = Route(.get, "/biometric/credentials", .session(atLeast: .weak))
  /// Revokes one credential.
  public static let revokeCredential = Route(
    .delete, "/biometric/credentials/{id}", .session(atLeast: .unproved))
  /// Names a credential as its person calls it.
  public static let nameCredential = Route(
    .put, "/biometric/credentials/{id}/name", .session(atLeast: .weak))
  /// Revokes all credentials, or all but one (`?which=others&keep=`, `?which=all`).
  public static let revokeCredentials = Route(
    .delete, "/biometric/credentials", .session(atLeast: .unproved))

  // The step-up.

  /// An unlinked challenge for the one scenario that a module names.
  public static let authenticationOptions = Route(
    .get, "/biometric/auth/options", .session(atLeast: .unproved))
  /// A challenge linked to one transaction.
  public static let linkedOptions = Route(
    .post, "/biometric/auth/options", .session(atLeast: .unproved))
  /// The same for the scenario of the path, with the ways to prove it.
  public static let actionOptions = Route(
    .post, "/actions/{scenario}/options", .session(atLeast: .unproved))
  /// Performs the action of the scenario of the path.
  public static let performAction = Route(
    .post, "/actions/{scenario}", .session(atLeast: .unproved))
  /// Proves a declared scenario for its host: any proof gives a verification token.
  public static let proveScenario = Route(.post, "/proofs", .session(atLeast: .unproved))
  /// Verifies an assertion and gives a verification token.
  public static let verifyAssertion = Route(
    .post, "/biometric/auth/verify", .session(atLeast: .unproved))
  /// Proves a factor and does nothing: the protected action of scenario TEST_BIOMETRICS.
  public static let testBiometrics = Route(.post, "/biometric/test", .session(atLeast: .unproved))
  /// The outcome of an operation, by challenge id or idempotency key.
  public static let operation = Route(.get, "/operations/{id}", .session(atLeast: .unproved))

  // Second factor.

  /// The second-factor account as it stands.
  public static let secondFactor = Route(.get, "/second-factor", .session(atLeast: .unproved))
  /// Sets or changes the PIN in a body.
  public static let setPIN = Route(.put, "/second-factor/pin", .session(atLeast: .unproved))

  // Health.

  /// Tells that the process runs.
  public static let live = Route(.get, "/health/live", .everyone)
  /// Tells if the process can serve: its store answers.
  public static let ready = Route(.get, "/health/ready", .everyone)

  /// Every route, in the order above.
  public static let all: [Route] =
    general + ofSecondFactor + ofDevices + ofHosts + ofAdministration + ofLinks
    + ofTransactions

  private static let general: [Route] = [
    signUp, requestCode, sessionOptions, openSession, renewSessionKey, sessions, raiseSession,
    endSession,
    endSessions,
    registrationOptions, registerCredential, credentials, revokeCredential, nameCredential,
    revokeCredentials,
    authenticationOptions, linkedOptions, actionOptions, performAction,
    proveScenario, verifyAssertion, testBiometrics,
    operation, secondFactor, setPIN, live, ready,
  ]
}

/// Devices and recovery.
extension Route {
  /// Registers a device of the account.
  public static let registerDevice = Route(.post, "/devices", .session(atLeast: .unproved))
  /// The account's devices.
  public static let devices = Route(.get, "/devices", .session(atLeast: .weak))
  /// Sets or changes the PIN of a device.
  public static let setPINKey = Route(.put, "/devices/{id}/pin-key", .session(atLeast: .unproved))
  /// Revokes one device, with its keys and sessions.
  public static let revokeDevice = Route(.delete, "/devices/{id}", .session(atLeast: .unproved))
  /// Names a device as its person calls it.
  public static let nameDevice = Route(.put, "/devices/{id}/name", .session(atLeast: .weak))
  /// Revokes all devices, or all but one (`?which=others&keep=`, `?which=all`).
  public static let revokeDevices = Route(.delete, "/devices", .session(atLeast: .unproved))
  /// Begins the recovery of an account whose factors are all lost.
  public static let beginRecovery = Route(.post, "/recovery", .session(atLeast: .unproved))
  /// The progress of the recovery.
  public static let recovery = Route(.get, "/recovery", .session(atLeast: .unproved))
  /// Stops the recovery, by a proof with a strong factor that was there before it began.
  public static let cancelRecovery = Route(.delete, "/recovery", .session(atLeast: .unproved))

  /// The factors and devices from before the owner proved the address, which prove nothing.
  public static let heldFactors = Route(.get, "/factors/held", .session(atLeast: .weak))
  /// Makes one of them count again.
  public static let keepHeldFactor = Route(
    .post, "/factors/held/{id}/keep", .session(atLeast: .unproved))
  /// Removes one of them for good.
  public static let removeHeldFactor = Route(
    .delete, "/factors/held/{id}", .session(atLeast: .unproved))

  static let ofDevices: [Route] = [
    registerDevice, devices, setPINKey, revokeDevice, nameDevice, revokeDevices, beginRecovery,
    recovery, cancelRecovery, heldFactors, keepHeldFactor, removeHeldFactor,
  ]
}

/// The telephone number for codes, and the authenticator app.
extension Route {
  /// Sets the telephone number, once a code that is texted to it is confirmed.
  public static let setPhone = Route(.put, "/account/phone", .session(atLeast: .unproved))
  /// Confirms the new telephone number.
  public static let confirmPhone = Route(
    .post, "/account/phone/confirm", .session(atLeast: .unproved))

  /// Gives the secret of an authenticator app.
  public static let enrolAuthenticatorApp = Route(
    .post, "/second-factor/totp", .session(atLeast: .unproved))
  /// Makes the authenticator app hold, by a code of it.
  public static let confirmAuthenticatorApp = Route(
    .post, "/second-factor/totp/confirm", .session(atLeast: .unproved))
  /// Removes the authenticator app.
  public static let removeAuthenticatorApp = Route(
    .delete, "/second-factor/totp", .session(atLeast: .unproved))

  static let ofSecondFactor: [Route] = [
    setPhone, confirmPhone, enrolAuthenticatorApp, confirmAuthenticatorApp, removeAuthenticatorApp,
  ]
}

/// Sessions by link and QR code, and sessions that a host's backend opens.
extension Route {
  /// Makes a link for another screen to be opened by a device.
  public static let makeLink = Route(.post, "/sessions/links", .optionalSession)
  /// The purpose of a link.
  public static let link = Route(.get, "/sessions/links/{id}", .everyone)
  /// The proof that confirms it.
  public static let linkOptions = Route(.post, "/sessions/links/{id}/options", .everyone)
  /// Mails the code of an enrolment to its account.
  public static let linkCode = Route(.post, "/sessions/links/{id}/code", .everyone)
  /// Confirms a link by a proof, and enrols the device or lets the page in.
  public static let confirmLink = Route(.post, "/sessions/links/{id}/confirm", .everyone)
  /// Its progress, as server-sent events; for its maker alone.
  public static let linkEvents = Route(.get, "/sessions/links/{id}/events", .everyone)
  /// Opens the session of a confirmed login, once; for its maker alone.
  public static let collectLink = Route(.post, "/sessions/links/{id}/collect", .everyone)
  /// Says whose the device is that a link has enrolled; for its maker alone.
  public static let claimLink = Route(.post, "/sessions/links/{id}/mine", .everyone)
  /// Stops what a notice told of, by the secret in its link.
  public static let stop = Route(.post, "/stops", .everyone)
  /// Ends it; for its maker alone.
  public static let endLink = Route(.delete, "/sessions/links/{id}", .everyone)
  /// Makes a link for a host's backend.
  public static let makeServiceLink = Route(.post, "/service/links", .service(.sessions))
  /// Opens a session for a person whom the host signed in itself.
  public static let openServiceSession = Route(.post, "/service/sessions", .service(.sessions))
  /// Looks a session up (RFC 7662).
  public static let introspect = Route(.post, "/service/introspect", .service(.sessions))
  /// Redeems a verification token for a protected action of the host's own.
  public static let redeem = Route(.post, "/service/redeem", .service(.transactions))

  static let ofLinks: [Route] = [
    makeLink, link, linkOptions, linkCode, confirmLink, linkEvents, collectLink, claimLink, endLink,
    makeServiceLink, stop,
  ]
  static let ofHosts: [Route] = [openServiceSession, introspect, redeem]
}

/// Transactions to review: created by a host's backend, decided on by the account.
extension Route {
  /// Creates a transaction to review.
  public static let createTransaction = Route(
    .post, "/service/transactions", .service(.transactions))
  /// The decision on a transaction, for the host's backend.
  public static let serviceTransaction = Route(
    .get, "/service/transactions/{id}", .service(.transactions))
  /// The account's transactions (`?status=`).
  public static let transactions = Route(.get, "/transactions", .sessionOfDevice(orAtLeast: .weak))
  /// One transaction of the account.
  public static let transaction = Route(
    .get, "/transactions/{id}", .sessionOfDevice(orAtLeast: .weak))
  /// The account's transactions as they come and are decided, as server-sent events.
  public static let transactionEvents = Route(
    .get, "/transactions/events", .sessionOfDevice(orAtLeast: .weak))
  /// Approves a transaction: the protected action of scenario AUTHORIZE_TRANSACTION.
  public static let approveTransaction = Route(
    .post, "/transactions/{id}/approve", .session(atLeast: .unproved))
  /// Denies a transaction; needs no proof.
  public static let denyTransaction = Route(
    .post, "/transactions/{id}/deny", .sessionOfDevice(orAtLeast: .weak))

  /// Hands an action to the person's other devices.
  public static let handOver = Route(
    .post, "/actions/{scenario}/handover", .session(atLeast: .weak))
  /// An action that this session handed over.
  public static let handover = Route(.get, "/handovers/{id}", .session(atLeast: .weak))
  /// The same as its status changes, as server-sent events.
  public static let handoverEvents = Route(
    .get, "/handovers/{id}/events", .session(atLeast: .weak))
  /// Collects the token that an approval on another device yields.
  public static let collectHandover = Route(
    .post, "/handovers/{id}/collect", .session(atLeast: .weak))
  /// Takes an action back that was handed over.
  public static let withdrawHandover = Route(
    .delete, "/handovers/{id}", .session(atLeast: .weak))

  static let ofTransactions: [Route] = [
    createTransaction, serviceTransaction, transactions, transaction, transactionEvents,
    approveTransaction, denyTransaction, handOver, handover, handoverEvents, collectHandover,
    withdrawHandover,
  ]
}

/// Administration by a host's backend: accounts, their factors, and the audit log.
extension Route {
  /// The accounts, by name (`?after=&limit=`).
  public static let accounts = Route(.get, "/service/accounts", .service(.admin))
  /// One account: its factors, devices and sessions, and what is blocked.
  public static let findAccount = Route(.post, "/service/accounts/find", .service(.admin))
  /// Unblocks every factor of an account.
  public static let unblock = Route(.post, "/service/accounts/unblock", .service(.admin))
  /// Revokes a device or a credential of an account, ends its sessions, or takes all it has.
  public static let revokeOfAccount = Route(.post, "/service/accounts/revoke", .service(.admin))
  /// The rows of the audit log about an account, newest first.
  public static let auditOfAccount = Route(.post, "/service/accounts/audit", .service(.admin))
  /// The lanes of the audit log, each with its newest row (`?after=&limit=`).
  public static let auditLanes = Route(.get, "/service/audit", .service(.admin))
  /// The rows of a lane, oldest first (`?after=&limit=`).
  public static let auditRows = Route(.get, "/service/audit/{lane}", .service(.admin))

  static let ofAdministration: [Route] = [
    accounts, findAccount, unblock, revokeOfAccount, auditOfAccount, auditLanes, auditRows,
  ]
}
