public import WireModel

/// Sends codes to whoever asks for them.
public final class CodeRequests: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let addresses: AddressBook
  private let registry: ActionRegistry
  private let grounds: Grounds
  private let secondFactors: SecondFactors
  private let policy: ServicePolicy

  init(
    commands: Commands, codes: Codes, addresses: AddressBook, registry: ActionRegistry,
    grounds: Grounds, secondFactors: SecondFactors, policy: ServicePolicy
  ) {
    self.commands = commands
    self.codes = codes
    self.addresses = addresses
    self.registry = registry
    self.grounds = grounds
    self.secondFactors = secondFactors
    self.policy = policy
  }

  /// Sends a code for a purpose.
  ///
  /// Without a session only a sign-in can be asked for. The answer is the same for each name: no
  /// directory is asked before it, and a code that is more than its recipient may be sent is left
  /// out later. With a session the code goes to the account's person, or is refused where no
  /// address is known.
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
      let ground = try session.flatMap {
        try self.ground(of: request.purpose, $0, at: now, in: transaction)
      }
      let address = try reach?.require(request.firstAddress)
      try codes.store(
        NewCodeRequest(
          id: id, userName: recipient.userName, displayName: nil,
          requester: session.map(CodeRequester.session) ?? .stranger(requester),
          purpose: request.purpose, place: .first, ground: ground, sentTo: recipient.account),
        at: now, in: transaction)
      // As much work for a name without an account as for another.
      try Outbox.put(
        code: id, to: recipient.account.map { .account($0, request.firstAddress) } ?? .nobody,
        request.purpose, ground == .recovery ? .recovery : .purpose,
        in: policy.texts.language(for: session?.languages ?? requester.languages),
        until: now.adding(seconds: codes.policy.lifetimeSeconds), at: now, in: transaction)
      return CodeRequestAnswer(
        codeRequest: id.text, resendAfter: codes.policy.resendSeconds,
        destination: address?.masked)
    }
    commands.outboxBell.ring()
    return decision
  }

  /// The ground on which a code of a purpose adds a factor: its message says it, and the code is
  /// good for no other.
  ///
  /// - Returns: The ground; nil for a purpose that adds no factor, and where none entitles to one.
  private func ground(
    of purpose: CodePurpose, _ session: AuthenticatedSession, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Ground? {
    guard [.register, .setPIN, .registerAndApprove].contains(purpose) else { return nil }
    do {
      let ground = try grounds.ground(ofCodeFor: session.accountID, at: now, in: transaction)
      // What completes a recovery is asked for as that, and on the way to nothing.
      return purpose == .registerAndApprove && ground != .first ? nil : ground
    } catch is Refusal {
      // Who has a factor gets another by that one, also where a recovery is ready a moment later.
      return nil
    }
  }

  /// Refuses a code for an action that takes none, or on the way to which no key is registered.
  private func require(
    _ asked: LinkedOptionsRequest, registersOn ground: Ground?, _ session: AuthenticatedSession,
    in transaction: any ReadTransaction
  ) throws {
    switch (asked.scenario, ground) {
    case (.manageFactors, .some), (.signIn, .some): throw Refusal.proofNotAllowed
    case (.manageFactors, nil):
      // Of the codes, only an authenticator app's is a factor with which others are managed.
      guard try AuthenticatorApps.isEnrolled(session.accountID, in: transaction) else {
        throw Refusal.proofNotAllowed
      }
    case (_, .some):
      let kinds = try registry.requirements(of: asked.scenario, in: policy).kinds
      guard !kinds.isDisjoint(with: [.assertion, .verificationToken]) else {
        throw Refusal.proofNotAllowed
      }
    case (_, nil):
      if let declared = policy.scenarios.declaredScenario(asked.scenario),
        !declared.policy.kinds.contains(.validateCode)
      {
        throw Refusal.proofNotAllowed
      }
    }
  }

  /// Sends a code that stands in for a factor, for one action: the first one, or the second anew
  /// where the first was right; the first one may also register a key on the way.
  private func makeForApproval(
    _ id: CodeRequestID, _ request: CodeRequest, _ asked: LinkedOptionsRequest,
    session: AuthenticatedSession, _ reach: Reach, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CodeRequestAnswer {
    guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
    let ground = try self.ground(of: request.purpose, session, at: now, in: transaction)
    try require(asked, registersOn: ground, session, in: transaction)
    if ground != nil, try Holds.isOnHold(session.accountID, in: transaction) {
      throw Refusal.nothingOnTheWay
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
        id, .first, (request.firstAddress, address), for: action, registersOn: ground,
        session: session, at: now, in: transaction)
    case .sms?:
      guard request.purpose == .approve else {
        throw Refusal(.channelMissing, "only a second code for purpose approve is texted")
      }
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
      second: try Codes.second(of: session.accountID, reach, in: transaction),
      secondFactor: try secondFactors.state(for: session, at: now, in: transaction))
  }

  private func recipient(
    _ request: CodeRequest, session: AuthenticatedSession?, in transaction: any ReadTransaction
  ) throws -> (userName: String, account: AccountID?) {
    if let session {
      guard request.userName == nil else {
        throw Refusal(.unacceptableValue, "leave out userName; the session says whose code it is")
      }
      guard request.purpose != .signIn else {
        throw Refusal(.unacceptableValue, "there is a session already; ask for another purpose")
      }
      let account = session.accountID
      return (try Accounts.userName(of: account, in: transaction), account)
    }
    guard request.purpose == .signIn else { throw Refusal.noSession }
    guard let given = request.userName else {
      throw Refusal(.unacceptableValue, "give userName, or send the access token of a session")
    }
    let name = try AccountName(given)
    return (name.text, try Accounts.find(name, in: transaction))
  }
}

extension Refusal {
  /// A code for a passkey on the way, under a hold: that passkey confirms nothing before its wait
  /// is over.
  fileprivate static let nothingOnTheWay = Refusal(
    .factorWaits,
    "what this account had before is on hold, so a new passkey confirms nothing before its wait is "
      + "over; ask for a code with purpose register, and use the passkey after its wait")
}

extension CodeRequest {
  /// The address that a first code goes to: by mail alone where the request says so.
  fileprivate var firstAddress: AddressChoice { channel == .email ? .email : .first }
}
