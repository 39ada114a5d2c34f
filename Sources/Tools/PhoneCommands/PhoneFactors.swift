import ArgumentParser
import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// `countersign phone change-pin` (flow CHANGE_PIN).
struct PhoneChangePIN: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "change-pin", abstract: "replace the PIN of an enrolled phone",
    discussion: """
      That PIN never leaves the phone. The one of a phone that signed up is set by set-pin.

      example: countersign phone change-pin --pin 258036 --new-pin 914725
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  @Option(help: "The PIN to prove with.")
  var pin: String?

  @Option(help: "The new PIN to set.")
  var newPin: String?

  func run() async throws {
    var given = GivenAnswers(pin: pin, biometrics: nil)
    given.newPIN = newPin
    try await Phone.manage(
      options, of: account, given, done: \.pinChanged
    ) { manager, account in
      try await manager.startChangePIN(account: account)
    }
  }
}

/// `countersign phone add-biometrics` (flow ADD_BIOMETRICS).
struct PhoneAddBiometrics: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-biometrics", abstract: "add this phone's key to an account that is enrolled",
    discussion: """
      Its PIN proves it. On a phone that signed up it is register.

      example: countersign phone add-biometrics --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  @Option(help: "The PIN to prove with.")
  var pin: String?

  func run() async throws {
    // Whoever runs this has said that biometrics are wanted.
    let given = GivenAnswers(pin: pin, biometrics: true)
    try await Phone.manage(
      options, of: account, given, done: \.biometricsSetUp
    ) { manager, account in
      try await manager.startAddBiometrics(account: account)
    }
  }
}

/// `countersign phone remove-biometrics` (flow REMOVE_BIOMETRICS).
struct PhoneRemoveBiometrics: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-biometrics", abstract: "take this phone's key off the account",
    discussion: "example: countersign phone remove-biometrics --pin 258036")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  @Option(help: "The PIN to prove with.")
  var pin: String?

  @Flag(inversion: .prefixedNo, help: "Whether to prove with biometrics.")
  var biometrics: Bool?

  func run() async throws {
    let given = GivenAnswers(pin: pin, biometrics: biometrics)
    try await Phone.use(options) { phone in
      let account = try await phone.account(named: account.account)
      let session = try await phone.session(of: account)
      guard try await phone.isKeyHeld(session.accountID) else { throw CommandFailure.noKeyHere }
      let factors = try await session.secondFactor()
      let hasPIN = factors.hasPIN || factors.hasDevicePIN
      if !hasPIN || factors.isBlocked {
        Console.note(phone.words.lastKey(isPINBlocked: hasPIN))
      }
      _ = try await phone.show(given) { manager in
        try await manager.startRemoveBiometrics(account: account)
      }
      options.print(done: \.biometricsRemoved)
    }
  }
}

extension CommandFailure {
  /// There is no authenticator app that could be removed.
  static let noApp = CommandFailure(
    .refused, "the account has no authenticator app", hint: "countersign phone totp adds one")

  /// There is no key that could be removed.
  static let noKeyHere = CommandFailure(
    .refused, "there is no key of the account on this phone",
    hint: "countersign phone add-biometrics makes one; on a phone that signed up it is register")
}

/// `countersign phone upgrade` (flow HEADLESS_UPGRADE).
struct PhoneUpgrade: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade", abstract: "give an account without any factor its first one",
    discussion: """
      A mailed code entitles to a PIN and, where you want it, a key of this phone. An account that \
      has a factor takes another by that one: add-biometrics, register, totp.

      example: countersign phone upgrade --new-pin 258036 --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions
  @OptionGroup var account: AccountOption

  @Option(help: "The new PIN to set.")
  var newPin: String?

  @Flag(inversion: .prefixedNo, help: "Whether to set up biometrics.")
  var biometrics: Bool?

  @Option(help: "What this phone is called where the account's devices are listed.")
  var name = Phone.defaultName

  func run() async throws {
    var given = GivenAnswers(pin: nil, biometrics: biometrics, codes: codes)
    given.newPIN = newPin
    try await Phone.use(options, lock: .obeyed, name: name) { phone in
      let account = try await phone.account(named: account.account)
      let session = try await phone.session(of: account)
      let factors = try await session.secondFactor()
      try await phone.requireFactorsLeft(in: session, knowing: factors)
      phone.tellHold(factors)
      _ = try await phone.show(given) { manager in
        try await manager.startHeadlessUpgrade(account: account)
      }
      options.print(done: \.hasSecondFactor)
    }
  }
}

/// `countersign phone number`: sets the telephone number that codes are texted to.
struct PhoneSetNumber: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "number",
    abstract: "set the telephone number that codes are texted to",
    discussion: """
      A factor of the account entitles to it; a mailed code does while it has none. The number
      holds once the code that is texted to it is given.

      example: countersign phone number +2348012345678 --pin 258036 --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Argument(help: "The number, international.")
  var number: String

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  func run() async throws {
    guard TelephoneNumberRule.isWellFormed(number) else {
      throw CommandFailure(
        .wrongUse, options.endWords.noNumber(number), hint: options.endWords.writeNumber)
    }
    try await Phone.use(options, pin: pin) { phone in
      let session = try await phone.session()
      let otp = try await phone.obtainCode(
        codes, to: number, for: .confirmPhone
      ) {
        _ = try await phone.entitled(
          to: .setPhone(number), in: session, pin: pin, codes: codes
        ) { entitlement in
          try await session.setPhone(
            PhoneRequest(
              phone: number, validateCode: entitlement.validateCode, proof: entitlement.proof))
        }
      }
      try await phone.withCode(otp, sentTo: number, codes) { otp in
        try await session.confirmPhone(otp)
      }
      options.print(
        phone.words.codesGo(to: number), json: ["status": "done", "number": .string(number)])
    }
  }
}

