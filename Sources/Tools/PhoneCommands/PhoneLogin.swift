import ArgumentParser
import CountersignClient
import CountersignTransport
import FlowModel

/// `countersign phone login`: opens this phone's session, or logs another screen in (LOGIN).
struct PhoneLogin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "open this phone's session, or log another screen in by its link",
    discussion: """
      example: countersign phone login --pin 258036
      example: countersign phone login 'http://localhost:8080/link#AbC…' --number 42 --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  @Argument(help: "The link that another screen shows; without one the phone logs itself in.")
  var link: String?

  func run() async throws {
    let given = try link.map(PhoneLink.init)
    try await Phone.use(options) { phone in
      guard given == nil || given?.server == phone.address.description else {
        throw CommandFailure(
          .refused, "the link is of another server than this phone's accounts",
          hint: "do not go on where somebody sent you the link")
      }
      let account = try await phone.account(named: answers.account)
      let flow = try await phone.show(answers.given) { manager in
        if let given {
          try await manager.startLogin(given.address, account: account)
        } else {
          try await manager.startLogin(account: account)
        }
      }
      let name = flow.session?.account?.displayName ?? "the account"
      Console.print(given == nil ? "logged in as \(name)" : "logged the other screen in as \(name)")
    }
  }
}
