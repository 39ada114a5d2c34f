import CountersignCore
import WebAuthnModel
import WireModel

/// A factor, as the model knows it.
enum FactorName: Sendable, Hashable {
  case passkey(CredentialID)
  /// The PIN of a device.
  case device(String)
  /// The PIN that the server verifies.
  case pin
  /// Codes: of an authenticator app, or sent.
  case codes
  /// None: the key of a device without a PIN.
  case none
}

/// What entitles to a factor, by the first column of the table of grounds.
enum Ground: String, Sendable, CaseIterable {
  case first, withFirst, strongProof, weakProof, oldPIN, host, recovery, administrator
}

/// The right to store a factor: its ground, checked when it was given.
struct Grant: Sendable {
  let ground: Ground
  /// False where the service may have checked a weaker ground.
  var isSure = true
  /// Whether a link's maker has to say whose the device is before it is strong.
  var takesMakersWord = false
}

/// What a factor waits for before it is strong.
enum Wait: Sendable {
  /// A time from when a notice of it was handed over.
  case announced(Message.Notice, seconds: Int64)
  /// A time from when it was stored.
  case running(seconds: Int64)
  /// The word of a link's maker, and beside it a time: from when a notice was handed over, or from
  /// when it was stored where that is nil.
  case maker(link: String, hasSpoken: Bool, Message.Notice?, seconds: Int64)
  /// Three days from when a notice of the factor was handed over; it proves nothing before.
  case held(Message.Notice)
}

/// A factor of an account.
struct Factor: Sendable {
  let ground: Ground
  /// The level of its kind.
  let kind: AssuranceLevel
  /// In milliseconds of steady time, by which waits run; and by the clock on the wall.
  let addedAt: Int64
  var wait: Wait?
  /// The device that goes with it.
  var device: String?
  var isSuspended = false
  /// False where the service may have it wait, since its ground may have been weaker.
  var isSureOfLevel = true
  /// False where a wait was stopped that may have been this one's.
  var isThereForSure = true
}

/// What the specification says of one account, kept beside the service and never asked of it.
///
/// Levels are upper bounds: where the model cannot know when a wait began it takes the earliest
/// moment. So what it calls a fault is one, whatever it does not know.
struct AccountModel: Sendable {
  let person: Person
  /// Who made the account; nil for the person.
  let maker: Role?
  private(set) var factors: [FactorName: Factor] = [:]
  private(set) var hadFactor = false
  /// The first factor: the session that stored it, and when by the clock on the wall.
  private var first: (session: SessionID?, wall: Int64)?
  /// Devices, with or without a PIN.
  private(set) var devices: Set<String> = []
  /// Sessions that mailed codes opened, and devices that they alone added; void with the first
  /// factor.
  private var byCode: (sessions: Set<SessionID>, devices: Set<String>) = ([], [])
  private(set) var voided: (sessions: Set<SessionID>, devices: Set<String>) = ([], [])
  /// Devices without a PIN that a strong proof added: notices reach the person there, too.
  private var channels: Set<String> = []
  var hasPhone = false
  /// Whether a code that was sent to the address was given right.
  private(set) var isProved: Bool
  /// Whether what was there is on hold beyond doubt.
  private(set) var isOnHold = false
  /// Whether the account had a factor before the hold: then it has had one also once that ends.
  private var hadFactorBefore = false
  /// Whether something of the hold was decided: then what is added waits as anywhere else.
  private var isDecided = false
  /// When the first factor came since something is on hold.
  private var firstHeldAt: Int64?
  /// True where a stop may have taken the first factor: the account may count as one without.
  private var mayHaveLostFirst = false
  /// Whether the account may count as one that never had a factor.
  var mayBeWithoutFactor: Bool { !hadFactor || mayHaveLostFirst }
  /// False where the service may have the first factor wait.
  private var isFirstSure = true
  var recovery: Recovery?
  /// When the last recovery was completed, where nobody has undone it.
  private(set) var recoveredAt: Int64?
  /// Wrong PINs in a row, by device.
  var wrongPINs: [String: Int] = [:]
  /// What sessions are worth at most.
  private(set) var sessions: [SessionID: AssuranceLevel] = [:]
  /// How often a factor came by each ground.
  private(set) var grounds: [Ground: Int] = [:]
  private var lowActions = (count: 0, totals: [String: Int64]())

