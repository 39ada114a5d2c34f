public import CountersignCore
public import Foundation
import RelyingParty
public import SecretSearch
public import Tracing
public import WebAuthnModel
public import WireModel

/// A whole service on a store in a temporary folder, with a clock that stands still.
public final class ServiceHarness: Sendable {
  /// The service.
  public let service: Service
  /// Its store.
  public let store: TestedStore
  /// Its keys.
  public let keyring: Keyring
  /// Its clock.
  public let clock: FakeClock
  /// The messenger, which keeps the delivered messages.
  public let messenger: RecordingMessenger
  /// The bank that carries its money orders.
  public let bank = ScriptedBank()
  /// Its modules.
  public let modules: [any Module]
  /// The folder of the store.
  public let directory: URL
  /// The watch that notes the secrets that pass, and all that must hold none.
  public let watch: SecretWatch

  /// The relying party of every harness.
  public static let relyingPartyID = RelyingPartyID("localhost")
  /// The origin of a harness unless it is told another.
  public static let originText = "http://localhost:8080"

  /// Opens a service whose accounts have money to send.
  ///
  /// - Parameters:
  ///   - directory: The folder of the store; nil for a new temporary one.
  ///   - keyring: The keys; nil for new ones.
  ///   - hooks: Points within transactions at which the test looks on.
  ///   - clock: The clock.
  ///   - originText: The origin of the page and of its passkeys.
  ///   - appOrigins: The origins of native apps that are allowed beside it.
  ///   - hasBank: False if nobody carries money.
  ///   - pace: The pace at which the bank is asked.
  ///   - modules: Its modules; nil for money orders alone.
  ///   - people: The addresses of people.
  ///   - schemas: The tables; nil for those of all modules.
  ///   - driver: The driver of the store.
  ///   - random: The service's randomness.
  ///   - metrics: Counts what the service does; nil for nobody.
  ///   - tracer: Records its work; nil for nobody.
  ///   - watch: The watch that notes secrets; nil for a new one, named after the place in the test.
  ///   - file: The test's file.
  ///   - line: The line in it.
  ///   - change: The test's own changes of the policy.
  /// - Throws: ``StoreError`` if the store cannot be opened.
  public init(
    directory: URL? = nil, keyring: Keyring = .generated(), hooks: StoreHooks = StoreHooks(),
    clock: FakeClock = FakeClock(), originText: String = ServiceHarness.originText,
    appOrigins: [String] = [], hasBank: Bool = true, pace: JobPace = MoneyOrders.pace,
    modules: [any Module]? = nil, people: any Directory = OwnAccounts(), schemas: [Schema]? = nil,
    driver: TestedStore.Driver = .ofEnvironment,
    random: any RandomBytes = SystemRandomBytes(), metrics: ServerMetrics? = nil,
    tracer: (any Tracer)? = nil, watch: SecretWatch? = nil,
    file: String = #fileID, line: Int = #line,
    change: (inout ServicePolicy) -> Void = { _ in }
  ) async throws {
    let directory =
      directory ?? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    self.directory = directory
    self.keyring = keyring
    self.clock = clock
    let watch = watch ?? SecretWatch("\(file):\(line)")
    self.watch = watch
    messenger = RecordingMessenger(watch)
    watch.note(keyring)
    var orders = MoneyOrders(hasBank ? bank : nil)
    orders.pace = pace
    self.modules = modules ?? [orders]
    store = try await TestedStore(
      driver, in: directory, schemas: schemas ?? .of(self.modules), seals: StoreSeals(keyring),
      hooks: hooks)
    var policy = ServicePolicy()
    // A test checks many PINs; what scrypt costs is measured by the benchmark.
    policy.pin.scryptRounds = 16
    // How long a machine full of tests takes to answer decides nothing.
    policy.requests.leastUnderWay = policy.requests.underWay
    policy.codes.channels = [.email, .sms]
    // On a clock that stands still, all requests are those of one second.
    policy.codes.requestsPerSecond = .max
    policy.add(self.modules)
    change(&policy)
    let origins = ([originText] + appOrigins).compactMap(Origin.init)
    guard origins.count == 1 + appOrigins.count else { throw HarnessError.unusableOrigin }
    service = Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(relyingPartyID: Self.relyingPartyID, origins: Set(origins)),
      relyingPartyName: "Countersign", policy: policy,
      modules: self.modules, directory: people, clock: clock,
      random: random, metrics: metrics, tracer: tracer)
    try await service.prepareModules()
  }

  deinit {
    if watch.isOn {
      let path = directory.appending(path: "countersign.sqlite").path
      for row in AuditRows.read(path: path) { watch.keep(.audit, row) }
    }
    store.remove(from: directory)
  }

  /// The worker of the service's outbox.
  ///
  /// - Parameters:
  ///   - messenger: The carrier of messages; nil for the harness's own.
  ///   - courier: The carrier of events of the deployment's own hosts.
  ///   - addressed: The carrier of events to hosts with addresses of their own.
  ///   - log: The log of faults.
  /// - Returns: The worker.
  public func outbox(
    messenger: (any Messenger)? = nil, courier: (any HostCourier)? = nil,
    addressed: (any AddressedCourier)? = nil, log: OutboxLog = .silent
  ) -> OutboxWorker {
    service.outbox(
      messenger: messenger ?? self.messenger, courier: courier, addressed: addressed, log: log)
  }

  /// Delivers the messages that are due.
  public func deliverMessages() async { await outbox().runDue(only: .message, .notice) }

  /// The newest code that a person was sent.
  public func newestCode(to recipient: String) async throws -> SecretText {
    await deliverMessages()
    for message in messenger.messages.reversed() where message.recipient == recipient {
      if let code = message.code { return code }
    }
    throw HarnessError.noCode
  }

  /// Another code than the newest that a person was sent.
  public func wrongCode(to recipient: String) async throws -> SecretText {
    let code = try await newestCode(to: recipient)
    return SecretText(code.exposed == "000000" ? "000001" : "000000")
  }

  /// Signs up and opens a session, as a person would.
  public func signUp(_ userName: String = "ada@example.com") async throws -> AuthenticatedSession {
    let request = try await service.accounts.signUp(
      SignUpRequest(userName: userName, displayName: "Ada"), from: .local
    ).get()
    let code = try await newestCode(to: userName)
    return try await session(
      .code(codeRequest: request.codeRequest, validateCode: code))
  }

  /// Opens a session.
  public func session(_ request: SessionRequest) async throws -> AuthenticatedSession {
    let answer = try await service.signIn.open(request).get()
    watch.note("accessToken", answer.accessToken.exposed)
    return try await service.sessions.authenticate(answer.accessToken, activity: .person).get()
  }

  /// Asks for a code within a session and reads it.
  public func code(
    _ purpose: CodePurpose, _ session: AuthenticatedSession, to recipient: String
  ) async throws -> SecretText {
    _ = try await service.codeRequests.make(
      CodeRequest(purpose: purpose), session: session, from: .local
    ).get()
    return try await newestCode(to: recipient)
  }

  /// Registers the account's first key by a mailed code.
  ///
  /// - Parameters:
  ///   - session: A session of the account.
  ///   - recipient: The recipient of the code.
  ///   - signCount: The key's count at registration; each assertion counts one more.
  /// - Returns: The authenticator.
  /// - Throws: The refusal of a step.
  public func registerKey(
    _ session: AuthenticatedSession, to recipient: String = "ada@example.com",
    signCount: UInt32 = 0
  ) async throws -> TestAuthenticator {
    var authenticator = try newAuthenticator()
    authenticator.signCount = signCount
    let code = try await code(.register, session, to: recipient)
    let options = try await service.credentials.registrationOptions(
      RegistrationOptionsRequest(validateCode: code), session: session
    ).get()
    _ = try await service.credentials.register(
      authenticator.register(options), session: session
    ).get()
    if signCount > 0 { authenticator.signCount += 1 }
    return authenticator
  }

  /// Sets the account's first PIN by a mailed code.
  public func setPIN(
    _ pin: String, _ session: AuthenticatedSession, to recipient: String = "ada@example.com"
  ) async throws {
    watch.note("pin", pin)
    let code = try await code(.setPIN, session, to: recipient)
    _ = try await service.pins.set(
      SetPINRequest(pin: SecretText(pin), entitlement: .validateCode(code)), session: session
    ).get()
  }

  /// An authenticator of this relying party that no account knows.
  public func newAuthenticator() throws -> TestAuthenticator {
    guard let origin = Origin(Self.originText) else { throw HarnessError.unusableOrigin }
    return try TestAuthenticator(relyingPartyID: Self.relyingPartyID, origin: origin)
  }

  /// An assertion over a challenge that is linked to a money order.
  public func linkedAssertion(
    _ payload: MoneyOrder, _ authenticator: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    let options = try await service.actions.options(
      LinkedOptionsRequest(scenario: .sendMoney, payload: payload.json), session: session
    ).get()
    return try authenticator.assert(options.options)
  }

  /// An assertion over an unlinked challenge.
  public func unlinkedAssertion(
    _ authenticator: TestAuthenticator, _ session: AuthenticatedSession
  ) async throws -> AssertionResponse {
    try authenticator.assert(await service.actions.options(session: session).get())
  }

  /// A fault of the money or the audit log; nil if both are whole.
  public func fault() async throws -> String? {
    try await store.read { [modules, keyring] transaction in
      try verifyModules(modules, in: transaction)
        ?? verifyAudit(by: keyring, in: transaction).fault?.description
    }
  }
}

