import ArgumentParser
import CountersignClient
import CountersignDevice
import ToolSupport
import WireModel

/// `countersign phone lock`: locks the phone, and sets or changes the app PIN that opens it.
struct PhoneLock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "lock this phone; the first time, set its app PIN",
    discussion: """
      No command shows or does anything then, until phone unlock. The first time it sets the app \
      PIN, by which the phone opens where biometrics do not. The app PIN is checked on the phone \
      alone. It is not the PIN: that is typed beside it, and the two must differ; neither leaves \
      the phone or is kept. To change it, the phone is unlocked first.

      example: countersign phone lock --app-pin 481620 --pin 258036
      example: countersign phone lock
      """)

  @OptionGroup var options: LockOptions
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
        options.words.locked,
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
      try await phone.requireOpen()
      _ = try await phone.session(of: try await phone.account(named: opening.account))
    }
    let account = try await phone.lockAccount(opening)
    var appPIN = try await newAppPIN(appPin, phone, of: account, isSet: isSet)
    var pin = try await pin(phone)
    while true {
      do {
        return try await phone.setAppPIN(appPIN, besides: pin, of: account, lock)
      } catch let failure as CommandFailure
        where options.hasPerson && failure == CommandFailure(AppPINError.sameAsPIN)
      {
        Console.note(phone.words.said(failure).cause)
        appPIN = try await newAppPIN(nil, phone, of: account, isSet: isSet)
      } catch let error as ClientError where error.isOfPIN {
        _ = try await phone.refusedPIN(error, in: phone.session(of: account))
        pin = try PhonePIN.obtain(nil, phone.words.pinBesideAppPIN)
      }
    }
  }

  private func newAppPIN(
    _ flag: String?, _ phone: Phone, of account: String, isSet: Bool
  ) async throws -> SecretText {
    let appPIN = try PhonePIN.obtainNew(flag, phone.words.newAppPIN, in: phone.words)
    // Refused before the PIN beside it is asked for.
    do throws(AppPINError) {
      try SoftLockManager.requireSettable(appPIN, besides: [])
    } catch {
      throw CommandFailure(error)
    }
    if isSet, try await phone.device.verdict(onAppPIN: appPIN, of: account) == .right {
      throw CommandFailure.appPINUnchanged
    }
    return appPIN
  }

  /// The PIN of the account: nothing here tells which it is, so the person types it; nil where it
  /// has none.
  private func pin(_ phone: Phone) async throws -> SecretText? {
    let account = try await phone.lockAccount(opening)
    if pin == nil, try await !phone.device.state(of: account).hasPIN {
      guard try await phone.session(of: account).secondFactor().hasPIN else { return nil }
    }
    return try PhonePIN.obtain(pin, phone.words.pinBesideAppPIN)
  }
}

extension Phone {
  /// Sets the app PIN of an account, once the server has confirmed the PIN that is typed beside it;
  /// the phone opens.
  func setAppPIN(
    _ appPIN: SecretText, besides pin: SecretText?, of account: String, _ lock: SoftLockManager
  ) async throws {
    do {
      let logouts = try await lock.beginSetting()
      let checked = try await manager.check(appPIN, besides: pin, of: account)
      try await lock.set(checked, since: logouts)
    } catch let error as AppPINError {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// The new app PIN is the one that is set.
  static let appPINUnchanged = CommandFailure(
    .wrongUse, "that is the app PIN already", hint: "choose another")

  /// The PIN is the app PIN.
  static let pinIsAppPIN = CommandFailure(
    .refused, "that PIN opens this phone; it must not be the app PIN",
    hint: "countersign phone change-pin sets another PIN")

  /// Wrong app PINs have wiped the app PIN and the session.
  static let wiped = CommandFailure(
    .refused, "five wrong app PINs have wiped this phone: it has no app PIN and no session now",
    hint: "countersign phone login opens it, by biometrics or the PIN; where it has neither, begin "
      + "anew with another --home: countersign phone sign-up, or enrol with a link from where the "
      + "account has a factor")

  /// Nobody has opened the phone.
  static let staysLocked = CommandFailure(.refused, "the phone stays locked")

  /// The phone is locked, and has no app PIN that opens it.
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
    case .pinMissing:
      self.init(.wrongUse, "the app PIN must differ from the PIN", hint: "give both, --pin too")
    case .otherAccount, .noSoftLock: self.init(.environment, "the app PIN could not be set")
    case .locked: self.init(.refused, "the phone is locked", hint: "countersign phone unlock")
    case .storageFailed(let error): self.init(error)
    }
  }
}