  struct Recovery: Sendable {
    let begunAt: Int64
    let seconds: Int64
    /// False once something may have cancelled it.
    var isThereForSure = true
  }

  init(_ person: Person, maker: Role?) {
    (self.person, self.maker, isProved) = (person, maker, maker == nil)
  }

  /// Ten minutes that a clock may be set without anything being moved.
  static let tolerance: Int64 = 600_000
  static let day: Int64 = 86_400
}

extension AccountModel {
  /// What a factor is worth at most.
  func ceiling(_ name: FactorName, _ post: Postman, at now: Int64) -> AssuranceLevel {
    switch name {
    case .none: return .unproved
    case .pin, .codes:
      guard let factor = factors[name], !factor.isSuspended, case .held = factor.wait else {
        return .weak
      }
      return isOver(factor, post, at: now) ? .weak : .unproved
    case .passkey, .device:
      guard let factor = factors[name], !factor.isSuspended else { return .unproved }
      if isOver(factor, post, at: now) { return factor.kind }
      if case .held = factor.wait { return .unproved }
      return .weak
    }
  }

  /// Whether a factor's wait may be over.
  private func isOver(_ factor: Factor, _ post: Postman, at now: Int64) -> Bool {
    let (begun, seconds): (Int64?, Int64)
    switch factor.wait {
    case nil: return true
    case .announced(let notice, let length):
      (begun, seconds) = (post.firstStop(notice, of: person, since: factor.addedAt), length)
    case .running(let length): (begun, seconds) = (factor.addedAt, length)
    case .maker(link: _, let hasSpoken, let notice, let length):
      guard hasSpoken else { return false }
      begun =
        notice.map { post.firstStop($0, of: person, since: factor.addedAt) } ?? factor.addedAt
      seconds = length
      if seconds == 0 { return true }
    case .held(let notice):
      (begun, seconds) = (post.firstStop(notice, of: person, since: factor.addedAt), 3 * Self.day)
    }
    guard let begun else { return false }
    return seconds == 0 || now >= begun + seconds * 1000 - Self.tolerance
  }

  /// Whether a factor that came under the hold may have waited: what comes then waits as elsewhere.
  private func mayHoldBeSettled(at now: Int64) -> Bool {
    firstHeldAt.map { now >= $0 + 3 * Self.day * 1000 - Self.tolerance } ?? false
  }

  /// Whether a factor is there, and strong, beyond doubt.
  func isStrongForSure(_ name: FactorName) -> Bool {
    guard let factor = factors[name] else { return false }
    return factor.wait == nil && factor.kind >= .strong && factor.isSureOfLevel && isThere(name)
  }

  /// Whether a factor is there beyond doubt.
  func isThere(_ name: FactorName) -> Bool {
    factors[name].map { !$0.isSuspended && $0.isThereForSure } ?? false
  }

  var hasStrongForSure: Bool { factors.keys.contains(where: isStrongForSure) }

