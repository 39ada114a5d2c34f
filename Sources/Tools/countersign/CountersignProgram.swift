import ArgumentParser
import CountersignCommands
import CountersignCommandsTLS
import WebAuthnCommands

/// The program of this project: the server and its tools, without any module.
@main
enum CountersignProgram: CommandLineProgram {
  static let name = "countersign"
  static let abstract = "Multi-factor authentication and transaction authorization."
  static let tls: ProgramTLS? = .standard

  static var commands: [any ParsableCommand.Type] { [WebAuthnCommand.self] }
}
