import ArgumentParser

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
