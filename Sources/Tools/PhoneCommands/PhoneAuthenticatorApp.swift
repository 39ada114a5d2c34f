import ArgumentParser
import CountersignClient
import CountersignHTTP
import WireModel

/// `countersign phone totp`: gives the account an authenticator app, or removes it.
struct PhoneAuthenticatorApp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "totp",
    abstract: "add an authenticator app, by a code for its camera, or remove it",
    discussion: """
      Draws the code that the app reads, prints its secret, and asks for what the app then shows.
      A script gives that to a second run, with --code.

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
    try await Phone.use(options) { phone in
      let session = try await phone.session()
      if remove {
        try await session.removeAuthenticatorApp(
          proof: try await phone.proof(
            in: session, pin: pin, prompt: "remove the authenticator app"))
        return Console.print("the authenticator app is removed")
      }
      var shown = code
      if shown == nil { shown = try await askedCode(phone, session) }
      guard let shown else { return }
      try await session.confirmAuthenticatorApp(SecretText(shown))
      Console.print("the authenticator app is a factor now")
    }
  }

  /// The code that the app shows once it has the secret; nil where nobody can be asked.
  private func askedCode(_ phone: Phone, _ session: AccountSession) async throws -> String? {
    let app = try await session.enrolAuthenticatorApp(
      entitledBy: try await phone.entitlement(
        in: session, pin: pin, codes: codes, prompt: "add an authenticator app"))
    for line in QRCode(app.uri.exposed)?.terminalLines(isOnLight: false) ?? [] {
      Console.note(line)
    }
    Console.print(app.secret.exposed)
    let code = options.yes ? nil : Terminal.ask("the code that the app shows:")
    if code == nil { Console.note("confirm it with countersign phone totp --code CODE") }
    return code
  }
}
