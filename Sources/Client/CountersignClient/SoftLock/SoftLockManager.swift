import WebAuthnModel
public import WireModel

/// Runs the soft lock of one account: the app says what happens, and renders ``phases``.
///
/// It makes no call to a server and holds nothing that could. An account has one of it in a
/// process; what another process counted is found before each try, unless both check at once.
public actor SoftLockManager {
  private let account: String
  private let vault: any Vault
  private let secret: any DeviceSecrets
  private let presence: any UserPresence
  private let policy: SoftLockPolicy
  private let clock: @Sendable () -> LockTime
  private var machine: SoftLock?
  private var logouts = 0
  private var subscribers: [AsyncStream<SoftLock.Phase>.Continuation] = []

  /// The lock of an account, as the vault holds it.
  ///
  /// - Parameters:
  ///   - account: Whose.
  ///   - vault: Where the count of wrong tries lies.
  ///   - secret: What an app PIN opens, where the PIN keys lie that it must not give away. The
  ///     app PIN is set by ``FlowManager/setAppPIN(_:besides:of:)``.
  ///   - presence: Asks for biometrics.
  ///   - policy: How often, and how long.
  ///   - clock: The device's clocks.
  public init(
    account: String, vault: any Vault, secret: any DeviceSecrets, presence: any UserPresence,
    policy: SoftLockPolicy = SoftLockPolicy(),
    clock: @escaping @Sendable () -> LockTime
  ) {
    self.account = account
    self.vault = vault
    self.secret = secret
    self.presence = presence
    self.policy = policy
    self.clock = clock
  }

  /// The phase of the lock, and each later one.
  public var phases: AsyncStream<SoftLock.Phase> {
    // Unbounded, so that a slow subscriber loses nothing: a lock has few changes.
    let (stream, continuation) = AsyncStream.makeStream(of: SoftLock.Phase.self)
    continuation.yield(phase)
    subscribers.append(continuation)
    return stream
  }

  /// The phase of the lock.
  public var phase: SoftLock.Phase { machine?.phase ?? .locked }

  /// Tells if the account has an app PIN on this device.
  ///
  /// - Throws: `VaultError` where the vault cannot say.
  public func appPINState() async throws(VaultError) -> AppPINState {
    guard let record = try await LockRecord.read(account, in: vault) else { return .unset }
    return record.isWiped ? .wiped : .set
  }

  /// The app came to the front: whoever must be asked is asked.
  ///
  /// - Throws: `VaultError` where it cannot be read how often was tried; the app stays locked.
  public func appAppeared() async throws(VaultError) {
    if machine == nil {
      let record = try await LockRecord.read(account, in: vault)
      // Another call may have read it meanwhile, and gone on.
      if machine == nil { machine = SoftLock(record, policy: policy, at: clock()) }
      if let corrected = machine?.record, corrected != record {
        try await corrected.write(account, in: vault)
      }
    }
    await take(.appeared(presence.readiness))
  }

  /// The app left the front.
  public func appLeft() async { await take(.left) }

  /// The person prefers biometrics to the app PIN.
  public func useBiometrics() async { await take(.choseBiometrics) }

  /// The person typed an app PIN.
  public func submit(_ appPIN: SecretText) async {
    do throws(VaultError) {
      await take(.found(try await LockRecord.read(account, in: vault)))
    } catch {
      // What cannot be read cannot be kept either: the try says so.
    }
    await take(.typed, typed: appPIN)
  }

  /// The person logged out: the app is locked.
  public func loggedOut() async {
    logouts += 1
    await take(.loggedOut)
  }

  /// Refuses what may not be an app PIN, before an enrolment whose PIN is typed beside it.
  ///
  /// - Parameters:
  ///   - appPIN: The app PIN: 4 to 12 digits that are not easily guessed.
  ///   - pins: The PINs of the account that are typed at the same time: it must differ from each,
  ///     since what lies on the device is guessed by whoever has it. None is kept for this.
  /// - Throws: ``AppPINError``.
  public static func requireSettable(
    _ appPIN: SecretText, besides pins: [SecretText]
  ) throws(AppPINError) {
    if let fault = PINRule.fault(of: appPIN) { throw .refused(fault) }
    if pins.contains(appPIN) { throw .sameAsPIN }
  }

  /// Refuses a new app PIN while the app is locked by one that opens it.
  ///
  /// - Returns: The number of logouts so far, for ``set(_:since:)``.
  package func beginSetting() async throws(AppPINError) -> Int {
    try await requireSettable()
    return logouts
  }

  /// Sets the app PIN after an enrolment or a full login, or changes it while the app is open.
  ///
  /// It opens an app that no app PIN has locked, unless the person has logged out since.
  package func set(_ new: CheckedAppPIN, since before: Int) async throws(AppPINError) {
    guard new.account == account else { throw .otherAccount }
    try await requireSettable()
    let wasOpen = phase == .open
    do {
      try await secret.seal(new)
      try await LockRecord().write(account, in: vault)
    } catch {
      throw .storageFailed(error)
    }
    await noteBiometrics()
    if machine == nil { machine = SoftLock(LockRecord(), policy: policy, at: clock()) }
    await take(wasOpen || logouts != before ? .appPINChanged : .appPINSet)
  }

  private func requireSettable() async throws(AppPINError) {
    if phase == .open { return }
    let state: AppPINState
    do throws(VaultError) {
      state = try await appPINState()
    } catch {
      throw .storageFailed(error)
    }
    if state == .set { throw .locked }
  }

  /// Takes an input and does what it asks for, in order.
  private func take(_ input: SoftLockInput, typed: SecretText? = nil) async {
    var inputs = [input]
    while !inputs.isEmpty {
      let next = inputs.removeFirst()
      // Before the app has appeared there is nothing that could happen to.
      let effects = machine?.take(next, at: clock()) ?? []
      publish()
      for effect in effects {
        guard let next = await run(effect, typed) else { continue }
        inputs.append(next)
        // A try that was not kept is not checked: its count would not outlive the process. What was
        // not wiped is not noted as wiped.
        if case .storageFailed = next { break }
      }
    }
  }

  private func run(_ effect: SoftLockEffect, _ typed: SecretText?) async -> SoftLockInput? {
    switch effect {
    case .askBiometrics(let prompt):
      do throws(AuthenticatorError) {
        try await presence.verify(.unlock)
        return .biometrics(prompt: prompt, await areBiometricsKnown() ? nil : .keyGone)
      } catch {
        return .biometrics(prompt: prompt, error)
      }
    case .keep(let record):
      do throws(VaultError) {
        try await record.write(account, in: vault)
        return nil
      } catch {
        return machine.map { .storageFailed(prompt: $0.prompt) }
      }
    case .check(let prompt):
      guard let typed else { return nil }
      do throws(VaultError) {
        let verdict = try await secret.verdict(onAppPIN: typed, of: account)
        if verdict == .right { await noteBiometrics() }
        return .checked(prompt: prompt, verdict)
      } catch {
        return error == .damaged
          ? .checked(prompt: prompt, .missing) : .storageFailed(prompt: prompt)
      }
    case .wipe:
      do throws(VaultError) {
        try await secret.destroyAppPIN(of: account)
        try await Installation.forgetSession(of: account, in: vault)
        return nil
      } catch {
        return machine.map { .storageFailed(prompt: $0.prompt) }
      }
    }
  }

  /// Tells if the enrolled biometrics are those that were here when the app PIN was typed last.
  ///
  /// These count as known where none were noted, as before the platform told them.
  private func areBiometricsKnown() async -> Bool {
    guard let enrolment = presence.enrolment else { return true }
    do throws(VaultError) {
      guard let noted = try await vault.value(enrolmentName) else {
        await noteBiometrics()
        return true
      }
      return noted == enrolment
    } catch {
      return false
    }
  }

  /// Notes the enrolled biometrics; where that fails the app PIN is asked for once more.
  private func noteBiometrics() async {
    guard let enrolment = presence.enrolment else { return }
    try? await vault.setValue(enrolment, enrolmentName)
  }

  private var enrolmentName: VaultName { VaultName(account: account, name: "soft-lock-biometrics") }

  private func publish() {
    let phase = phase
    subscribers.removeAll { continuation in
      if case .terminated = continuation.yield(phase) { true } else { false }
    }
  }
}