/// A harness that could not be set up.
public enum HarnessError: Error {
  /// The origin is none.
  case unusableOrigin
  /// No code was sent.
  case noCode
  /// No notice has a link that stops anything.
  case noStop
  /// The options hold no challenge for a PIN.
  case noChallenge
}

extension ServiceHarness {
  /// Gives the account a telephone number: by a mailed code if it has no factor, else as though it
  /// had been confirmed.
  public func confirmPhone(
    _ number: String, _ session: AuthenticatedSession, to recipient: String = "ada@example.com"
  ) async throws {
    guard try await hadFactor(session) else {
      let code = try await code(.register, session, to: recipient)
      _ = try await service.phones.set(
        PhoneRequest(phone: number, validateCode: code), session: session
      ).get()
      let otp = try await newestCode(to: number)
      _ = try await service.phones.confirm(PhoneConfirmation(otp: otp), session: session).get()
      return
    }
    try await storePhone(number, session)
  }

  /// Gives the account a telephone number, as though it had been confirmed.
  public func storePhone(_ number: String, _ session: AuthenticatedSession) async throws {
    let (now, account) = (clock.now(), session.accountID)
    try await store.write { transaction in
      let sealed = try transaction.seal(of: account).seal(
        number, at: SealedPlace("phones.number", of: account.text))
      _ = try transaction.execute(
        """
        INSERT INTO phones (account_id, number, confirmed_at, trusted_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET number = excluded.number,
          trusted_at = excluded.trusted_at
        """,
        [
          .text(account.text), sealed, .integer(now.milliseconds), .integer(now.milliseconds),
        ])
    }
  }

