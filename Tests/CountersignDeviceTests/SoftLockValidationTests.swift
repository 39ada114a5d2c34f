import CountersignClient
import CountersignDevice
import Synchronization
import Testing
import WebAuthnModel
import WireModel

/// The four promises of the soft lock, a test each.
@Suite("Key validation points of the soft lock")
struct SoftLockValidationTests {
  @Test("zero network calls: an app whose every call would fail this test locks and unlocks")
  func zeroNetworkCalls() async throws {
    let app = try LockedApp()
    try await app.lock.set(LockedApp.appPIN)
    await app.lock.loggedOut()
    try await app.lock.appAppeared()
    #expect(await app.lock.phase == .open)
    await app.lock.loggedOut()
    await app.presence.answer(.cancelled)
    try await app.lock.appAppeared()
    for _ in 1...5 {
      await app.lock.submit(SecretText("837465"))
      app.clock.pass(.seconds(120))
    }
    #expect(await app.lock.phase == .loginNeeded)
    #expect(try await app.manager.installation.session() == nil)
  }

  @Test("app grants access after successful biometrics, and after the app PIN")
  func grantsAccess() async throws {
    let app = try LockedApp()
    try await app.lock.set(LockedApp.appPIN)
    await app.lock.loggedOut()
    #expect(await app.lock.phase == .locked)
    try await app.lock.appAppeared()
    #expect(await app.lock.phase == .open)
    await app.lock.loggedOut()
    await app.presence.answer(.notAvailable)
    try await app.lock.appAppeared()
    #expect(await app.lock.phase != .open)
    await app.lock.submit(LockedApp.appPIN)
    #expect(await app.lock.phase == .open)
  }

  @Test("session persists without re-prompting")
  func sessionPersists() async throws {
    let app = try LockedApp()
    try await app.lock.appAppeared()
    for _ in 1...3 {
      await app.lock.appLeft()
      app.clock.pass(.seconds(299))
      try await app.lock.appAppeared()
      app.clock.pass(.seconds(10_000))
      #expect(await app.lock.phase == .open)
    }
    #expect(await app.presence.questions == [.unlock])
  }

  @Test("logout clears the session flag")
  func logoutClears() async throws {
    let app = try LockedApp()
    try await app.lock.appAppeared()
    await app.lock.loggedOut()
    #expect(await app.lock.phase == .locked)
    try await app.lock.appAppeared()
    #expect(await app.presence.questions == [.unlock, .unlock])
  }
}

/// An app with all that speaks to a server, over a transport that nothing may use.
private struct LockedApp {
  static let appPIN = SecretText("481920")
  let folder = TemporaryDirectory()
  let presence = ScriptedPresence()
  let clock = SetClock()
  let manager: FlowManager
  let lock: SoftLockManager

  init() throws {
    let vault = FileVault(directory: folder.path)
    let origin = try #require(Origin("https://pay.example.com"))
    let device = DeviceKeys(
      vault: vault, relyingPartyID: DeviceFixture.relyingPartyID, scryptRounds: 16)
    manager = FlowManager(
      connection: ServerConnection(transport: ForbiddenTransport()), device: device, vault: vault,
      authenticator: { [presence] account in
        SoftwareAuthenticator(
          vault: vault, account: account, origin: origin, presence: presence)
      })
    lock = SoftLockManager(
      account: "acct_1", vault: vault, secret: device, presence: presence,
      clock: { [clock] in clock.time })
  }
}

/// A transport that fails the test that uses it.
private struct ForbiddenTransport: Transport {
  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    Issue.record("the soft lock called \(request.description)")
    throw TransportError(.notSent, cause: "forbidden")
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    Issue.record("the soft lock called \(request.description)")
    throw TransportError(.notSent, cause: "forbidden")
  }
}

/// A device's clocks, which a test moves.
private final class SetClock: Sendable {
  private let held = Mutex(LockTime.now)

  var time: LockTime { held.withLock { $0 } }

  func pass(_ duration: Duration) {
    held.withLock {
      $0.running += duration
      $0.wallMilliseconds += Int64(duration / .milliseconds(1))
    }
  }
}