/// `countersign phone totp`: gives the account an authenticator app, or removes it.
struct PhoneAuthenticatorApp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "totp",
    abstract: "add or remove an authenticator app",
    discussion: """
      Draws the code that the app reads, prints its secret, and asks for what the app then shows. \
      A script gives that to a second run, with --code. The account has a key or a PIN before: \
      register, set-pin.

      example: countersign phone totp --pin 258036
      example: countersign phone totp --code 123456
      example: countersign phone totp --remove --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(help: "The PIN to prove with, where there is one.")
  var pin: String?

  @Option(help: "The code that the app shows, after a run without this.")
  var code: String?

  @Flag(help: "Remove the account's authenticator app.")
  var remove = false

  func run() async throws {
    try await Phone.use(options, pin: pin) { phone in
      let session = try await phone.session()
      if remove {
        let factors = try await session.secondFactor()
        guard factors.hasTwoFactor || factors.isOnHold == true else { throw CommandFailure.noApp }
        try await phone.proving(.removeAuthenticatorApp, in: session, pin: pin) { proof in
          try await session.removeAuthenticatorApp(proof: proof)
        }
        return options.print(done: \.appRemoved)
      }
      var shown = code.map { SecretText($0) }
      if shown == nil { shown = try await askedCode(phone, session) }
      guard let shown else { return }
      try await confirm(shown, phone, session)
      options.print(done: \.appAdded)
    }
  }

  /// Confirms the app by the code that it shows; whoever sits at the terminal is asked again for
  /// one that is wrong, since the secret in the app is still good.
  private func confirm(
    _ shown: SecretText, _ phone: Phone, _ session: AccountSession
  ) async throws {
    let words = phone.words
    var code = shown
    while true {
      do throws(ClientError) {
        return try await session.confirmAuthenticatorApp(code)
      } catch {
        if let blocked = phone.blockedCodes(by: error) { throw blocked }
        // A code that is not counted belongs to no secret that can be confirmed.
        guard options.hasPerson, error.reason == .verificationFailed,
          let left = phone.limits.triesLeft, let tries = words.codeTries(.max, ofAll: left)
        else { throw error }
        Console.note("\(words.flowTexts.wrongCode); \(tries)")
        Console.note(words.isAppTimeRight)
      }
      guard let typed = PhoneCode.ask(words.appCode, in: words) else {
        Console.note(words.confirmApp)
        throw Terminal.inputEnded(in: phone.endWords)
          ?? .left(nil, isAction: false, phone.endWords)
      }
      code = typed
    }
  }

  /// The code that the app shows once it has the secret; nil where nobody can be asked.
  private func askedCode(_ phone: Phone, _ session: AccountSession) async throws -> SecretText? {
    let app = try await phone.entitled(
      to: .addAuthenticatorApp, in: session, pin: pin, codes: codes
    ) { entitlement in
      try await session.enrolAuthenticatorApp(entitledBy: entitlement)
    }
    let isDrawn = Console.draw(code: app.uri.exposed, in: phone.words)
    if options.hasPerson { Console.note(phone.words.typeSecret(orScan: isDrawn)) }
    if options.json && options.hasPerson {
      // The result is what comes of the answer.
      Console.note(app.secret.exposed)
    } else {
      options.print(
        app.secret.exposed,
        json: [
          "status": "unconfirmed", "secret": .string(app.secret.exposed),
          "uri": .string(app.uri.exposed),
        ])
    }
    let code = options.yes ? nil : PhoneCode.ask(phone.words.appCode, in: phone.words)
    if code == nil { Console.note(phone.words.confirmApp) }
    return code
  }
}
