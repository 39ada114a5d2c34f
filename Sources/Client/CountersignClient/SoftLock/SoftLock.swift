/// The soft lock of one account (Countersign device side, "Soft lock"): whoever opens the app shows
/// to the device alone that they are its owner.
///
/// A pure machine: ``take(_:at:)`` says what is to be done, and does nothing itself. It guards the
/// app's screens and never a protected action.
public struct SoftLock: Sendable, Hashable {
  /// Where it stands; what a screen shows follows from it alone.
  public enum Phase: Sendable, Hashable {
    /// The app is shut, and nobody is asked.
    case locked
    /// The system asks for biometrics.
    case biometrics
    /// The app PIN is asked for.
    case appPIN(AppPINQuestion)
    /// A try at the app PIN is judged.
    case judging
    /// The app is open: the session's flag, which lives in memory only.
    case open
    /// The app PIN was wiped, or there is none: only a full login leads on.
    case loginNeeded
  }

  /// Where it stands.
  public internal(set) var phase = Phase.locked
  /// What outlives the process; nil where no app PIN is set.
  public internal(set) var record: LockRecord?

  let policy: SoftLockPolicy
  /// Until when no app PIN is taken, in the time that the process runs.
  var waitEnds: Duration?
  /// Since when the app is in the background, in the time that the process runs.
  var leftAt: Duration?
  /// Whether the device can verify its user, as it said last.
  var readiness = AuthenticatorReadiness.notSupported
  /// Whether the app appeared since the system was asked for biometrics.
  var hasReturned = false
  /// Names the newest prompt: an answer to an older one is not taken.
  var prompt = 0

  /// A lock as a process finds it.
  ///
  /// - Parameters:
  ///   - record: What was kept; nil where no app PIN is set.
  ///   - policy: How often, and how long.
  ///   - time: Now.
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

  /// Until when a wait lasts that another process began.
  static func waitEnds(
    after record: LockRecord, _ policy: SoftLockPolicy, at time: LockTime
  ) -> Duration? {
    let passed = max(0, time.wallMilliseconds - record.countedAt)
    let left = policy.wait(after: record.wrongTries) - .milliseconds(passed)
    return left > .zero ? time.running + left : nil
  }
}

/// What a person is asked who opens the app by its PIN.
public struct AppPINQuestion: Sendable, Hashable {
  /// Why the app PIN is asked for.
  public enum Reason: Sendable, Hashable {
    /// Biometrics opened nothing.
    case biometrics(AuthenticatorError)
    /// The app PIN was wrong.
    case wrong
    /// The next try may not follow yet.
    case tooEarly
    /// What must be kept of a try could not be; the try was not judged.
    case storageFailed
  }

  /// Why.
  public var reason: Reason
  /// How many wrong tries more wipe the app PIN.
  public var triesLeft: Int
  /// How long no try is taken, from when the question was put; zero where one is.
  public var wait: Duration
  /// Whether biometrics may be tried instead.
  public var mayUseBiometrics: Bool
}

/// What of a soft lock outlives the process.
public struct LockRecord: Sendable, Hashable {
  /// Wrong tries in a row; one that is being judged is among them.
  public var wrongTries: Int
  /// When the last was counted, by the device's clock: milliseconds since 1970.
  public var countedAt: Int64
  /// Whether the app PIN was wiped, and no full login has followed.
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
  /// How long the device runs, asleep or not: nobody can set it.
  public var running: Duration
  /// The device's clock, milliseconds since 1970: it outlives a restart, and can be set.
  public var wallMilliseconds: Int64

  /// A moment.
  public init(running: Duration, wallMilliseconds: Int64) {
    self.running = running
    self.wallMilliseconds = wallMilliseconds
  }
}
