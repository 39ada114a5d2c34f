public import ArgumentParser
@_exported public import CountersignDelivery
@_exported public import CountersignServer
public import Logging

/// The modules of a program, and what they add to its server and its administration.
///
/// The executable names one type with all its modules. Each requirement has a default, so that a
/// program without modules takes an empty type.
public protocol ServerAdditions {
  /// The options of `serve` that are the modules' own.
  associatedtype Options: ServeOptions = NoServeOptions

  /// The modules as they are before anything is configured, for commands that open a store.
  static var modules: [any Module] { get }
  /// The modules' own commands, beside those of the program.
  static var commands: [any ParsableCommand.Type] { get }
  /// The things that `serve --demo` brings of the modules, as in "products"; help lists them.
  static var demoContents: [String] { get }
  /// The modules' tables that `store check` looks at, as in "the ledger".
  static var checkedTables: [String] { get }
  /// The options that the example of a deployment in the help of `serve` ends with.
  static var exampleOptions: [String] { get }

  /// Reads what `serve` was told of the modules.
  ///
  /// - Parameter settings: The options, whichever way they were given.
  /// - Returns: The modules as they are to be served.
  /// - Throws: `CommandFailure` for a value that cannot be meant.
  static func served(by settings: ServeSettings) throws -> any ServedModules
}

extension ServerAdditions {
  /// There are no modules.
  public static var modules: [any Module] { [] }

  /// The modules have no commands.
  public static var commands: [any ParsableCommand.Type] { [] }

  /// A demo brings nothing of the modules.
  public static var demoContents: [String] { [] }

  /// No module has tables to look at.
  public static var checkedTables: [String] { [] }

  /// The example needs no option of the modules.
  public static var exampleOptions: [String] { [] }

  /// Serves the modules as they are before anything is configured.
  public static func served(by settings: ServeSettings) throws -> any ServedModules {
    UnconfiguredModules(modules: modules)
  }
}

/// Options of `serve` that modules add to its own.
public protocol ServeOptions: ParsableArguments, Sendable {
  /// Each option, with its value on the command line.
  var all: [ServeOption] { get }
}

/// No options of modules.
public struct NoServeOptions: ServeOptions {
  /// Nothing.
  public var all: [ServeOption] { [] }

  /// No options.
  public init() {}
}

/// Modules as `serve` was told to run them.
public protocol ServedModules: Sendable {
  /// Runs a server with the modules.
  ///
  /// All that they need beside the server (a child process, a connection) starts before it, and
  /// ends after it.
  ///
  /// - Parameters:
  ///   - surroundings: The parts of the process that modules share with the server.
  ///   - serve: Runs the server until it is told to stop.
  /// - Throws: Every error of `serve`, and every failed start.
  func run(
    in surroundings: ServeSurroundings, _ serve: ([any Module]) async throws -> Void
  ) async throws
}

/// The parts of a server's process that modules share.
public struct ServeSurroundings: Sendable {
  /// The client of all requests that the process sends.
  public let client: OutgoingHTTP
  /// The log.
  public let logger: Logger
}

/// Modules that `serve` is told nothing of.
private struct UnconfiguredModules: ServedModules {
  let modules: [any Module]

  func run(
    in surroundings: ServeSurroundings, _ serve: ([any Module]) async throws -> Void
  ) async throws {
    try await serve(modules)
  }
}
