import ArgumentParser
import CountersignClient
import CountersignTransport
import WireModel

/// `countersign phone sign-up`: makes an account, or opens a session of one that exists.
struct PhoneSignUp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-up",
    abstract: "make an account, or open a session of one that exists",
    discussion: """
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
    let home = PhoneHome(directory: options.home)
    try await Phone.connect(to: Self.canonical(server), options) { connection, address in
      var codeRequest = ""
      let code = try await obtainCode(codes, to: userName, for: .signIn) {
        codeRequest = try await connection.signUp(
          userName: userName, displayName: displayName ?? userName
        ).codeRequest
      }
      let session = try await connection.openSession(codeRequest: codeRequest, code: code)
      try await home.save(
        PhoneAccount(
          server: address.description, userName: userName, accountID: session.accountID,
          accessToken: session.accessToken))
      Console.print("signed in as \(userName)")
    }
  }

  /// A server on this machine is `localhost` to its relying party, whatever its number.
  private static func canonical(_ server: String) -> String {
    let number = "http://127.0.0.1"
    guard server.hasPrefix(number) else { return server }
    return "http://localhost" + server.dropFirst(number.count)
  }
}