  /// Has the owners of all accounts prove their addresses, as though they had signed up themselves
  /// before a host enrolled anything.
  public func proveAddresses() async throws {
    let now = clock.now()
    _ = try await store.write { transaction in
      try transaction.execute(
        "UPDATE accounts SET proved_at = ? WHERE proved_at IS NULL", [.integer(now.milliseconds)])
    }
  }

  /// The content of the link in the newest notice of a kind.
  ///
  /// - Parameters:
  ///   - notice: The kind.
  ///   - recipient: The recipient of the notice.
  /// - Returns: The request that stops the wait or session of the notice.
  /// - Throws: ``HarnessError/noStop`` if there is none.
  public func stopRequest(
    of notice: Message.Notice, to recipient: String = "ada@example.com"
  ) async throws -> StopRequest {
    await deliverMessages()
    let message = messenger.messages.last {
      $0.recipient == recipient && $0.content == .notice(notice)
    }
    let parts = message?.stop?.exposed.split(separator: "#").last?
      .split(separator: ".", maxSplits: 1).map(String.init)
    guard let parts, parts.count == 2 else { throw HarnessError.noStop }
    return StopRequest(id: parts[0], secret: SecretText(parts[1]))
  }

  private func hadFactor(_ session: AuthenticatedSession) async throws -> Bool {
    try await store.read { transaction in
      try transaction.rows(
        "SELECT first_factor_at FROM accounts WHERE id = ?", [.text(session.accountID.text)]
      ).first?
      .optionalInteger(0) != nil
    }
  }
}

extension ServiceHarness {
  /// Puts the keyring beside the store, as a server's folder has it.
  public func writeKeyring() throws {
    let file = directory.appending(path: "keyring")
    try Data(keyring.serialized()).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// The account of a name; nil if there is none.
  public func account(named name: String) async throws -> AccountID? {
    try await store.read { try Accounts.find(AccountName(name), in: $0) }
  }
}