  /// The ground that a proof or a mailed code gives for a new factor.
  ///
  /// - Throws: ``Violation`` where the table of grounds gives none.
  func ground(
    of entitlement: Entitlement, in session: SessionID?, _ post: Postman, at now: Int64
  ) throws(Violation) -> Ground {
    switch entitlement {
    case .code:
      if !hadFactor { return .first }
      guard isRecoveryReady(post, at: now) else {
        if mayHaveLostFirst { return .first }
        throw Violation(.grounds, "a mailed code entitled to a factor beside those of \(person)")
      }
      return .recovery
    case .oldPIN: return .oldPIN
    case .proof(let proof):
      guard proof.flavour == .fresh, proof.isLinked || !proof.factor.isOfKey else {
        throw Violation(
          .levels, "factors of \(person) changed on a proof that was \(proof.flavour)")
      }
      let level = ceiling(proof.factor, post, at: now)
      if level >= .strong { return .strongProof }
      guard level == .weak else {
        throw Violation(.levels, "factors of \(person) changed on a proof of no factor")
      }
      guard !hasStrongForSure else {
        throw Violation(.levels, "a weak proof changed factors of \(person) beside a strong one")
      }
      if let session, let first, first.session == session,
        (0..<3_600_000).contains(post.wall - first.wall)
      {
        return .withFirst
      }
      return .weakProof
    }
  }

  /// Whether the wait of a recovery may be over.
  func isRecoveryReady(_ post: Postman, at now: Int64) -> Bool {
    guard let recovery,
      let told = post.firstStop(.recoveryBegun, of: person, since: recovery.begunAt)
    else { return false }
    return now >= told + recovery.seconds * 1000 - Self.tolerance
  }

  /// How long what only waits is announced for: longer where only the mailbox is told.
  ///
  /// A device that a mailed code alone added shortens no wait.
  var announcedSeconds: Int64 {
    let hasPIN = devices.contains { factors[.device($0)] != nil }
    return hasPhone || hasPIN || !channels.isEmpty ? Self.day : 3 * Self.day
  }
}

extension AccountModel {
  /// Notes a factor that was stored.
  mutating func add(
    _ name: FactorName, _ grant: Grant, link: String? = nil, told notice: Message.Notice,
    from device: String? = nil, in session: SessionID?, keeping kept: Kept, at now: Int64,
    wall: Int64
  ) throws(Violation) {
    try requireStill(grant.ground)
    grounds[grant.ground, default: 0] += 1
    if grant.ground == .recovery { completeRecovery(at: now) }
    let seconds: Int64 =
      switch grant.ground {
      case .weakProof: announcedSeconds
      case .recovery, .administrator: Self.day
      case .first, .withFirst, .strongProof, .oldPIN, .host: 0
      }
    var wait: Wait?
    if isOnHold, !isDecided, !mayHoldBeSettled(at: now),
      ![.strongProof, .oldPIN].contains(grant.ground)
    {
      (wait, firstHeldAt) = (.held(notice), firstHeldAt ?? now)
    } else if grant.takesMakersWord, let link {
      // Under a hold that the model does not know of it waits for no word.
      wait = .maker(
        link: link, hasSpoken: isOnHold || !isFirstSure, grant.ground == .weakProof ? notice : nil,
        seconds: seconds)
    } else if grant.ground == .weakProof {
      wait = .announced(notice, seconds: seconds)
    } else if seconds > 0 {
      wait = .running(seconds: seconds)
    }
    if case .device(let id) = name { devices.insert(id) }
    let kind: AssuranceLevel = name.isOfKey ? .strong : .weak
    if grant.ground != .oldPIN || factors[name] == nil {
      factors[name] = Factor(
        ground: grant.ground, kind: kind, addedAt: now, wait: wait, device: device,
        isSureOfLevel: grant.isSure && (grant.ground != .first || isFirstSure))
    }
    if !hadFactor || (mayHaveLostFirst && grant.ground == .first) {
      first = (session, wall)
      voidWhatCodesGave(besides: name, kept)
    }
    (hadFactor, mayHaveLostFirst) = (true, false)
    if let session, [.first, .host, .recovery].contains(grant.ground) {
      if case .held = wait { return }
      note(session, atMost: wait == nil ? kind : .weak)
    }
  }

  /// What stays beside a first factor: the session that stores it or made its link, and its device.
  struct Kept {
    var sessions: Set<SessionID> = []
    var device: String?

    init(_ session: AuthenticatedSession) {
      (sessions, device) = ([session.id], session.deviceID?.text)
    }

