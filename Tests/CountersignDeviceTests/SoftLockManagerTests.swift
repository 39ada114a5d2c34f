import CountersignClient
import CountersignDevice
import Synchronization
import Testing
import WireModel

@Suite("The soft lock on a device")
struct SoftLockManagerTests {
  @Test("the app PIN opens where biometrics do not, and its wrong tries outlive the process")
  func appPIN() async throws {
    let phone = LockedPhone()
    try await phone.lock().set(LockedPhone.appPIN)
    await phone.presence.answer(.cancelled)
    let lock = phone.lock()
    try await lock.appAppeared()
    #expect(await lock.question?.reason == .biometrics(.cancelled))
    await lock.submit(SecretText("837465"))
    #expect(await lock.question?.reason == .wrong)
    let later = phone.lock()
    try await later.appAppeared()
    #expect(await later.question?.triesLeft == 4)
    await later.submit(LockedPhone.appPIN)
    #expect(await later.phase == .open)
    #expect(await phone.presence.questions == [.unlock, .unlock])
    let last = phone.lock()
    try await last.appAppeared()
    #expect(await last.question?.triesLeft == 5)
  }

  @Test("five wrong in a row wipe the secret and the session, and a full login starts anew")
  func wiped() async throws {
    let phone = LockedPhone()
    let token = VaultName(account: LockedPhone.account, name: "access-token")
    try await phone.vault.setValue([1], token)
    try await phone.lock().set(LockedPhone.appPIN)
    await phone.presence.answer(.failed)
    var time = LockTime.now
    for _ in 1...5 {
      let lock = phone.lock(at: time)
      try await lock.appAppeared()
      await lock.submit(SecretText("837465"))
      time.running += .seconds(120)
      time.wallMilliseconds += 120_000
    }
    await phone.presence.answer(nil)
    let lock = phone.lock(at: time)
    try await lock.appAppeared()
    #expect(await lock.phase == .loginNeeded)
    await lock.submit(LockedPhone.appPIN)
    #expect(await lock.phase == .loginNeeded)
    #expect(try await phone.vault.value(token) == nil)
    #expect(
      try await phone.vault.names(account: LockedPhone.account).map(\.name) == ["soft-lock"])
    try await lock.set(SecretText("481620"))
    #expect(await lock.phase == .open)
  }

  @Test("the app PIN is never the PIN: equal values are refused where both are typed")
  func neverThePIN() async throws {
    let phone = LockedPhone()
    let lock = phone.lock()
    await #expect(throws: AppPINError.sameAsPIN) {
      try await lock.set(LockedPhone.appPIN, besides: .proved(LockedPhone.appPIN))
    }
    await #expect(throws: AppPINError.refused(.tooSimple)) {
      try await lock.set(SecretText("1234"))
    }
    #expect(try await phone.vault.names(account: LockedPhone.account).isEmpty)
    let pin = SecretText("258036")
    try await lock.set(LockedPhone.appPIN, besides: .proved(pin))
    // Neither lies in the vault.
    for name in try await phone.vault.names(account: LockedPhone.account) {
      let value = String(decoding: try #require(await phone.vault.value(name)), as: UTF8.self)
      #expect(!value.contains(LockedPhone.appPIN.exposed) && !value.contains(pin.exposed))
    }
  }

  @Test("the app PIN is changed by whoever has the app open, and by nobody else")
  func changed() async throws {
    let phone = LockedPhone()
    try await phone.lock().set(LockedPhone.appPIN)
    let lock = phone.lock()
    await #expect(throws: AppPINError.locked) {
      try await lock.set(SecretText("705183"))
    }
    try await lock.appAppeared()
    try await lock.set(SecretText("705183"))
    await phone.presence.answer(.cancelled)
    let later = phone.lock()
    try await later.appAppeared()
    await later.submit(SecretText("705183"))
    #expect(await later.phase == .open)
    // One that was checked for another account is not this one's.
    await #expect(throws: AppPINError.otherAccount) {
      try await later.set(SecretText("481620"), of: "acct_2")
    }
  }

  @Test("each change is told: a screen needs nothing else")
  func told() async throws {
    let phone = LockedPhone()
    let lock = phone.lock()
    var phases = await lock.phases.makeAsyncIterator()
    #expect(await phases.next() == .locked)
    try await lock.appAppeared()
    #expect(await phases.next() == .biometrics)
    #expect(await phases.next() == .open)
    await lock.loggedOut()
    #expect(await phases.next() == .locked)
  }

  @Test("a try that cannot be kept is not checked, even where it is right")
  func notKept() async throws {
    let phone = LockedPhone()
    try await phone.lock().set(LockedPhone.appPIN)
    await phone.presence.answer(.cancelled)
    let lock = SoftLockManager(
      account: LockedPhone.account,
      vault: HookedVault(
        phone.vault,
        beforeWrite: { _ throws(VaultError) in
          throw .unavailable("the disk is full")
        }), secret: phone.secret, presence: phone.presence, clock: { .now })
    try await lock.appAppeared()
    await lock.submit(LockedPhone.appPIN)
    #expect(await lock.question?.reason == .storageFailed)
  }
}

