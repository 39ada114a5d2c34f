package import ArgumentParser
import ToolSupport

/// `countersign webauthn`: looks at what browsers send, without a server.
package struct WebAuthnCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "webauthn", abstract: "Look into passkey responses of a browser, and verify them.",
    discussion: """
      To find out why a passkey is refused, without a server. The input is what the browser made: \
      JSON.stringify(await navigator.credentials.create(options)) for a new passkey, which is a \
      registration, or get(options) for a signature, which is an assertion; the page's network \
      tab has it too. inspect takes it apart and shows each part. verify checks it step by step, \
      as a server would, and names the step that refuses it.

      Example:
        countersign webauthn inspect < response.json
      """,
    subcommands: [WebAuthnInspectCommand.self, WebAuthnVerifyCommand.self])

  package init() {}
}

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

/// `countersign webauthn verify`.
struct WebAuthnVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verify a registration or an assertion.",
    discussion: """
      Exit code 0 where it verifies, 1 with the step of WebAuthn Level 3 and the reason where it \
      is refused, 2 where the input cannot be used.

      Example:
        countersign webauthn verify registration --challenge dGVzdCBjaGFsbGVuZ2U \
      --origin https://example.com --rp-id example.com < response.json
      """,
    subcommands: [VerifyRegistrationCommand.self, VerifyAssertionCommand.self])
}
