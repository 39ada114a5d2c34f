import WebAuthnModel
import WireModel

/// The ground on which a factor was added.
///
/// It is stored with the factor, and says what its level waits for.
enum Ground: String, Sendable, Hashable {
  /// A mailed code, on an account that never had a factor.
  case first
  /// A mailed code that names one document, which the key has approved, on such an account.
  case onTheWay = "on_the_way"
  /// A proof by the first factor, in the session that stored it, within an hour.
  case withFirst = "with_first"
  /// A strong proof that is linked to the document of this very change, or a re-enrolment by a
  /// device's PIN.
  case strongProof = "strong_proof"
  /// A weak proof, where no strong factor is.
  case weakProof = "weak_proof"
  /// The old PIN, which is replaced.
  case oldPIN = "old_pin"
  /// A mailed code, after the wait of a recovery.
  case recovery
  /// A host's word for whom it signed in, on an account that it made, that never had a factor, and
  /// whose address nobody has proved.
  case host
  /// An administrator's word.
  case administrator
}

/// The facts that entitle to a change of factors, or stand in its way, by what is given for it.
enum GroundFacts: Sendable, Hashable {
  /// For a proof that is not strong: whether the account has a strong factor, and whether the
  /// session stored the account's first factor within the hour, and nothing waits.
  case proof(hasStrong: Bool, isOfFirst: Bool)
  /// For a mailed code: whether the account has, or had, a factor, and whether the wait of its
  /// recovery is over.
  case code(hadFactor: Bool, isRecoverable: Bool)
  /// For nothing: whether the account has nothing that the session could prove.
  case nothing(hasNothingToProve: Bool)

  /// The ground that a proof gives.
  ///
  /// - Throws: `insufficient_user_authentication` for a weak proof on an account that has a strong
  ///   factor, or where the deployment takes no weak ones.
  static func ground(
    ofProof level: AssuranceLevel, _ facts: GroundFacts?, _ policy: ServicePolicy
  ) throws(Refusal) -> Ground {
    if level >= .strong { return .strongProof }
    guard level == .weak, case .proof(let hasStrong, let isOfFirst) = facts else {
      throw Refusal.factorRequired
    }
    guard !hasStrong, policy.weakFactors == .wait else { throw Refusal.strongFactorRequired }
    return isOfFirst ? .withFirst : .weakProof
  }

  /// The ground that a mailed code gives.
  ///
  /// Where a host alone brings a first factor, the code does so together with a link of the host's:
  /// once the address is proved, the link alone is not enough.
  ///
  /// - Throws: `insufficient_user_authentication` on an account that has, or had, a factor and is
  ///   not to be recovered.
  func groundOfCode(
    byLinkOfHost isByHost: Bool, _ policy: ServicePolicy
  ) throws(Refusal) -> Ground {
    guard case .code(let hadFactor, let isRecoverable) = self else { throw Refusal.factorRequired }
    guard hadFactor else {
      guard policy.firstFactor != .host || isByHost else { throw Refusal.hostRequired }
      return .first
    }
    guard isRecoverable else { throw Refusal.factorRequired }
    return .recovery
  }
}

/// Reads what entitles to a change of an account's factors, and checks a ground again.
final class Grounds: Sendable {
  private let levels: FactorLevels
  private let recoveries: Recoveries
  private let policy: ServicePolicy

  init(levels: FactorLevels, recoveries: Recoveries, policy: ServicePolicy) {
    self.levels = levels
    self.recoveries = recoveries
    self.policy = policy
  }

