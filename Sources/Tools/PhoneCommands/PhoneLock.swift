import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone lock`: sets or changes the app PIN.
struct PhoneLock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "set the app PIN, by which this phone opens where biometrics do not",
    discussion: """
      The app PIN is judged on the phone alone. It is not the PIN: give that beside it, and the \
      two must differ; neither leaves the phone or is kept. Where one is set, the phone is \
      unlocked first.

      example: countersign phone lock --app-pin 481620 --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var opening: UnlockOptions

  @Option(help: "The new app PIN, 4 to 12 digits.")
  var appPin: String?

  @Option(help: "The PIN, which the app PIN must differ from.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let lock = try await phone.softLock(opening)
      switch try await lock.appPINState() {
      case .set: try await phone.unlock(lock, opening)
      // Whoever has logged in fully has a session here.
      case .unset, .wiped:
        _ = try await phone.session(of: try await phone.account(named: opening.account))
      }
      let appPIN = try PhonePIN.obtain(appPin, "the new app PIN:")
      try await lock.set(appPIN, besides: pin.map { [SecretText($0)] } ?? [])
      Console.print("the app PIN is set; phone unlock asks for biometrics, then for it")
    }
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
