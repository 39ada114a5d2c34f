import ArgumentParser

/// What every command of the phone takes.
struct PhoneOptions: ParsableArguments {
  @Option(help: "Where the phone keeps its keys and its sessions.")
  var home = "phone-home"

  @Option(help: "What this phone is called where the account's devices are listed.")
  var name = "terminal phone"

  @Option(help: "The relying party's id; the server's host without it.")
  var rpID: String?

  @Flag(help: "Answer every question with yes.")
  var yes = false

  @Flag(help: "Say at the end how many network calls were made.")
  var verbose = false
}

/// Where a code comes from.
struct CodeOptions: ParsableArguments {
  @Option(help: "Read the code from a demo's mailbox.jsonl instead of asking for it.")
  var codeFrom: String?

  @Option(help: "How many seconds to wait for the code there.")
  var codeSeconds = 15
}