  /// Reads the facts for a proof that is not strong.
  func factsOfProof(
    _ account: AccountID, in session: SessionID?, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> GroundFacts {
    .proof(
      hasStrong: try levels.hasStrong(account, at: now, in: transaction),
      isOfFirst: try session.map {
        try isOfFirst($0, account, at: now, in: transaction)
      } ?? false)
  }

  /// Reads the facts for a mailed code.
  func factsOfCode(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> GroundFacts {
    let hadFactor = try Accounts.hadFactor(account, in: transaction)
    return .code(
      hadFactor: hadFactor,
      isRecoverable: try hadFactor
        && recoveries.isRecoverable(account, at: now, in: transaction))
  }

  /// Tells if a session stored the account's first factor within the hour, and nothing waits.
  ///
  /// A waiting factor adds only factors that wait too.
  private func isOfFirst(
    _ session: SessionID, _ account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    let row = try transaction.row(
      "SELECT first_factor_at FROM accounts WHERE id = ? AND first_factor_session = ?",
      [.text(account.text), .text(session.text)])
    guard let first = try row?.optionalInteger(0),
      try ![.announced, .underHold].contains(where: { (reason: Wait.Reason) in
        try Waits.isRunning(reason, of: account, at: now, in: transaction)
      })
    else { return false }
    // A clock that was set back to before the factor makes the hour no longer.
    return (0..<policy.firstSessionSeconds * 1000).contains(now.milliseconds - first)
  }

  /// The ground that a mailed code gives: ``GroundFacts/groundOfCode(byLinkOfHost:_:)``.
  func ground(
    ofCodeFor account: AccountID, byLinkOfHost isByHost: Bool = false, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Ground {
    try factsOfCode(account, at: now, in: transaction)
      .groundOfCode(byLinkOfHost: isByHost, policy)
  }

  /// Checks again what entitled, when it is used: an account may have got a factor meanwhile.
  ///
  /// - Throws: `insufficient_user_authentication` where it holds no more.
  func require(
    _ ground: Ground, of account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    switch ground {
    case .withFirst, .strongProof, .oldPIN, .administrator: return
    case .weakProof:
      guard try !levels.hasStrong(account, at: now, in: transaction) else {
        throw Refusal.strongFactorRequired
      }
    case .first, .onTheWay:
      guard try !Accounts.hadFactor(account, in: transaction) else { throw Refusal.factorRequired }
    case .host:
      guard try !Accounts.hadFactor(account, in: transaction),
        try !Accounts.isProved(account, in: transaction)
      else { throw Refusal.factorRequired }
    case .recovery:
      guard try recoveries.isRecoverable(account, at: now, in: transaction) else {
        throw Refusal.factorRequired
      }
    }
  }
}

/// The proof that brings an account its first factor.
public enum FirstFactorPolicy: String, Sendable, Hashable, CaseIterable {
  /// A mailed code or a host's word; the factor has the level of its kind at once.
  case kind
  /// The same; the factor waits, as one that a weak proof added.
  case waits
  /// A host's word alone; once the address is proved, the mailed code beside a link of the host's.
  case host
}

/// The treatment of factors that a weak proof adds.
public enum WeakFactorPolicy: String, Sendable, Hashable, CaseIterable {
  /// They are weak until a wait is over, in which the person can stop them.
  case wait
  /// No weak proof adds or removes a factor, and no account is recovered by its mailbox.
  case never
}

extension Refusal {
  /// A weak proof where a strong one is asked for (RFC 9470).
  static let strongFactorRequired: Refusal = {
    var refusal = Refusal(
      .insufficientUserAuthentication,
      "prove a passkey or a device's PIN; a PIN in a body, codes and a new factor that waits "
        + "change no factors here")
    refusal.sufficientContext = AssuranceLevel.strong.contextClass
    return refusal
  }()

  /// A mailed code where the host alone brings a first factor.
  static let hostRequired = Refusal(
    .insufficientUserAuthentication,
    "here the first factor comes with a link of your provider; ask there for one")

  /// A factor that waits acts on low amounts only, and on nothing under a hold.
  static func waits(_ wait: Wait) -> Refusal {
    let end = wait.endsAt.map { "until \($0.rfc3339)" } ?? "until its wait is over"
    var refusal =
      switch wait.reason {
      case .recovered: recoveredLimit
      case .held:
        Refusal(
          .factorWaits,
          "what this account had before is on hold; set up a passkey, and use it after its wait")
      case .underHold:
        Refusal(
          .factorWaits,
          "this factor is new, and what the account had before it is on hold: it proves nothing "
            + "\(end)")
      case .announced, .maker, .recovery, .administrator:
        Refusal(
          .factorWaits, "this factor is new and acts on low amounts only \(end); use another one")
      }
    refusal.until = wait.endsAt
    return refusal
  }

  /// A factor that waits sets no telephone number.
  static func setsNoNumber(_ wait: Wait) -> Refusal {
    let end = wait.endsAt.map { "until \($0.rfc3339)" } ?? "until its wait is over"
    var refusal = Refusal(
      .factorWaits, "this factor is new and sets no telephone number \(end); use another one")
    refusal.until = wait.endsAt
    return refusal
  }

  /// A device that a link enrolled adds nothing before the link's maker has said whose it is.
  static let unclaimed = Refusal(
    .factorWaits,
    "the screen that made the link of this device has not said yet whose it is: say there that it "
      + "is yours, then try again; until then it adds no factor, device, link or number")

  /// A key on the way that will wait as a first factor does.
  static let waitsLater = Refusal(
    .factorWaits,
    "this passkey is new and acts on low amounts only until its wait is over; use another one")
}
