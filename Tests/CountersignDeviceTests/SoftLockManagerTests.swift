import CountersignClient
import CountersignDevice
import Testing
import WireModel

@Suite("The soft lock on a device")
struct SoftLockManagerTests {
  @Test("the app PIN opens where biometrics do not, and its wrong tries outlive the process")
  func appPIN() async throws {
    let phone = LockedPhone()
    try await phone.lock().begin(appPIN: LockedPhone.appPIN)
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
    try await phone.lock().begin(appPIN: LockedPhone.appPIN)
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
    try await lock.begin(appPIN: SecretText("481620"))
    #expect(await lock.phase == .open)
  }

  @Test("the app PIN is never the PIN: equal values are refused where both are typed")
  func neverThePIN() async throws {
    let phone = LockedPhone()
    let lock = phone.lock()
    await #expect(throws: AppPINError.sameAsPIN) {
      try await lock.begin(appPIN: LockedPhone.appPIN, besidePIN: LockedPhone.appPIN)
    }
    await #expect(throws: AppPINError.refused(.tooSimple)) {
      try await lock.begin(appPIN: SecretText("1234"))
    }
    #expect(try await phone.vault.names(account: LockedPhone.account).isEmpty)
    try await lock.begin(appPIN: LockedPhone.appPIN, besidePIN: SecretText("258036"))
    // Neither lies in the vault.
    for name in try await phone.vault.names(account: LockedPhone.account) {
      let value = String(decoding: try #require(await phone.vault.value(name)), as: UTF8.self)
      #expect(!value.contains("481920") && !value.contains("258036"))
    }
  }

  @Test("the app PIN is changed by whoever has the app open, and by nobody else")
  func changed() async throws {
    let phone = LockedPhone()
    try await phone.lock().begin(appPIN: LockedPhone.appPIN)
    let lock = phone.lock()
    await #expect(throws: AppPINError.locked) {
      try await lock.change(appPIN: SecretText("705183"))
    }
    try await lock.appAppeared()
    try await lock.change(appPIN: SecretText("705183"))
    await phone.presence.answer(.cancelled)
    let later = phone.lock()
    try await later.appAppeared()
    await later.submit(SecretText("705183"))
    #expect(await later.phase == .open)
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

  @Test("a try that cannot be kept is not judged, even where it is right")
  func notKept() async throws {
    let phone = LockedPhone()
    try await phone.lock().begin(appPIN: LockedPhone.appPIN)
    await phone.presence.answer(.cancelled)
    let lock = SoftLockManager(
      account: LockedPhone.account, vault: ReadOnlyVault(vault: phone.vault),
      secret: phone.secret, presence: phone.presence, clock: { .now })
    try await lock.appAppeared()
    await lock.submit(LockedPhone.appPIN)
    #expect(await lock.question?.reason == .storageFailed)
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
  var secret: SealedAppPIN { SealedAppPIN(vault: vault, scryptRounds: 16) }

  /// The lock as a new process makes it.
  func lock(at time: LockTime? = nil) -> SoftLockManager {
    SoftLockManager(
      account: Self.account, vault: vault, secret: secret, presence: presence,
      clock: { time ?? .now })
  }
}

/// A vault of a disk that is full.
private struct ReadOnlyVault: Vault {
  let vault: FileVault

  func value(_ name: VaultName) async throws(VaultError) -> [UInt8]? {
    try await vault.value(name)
  }

  func setValue(_ bytes: [UInt8]?, _ name: VaultName) async throws(VaultError) {
    throw .unavailable("the disk is full")
  }

  func names(account: String) async throws(VaultError) -> [VaultName] {
    try await vault.names(account: account)
  }
}

extension SoftLockManager {
  fileprivate var question: AppPINQuestion? {
    if case .appPIN(let question) = phase { question } else { nil }
  }
}
