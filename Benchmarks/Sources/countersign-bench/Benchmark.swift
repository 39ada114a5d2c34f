import CountersignServer
import WebAuthnModel
import WireModel

/// A way to approve something, as it is measured.
protocol Benchmark: Sendable {
  /// The name in figures and in `count`, as in "step-up".
  var name: String { get }
  /// The calls of one approval, in order.
  var calls: [BenchCall] { get }
  /// The rows of one approval.
  var rows: BenchRows { get }
  /// The modules that a server within this process has for it.
  var modules: [any Module] { get }
  /// The options of `serve` that a server of its own is started with.
  var serveOptions: [String] { get }

  /// Approves once.
  ///
  /// - Parameter person: The person, who makes each of ``calls`` once.
  /// - Throws: Every error of a call, and of an answer that cannot be read.
  func approve(by person: some BenchPerson) async throws
}

/// One call of an approval.
struct BenchCall: Sendable, Hashable {
  /// The name in figures.
  let name: String
  /// The operation.
  let route: Route
  /// A value for each parameter of the route's path.
  let parameters: [String: String]

  /// A call.
  init(_ name: String, _ route: Route, parameters: [String: String] = [:]) {
    self.name = name
    self.route = route
    self.parameters = parameters
  }

  /// The path that is called.
  var path: String { route.path(parameters) ?? route.path }
}

/// The person of a benchmark: an account with a session and a key.
protocol BenchPerson {
  /// Makes a call.
  ///
  /// - Parameters:
  ///   - number: The place of the call among those of the benchmark.
  ///   - body: The body.
  /// - Returns: The body of the answer.
  /// - Throws: `CommandFailure` for an answer that is no success.
  func call(_ number: Int, _ body: JSONValue) async throws -> JSONValue

  /// Signs a challenge with the account's key.
  func sign(_ options: CredentialRequestOptions) throws -> AssertionResponse
}