    /// The session that made a link.
    init(linkMaker: SessionID?) {
      if let linkMaker { sessions = [linkMaker] }
    }
  }

  /// The first factor voids what mailed codes alone entitled to, the telephone number included.
  private mutating func voidWhatCodesGave(besides name: FactorName, _ kept: Kept) {
    voided.sessions = byCode.sessions.subtracting(kept.sessions)
    voided.devices = byCode.devices.filter { $0 != kept.device && name != .device($0) }
    devices.subtract(voided.devices)
    hasPhone = false
  }

  /// Notes a session that a mailed code opened.
  mutating func note(openedByCode session: SessionID) { byCode.sessions.insert(session) }

  /// Notes a passkey that came with a device: one wait is theirs together.
  mutating func addBeside(
    _ name: FactorName, _ other: FactorName, of device: String, at now: Int64
  ) throws(Violation) {
    guard var factor = factors[other] else {
      throw Violation(.grounds, "a passkey of \(person) came with a device that is no factor")
    }
    factor.device = device
    factors[name] = factor
  }

  /// What entitled is checked again when it is used.
  private func requireStill(_ ground: Ground) throws(Violation) {
    switch ground {
    case .first, .host:
      guard !hadFactor || mayHaveLostFirst else {
        throw Violation(.grounds, "\(person) has had a factor, and got another as the first one")
      }
      guard ground == .first || !isProved else {
        throw Violation(.grounds, "\(person) got a factor by a host's word after the address")
      }
    case .weakProof:
      guard !hasStrongForSure else {
        throw Violation(.grounds, "\(person) got a factor by a weak proof beside a strong one")
      }
    case .recovery:
      guard recovery != nil else {
        throw Violation(.grounds, "\(person) got a factor by a recovery that was over")
      }
    case .withFirst, .strongProof, .oldPIN, .administrator: return
    }
  }

  /// Suspends what was there before, and forgets what an earlier recovery suspended.
  private mutating func completeRecovery(at now: Int64) {
    (recovery, recoveredAt, isProved, isOnHold) = (nil, now, true, false)
    factors = factors.filter { !$0.value.isSuspended }
    for name in factors.keys { factors[name]?.isSuspended = true }
  }

  /// Brings back what a recovery suspended, and takes away what came since.
  mutating func undoRecovery() {
    recoveredAt = nil
    factors = factors.filter { $0.value.isSuspended }
    for name in factors.keys { factors[name]?.isSuspended = false }
  }

  /// Notes that a code proved the address: what was there is on hold, and nothing shortens a wait.
  mutating func proveAddress() {
    guard !isProved else { return }
    (isProved, recovery, hadFactorBefore) = (true, nil, hadFactor)
    let isThere = !factors.isEmpty || !devices.isEmpty
    // A number alone is on hold too, and what is gone, until something that came since has waited.
    if !isThere, hasPhone || hadFactor { (hadFactor, first, isFirstSure) = (false, nil, false) }
    (devices, channels, hasPhone) = ([], [], false)
    guard isThere else { return }
    (isOnHold, isDecided, hadFactor, first) = (true, false, false, nil)
    factors = factors.filter { !$0.value.isSuspended }
    for name in factors.keys { factors[name]?.isSuspended = true }
  }

  /// Notes a code for a first factor: only its own device stays, if there is one.
  mutating func proveAddressInSession() {
    guard !isProved else { return }
    isProved = true
    // One that has no PIN may be on hold now, and then the first factor waits.
    isFirstSure = devices.isEmpty && !hasPhone
  }

  /// Notes that a device that was on hold counts again.
  mutating func keepHeld(_ name: FactorName) {
    factors[name]?.isSuspended = false
    factors[name]?.wait = nil
    if case .device(let id) = name { devices.insert(id) }
    noteDecision()
  }

  /// Notes that a device that was on hold is gone.
  mutating func removeHeld(_ name: FactorName) {
    remove(name)
    noteDecision()
  }

