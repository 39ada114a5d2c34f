import ArgumentParser

/// `countersign webauthn inspect`.
struct WebAuthnInspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show what a browser's response says.",
    discussion: """
      Reads the browser's JSON on standard input and verifies nothing of it. A part that cannot be \
      read is shown with its problem, and the exit code is 2 then.

      Example:
        countersign webauthn inspect < response.json
      """)

  @Flag(help: "Answer in JSON.")
  var json = false

  func run() async throws {
    let response = try InspectedResponse(try StandardInput.read())
    if json {
      Console.print(ReportText.json(response.facts))
    } else {
      ReportText.lines(of: response.facts).forEach(Console.print)
    }
    if let problem = response.problems.first {
      throw CommandFailure(
        .wrongUse, problem, hint: "the other parts stand above; was the response cut or changed")
    }
  }
}
