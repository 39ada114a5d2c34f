import ArgumentParser

/// `countersign phone`: a terminal client that acts as the phone.
struct PhoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phone",
    abstract: "act as a person's phone: sign up, register a key, buy airtime",
    discussion: """
      The phone's keys and its session lie under --home, in a vault that is for tools and tests.

      example: countersign phone sign-up --server http://localhost:8080 --user-name ada@example.com
      """,
    subcommands: [
      PhoneSignUp.self, PhoneRegister.self, PhoneSetPIN.self, PhoneTopUp.self, PhoneWallet.self,
    ])
}
