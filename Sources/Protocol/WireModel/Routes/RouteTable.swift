import HTTPTypes

/// The one route table: all operations that a server serves and a client calls.
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
  /// The account's sessions.
  public static let sessions = Route(.get, "/sessions", .session)
  /// Ends this session.
  public static let endSession = Route(.delete, "/sessions/current", .session)
  /// Ends the other sessions of the account (`?which=others`).
  public static let endSessions = Route(.delete, "/sessions", .session)

  // Credentials.

  /// Creation options for a new credential.
  public static let registrationOptions = Route(.post, "/biometric/register/options", .session)
  /// Registers the credential that the authenticator made.
  public static let registerCredential = Route(.post, "/biometric/register/verify", .session)
  /// The account's credentials.
  public static let credentials = Route(.get, "/biometric/credentials", .session)
  /// Revokes one credential.
  public static let revokeCredential = Route(.delete, "/biometric/credentials/{id}", .session)
  /// Revokes all credentials, or all but one (`?which=others&keep=`, `?which=all`).
  public static let revokeCredentials = Route(.delete, "/biometric/credentials", .session)

  // The step-up of seed 002.

  /// An unlinked challenge for TOP_UP.
  public static let authenticationOptions = Route(.get, "/biometric/auth/options", .session)
  /// A challenge linked to one transaction.
  public static let linkedOptions = Route(.post, "/biometric/auth/options", .session)
  /// Verifies an assertion and gives a verification token.
  public static let verifyAssertion = Route(.post, "/biometric/auth/verify", .session)
  /// Buys airtime: the protected action of scenario TOP_UP.
  public static let topUp = Route(.post, "/user/topup", .session)
  /// Proves a factor and does nothing: the protected action of scenario TEST_BIOMETRICS.
  public static let testBiometrics = Route(.post, "/biometric/test", .session)
  /// What became of an operation, by challenge id or idempotency key.
  public static let operation = Route(.get, "/operations/{id}", .session)

  // Second factor.

  /// The second-factor account as it stands.
  public static let secondFactor = Route(.get, "/second-factor", .session)
  /// Sets or changes the PIN in the seed's form.
  public static let setPIN = Route(.put, "/second-factor/pin", .session)

  // The top-up example.

  /// The wallet's balances.
  public static let wallet = Route(.get, "/user/wallet", .session)
  /// The account's top-ups, newest first.
  public static let topUps = Route(.get, "/user/topups", .session)
  /// What can be bought.
  public static let products = Route(.get, "/products", .session)

  // Health.

  /// Whether the process runs.
  public static let live = Route(.get, "/health/live", .everyone)
  /// Whether the process can serve: its store answers.
  public static let ready = Route(.get, "/health/ready", .everyone)

  /// Every route, in the order above.
  public static let all: [Route] =
    general + ofSecondFactor + ofDevices + ofHosts + ofAdministration + ofLinks
    + ofTransactions

  private static let general: [Route] = [
    signUp, requestCode, sessionOptions, openSession, sessions, endSession, endSessions,
    registrationOptions, registerCredential, credentials, revokeCredential, revokeCredentials,
    authenticationOptions, linkedOptions, verifyAssertion, topUp, testBiometrics,
    operation, secondFactor, setPIN, wallet, topUps, products, live, ready,
  ]
}
