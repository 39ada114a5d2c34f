import ArgumentParser
@_exported public import PhoneCommands
@_exported public import ServerCommands
public import ToolSupport
import WireModel

/// A program with the server, its administration, and the terminal phone.
///
/// A host's program adds its modules by `ServerAdditions` and its commands of `phone` by
/// `PhoneAdditions`. Each addition has a default:
///
/// ```swift
/// @main
/// enum Shop: CommandLineProgram {
///   static let name = "shop"
///   static let abstract = "A shop whose customers approve what they pay."
///
///   static var modules: [any Module] { [Orders()] }
/// }
/// ```
public protocol CommandLineProgram: ServerAdditions, PhoneAdditions {
  /// The name of the program's file, as its help and its errors write it.
  static var name: String { get }
  /// One sentence about the program, for its help.
  static var abstract: String { get }
  /// The TLS of the server and the phone: `.standard` of `CountersignCommandsTLS`, or nil.
  ///
  /// A program without TLS builds sooner. It suits a demo, which speaks plain HTTP to this machine,
  /// and a server behind a proxy whose webhooks stay on this machine.
  static var tls: ProgramTLS? { get }
}

extension CommandLineProgram {
  /// The program has no TLS.
  public static var tls: ProgramTLS? { nil }

  /// Runs the command line and ends the process with an exit code: 0 done, 1 refused, 2 wrong use,
  /// 3 environment.
  public static func main() { start(with: tls) }

  /// Runs the command line with the TLS of another program, whose process this is.
  package static func start(with tls: ProgramTLS?) {
    Console.nameProgram(name)
    EntryPoint<ProgramCommand<Self>>.main(tls: tls, words: UsageWords.init(ofPhone:))
  }
}

/// The root of a program's commands.
private struct ProgramCommand<Program: CommandLineProgram>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Program.name,
      abstract: Program.abstract,
      discussion: """
        Example:
          countersign serve --demo --port 8080
        """,
      version: Software.version,
      subcommands: [
        ServeCommand<Program>.self, ScenarioCommand<Program>.self, PhoneCommand<Program>.self,
        StoreCommand<Program>.self, KeyringCommand<Program>.self, AccountCommand<Program>.self,
        AuditCommand<Program>.self, ServiceKeyCommand<Program>.self, HostCommand<Program>.self,
        EventCommand<Program>.self, OpenAPICommand<Program>.self,
      ] + Program.commands)
  }
}
