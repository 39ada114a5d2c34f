import ArgumentParser

/// `countersign webauthn`: looks at what browsers send, without a server.
struct WebAuthnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webauthn", abstract: "Look at WebAuthn responses and verify them.",
    discussion: """
      Example:
        countersign webauthn inspect < response.json
      """,
    subcommands: [WebAuthnInspectCommand.self, WebAuthnVerifyCommand.self])
}
