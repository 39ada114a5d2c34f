import ArgumentParser

/// What every command of the phone takes.
struct PhoneOptions: ParsableArguments {
  @Option(help: "Where the phone keeps its keys and its session.")
  var home = "phone-home"

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
