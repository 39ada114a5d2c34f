import ArgumentParser
import CountersignClient
import ToolSupport
import WireModel

/// `countersign phone set-pin`: sets or changes the PIN.
struct PhoneSetPIN: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-pin",
    abstract: "set the PIN of an account opened by sign-up",
    discussion: """
      The old PIN replaces itself; else a key of this phone or, for the first factor, a mailed code.
      A PIN that is on the account's devices is never sent: change-pin replaces it.

      example: countersign phone set-pin --pin 258036 --yes
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(
    name: [.long, .customLong("new-pin")], help: "The new PIN, 4 to 12 digits.")
  var pin: String?

  @Option(help: "The PIN that is replaced.")
  var oldPin: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      if let pin {
        try PhonePIN.requireSettable(SecretText(pin), in: phone.words, phone.texts)
      }
      let session = try await phone.session()
      let secondFactor = try await session.secondFactor()
      let sendsPIN = try await phone.sendsPIN(secondFactor, of: session)
      guard sendsPIN || !secondFactor.hasDevicePIN else {
        throw CommandFailure.pinOnDevices
      }
      if secondFactor.hasPIN {
        try await change(phone, of: session.accountID)
        return options.print(done: \.pinChanged)
      }
      if secondFactor.hasBiometrics {
        try await setByKey(phone, session)
      } else {
        try await phone.requireFactorsLeft(in: session, knowing: secondFactor)
        phone.tellHold(secondFactor)
        try await setByCode(phone, session)
      }
      options.print(done: \.pinSet)
    }
  }

  /// Replaces the PIN in the flow of change-pin, which checks the old one first.
  private func change(_ phone: Phone, of account: String) async throws {
    var given = GivenAnswers(pin: oldPin, biometrics: nil)
    given.newPIN = pin
    let isScript = !Terminal.isInteractive
    if isScript {
      // Both before either is checked: the new PIN must not answer for an old one that was wrong.
      given.pin = try PhonePIN.obtain(oldPin, phone.words.oldPIN).exposed
      given.newPIN = try PhonePIN.obtainNew(
        pin, phone.words.newPIN, in: phone.words
      ).exposed
    }
    let person = Person(
      given, answersYes: isScript, words: phone.words, endWords: phone.endWords,
      limits: phone.limits)
    // Whoever runs this has said that the PIN is to be another.
    person.hasAskedForSession = true
    _ = try await phone.show(to: person) { manager in
      try await manager.startChangePIN(account: account)
    }
  }

  private func newPIN(_ phone: Phone) throws -> SecretText {
    let pin = try PhonePIN.obtainNew(pin, phone.words.newPIN, in: phone.words)
    try PhonePIN.requireSettable(pin, in: phone.words, phone.texts)
    return pin
  }

  private func setByKey(_ phone: Phone, _ session: AccountSession) async throws {
    guard try await phone.isKeyHeld(session.accountID) else { throw CommandFailure.keyElsewhere }
    let proof = try await session.prove(
      .setPIN, with: phone.authenticator(of: session.accountID))
    let pin = try newPIN(phone)
    try await session.setPIN(pin, entitledBy: .proof(proof))
  }

  private func setByCode(_ phone: Phone, _ session: AccountSession) async throws {
    let recipient = await phone.home.userName(of: session.accountID)
    let code = try await phone.obtainCode(
      codes, to: recipient, for: .setPIN
    ) {
      try await session.requestCode(.setPIN)
    }
    let pin = try newPIN(phone)
    try await phone.withCode(code, sentTo: recipient, codes) { code in
      try await session.setPIN(pin, entitledBy: .validateCode(code))
    }
  }
}

extension CommandFailure {
  /// The PIN of the account is none that is sent.
  static let pinOnDevices = CommandFailure(
    .wrongUse, "the PIN of this account is on its devices, and is never sent",
    hint: "countersign phone change-pin, on the phone whose PIN it is")
}
