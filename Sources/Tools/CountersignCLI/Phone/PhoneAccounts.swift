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
      let accounts = try await phone.installation.accounts()
      if let use {
        let chosen = accounts.filter { $0.id == use || $0.displayName == use }
        guard let account = chosen.first, chosen.count == 1 else {
          throw CommandFailure(
            .wrongUse, chosen.isEmpty ? "no account \(use)" : "several accounts are \(use)",
            hint: "give an id of countersign phone accounts")
        }
        try await phone.installation.select(account.id)
      }
      let current = try await phone.installation.current()
      for account in accounts {
        Console.print("\(account == current ? "*" : " ") \(account.displayName) \(account.id)")
      }
    }
  }
}
