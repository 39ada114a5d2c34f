import ArgumentParser
import CountersignClient
import WebAuthnModel
import WireModel

/// `countersign phone register`: makes a key on this phone and registers it.
struct PhoneRegister: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "make a key on this phone and register it",
    discussion: """
      A mailed code entitles to the first factor only; later ones take the PIN or a key that is \
      there.

      example: countersign phone register --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(help: "The account's PIN, where it has one.")
  var pin: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session()
      let entitlement = try await phone.entitlement(
        in: session, pin: pin, codes: codes, prompt: "register another key")
      let id = try await session.registerCredential(
        with: phone.authenticator(of: session), entitledBy: entitlement)
      Console.print("registered \(id.base64URL)")
    }
  }
}

/// A PIN from a flag or from the person.
enum PhonePIN {
  static func obtain(_ flag: String?, _ question: String) throws -> SecretText {
    guard let pin = flag ?? Terminal.askSecret(question), !pin.isEmpty else {
      throw CommandFailure(.refused, "no PIN was given")
    }
    return SecretText(pin)
  }
}
