import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone lock`: locks the phone, and sets or changes the app PIN that opens it.
struct PhoneLock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "lock this phone: no command shows or does anything until phone unlock",
    discussion: """
      The first time it sets the app PIN, by which the phone opens where biometrics do not. The \
      app PIN is checked on the phone alone. It is not the PIN: give that beside it, and the two \
      must differ; neither leaves the phone or is kept. To change it, the phone is unlocked first.

      example: countersign phone lock --app-pin 481620 --pin 258036
      example: countersign phone lock
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var opening: UnlockOptions

  @Option(help: "The app PIN that is set, to change it.")
  var oldAppPin: String?

  @Option(help: "The new app PIN, 4 to 12 digits.")
  var appPin: String?

  @Option(help: "The PIN, which the app PIN must differ from.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options, lock: .handled) { phone in
      let lock = try await phone.softLock(opening)
      let isSet = try await lock.appPINState() == .set
      if !isSet || appPin != nil { try await setAppPIN(phone, lock, isSet: isSet) }
      try await phone.home.lock(by: phone.lockAccount(opening))
      options.print(
        "locked; phone unlock asks for biometrics, then for the app PIN",
        json: ["status": "locked"])
    }
  }

  private func setAppPIN(
    _ phone: Phone, _ lock: SoftLockManager, isSet: Bool
  ) async throws {
    if isSet {
      try await phone.unlock(lock, given: oldAppPin)
    } else {
      // A wiped app PIN opens nothing: whoever has logged in fully has a session here.
      guard try await phone.home.lockedAccount() == nil else { throw CommandFailure.loginNeeded }
      _ = try await phone.session(of: try await phone.account(named: opening.account))
    }
    let appPIN = try PhonePIN.obtain(appPin, "the new app PIN:")
    try await lock.set(appPIN, besides: pin.map { [SecretText($0)] } ?? [])
  }
}

extension SoftLockManager {
  /// Sets the app PIN and opens the phone.
  func set(_ appPIN: SecretText, besides pins: [SecretText]) async throws {
    do throws(AppPINError) {
      try await begin(appPIN: appPIN, besides: pins)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// The app PIN is wiped.
  static let loginNeeded = CommandFailure(
    .refused, "this phone is locked until you log in",
    hint: "countersign phone login, then phone lock sets a new app PIN")

  /// An app PIN that was not set.
  init(_ error: AppPINError) {
    switch error {
    case .refused(.malformed):
      self.init(.wrongUse, "an app PIN is 4 to 12 digits")
    case .refused(.tooSimple):
      self.init(.wrongUse, "that app PIN is easily guessed", hint: "choose digits in no order")
    case .sameAsPIN:
      self.init(
        .wrongUse, "the app PIN must not be the PIN", hint: "choose another for this phone")
    case .locked: self.init(.refused, "the phone is locked", hint: "countersign phone unlock")
    case .storageFailed(let error): self.init(error)
    }
  }
}
