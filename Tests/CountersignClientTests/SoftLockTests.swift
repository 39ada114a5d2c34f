import CountersignClient
import Testing

@Suite("The soft lock's machine")
struct SoftLockTests {
  @Test("biometrics come first, and open the app until logout")
  func biometricsOpen() {
    var lock = Lock()
    #expect(lock.take(.appeared(.ready)) == [.askBiometrics(prompt: 1)])
    #expect(lock.phase == .biometrics)
    #expect(lock.take(.biometrics(prompt: 1, nil)).isEmpty)
    #expect(lock.phase == .open)
    // Session persists without re-prompting.
    lock.take(.left)
    lock.pass(.seconds(299))
    #expect(lock.take(.appeared(.ready)).isEmpty && lock.phase == .open)
    // What the app says twice of one return counts from no earlier leaving.
    lock.pass(.seconds(300))
    #expect(lock.take(.appeared(.ready)).isEmpty && lock.phase == .open)
    lock.take(.loggedOut)
    #expect(lock.phase == .locked)
    #expect(lock.take(.appeared(.ready)) == [.askBiometrics(prompt: 2)])
  }

  @Test("long enough in the background locks the app; the time in front does not count")
  func background() {
    var lock = Lock()
    lock.open()
    lock.pass(.seconds(100_000))
    #expect(lock.take(.appeared(.ready)).isEmpty && lock.phase == .open)
    lock.take(.left)
    lock.pass(.seconds(300))
    #expect(lock.take(.appeared(.ready)) == [.askBiometrics(prompt: 2)])
    #expect(lock.phase == .biometrics)
  }

  @Test("a clock that is set changes nothing of the time in the background")
  func backgroundClock() {
    var lock = Lock()
    lock.open()
    lock.take(.left)
    lock.time.wallMilliseconds -= 10_000_000
    lock.time.running += .seconds(301)
    #expect(lock.take(.appeared(.ready)) == [.askBiometrics(prompt: 2)])
  }