/// The state of an account's app PIN.
public enum AppPINState: Sendable, Hashable, CaseIterable {
  /// None was ever set here.
  case unset
  /// One is set.
  case set
  /// It was wiped after too many wrong tries, and no full login has followed.
  case wiped
}

/// The reason for which an app PIN was not set.
public enum AppPINError: Error, Sendable, Hashable {
  /// It is no PIN by its form, or easily guessed.
  case refused(PINRule.Fault)
  /// It is the PIN of the account.
  case sameAsPIN
  /// The account has a PIN here, which was not typed beside it.
  case pinMissing
  /// It was checked for another account.
  case otherAccount
  /// The ``FlowManager`` has no soft locks.
  case noSoftLock
  /// The app is locked.
  case locked
  /// It could not be kept.
  case storageFailed(VaultError)
}

extension LockRecord {
  /// Reads the record of an account's lock; nil if no app PIN is set.
  static func read(
    _ account: String, in vault: any Vault
  ) async throws(VaultError) -> LockRecord? {
    guard let bytes = try await vault.value(name(account)) else { return nil }
    guard let json = try? JSONValue(parsing: bytes), case .object(let members) = json,
      case .integer(let tries)? = members["wrongTries"], (0...1000).contains(tries),
      case .integer(let countedAt)? = members["countedAt"],
      case .bool(let isWiped)? = members["isWiped"]
    else { throw .damaged }
    return LockRecord(wrongTries: Int(tries), countedAt: countedAt, isWiped: isWiped)
  }

  /// Keeps it, durably.
  fileprivate func write(_ account: String, in vault: any Vault) async throws(VaultError) {
    let json: JSONValue = [
      "wrongTries": .integer(Int64(wrongTries)), "countedAt": .integer(countedAt),
      "isWiped": .bool(isWiped),
    ]
    try await vault.setValue(json.serialized(), Self.name(account))
  }

  private static func name(_ account: String) -> VaultName {
    VaultName(account: account, name: "soft-lock")
  }
}
