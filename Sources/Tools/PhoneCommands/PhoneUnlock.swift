import ArgumentParser
import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// `countersign phone unlock`: opens the phone as its app would, without any server.
struct PhoneUnlock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "open this phone by biometrics, or by the app PIN; no server is asked",
    discussion: """
      Wrong app PINs are counted on the phone, waits grow between them, and five in a row wipe it: \
      then only a full login leads on.

      example: countersign phone unlock
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var opening: UnlockOptions

  @Option(help: "The app PIN.")
  var appPin: String?

  func run() async throws {
    try await Phone.use(options, lock: .handled) { phone in
      try await phone.unlock(try await phone.softLock(opening), given: appPin)
      try await phone.home.lock(by: nil)
      options.print("open", json: ["status": "open"])
    }
  }
}

/// How a phone is opened.
struct UnlockOptions: ParsableArguments {
  @Flag(help: "As a phone on which nobody has enrolled biometrics.")
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
      account: account, vault: home.vault, secret: SealedAppPIN(vault: home.vault),
      presence: TerminalPresence(answersYes: answersYes, readiness: readiness), clock: { .now })
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
        throw CommandFailure.loginNeeded
      case .appPIN(let question):
        Console.note(SoftLockText.text(for: question))
        guard question.wait == .zero, given != nil || Terminal.isInteractive else {
          throw CommandFailure(.refused, "the phone stays locked")
        }
        await lock.submit(try PhonePIN.obtain(given, "the app PIN:"))
        given = nil
      case .locked, .biometrics, .checking:
        throw CommandFailure(.refused, "the phone stays locked")
      }
    }
  }
}

/// What a person is told who opens the phone by the app PIN.
enum SoftLockText {
  static func text(for question: AppPINQuestion) -> String {
    let left = question.triesLeft == 1 ? "1 try" : "\(question.triesLeft) tries"
    let reason =
      switch question.reason {
      // Here it is the phone's owner that is asked for, whatever keys the account has.
      case .biometrics(.nothingEnrolled): "no biometrics are enrolled on this phone"
      case .biometrics(let error): error.outcome.sentence.asCause
      case .wrong: "that app PIN is wrong; \(left) left before the phone is wiped"
      case .tooEarly: "that was too early"
      case .storageFailed: "the try could not be kept, and does not count"
      }
    guard question.wait > .zero else { return reason }
    let (seconds, rest) = question.wait.components
    let wait = rest > 0 ? seconds + 1 : seconds
    return "\(reason); try again in \(wait) \(wait == 1 ? "second" : "seconds")"
  }
}
