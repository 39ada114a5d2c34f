import ArgumentParser
import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// `countersign phone unlock`: opens the phone as its app would, without any server.
struct PhoneUnlock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "open this phone; no server is asked",
    discussion: """
      By biometrics, else by the app PIN. Wrong app PINs are counted on the phone, waits grow \
      between them, and five in a row wipe it: then only a full login leads on.

      example: countersign phone unlock
      """)

  @OptionGroup var options: LockOptions
  @OptionGroup var opening: UnlockOptions

  @Option(help: "The app PIN.")
  var appPin: String?

  func run() async throws {
    try await Phone.use(options, lock: .handled) { phone in
      let lock = try await phone.softLock(opening)
      // A phone without an app PIN is open, unless a wiped one has left it without a session.
      let state = try await lock.appPINState()
      let account = try await phone.lockAccount(opening)
      if state == .wiped, try await phone.installation.session(of: account) == nil {
        throw CommandFailure.wiped
      }
      if try await phone.home.lockedAccount() != nil || state == .set {
        try await phone.unlock(lock, given: appPin)
        try await phone.home.lock(by: nil)
      }
      options.print(phone.words.open, json: ["status": "open"])
    }
  }
}

/// The options of a phone that is opened.
struct UnlockOptions: ParsableArguments {
  @Flag(help: "Leave biometrics out, and open by the app PIN.")
  var noBiometrics = false

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?
}

extension Phone {
  /// The soft lock of the account that is meant.
  func softLock(_ opening: UnlockOptions) async throws -> SoftLockManager {
    softLock(
      of: try await lockAccount(opening), opening.noBiometrics ? .nothingEnrolled : .ready)
  }

  /// The account whose app PIN is meant: that of a locked phone is the one that locked it.
  func lockAccount(_ opening: UnlockOptions) async throws -> String {
    if let locked = try await home.lockedAccount() { return locked }
    let named = try await account(named: opening.account)
    let current = try await installation.current()?.id
    guard let account = named ?? current else { throw CommandFailure.noAccount }
    return account
  }

  /// The soft lock of an account.
  func softLock(
    of account: String, _ readiness: AuthenticatorReadiness = .ready
  ) -> SoftLockManager {
    SoftLockManager(
      account: account, vault: home.vault, secret: device,
      presence: TerminalPresence(answersYes: answersYes, words: words, readiness: readiness),
      clock: { .now })
  }

  /// Refuses a command while the phone is locked.
  func requireOpen(by rule: LockRule = .obeyed) async throws {
    if case .handled = rule { return }
    guard let account = try await home.lockedAccount() else { return }
    let lock = softLock(of: account)
    // What no app PIN opens, a full login does.
    if case .logsIn = rule, try await lock.appPINState() != .set { return }
    throw try await closed(lock)
  }

  /// The reason why a phone is locked, and the next step.
  func closed(_ lock: SoftLockManager) async throws -> CommandFailure {
    switch try await lock.appPINState() {
    case .set: .phoneLocked
    case .wiped: .wiped
    case .unset: .loginNeeded
    }
  }

  /// Asks until the phone is open.
  ///
  /// - Parameters:
  ///   - lock: The soft lock.
  ///   - appPIN: The app PIN where it was given; it is asked for without.
  /// - Throws: `CommandFailure` where it stays locked.
  func unlock(_ lock: SoftLockManager, given appPIN: String?) async throws {
    do throws(VaultError) {
      try await lock.appAppeared()
    } catch {
      throw CommandFailure(error)
    }
    var given = appPIN
    while true {
      switch await lock.phase {
      case .open: return
      case .loginNeeded:
        throw try await closed(lock)
      case .appPIN(let question):
        Console.note(words.reason(of: question))
        guard question.wait == .zero, given != nil || Terminal.isInteractive else {
          throw CommandFailure.staysLocked
        }
        await lock.submit(try PhonePIN.obtain(given, words.appPIN))
        given = nil
      case .locked, .biometrics, .checking:
        throw CommandFailure.staysLocked
      }
    }
  }
}
