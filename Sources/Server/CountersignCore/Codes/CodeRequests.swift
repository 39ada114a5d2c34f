public import WireModel

/// Sends codes to whoever asks for them.
public final class CodeRequests: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let addresses: AddressBook
  private let registry: ActionRegistry
  private let policy: ServicePolicy

  init(
    commands: Commands, codes: Codes, addresses: AddressBook, registry: ActionRegistry,
    policy: ServicePolicy
  ) {
    self.commands = commands
    self.codes = codes
    self.addresses = addresses
    self.registry = registry
    self.policy = policy
  }

  /// Sends a code for a purpose.
  ///
  /// Without a session only a sign-in can be asked for. The answer is the same with and without
  /// such an account, and with and without an address: no directory is asked before it. With a
  /// session the code goes to the account's person, or is refused where no address is known.
  ///
  /// - Parameters:
  ///   - request: For what, and without a session for whom.
  ///   - session: Who asks, where somebody is signed in.
  ///   - requester: From where, by which the requests of strangers are counted.
  /// - Returns: The request's id and when the next may follow, or the refusal.
  /// - Throws: ``StoreError``, and ``DirectoryError`` where the directory cannot be asked for the
  ///   person of a session.
  public func make(
    _ request: CodeRequest, session: AuthenticatedSession?, from requester: Requester
  ) async throws -> Decision<CodeRequestAnswer> {
    let id = CodeRequestID.new("cod_", commands.random)
    let now = commands.now()
    var reach: Reach?
    if let session { reach = try await addresses.reach(of: session.accountID) }
    let decision = try await commands.run { [self, reach] transaction in
      if let action = request.action {
        guard let session, let reach else { throw Refusal.noSession }
        return try makeForApproval(
          id, request, action, session: session, reach, at: now, in: transaction)
      }
      guard request.purpose != .confirmPhone else {
        throw Refusal(.unacceptableValue, "purpose: a number is set with PUT /account/phone")
      }
      guard request.channel != .sms else {
        throw Refusal(
          .channelMissing, "only a second code for purpose approve is texted; leave out channel")
      }
      let recipient = try recipient(request, session: session, in: transaction)
      let address = try reach?.require(request.firstAddress)
      try codes.store(
        NewCodeRequest(
          id: id, userName: recipient.userName, displayName: nil,
          requester: session.map(CodeRequester.session) ?? .stranger(requester),
          purpose: request.purpose, place: .first, sentTo: recipient.account,
          address: session == nil ? recipient.typed : address), at: now, in: transaction)
      if let account = recipient.account {
        try Outbox.put(
          code: id, to: .account(account, request.firstAddress), request.purpose,
          until: now.adding(seconds: codes.policy.lifetimeSeconds), at: now, in: transaction)
      }
      return CodeRequestAnswer(
        codeRequest: id.text, resendAfter: codes.policy.resendSeconds,
        destination: address?.masked)
    }
    commands.outboxBell.ring()
    return decision
  }

  /// Sends a code that stands in for a factor, for one action: the first one, or the second anew
  /// where the first was right.
  private func makeForApproval(
    _ id: CodeRequestID, _ request: CodeRequest, _ asked: LinkedOptionsRequest,
    session: AuthenticatedSession, _ reach: Reach, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CodeRequestAnswer {
    guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
    // Of the codes, only an authenticator app's is a factor with which others are managed.
    if asked.scenario == .manageFactors,
      try !AuthenticatorApps.isEnrolled(session.accountID, in: transaction)
    {
      throw Refusal.proofNotAllowed
    }
    if let declared = policy.scenarios.declaredScenario(asked.scenario),
      !declared.policy.kinds.contains(.validateCode)
    {
      throw Refusal.proofNotAllowed
    }
    let action = try registry.document(
      of: asked.scenario, asked.payload,
      in: ReadingContext(.session(session), policy, at: now, in: transaction))
    let address: Address
    switch request.channel {
    case nil, .email?:
      _ = try recipient(request, session: session, in: transaction)
      address = try reach.require(request.firstAddress)
      try codes.put(
        id, .first, (request.firstAddress, address), for: action, session: session, at: now,
        in: transaction)
    case .sms?:
      try Codes.requireNoApp(of: session.accountID, in: transaction)
      address = try reach.require(.second)
      let first = try codes.open(.first, for: action, session, at: now, in: transaction)
      guard first?.rightAt != nil else {
        throw Refusal(.proofNotAllowed, "a code is texted after the first one was given")
      }
      try codes.text(id, to: address, for: action, session: session, at: now, in: transaction)
    }
    return CodeRequestAnswer(
      codeRequest: id.text, resendAfter: codes.policy.resendSeconds, destination: address.masked,
      second: try Codes.second(of: session.accountID, reach, in: transaction))
  }

  private func recipient(
    _ request: CodeRequest, session: AuthenticatedSession?, in transaction: any ReadTransaction
  ) throws -> (userName: String, account: AccountID?, typed: Address?) {
    if let session {
      guard request.userName == nil else {
        throw Refusal(.unacceptableValue, "leave out userName; the session says whose code it is")
      }
      guard request.purpose != .signIn else {
        throw Refusal(.unacceptableValue, "there is a session already; ask for another purpose")
      }
      let account = session.accountID
      return (try Accounts.userName(of: account, in: transaction), account, nil)
    }
    guard request.purpose == .signIn else { throw Refusal.noSession }
    guard let given = request.userName else {
      throw Refusal(.unacceptableValue, "give userName, or send the access token of a session")
    }
    let name = try AccountName(given)
    return (name.text, try Accounts.find(name, in: transaction), name.address)
  }
}

extension CodeRequest {
  /// The address that a first code goes to: by mail alone where the request says so.
  fileprivate var firstAddress: AddressChoice { channel == .email ? .email : .first }
}

/// The network of a request, as coarse as a household's line: it is counted while nobody has
/// signed in.
public struct RequesterNetwork: Sendable, Hashable {
  /// The network as text; never stored but as a part of a keyed hash.
  let text: String

  /// A caller in this process.
  public static let local = RequesterNetwork(text: "local")

  /// The network of an address in network byte order: all of IPv4's 4 bytes, of IPv6's 16 the
  /// first 8, since a line is given that many addresses.
  public init(address: [UInt8]) {
    let isMapped =
      address.count == 16 && address.prefix(10).allSatisfy { $0 == 0 }
      && address[10...11].allSatisfy { $0 == 0xff }
    let network = isMapped ? address[12...] : address.prefix(8)
    text = network.map { String($0, radix: 16) }.joined(separator: ":")
  }

  private init(text: String) { self.text = text }
}
