import ArgumentParser

/// The one binary: the server, its supplier for demos, its store, and the tools around WebAuthn.
struct CountersignCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "countersign",
    abstract: "Multi-factor authentication and transaction authorization.",
    discussion: """
      Example:
        countersign serve --demo --port 8080
      """,
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, PhoneCommand.self, SupplierCommand.self, StoreCommand.self,
      AuditCommand.self, ServiceKeyCommand.self, EventCommand.self, WebAuthnCommand.self,
      BenchCommand.self, TraceCommand.self,
    ])
}
