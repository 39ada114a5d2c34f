import CountersignClient
import CountersignDevice
import LocalAuthentication
import StandInPhone
import Testing
import WireModel

@Suite("The owner's presence by biometrics", .ownPhone)
struct BiometricPresenceTests {
  @Test("each answer of the system has its error")
  func outcomes() async throws {
    let presence = BiometricPresence()
    try await presence.verify(.unlock)
    for (code, error) in ErrorTableTests.local {
      Phone.current.refuse(code.rawValue)
      await #expect(throws: error) { try await presence.verify(.unlock) }
    }
  }

  @Test("biometrics alone are asked for, unless the device's own code may stand in")
  func policy() async throws {
    Phone.current.with { $0.biometrics = .lockedOut }
    await #expect(throws: AuthenticatorError.permanentLockout) {
      try await BiometricPresence().verify(.unlock)
    }
    #expect(Phone.current.questions.isEmpty)
    try await BiometricPresence(policy: .deviceCredentialStandsIn).verify(.unlock)
    #expect(Phone.current.questions.map(\.policy) == [2])
  }

  @Test("it says whether the owner can be verified", arguments: BiometricPolicy.allCases)
  func readiness(policy: BiometricPolicy) {
    let presence = BiometricPresence(policy: policy)
    let isStrict = policy == .biometricsOnly
    #expect(presence.readiness == .ready)
    Phone.current.with { $0.biometrics = .nothing }
    #expect(presence.readiness == (isStrict ? .nothingEnrolled : .ready))
    Phone.current.with { $0.biometrics = .notAvailable }
    #expect(presence.readiness == (isStrict ? .notSupported : .ready))
    Phone.current.with { $0.hasPasscode = false }
    #expect(presence.readiness == .nothingEnrolled)
  }

  /// The account's soft lock, as a new process has it.
  private func lock() -> SoftLockManager {
    let vault = KeychainVault(service: "com.example.pay")
    return SoftLockManager(
      account: "acct_1", vault: vault,
      secret: DeviceKeys(
        vault: vault, relyingPartyID: DeviceFixture.relyingPartyID, source: .secureEnclave,
        scryptRounds: 16),
      presence: BiometricPresence(), clock: { .now })
  }

  @Test("the soft lock opens by it, and by the app PIN where biometrics are locked")
  func softLock() async throws {
    try await lock().set(SecretText("481920"))
    let later = lock()
    try await later.appAppeared()
    #expect(await later.phase == .open)
    Phone.current.with { $0.biometrics = .lockedOut }
    let last = lock()
    try await last.appAppeared()
    guard case .appPIN(let question) = await last.phase else {
      Issue.record("the app PIN is not asked for")
      return
    }
    #expect(question.reason == .biometrics(.permanentLockout))
    await last.submit(SecretText("481920"))
    #expect(await last.phase == .open)
  }

  @Test("a finger that was added opens nothing before the app PIN was typed")
  func changedBiometrics() async throws {
    try await lock().set(SecretText("481920"))
    Phone.current.changeBiometrics()
    let asking = lock()
    try await asking.appAppeared()
    guard case .appPIN(let question) = await asking.phase else {
      Issue.record("the app PIN is not asked for")
      return
    }
    #expect(question.reason == .biometrics(.keyGone))
    #expect(!question.mayUseBiometrics)
    await asking.submit(SecretText("481920"))
    #expect(await asking.phase == .open)
    // The person has said who they are: from now on these are known.
    let later = lock()
    try await later.appAppeared()
    #expect(await later.phase == .open)
    #expect(BiometricPresence(policy: .deviceCredentialStandsIn).enrolment == nil)
  }
}