extension SoftLockManagerTests {
  @Test("what happens before the app has appeared changes nothing", .timeLimit(.minutes(5)))
  func beforeItAppeared() async throws {
    let phone = LockedPhone()
    let lock = phone.lock()
    await lock.appLeft()
    await lock.submit(LockedPhone.appPIN)
    await lock.loggedOut()
    #expect(await lock.phase == .locked)
    try await lock.appAppeared()
    #expect(await lock.phase == .open)
  }

  @Test("two locks over one vault count together")
  func countedTogether() async throws {
    let phone = LockedPhone()
    try await phone.lock().set(LockedPhone.appPIN)
    await phone.presence.answer(.cancelled)
    let locks = [phone.lock(), phone.lock()]
    for lock in locks { try await lock.appAppeared() }
    for lock in locks { await lock.submit(SecretText("837465")) }
    #expect(await locks[1].question?.triesLeft == 3)
  }

  @Test("what could not be wiped is wiped at the next start, the session too")
  func wipedAtNextStart() async throws {
    let phone = LockedPhone()
    let token = VaultName(account: LockedPhone.account, name: "access-token")
    try await phone.vault.setValue([1], token)
    try await phone.lock().set(LockedPhone.appPIN)
    try await phone.vault.setValue(
      Array(#"{"wrongTries":4,"countedAt":0,"isWiped":false}"#.utf8),
      VaultName(account: LockedPhone.account, name: "soft-lock"))
    await phone.presence.answer(.failed)
    let lock = phone.lock(
      over: HookedVault(
        phone.vault,
        beforeWrite: { name throws(VaultError) in
          if name == token { throw .unavailable("the disk is full") }
        }))
    try await lock.appAppeared()
    await lock.submit(SecretText("837465"))
    #expect(await lock.phase == .loginNeeded)
    #expect(try await phone.vault.value(token) == [1])
    let later = phone.lock()
    try await later.appAppeared()
    #expect(await later.phase == .loginNeeded)
    #expect(try await phone.vault.value(token) == nil)
  }

  @Test("a logout while the app PIN is set or changed leaves the app locked")
  func loggedOutMeanwhile() async throws {
    let phone = LockedPhone()
    let locks = Mutex<SoftLockManager?>(nil)
    let vault = HookedVault(
      phone.vault,
      beforeWrite: { name throws(VaultError) in
        if name.name == "soft-lock" { await locks.withLock { $0 }?.loggedOut() }
      })
    let lock = phone.lock(over: vault)
    locks.withLock { $0 = lock }
    try await lock.set(LockedPhone.appPIN)
    #expect(await lock.phase == .locked)
    try await lock.appAppeared()
    #expect(await lock.phase == .open)
    try await lock.set(SecretText("705183"))
    #expect(await lock.phase == .locked)
  }

  @Test("a clock that was corrected delays the next try once, and not at every start")
  func correctedClock() async throws {
    let phone = LockedPhone()
    try await phone.lock().set(LockedPhone.appPIN)
    try await phone.vault.setValue(
      Array(#"{"wrongTries":3,"countedAt":4102444800000,"isWiped":false}"#.utf8),
      VaultName(account: LockedPhone.account, name: "soft-lock"))
    await phone.presence.answer(.cancelled)
    var time = LockTime(running: .seconds(1_000), wallMilliseconds: 1_700_000_000_000)
    let lock = phone.lock(at: time)
    try await lock.appAppeared()
    #expect(await lock.question?.wait == .seconds(30))
    time.running += .seconds(30)
    time.wallMilliseconds += 30_000
    let later = phone.lock(at: time)
    try await later.appAppeared()
    #expect(await later.question?.wait == .zero)
  }

  @Test("a secret that is damaged opens nothing, and needs a full login")
  func damagedSecret() async throws {
    let phone = LockedPhone()
    try await phone.lock().set(LockedPhone.appPIN)
    try await phone.vault.setValue(
      [1, 2, 3], VaultName(account: LockedPhone.account, name: "app-pin"))
    await phone.presence.answer(.cancelled)
    let lock = phone.lock()
    try await lock.appAppeared()
    await lock.submit(LockedPhone.appPIN)
    #expect(await lock.phase == .loginNeeded)
  }

  @Test("an app PIN opens its own account's secret alone, wherever that is laid")
  func accountsAreApart() async throws {
    let phone = LockedPhone()
    let name = VaultName(account: LockedPhone.account, name: "app-pin")
    try await phone.lock().set(LockedPhone.appPIN)
    #expect(try await phone.secret.verdict(onAppPIN: LockedPhone.appPIN, of: "acct_2") == .missing)
    try await phone.vault.setValue(
      await phone.vault.value(name), VaultName(account: "acct_2", name: name.name))
    #expect(try await phone.secret.verdict(onAppPIN: LockedPhone.appPIN, of: "acct_2") == .wrong)
    #expect(
      try await phone.secret.verdict(onAppPIN: LockedPhone.appPIN, of: LockedPhone.account)
        == .right)
  }

  @Test("a count that no lock can have written locks the app", arguments: [-1, 1001])
  func damagedCount(tries: Int) async throws {
    let phone = LockedPhone()
    try await phone.vault.setValue(
      Array(#"{"wrongTries":\#(tries),"countedAt":0,"isWiped":false}"#.utf8),
      VaultName(account: LockedPhone.account, name: "soft-lock"))
    let lock = phone.lock()
    await #expect(throws: VaultError.damaged) { try await lock.appAppeared() }
    #expect(await lock.phase == .locked)
  }
}

/// A phone on which the soft lock is tried.
private struct LockedPhone {
  static let account = "acct_1"
  static let appPIN = SecretText("481920")
  let folder = TemporaryDirectory()
  let vault: FileVault
  let presence = ScriptedPresence()

  init() {
    vault = FileVault(directory: folder.path)
  }

  // What a guess costs is not this suite's to find.
  var secret: DeviceKeys {
    DeviceKeys(vault: vault, relyingPartyID: DeviceFixture.relyingPartyID, scryptRounds: 16)
  }

  /// The lock as a new process makes it.
  func lock(
    at time: LockTime? = nil, over vault: (any Vault)? = nil
  ) -> SoftLockManager {
    SoftLockManager(
      account: Self.account, vault: vault ?? self.vault, secret: secret, presence: presence,
      clock: { time ?? .now })
  }
}

extension SoftLockManager {
  fileprivate var question: AppPINQuestion? {
    if case .appPIN(let question) = phase { question } else { nil }
  }
}
