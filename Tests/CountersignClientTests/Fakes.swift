import CountersignClient
import WebAuthnModel
import WireModel

/// An authenticator whose answers are written down.
actor ScriptedAuthenticator: Authenticator {
  private var errors: [AuthenticatorError?]
  private let held: [CredentialID]
  private var unreadable: Int
  private(set) var documents: [Document] = []
  private(set) var deleted: [CredentialID] = []

  /// Signs, but for the errors, which come one a prompt; at first its keys cannot be read.
  init(
    _ errors: [AuthenticatorError?] = [], held: [CredentialID] = [Script.credential],
    unreadable: Int = 0
  ) {
    self.errors = errors
    self.held = held
    self.unreadable = unreadable
  }

  var prompts: Int { documents.count }

  func readiness() -> AuthenticatorReadiness { .ready }

  func createCredential(
    _ options: CredentialCreationOptions
  ) throws(AuthenticatorError) -> RegistrationResponse {
    throw .notAvailable
  }

  func sign(_ request: SigningRequest) throws(AuthenticatorError) -> AssertionResponse {
    documents.append(request.document)
    if !errors.isEmpty, let error = errors.removeFirst() { throw error }
    return AssertionResponse(
      credentialID: Script.credential, clientDataJSON: Array("{}".utf8), authenticatorData: [1],
      signature: [UInt8(documents.count)])
  }

  func credentials(
    for relyingPartyID: RelyingPartyID
  ) throws(AuthenticatorError) -> [CredentialID] {
    guard unreadable == 0 else {
      unreadable -= 1
      throw .storageFailed(.unavailable("locked"))
    }
    return held
  }

  func deleteCredential(_ id: CredentialID) { deleted.append(id) }
}

/// A vault that outlives the phone that used it, as a disk does.
actor MemoryVault: Vault {
  /// What a vault may be unable to do.
  enum Duty: CaseIterable { case reading, writing, removing }

  private var values: [VaultName: [UInt8]] = [:]
  private var failing: Set<Duty> = []
  private var removal: Gate?

  func value(_ name: VaultName) throws(VaultError) -> [UInt8]? {
    try attempt(.reading)
    return values[name]
  }

  func setValue(_ bytes: [UInt8]?, _ name: VaultName) async throws(VaultError) {
    try attempt(bytes == nil ? .removing : .writing)
    if bytes == nil { await removal?.wait() }
    values[name] = bytes
  }

  func names(account: String) throws(VaultError) -> [VaultName] {
    try attempt(.reading)
    return values.keys.filter { $0.account == account }.sorted { $0.name < $1.name }
  }

  /// Fails at these duties from now on, at all where none is named.
  func breakDown(_ duties: Set<Duty> = Set(Duty.allCases)) { failing = duties }
  func repair() { failing = [] }
  func holdRemovals(_ gate: Gate) { removal = gate }

  private func attempt(_ duty: Duty) throws(VaultError) {
    if failing.contains(duty) { throw .unavailable("broken") }
  }

  /// All that lies in it, as one text to search.
  var text: String { values.values.map { String(decoding: $0, as: UTF8.self) }.joined() }
  var isEmpty: Bool { values.isEmpty }
}

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let sleepers = Sleepers()

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = await sleepers.newID()
    await withTaskCancellationHandler {
      await sleepers.sleep(id, deadline.offset)
    } onCancel: {
      Task { await sleepers.cancel(id) }
    }
    try Task.checkCancellation()
  }

  /// Wakes one who sleeps exactly this long, as soon as there is one.
  func wake(_ duration: Duration) async { await sleepers.wake(duration) }

  /// Whether somebody sleeps exactly this long now.
  func hasSleeper(of duration: Duration) async -> Bool { await sleepers.has(duration) }

  /// Wakes all who sleep this long now.
  func wakeAll(_ duration: Duration) async { await sleepers.wakeAll(duration) }
}

/// Who sleeps on a manual clock.
private actor Sleepers {
  private struct Waiting {
    let id: Int
    let duration: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private var sleeping: [Waiting] = []
  private var wakers: [Waiting] = []
  private var cancelled: Set<Int> = []
  private var lastID = 0

  func newID() -> Int {
    lastID += 1
    return lastID
  }

  func sleep(_ id: Int, _ duration: Duration) async {
    guard cancelled.remove(id) == nil else { return }
    await withCheckedContinuation { continuation in
      if let index = wakers.firstIndex(where: { $0.duration == duration }) {
        wakers.remove(at: index).continuation.resume()
        continuation.resume()
      } else {
        sleeping.append(Waiting(id: id, duration: duration, continuation: continuation))
      }
    }
  }

  func cancel(_ id: Int) {
    guard let index = sleeping.firstIndex(where: { $0.id == id }) else {
      cancelled.insert(id)
      return
    }
    sleeping.remove(at: index).continuation.resume()
  }

  func has(_ duration: Duration) -> Bool { sleeping.contains { $0.duration == duration } }

  func wakeAll(_ duration: Duration) {
    let ready = sleeping.filter { $0.duration == duration }
    sleeping.removeAll { $0.duration == duration }
    for sleeper in ready { sleeper.continuation.resume() }
  }

  func wake(_ duration: Duration) async {
    if let index = sleeping.firstIndex(where: { $0.duration == duration }) {
      sleeping.remove(at: index).continuation.resume()
    } else {
      let id = newID()
      await withCheckedContinuation {
        wakers.append(Waiting(id: id, duration: duration, continuation: $0))
      }
    }
  }
}
