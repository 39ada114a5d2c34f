import ArgumentParser
import CountersignClient

/// `countersign phone accounts`: the accounts on this phone, and which one is used.
struct PhoneAccounts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "show the accounts on this phone, or choose the one to use",
    discussion: "example: countersign phone accounts --use Ada")

  @OptionGroup var options: PhoneOptions

  @Option(help: "Use this account from now on, by its name or its id.")
  var use: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      if let chosen = try await phone.account(named: use) {
        try await phone.installation.select(chosen)
      }
      let accounts = try await phone.installation.accounts()
      let current = try await phone.installation.current()
      for account in accounts {
        Console.print("\(account == current ? "*" : " ") \(account.displayName) \(account.id)")
      }
    }
  }
}
