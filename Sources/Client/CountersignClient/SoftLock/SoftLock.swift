/// The soft lock of one account (Countersign device side, "Soft lock"): whoever opens the app shows
/// to the device alone that they are its owner.
///
/// A pure machine: ``take(_:at:)`` says what is to be done, and does nothing itself. It guards the
/// app's screens and never a protected action.
public struct SoftLock: Sendable, Hashable {
  /// The phase of a soft lock; a screen follows from it alone.
  public enum Phase: Sendable, Hashable {
    /// The app is shut, and nobody is asked.
    case locked
    /// The system asks for biometrics.
    case biometrics
    /// The app PIN is asked for.
    case appPIN(AppPINQuestion)
    /// A try at the app PIN is checked.
    case checking
    /// The app is open: the session's flag, which lives in memory only.
    case open
    /// The app PIN was wiped, or there is none: only a full login leads on.
    case loginNeeded
  }

  /// The present phase.
  public private(set) var phase = Phase.locked
  /// The state that outlives the process; nil if no app PIN is set.
  public private(set) var record: LockRecord?

  private let policy: SoftLockPolicy
  /// The end of the wait for the next app PIN, in the time that the process runs.
  private var waitEnds: Duration?
  /// The moment at which the app left the front, in the time that the process runs.
  private var leftAt: Duration?
  /// The device's ability to verify its user, as it said last.
  private var readiness = AuthenticatorReadiness.notSupported
  /// True if the app appeared since the system was asked for biometrics.
  private var hasReturned = false
  /// The number of the newest prompt: an answer to an older one is not taken.
  private(set) var prompt = 0

  /// A lock as a process finds it.
  ///
  /// - Parameters:
  ///   - record: The record that was kept; nil if no app PIN is set.
  ///   - policy: The number of tries, and the waits.
  ///   - time: The present moment.
  public init(_ record: LockRecord?, policy: SoftLockPolicy, at time: LockTime) {
    self.record = record
    self.policy = policy
    guard let record else { return }
    // A clock that was set back shortens no wait: it begins anew, and that once.
    if record.countedAt > time.wallMilliseconds {
      self.record?.countedAt = time.wallMilliseconds
    }
    waitEnds = Self.waitEnds(after: record, policy, at: time)
  }

  /// The end of a wait that another process began.
  private static func waitEnds(
    after record: LockRecord, _ policy: SoftLockPolicy, at time: LockTime
  ) -> Duration? {
    let passed = max(0, time.wallMilliseconds - record.countedAt)
    let left = policy.wait(after: record.wrongTries) - .milliseconds(passed)
    return left > .zero ? time.running + left : nil
  }
}

/// The question to a person who opens the app by its PIN.
public struct AppPINQuestion: Sendable, Hashable {
  /// The reason for which the app PIN is asked for.
  public enum Reason: Sendable, Hashable {
    /// Biometrics opened nothing.
    case biometrics(AuthenticatorError)
    /// The app PIN was wrong.
    case wrong
    /// The next try may not follow yet.
    case tooEarly
    /// A try could not be kept, so it was not verified.
    case storageFailed
  }

  /// The reason for the question.
  public var reason: Reason
  /// The number of further wrong tries that wipe the app PIN.
  public var triesLeft: Int
  /// The time for which no try is taken, from the question on; zero if one is.
  public var wait: Duration
  /// True if biometrics may be tried instead.
  public var mayUseBiometrics: Bool
}

/// The state of a soft lock that outlives the process.
public struct LockRecord: Sendable, Hashable {
  /// Wrong tries in a row; one that is being checked is among them.
  public var wrongTries: Int
  /// The moment at which the last was counted, by the device's clock: milliseconds since 1970.
  public var countedAt: Int64
  /// True if the app PIN was wiped, and no full login has followed.
  public var isWiped: Bool

  /// A record as it is held.
  public init(wrongTries: Int = 0, countedAt: Int64 = 0, isWiped: Bool = false) {
    self.wrongTries = wrongTries
    self.countedAt = countedAt
    self.isWiped = isWiped
  }
}

/// A moment, by both clocks of a device.
public struct LockTime: Sendable, Hashable {
  /// The time for which the device runs, asleep or not: nobody can set it.
  public var running: Duration
  /// The device's clock, milliseconds since 1970: it outlives a restart, and can be set.
  public var wallMilliseconds: Int64

  /// A moment.
  public init(running: Duration, wallMilliseconds: Int64) {
    self.running = running
    self.wallMilliseconds = wallMilliseconds
  }
}