  /// Once all is decided nothing is on hold; a device without a PIN may be that still.
  private mutating func noteDecision() {
    isDecided = true
    if !factors.values.contains(where: \.isSuspended) { isOnHold = false }
  }

  /// Brings back what was on hold, and takes away what came since.
  mutating func endHold() {
    (isOnHold, firstHeldAt) = (false, nil)
    undoRecovery()
    for case .device(let id) in factors.keys { devices.insert(id) }
    hadFactor =
      hadFactor || hadFactorBefore || factors.values.contains(where: \.isThereForSure)
    if !hadFactorBefore { noteStop() }
  }

  /// Notes that something was stopped: where nothing is left for sure, the account may count as one
  /// that never had a factor.
  private mutating func noteStop() {
    if !factors.values.contains(where: \.isThereForSure) { mayHaveLostFirst = true }
  }

  /// Notes a device without a PIN.
  mutating func note(device id: String, _ ground: Ground) {
    devices.insert(id)
    if ground == .first { byCode.devices.insert(id) }
    if ground == .strongProof { channels.insert(id) }
  }

  /// Notes that a factor is gone; a device takes its passkeys along.
  mutating func remove(_ name: FactorName) {
    factors[name] = nil
    guard case .device(let id) = name else { return }
    devices.remove(id)
    channels.remove(id)
    factors = factors.filter { $0.value.device != id }
  }

  mutating func removeAll(where isGone: (FactorName) -> Bool) {
    for name in factors.keys where isGone(name) { remove(name) }
  }

  /// Notes the word of a link's maker.
  mutating func claim(link id: String, isMine: Bool) {
    for (name, factor) in factors {
      guard case .maker(link: id, hasSpoken: _, let notice, let seconds) = factor.wait
      else { continue }
      if isMine {
        factors[name]?.wait = .maker(link: id, hasSpoken: true, notice, seconds: seconds)
      } else {
        remove(name)
        noteStop()
      }
    }
  }

  /// Whether the maker of a factor's link has said nothing yet, beyond doubt.
  func isUnclaimed(_ name: FactorName) -> Bool {
    if case .maker(_, hasSpoken: false, _, _) = factors[name]?.wait { true } else { false }
  }

  /// Notes that a sign-in was stopped: with it may go a recovery that was begun in it, and the
  /// unclaimed device of its link.
  mutating func stopSignIn() {
    recovery?.isThereForSure = false
    let unclaimed = factors.keys.filter(isUnclaimed)
    for name in unclaimed { factors[name]?.isThereForSure = false }
    if !unclaimed.isEmpty { noteStop() }
  }

  /// Notes that one of what waits was stopped: nobody but the service knows which.
  mutating func stopSomethingThatWaits() {
    // It may have been the last that was on hold.
    isOnHold = false
    for (name, factor) in factors where factor.wait != nil {
      factors[name]?.isThereForSure = false
    }
    noteStop()
  }

  /// Notes that an amount was moved, in minor units.
  mutating func act(
    on made: MadeProof, _ amount: Int64, _ currency: String, _ post: Postman, at now: Int64
  ) throws(Violation) {
    let level = ceiling(made.factor, post, at: now)
    if made.isLinked, level >= .strong {
      lowActions = (0, [:])
      return
    }
    let limit: Int64 = currency == "EUR" ? 2000 : 100_000
    let total = lowActions.totals[currency, default: 0] + amount
    guard level >= .weak, amount <= limit, lowActions.count < 5, total <= 5 * limit else {
      throw Violation(
        .levels,
        "\(person) moved \(amount) \(currency) as number \(lowActions.count + 1) by a factor of "
          + "level \(level), linked: \(made.isLinked)")
    }
    lowActions.count += 1
    lowActions.totals[currency] = total
  }

  mutating func note(_ session: SessionID, atMost level: AssuranceLevel) {
    sessions[session] = max(sessions[session] ?? .unproved, level)
  }
}