  @Test(
    "biometrics that open nothing lead to the app PIN, which says why",
    arguments: [
      AuthenticatorError.cancelled, .notAvailable, .nothingEnrolled, .lockout, .permanentLockout,
      .failed, .keyGone,
    ])
  func biometricsFail(error: AuthenticatorError) {
    var lock = Lock()
    lock.take(.appeared(.ready))
    #expect(lock.take(.biometrics(prompt: 1, error)).isEmpty)
    #expect(lock.question?.reason == .biometrics(error))
    let mayTryAgain = [.cancelled, .failed].contains(error)
    #expect(lock.question?.mayUseBiometrics == mayTryAgain)
    #expect(
      lock.take(.choseBiometrics) == (mayTryAgain ? [.askBiometrics(prompt: 2)] : []))
  }

  @Test(
    "without biometrics the app PIN is asked for at once",
    arguments: [AuthenticatorReadiness.nothingEnrolled, .notSupported])
  func noBiometrics(readiness: AuthenticatorReadiness) {
    var lock = Lock()
    #expect(lock.take(.appeared(readiness)).isEmpty)
    #expect(lock.question?.mayUseBiometrics == false)
    #expect(lock.type(.right) == .open)
  }

  @Test("a prompt of an app that is not in front is put again when it appears")
  func notInForeground() {
    var lock = Lock()
    lock.take(.appeared(.ready))
    lock.take(.biometrics(prompt: 1, .notInForeground))
    #expect(lock.phase == .locked)
    #expect(lock.take(.appeared(.ready)) == [.askBiometrics(prompt: 2)])
    // The answer to the first one comes late.
    lock.take(.biometrics(prompt: 1, nil))
    #expect(lock.phase == .biometrics)
  }

  @Test("a prompt that is answered after logout opens nothing")
  func lateAnswer() {
    var lock = Lock()
    lock.take(.appeared(.ready))
    lock.take(.loggedOut)
    lock.take(.biometrics(prompt: 1, nil))
    #expect(lock.phase == .locked)
  }

  @Test("a try is kept before it is checked, and a right one ends the row of wrong ones")
  func counted() {
    var lock = Lock(readiness: .notSupported)
    lock.type(.wrong)
    #expect(lock.question?.reason == .wrong && lock.question?.triesLeft == 4)
    let effects = lock.take(.typed)
    #expect(
      effects == [
        .keep(LockRecord(wrongTries: 2, countedAt: lock.time.wallMilliseconds)),
        .check(prompt: 2),
      ])
    #expect(lock.take(.checked(prompt: 2, .right)) == [.keep(LockRecord())])
    #expect(lock.phase == .open && lock.record == LockRecord())
  }

  @Test("biometrics end the row of wrong tries too")
  func biometricsEndTheRow() {
    var lock = Lock()
    lock.take(.appeared(.ready))
    lock.take(.biometrics(prompt: 1, .cancelled))
    lock.type(.wrong)
    lock.take(.choseBiometrics)
    #expect(lock.take(.biometrics(prompt: 3, nil)) == [.keep(LockRecord())])
  }

  @Test("waits grow between wrong tries, and the fifth in a row wipes")
  func waitsAndWipe() {
    var lock = Lock(readiness: .notSupported)
    for (tries, wait) in [(1, 0), (2, 5), (3, 30), (4, 120)] {
      lock.type(.wrong)
      #expect(lock.question?.triesLeft == 5 - tries)
      #expect(lock.question?.wait == .seconds(wait))
      guard wait > 0 else { continue }
      lock.pass(.seconds(wait) - .milliseconds(1))
      #expect(lock.take(.typed).isEmpty)
      #expect(lock.question?.reason == .tooEarly)
      #expect(lock.question?.wait == .milliseconds(1))
      lock.pass(.milliseconds(1))
    }
    lock.take(.typed)
    #expect(
      lock.take(.checked(prompt: 5, .wrong)) == [.wipe, .keep(LockRecord(isWiped: true))])
    #expect(lock.phase == .loginNeeded)
    // Neither a restart nor biometrics lead past the full login.
    lock.restart()
    #expect(lock.take(.appeared(.ready)).isEmpty && lock.phase == .loginNeeded)
    #expect(lock.take(.appPINSet).isEmpty && lock.phase == .open)
    #expect(lock.record == LockRecord())
  }

  @Test("a wait survives a restart of the app")
  func waitSurvivesRestart() {
    var lock = Lock(readiness: .notSupported)
    lock.type(.wrong)
    lock.type(.wrong)
    lock.type(.wrong, after: .seconds(5))
    lock.pass(.seconds(10))
    lock.restart()
    lock.take(.appeared(.notSupported))
    #expect(lock.question?.wait == .seconds(20) && lock.question?.triesLeft == 2)
    #expect(lock.take(.typed).isEmpty)
    lock.pass(.seconds(20))
    #expect(lock.type(.right) == .open)
  }

  @Test("a clock that is set back before a restart shortens no wait, and lengthens it once at most")
  func clockSetBack() {
    var lock = Lock(readiness: .notSupported)
    lock.type(.wrong)
    lock.type(.wrong)
    lock.time.wallMilliseconds -= 1_000_000_000
    lock.restart()
    lock.take(.appeared(.notSupported))
    #expect(lock.question?.wait == .seconds(5))
    lock.pass(.seconds(3))
    lock.restart()
    lock.take(.appeared(.notSupported))
    #expect(lock.question?.wait == .seconds(2))
    lock.pass(.seconds(2))
    #expect(lock.type(.right) == .open)
  }

  @Test("leaving while a try is checked or a prompt is answered counts as leaving")
  func leftBeforeItOpened() {
    var typing = Lock(readiness: .notSupported)
    typing.take(.typed)
    typing.take(.left)
    typing.take(.checked(prompt: 1, .right))
    typing.pass(.seconds(300))
    typing.take(.appeared(.notSupported))
    #expect(typing.question != nil)
    var prompted = Lock()
    prompted.take(.appeared(.ready))
    prompted.take(.left)
    prompted.take(.biometrics(prompt: 1, nil))
    prompted.pass(.seconds(300))
    #expect(prompted.take(.appeared(.ready)) == [.askBiometrics(prompt: 2)])
  }

  @Test("a prompt that ended unseen after the return is followed by the app PIN, not by nothing")
  func endedUnseen() {
    var lock = Lock()
    lock.take(.appeared(.ready))
    lock.take(.left)
    lock.take(.appeared(.ready))
    lock.take(.biometrics(prompt: 1, .notInForeground))
    #expect(lock.question?.reason == .biometrics(.notInForeground))
    #expect(lock.take(.choseBiometrics) == [.askBiometrics(prompt: 2)])
  }

  @Test("a try that is checked after logout asks nothing and opens nothing")
  func checkedAfterLogout() {
    for verdict in AppPINVerdict.allCases where verdict != .missing {
      var lock = Lock(readiness: .notSupported)
      lock.take(.typed)
      lock.take(.loggedOut)
      lock.take(.checked(prompt: 1, verdict))
      #expect(lock.phase == .locked)
    }
  }

  @Test("what is said of an earlier prompt is not taken for the newest")
  func earlierPrompt() {
    var lock = Lock(readiness: .notSupported)
    lock.type(.wrong)
    lock.take(.typed)
    lock.take(.checked(prompt: 1, .right))
    #expect(lock.phase == .checking)
    #expect(lock.take(.storageFailed(prompt: 1)).isEmpty && lock.phase == .checking)
  }

  @Test("what another process counted counts, its wait too; what it wiped is wiped")
  func otherProcess() {
    var lock = Lock(readiness: .notSupported)
    let now = lock.time.wallMilliseconds
    #expect(lock.take(.found(LockRecord(wrongTries: 3, countedAt: now))).isEmpty)
    #expect(lock.take(.typed).isEmpty)
    #expect(lock.question?.reason == .tooEarly && lock.question?.wait == .seconds(30))
    #expect(lock.question?.triesLeft == 2)
    // A lower count lowers nothing.
    lock.take(.found(LockRecord(wrongTries: 1, countedAt: now)))
    #expect(lock.record?.wrongTries == 3)
    var wiped = lock
    wiped.take(.found(LockRecord(isWiped: true)))
    #expect(wiped.phase == .loginNeeded)
    wiped = lock
    wiped.take(.found(nil))
    #expect(wiped.phase == .loginNeeded)
    #expect(
      lock.take(.found(LockRecord(wrongTries: 5, countedAt: now)))
        == [.wipe, .keep(LockRecord(isWiped: true))])
  }

  @Test("a process that ends while a try is checked has spent it; after the last it is wiped")
  func endedWhileChecking() {
    var lock = Lock(readiness: .notSupported)
    for _ in 1...5 {
      lock.pass(.seconds(120))
      lock.take(.typed)
      lock.restart()
      guard lock.record?.wrongTries != 5 else { break }
      lock.take(.appeared(.notSupported))
    }
    #expect(
      lock.take(.appeared(.ready)) == [.wipe, .keep(LockRecord(isWiped: true))])
    #expect(lock.phase == .loginNeeded)
  }

  @Test("a try that could not be kept is not checked and not counted")
  func notKept() {
    var lock = Lock(readiness: .notSupported)
    lock.take(.typed)
    let at = lock.time.wallMilliseconds
    // Where it was kept and the secret could not be read, the count is taken back for good.
    #expect(
      lock.take(.storageFailed(prompt: 1)) == [.keep(LockRecord(wrongTries: 0, countedAt: at))])
    #expect(lock.question?.reason == .storageFailed && lock.question?.triesLeft == 5)
    lock.take(.checked(prompt: 1, .right))
    #expect(lock.phase != .open)
  }

  @Test("where no app PIN is set and biometrics open nothing, only a full login leads on")
  func noAppPIN() {
    var lock = Lock(record: nil)
    lock.take(.appeared(.ready))
    lock.take(.biometrics(prompt: 1, .cancelled))
    #expect(lock.phase == .loginNeeded)
  }
}