/// The tries and waits of a soft lock.
public struct SoftLockPolicy: Sendable, Hashable {
  /// So many wrong tries in a row wipe the app PIN; at least 1.
  public var maximumTries: Int
  /// The waits after the first wrong try, after the second, and so on; the last counts for all that
  /// follow.
  public var waits: [Duration]
  /// After so long in the background the app is locked again.
  public var background: Duration

  /// A policy; as the specification has it unless told otherwise.
  public init(
    maximumTries: Int = 5,
    waits: [Duration] = [.zero, .seconds(5), .seconds(30), .seconds(120)],
    background: Duration = .seconds(300)
  ) {
    self.maximumTries = max(1, maximumTries)
    self.waits = waits
    self.background = background
  }

  /// The wait after so many wrong tries.
  fileprivate func wait(after wrongTries: Int) -> Duration {
    guard wrongTries > 0, let last = waits.last else { return .zero }
    return wrongTries <= waits.count ? waits[wrongTries - 1] : last
  }
}

/// An event of a soft lock.
public enum SoftLockInput: Sendable, Hashable {
  /// The app came to the front, with the device's ability to verify its user.
  case appeared(AuthenticatorReadiness)
  /// The app left the front.
  case left
  /// The system's prompt was answered; nil if the owner was there.
  case biometrics(prompt: Int, AuthenticatorError?)
  /// The person prefers biometrics to the app PIN.
  case choseBiometrics
  /// An app PIN was typed.
  case typed
  /// The record in the vault by now: another process of the app may have counted, or wiped.
  case found(LockRecord?)
  /// A try could not be kept, or the secret not be read: it was not checked.
  case storageFailed(prompt: Int)
  /// The app PIN was checked.
  case checked(prompt: Int, AppPINVerdict)
  /// The person logged out.
  case loggedOut
  /// An app PIN was set, and kept, by whoever logged in fully: the app opens.
  case appPINSet
  /// An app PIN was set, and kept: that opens nothing.
  case appPINChanged
}

/// The verdict on a try at the app PIN.
public enum AppPINVerdict: Sendable, Hashable, CaseIterable {
  /// It opened the sealed secret.
  case right
  /// It did not.
  case wrong
  /// There is no secret that it could open.
  case missing
}

/// A step for a soft lock, in the order given; after one that failed, none is done.
public enum SoftLockEffect: Sendable, Hashable {
  /// Ask for biometrics, and report the outcome.
  case askBiometrics(prompt: Int)
  /// Keep the record, durably, before anything else is done.
  case keep(LockRecord)
  /// Check the app PIN that was typed.
  case check(prompt: Int)
  /// Destroy the app PIN's secret and the account's session on this device.
  case wipe
}

extension SoftLock {
  /// Takes an input.
  ///
  /// - Parameters:
  ///   - input: The event; one that does not fit the phase changes nothing.
  ///   - time: The moment of the event.
  /// - Returns: The next steps.
  public mutating func take(
    _ input: SoftLockInput, at time: LockTime
  ) -> [SoftLockEffect] {
    switch input {
    case .appeared(let readiness): return appear(readiness, at: time)
    case .left:
      // Also while a prompt is answered: it may open the app when nobody sees it.
      leftAt = leftAt ?? time.running
      return []
    case .biometrics(let prompt, let error):
      guard prompt == self.prompt, phase == .biometrics else { return [] }
      return biometrics(error, at: time)
    case .choseBiometrics:
      guard case .appPIN(let question) = phase, question.mayUseBiometrics else { return [] }
      return askBiometrics()
    case .typed: return type(at: time)
    case .found(let kept): return merge(kept, at: time)
    case .storageFailed(let prompt): return takeBack(prompt, at: time)
    case .checked(let prompt, let verdict): return check(verdict, prompt, at: time)
    case .loggedOut:
      phase = .locked
      leftAt = nil
      return []
    case .appPINSet, .appPINChanged:
      record = LockRecord()
      waitEnds = nil
      if input == .appPINSet { phase = .open }
      return []
    }
  }

  private mutating func appear(
    _ readiness: AuthenticatorReadiness, at time: LockTime
  ) -> [SoftLockEffect] {
    self.readiness = readiness
    if phase == .open, let leftAt, time.running - leftAt >= policy.background { phase = .locked }
    leftAt = nil
    hasReturned = true
    guard phase == .locked else { return [] }
    if record?.isWiped == true {
      phase = .loginNeeded
      return []
    }
    // The process ended while the last try was checked.
    if let record, record.wrongTries >= policy.maximumTries { return wipe() }
    switch readiness {
    case .ready: return askBiometrics()
    case .nothingEnrolled: return askAppPIN(.biometrics(.nothingEnrolled), at: time)
    case .notSupported: return askAppPIN(.biometrics(.notAvailable), at: time)
    }
  }

