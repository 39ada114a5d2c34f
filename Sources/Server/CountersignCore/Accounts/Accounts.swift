import WebAuthnModel
public import WireModel

/// The accounts of people: made by a sign-up or by a host, and what they ever had.
public final class Accounts: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let addressProofs: AddressProofs
  let audit: AuditTrail
  private let modules: [any Module]
  private let policy: ServicePolicy

  init(
    commands: Commands, codes: Codes, addressProofs: AddressProofs, audit: AuditTrail,
    modules: [any Module], policy: ServicePolicy
  ) {
    self.commands = commands
    self.codes = codes
    self.addressProofs = addressProofs
    self.audit = audit
    self.modules = modules
    self.policy = policy
  }

  /// Tells if the account has a factor now that a login asks for in place of the device alone: a
  /// credential, a device's PIN, or one in a body.
  ///
  /// An authenticator app is none of these: no login takes codes as a proof.
  static func hasLoginFactor(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      """
      SELECT 1 FROM credentials WHERE account_id = ? AND revoked_at IS NULL
      UNION ALL SELECT 1 FROM devices
        WHERE account_id = ? AND revoked_at IS NULL AND pin_key IS NOT NULL
      UNION ALL SELECT 1 FROM pins WHERE account_id = ? LIMIT 1
      """, [.text(account.text), .text(account.text), .text(account.text)]) != nil
  }

  /// The account of a person whom a host's backend knows, made where it is missing.
  ///
  /// - Throws: ``Refusal`` (`not_found`) for an account that another host made, unless an
  ///   administration asks: its scope is the deployment's.
  func ofHost(
    _ userName: String, displayName: String?, orNew newAccount: NewAccount, by host: HostID,
    _ mandate: HostMandate, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> AccountID {
    let name = try AccountName(userName)
    let displayName = try displayName.map { try DisplayName($0).text }
    if let existing = try Accounts.find(name, in: transaction) {
      let maker = try existing.maker(in: transaction)
      if maker == nil || maker == host || mandate == .anyFactor { return existing }
      guard displayName == nil else {
        throw Refusal(.notFound, "userName: this host can use no account of that name")
      }
    }
    guard let displayName else {
      throw Refusal(
        .notFound, "this host knows no account of that userName; give a displayName to make one")
    }
    try create(
      newAccount, userName: name.text, displayName: displayName, by: .host(host), at: now,
      in: transaction)
    return newAccount.id
  }

  /// An account as a person knows it.
  static func summary(
    _ id: AccountID, in transaction: any ReadTransaction
  ) throws -> SessionLinkDescription.AccountSummary {
    guard let names = try names(of: id, in: transaction) else { throw Refusal.linkOver }
    return SessionLinkDescription.AccountSummary(id: id.text, displayName: names.displayName)
  }

  /// Signs up, or signs in where the account exists: the answer is the same, and the message says
  /// which.
  ///
  /// The account is made when the code comes back, not before: a stranger can neither occupy an
  /// address nor choose its owner's name. The code goes to the name that was typed; that of an
  /// account that exists goes where the directory says, since a host may call people by addresses
  /// that are no longer theirs.
  public func signUp(
    _ request: SignUpRequest, from requester: Requester
  ) async throws -> Decision<CodeRequestAnswer> {
    let id = CodeRequestID.new("cod_", commands.random)
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      let name = try AccountName(request.userName)
      let address = try addressOfNew(name)
      let displayName = try DisplayName(request.displayName).text
      let existing = try Accounts.find(name, in: transaction)
      try codes.store(
        NewCodeRequest(
          id: id, userName: name.text, displayName: displayName, requester: .stranger(requester),
          purpose: .signIn, place: .first, sentTo: existing), at: now, in: transaction)
      try Outbox.put(
        code: id, to: existing.map { .account($0, .first) } ?? .address(address, of: nil), .signIn,
        in: policy.texts.language(for: requester.languages), isSignUp: true,
        until: now.adding(seconds: policy.codes.lifetimeSeconds), at: now,
        in: transaction)
      return CodeRequestAnswer(codeRequest: id.text, resendAfter: policy.codes.resendSeconds)
    }
    commands.outboxBell.ring()
    return decision
  }

  /// The account that the code of a sign-up opens a session of, made where there is none of its
  /// name.
  ///
  /// - Throws: ``Refusal`` (`verification_failed`) for a wrong code, or one that opens nothing.
  func redeem(
    _ code: SecretText, of request: CodeRequestID, orNew newAccount: NewAccount,
    for session: SessionDraft, at place: SignInPlace, in transaction: any WriteTransaction
  ) throws -> AccountID {
    let now = session.now
    let checked = try codes.verify(
      code, request: request, purpose: .signIn, from: place.requester, at: now, in: transaction)
    let id: AccountID
    if let existing = try Accounts.find(AccountName(stored: checked.userName), in: transaction) {
      id = existing
      // The code went to the name that was typed, before a host made an account of that name: its
      // person may be reached elsewhere.
      guard try checked.sentTo == id || id.maker(in: transaction) == nil else {
        throw Refusal.verificationFailed
      }
      try addressProofs.note(
        id,
        by: AddressProofs.Owner(
          session: session.id, page: place.page, displayName: checked.displayName),
        at: now, in: transaction)
      try place.tell(of: session, of: id, in: transaction)
    } else if let displayName = checked.displayName {
      id = newAccount.id
      try create(
        newAccount, userName: checked.userName, displayName: displayName, by: .signUp, at: now,
        in: transaction)
    } else {
      throw Refusal.verificationFailed
    }
    try Codes.close(checked.id, at: now, in: transaction)
    return id
  }

  /// The address to which the code of a sign-up goes, whether or not there is an account.
  private func addressOfNew(_ name: AccountName) throws(Refusal) -> Address {
    guard let address = name.address else {
      throw Refusal(
        .unacceptableValue,
        "userName must be an e-mail address or a telephone number: a code is sent to it")
    }
    if case .phone = address, !policy.codes.channels.contains(.sms) {
      throw Refusal(.channelMissing, "this server texts no codes; sign up with an e-mail address")
    }
    return address
  }

  /// The account of a name; nil where there is none.
  package static func find(
    _ name: AccountName, in transaction: any ReadTransaction
  ) throws -> AccountID? {
    let hashes = try transaction.seals.hashes(of: name.text, .accountName)
    return try transaction.row(
      "SELECT id FROM accounts WHERE name_hash IN (\(hashes.placeholders))", hashes
    ).map { AccountID(try $0.text(0)) }
  }

  /// The account of an id, where there is one.
  static func find(
    _ id: AccountID, in transaction: any ReadTransaction
  ) throws -> AccountID? {
    try transaction.row("SELECT 1 FROM accounts WHERE id = ?", [.text(id.text)]).map { _ in id }
  }

  /// The one who has an account made.
  enum Maker: Sendable {
    /// Its person, by a code that was sent to its name.
    case signUp
    /// A host, which vouches for the person.
    case host(HostID)

    fileprivate var host: HostID? { if case .host(let id) = self { id } else { nil } }
  }

  /// Makes an account, with each module's share in it.
  func create(
    _ account: NewAccount, userName: String, displayName: String, by maker: Maker,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let id = account.id
    let seal = try account.storeKey(in: transaction)
    try transaction.execute(
      """
      INSERT INTO accounts (id, name_hash, user_name, display_name, created_at, host_id, proved_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.text), try Accounts.nameHash(userName, in: transaction),
        try seal.seal(userName, at: Accounts.userNamePlace(id)),
        try seal.seal(displayName, at: Accounts.displayNamePlace(id)),
        .integer(now.milliseconds), SQLValue(maker.host?.text),
        SQLValue(maker.host == nil ? now.milliseconds : nil),
      ])
    for module in modules { try module.accountCreated(id, at: now, in: transaction) }
    try audit.append(AuditEvent("account_created", subject: id), at: now, in: transaction)
  }

  /// Tells if the account has, or ever had, a factor.
  ///
  /// A mailed code alone adds one only to an account that never had any: one whose factors were all
  /// revoked is recovered, not taken by its mailbox.
  static func hadFactor(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT first_factor_at FROM accounts WHERE id = ?", [.text(account.text)])?
      .optionalInteger(0) != nil
  }

  /// Tells if a host's word stands for an account's person: the host made the account, and nobody
  /// has proved its address since.
  static func isAnsweredFor(
    _ account: AccountID, by host: HostID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM accounts WHERE id = ? AND host_id = ? AND proved_at IS NULL",
      [.text(account.text), .text(host.text)]) != nil
  }

  /// Tells if the address of an account was proved, by a code that was sent there.
  static func isProved(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM accounts WHERE id = ? AND proved_at IS NOT NULL", [.text(account.text)]) != nil
  }

  /// Tells if an account had a factor which nobody but its holders took away.
  ///
  /// Before its address is proved those are the host that made it, and whoever that host let in.
  static func wasHeldByOthers(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM accounts WHERE id = ? AND first_factor_at IS NOT NULL AND taken_at IS NULL",
      [.text(account.text)]) != nil
  }

  /// Notes that an administrator took all that an account had.
  static func noteTaken(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE accounts SET taken_at = ? WHERE id = ?",
      [.integer(now.milliseconds), .text(account.text)])
  }

  /// The hash under which the name of an account is stored now.
  static func nameHash(_ name: String, in transaction: any ReadTransaction) throws -> SQLValue {
    try transaction.seals.hashes(of: name, .accountName)[0]
  }

  /// The names of an account: the one by which it is known, and the one that is shown; nil where
  /// there is no such account.
  package static func names(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> (userName: String, displayName: String)? {
    let row = try transaction.row(
      "SELECT user_name, display_name FROM accounts WHERE id = ?", [.text(account.text)])
    guard let row else { return nil }
    let seal = try transaction.seal(of: account)
    return (
      try seal.text(try row.blob(0), at: userNamePlace(account)),
      try seal.text(try row.blob(1), at: displayNamePlace(account))
    )
  }

  static func userNamePlace(_ account: AccountID) -> SealedPlace {
    SealedPlace("accounts.user_name", of: account.text)
  }

  static func displayNamePlace(_ account: AccountID) -> SealedPlace {
    SealedPlace("accounts.display_name", of: account.text)
  }

  /// The name by which the account of a session is known.
  static func userName(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String {
    guard let userName = try account.userName(in: transaction) else { throw Refusal.noSession }
    return userName
  }

  /// Takes from an account every device, credential, PIN and authenticator app, what they entitled
  /// to, and every session but one at most.
  ///
  /// - Returns: How many devices, credentials and sessions there were.
  @discardableResult
  static func revokeFactors(
    of accountID: AccountID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    let account = SQLValue.text(accountID.text)
    let moment = SQLValue.integer(now.milliseconds)
    let devices = try Devices.of(accountID, in: transaction)
    try Attempts.clearAll(of: accountID, in: transaction)
    let credentials = try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL",
      [moment, account])
    let sessions = try Sessions.endAll(
      of: accountID, sparing: session, at: now, in: transaction)
    for device in devices {
      try Devices.revoke(device.id, at: now, in: transaction)
    }
    try transaction.execute("DELETE FROM pins WHERE account_id = ?", [account])
    try AuthenticatorApps.remove(of: accountID, in: transaction)
    try Accounts.voidEntitlements(of: accountID, in: transaction)
    return devices.count + credentials + sessions
  }
}

extension AccountID {
  /// The name by which the account is known; nil where there is no such account.
  func userName(in transaction: any ReadTransaction) throws -> String? {
    try Accounts.names(of: self, in: transaction)?.userName
  }
}
