public import WireModel

/// Sends codes to whoever asks for them.
public final class CodeRequests: Sendable {
  private let commands: Commands
  private let codes: Codes
  private let registry: ActionRegistry
  private let policy: ServicePolicy

  init(commands: Commands, codes: Codes, registry: ActionRegistry, policy: ServicePolicy) {
    self.commands = commands
    self.codes = codes
    self.registry = registry
    self.policy = policy
  }

  /// Sends a code for a purpose.
  ///
  /// Without a session only a sign-in can be asked for, and the answer is the same whether or not
  /// there is such an account. With a session the account's own name is used.
  ///
  /// - Parameters:
  ///   - request: For what, and without a session for whom.
  ///   - session: Who asks, where somebody is signed in.
  ///   - network: From where, by which the requests of strangers are counted.
  /// - Returns: The request's id and when the next may follow, or the refusal.
  /// - Throws: ``StoreError``.
  public func make(
    _ request: CodeRequest, session: AuthenticatedSession?, from network: RequesterNetwork
  ) async throws -> Decision<CodeRequestAnswer> {
    let id = CodeRequestID.new("cod_", commands.random)
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      if let action = request.action {
        guard let session else { throw Refusal.noSession }
        return try makeForApproval(
          id, request, action, session: session, at: now, in: transaction)
      }
      guard request.purpose != .confirmPhone else {
        throw Refusal(.unacceptableValue, "purpose: a number is set with PUT /account/phone")
      }
      guard request.channel == .email else {
        throw Refusal(.channelMissing, "only a code for purpose approve is texted; ask for email")
      }
      let recipient = try recipient(request, session: session, in: transaction)
      try codes.store(
        NewCodeRequest(
          id: id, userName: recipient.userName, displayName: nil,
          requester: session.map(CodeRequester.session) ?? .stranger(network),
          purpose: request.purpose, channel: request.channel), at: now, in: transaction)
      if recipient.exists {
        try Outbox.put(
          code: id, to: recipient.userName, request.channel, request.purpose,
          until: now.adding(seconds: codes.policy.lifetimeSeconds), at: now, in: transaction)
      }
      return CodeRequestAnswer(
        codeRequest: id.text, resendAfter: codes.policy.resendSeconds,
        destination: session.map { _ in MaskedDestination.ofMail(recipient.userName) })
    }
    commands.outboxBell.ring()
    return decision
  }

  /// Sends a code that stands in for a factor, for one action: mailed, or texted anew where the
  /// mailed one was right.
  private func makeForApproval(
    _ id: CodeRequestID, _ request: CodeRequest, _ asked: LinkedOptionsRequest,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
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
    let destination: String
    switch request.channel {
    case .email:
      let recipient = try recipient(request, session: session, in: transaction).userName
      try codes.put(
        id, .email, to: recipient, for: action, session: session, at: now, in: transaction)
      destination = MaskedDestination.ofMail(recipient)
    case .sms:
      try Codes.requireNoApp(of: session.accountID, in: transaction)
      let number = try codes.confirmedPhone(of: session.accountID, in: transaction)
      let mailed = try codes.open(.email, for: action, session, at: now, in: transaction)
      guard mailed?.rightAt != nil else {
        throw Refusal(.proofNotAllowed, "a code is texted after the mailed one was given")
      }
      try codes.text(id, to: number, for: action, session: session, at: now, in: transaction)
      destination = MaskedDestination.ofPhone(number)
    }
    return CodeRequestAnswer(
      codeRequest: id.text, resendAfter: codes.policy.resendSeconds, destination: destination,
      second: try Codes.second(of: session.accountID, in: transaction))
  }

  private func recipient(
    _ request: CodeRequest, session: AuthenticatedSession?, in transaction: any ReadTransaction
  ) throws -> (userName: String, exists: Bool) {
    if let session {
      guard request.userName == nil else {
        throw Refusal(.unacceptableValue, "leave out userName; the session says whose code it is")
      }
      guard request.purpose != .signIn else {
        throw Refusal(.unacceptableValue, "there is a session already; ask for another purpose")
      }
      return (try Accounts.userName(of: session.accountID, in: transaction), true)
    }
    guard request.purpose == .signIn else { throw Refusal.noSession }
    guard let given = request.userName else {
      throw Refusal(.unacceptableValue, "give userName, or send the access token of a session")
    }
    let userName = try EmailAddress(given).text
    let row = try transaction.row(
      "SELECT 1 FROM accounts WHERE user_name = ?", [.text(userName)])
    return (userName, row != nil)
  }
}

/// Where a code was sent, as it may be shown to whoever holds the session: enough to know it again,
/// and too little to learn it.
enum MaskedDestination {
  /// `a•••@example.org`.
  static func ofMail(_ address: String) -> String {
    let parts = address.split(separator: "@", maxSplits: 1)
    return "\(parts.first?.prefix(1) ?? "")•••@\(parts.last ?? "")"
  }

  /// `+234•••••78`.
  static func ofPhone(_ number: String) -> String {
    "\(number.prefix(4))•••••\(number.suffix(2))"
  }
}

/// Where a request came from, as coarse as a household's line: what is counted where nobody has
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