  private mutating func askBiometrics() -> [SoftLockEffect] {
    prompt += 1
    hasReturned = false
    phase = .biometrics
    return [.askBiometrics(prompt: prompt)]
  }

  private mutating func biometrics(
    _ error: AuthenticatorError?, at time: LockTime
  ) -> [SoftLockEffect] {
    switch error {
    case nil: return open()
    // The system shows no prompt of an app that is not seen: it is asked when it appears, unless it
    // has appeared by now.
    case .notInForeground? where !hasReturned:
      phase = .locked
      return []
    case .lockout?, .permanentLockout?, .notAvailable?, .nothingEnrolled?, .keyGone?:
      readiness = .notSupported
      return askAppPIN(.biometrics(error ?? .failed), at: time)
    case .some(let error): return askAppPIN(.biometrics(error), at: time)
    }
  }

  private mutating func askAppPIN(
    _ reason: AppPINQuestion.Reason, at time: LockTime
  ) -> [SoftLockEffect] {
    guard record != nil else {
      phase = .loginNeeded
      return []
    }
    phase = .appPIN(question(reason, at: time))
    return []
  }

  private func question(
    _ reason: AppPINQuestion.Reason, at time: LockTime
  ) -> AppPINQuestion {
    AppPINQuestion(
      reason: reason, triesLeft: policy.maximumTries - (record?.wrongTries ?? 0),
      wait: max(.zero, (waitEnds ?? time.running) - time.running),
      mayUseBiometrics: readiness == .ready)
  }

  private mutating func type(at time: LockTime) -> [SoftLockEffect] {
    guard case .appPIN = phase, var record else { return [] }
    if let waitEnds, time.running < waitEnds {
      phase = .appPIN(question(.tooEarly, at: time))
      return []
    }
    // Counted before it is checked: whoever ends the process meanwhile has no try more.
    record.wrongTries += 1
    record.countedAt = time.wallMilliseconds
    self.record = record
    prompt += 1
    phase = .checking
    return [.keep(record), .check(prompt: prompt)]
  }

  /// Takes the higher count if two processes count.
  private mutating func merge(_ kept: LockRecord?, at time: LockTime) -> [SoftLockEffect] {
    guard case .appPIN = phase, let own = record else { return [] }
    guard let kept, !kept.isWiped else {
      record = kept
      phase = .loginNeeded
      return []
    }
    guard kept.wrongTries > own.wrongTries else { return [] }
    record = kept
    waitEnds = Self.waitEnds(after: kept, policy, at: time)
    return kept.wrongTries >= policy.maximumTries ? wipe() : []
  }

  /// A try that was not checked is none.
  private mutating func takeBack(_ prompt: Int, at time: LockTime) -> [SoftLockEffect] {
    guard prompt == self.prompt, phase == .checking, var record else { return [] }
    record.wrongTries -= 1
    self.record = record
    phase = .appPIN(question(.storageFailed, at: time))
    return [.keep(record)]
  }

  private mutating func check(
    _ verdict: AppPINVerdict, _ prompt: Int, at time: LockTime
  ) -> [SoftLockEffect] {
    guard prompt == self.prompt, let record else { return [] }
    let isAsked = phase == .checking
    switch verdict {
    case .right:
      // Whoever logged out meanwhile has given the right one all the same.
      let effects = open()
      if !isAsked { phase = .locked }
      return effects
    case .missing: return wipe()
    case .wrong:
      if record.wrongTries >= policy.maximumTries { return wipe() }
      let wait = policy.wait(after: record.wrongTries)
      waitEnds = wait > .zero ? time.running + wait : nil
      return isAsked ? askAppPIN(.wrong, at: time) : []
    }
  }

  /// Opens the app; the row of wrong tries ends.
  private mutating func open() -> [SoftLockEffect] {
    phase = .open
    waitEnds = nil
    guard let record, record.wrongTries > 0 else { return [] }
    self.record = LockRecord()
    return [.keep(LockRecord())]
  }

  private mutating func wipe() -> [SoftLockEffect] {
    var wiped = LockRecord()
    wiped.isWiped = true
    record = wiped
    waitEnds = nil
    phase = .loginNeeded
    // In this order: a crash between the two finds the tries used up, and wipes again.
    return [.wipe, .keep(wiped)]
  }
}
