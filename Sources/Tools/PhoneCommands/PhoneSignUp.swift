import ArgumentParser
import CountersignClient
import CountersignTransport
import WireModel

/// `countersign phone sign-up`: makes an account, or opens a session of one that exists.
struct PhoneSignUp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-up",
    abstract: "make an account, or open a session of one that exists, by a mailed code",
    discussion: """
      The phone is no device of the account then: it proves with a key or with the PIN in a body, \
      as a client of seed 002. Use enrol for the PIN that never leaves the phone.

      example: countersign phone sign-up --server http://localhost:8080 \
      --user-name ada@example.com \
      --code-from data/mailbox.jsonl
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var codes: CodeOptions

  @Option(help: "The server's address, as it prints it.")
  var server: String

  @Option(help: "The person's e-mail address.")
  var userName: String

  @Option(help: "The name to show; the address without it.")
  var displayName: String?

  func run() async throws {
    try await Phone.use(options, at: PhoneLink.canonical(server)) { phone in
      let name = displayName ?? userName
      let session = try await Self.open(phone, userName, name, codes)
      try await phone.home.keep(server: phone.address.description)
      try await phone.home.keep(userName: userName, of: session.accountID)
      try await phone.installation.add(session, displayName: name)
      Console.print("signed in as \(userName)")
    }
  }

  /// Opens a session by a code.
  static func open(
    _ phone: Phone, _ userName: String, _ displayName: String, _ codes: CodeOptions
  ) async throws -> AccountSession {
    var codeRequest = ""
    let code = try await obtainCode(codes, to: userName, for: .signIn) {
      codeRequest = try await phone.connection.signUp(userName: userName, displayName: displayName)
        .codeRequest
    }
    return try await phone.connection.openSession(codeRequest: codeRequest, code: code)
  }
}