/// A lock and the time.
private struct Lock {
  private var machine: SoftLock
  var time = LockTime(running: .seconds(1_000), wallMilliseconds: 1_700_000_000_000)
  private var tries = 0

  init(record: LockRecord? = LockRecord()) {
    machine = SoftLock(record, policy: SoftLockPolicy(), at: time)
  }

  /// A lock that asks for the app PIN.
  init(readiness: AuthenticatorReadiness) {
    self.init()
    take(.appeared(readiness))
  }

  var phase: SoftLock.Phase { machine.phase }
  var record: LockRecord? { machine.record }

  var question: AppPINQuestion? {
    if case .appPIN(let question) = phase { question } else { nil }
  }

  @discardableResult
  mutating func take(_ input: SoftLockInput) -> [SoftLockEffect] {
    machine.take(input, at: time)
  }

  mutating func pass(_ duration: Duration) {
    time.running += duration
    time.wallMilliseconds += Int64(duration / .milliseconds(1))
  }

  mutating func open() {
    take(.appeared(.ready))
    take(.biometrics(prompt: 1, nil))
  }

  /// A try at the app PIN, checked.
  @discardableResult
  mutating func type(
    _ verdict: AppPINVerdict, after wait: Duration = .zero
  ) -> SoftLock.Phase {
    pass(wait)
    for case .check(let prompt) in take(.typed) { take(.checked(prompt: prompt, verdict)) }
    return phase
  }

  /// The process ends, and another finds what was kept.
  mutating func restart() {
    time.running = .seconds(3)
    machine = SoftLock(record, policy: SoftLockPolicy(), at: time)
  }
}
