public import CountersignCore
import HTTPTypes
public import WireModel

/// A module with paths of its own.
public protocol RoutedModule: Module {
  /// The handlers of its routes; beside them its actions have the general form, as all have.
  var routes: [RouteHandler] { get }
  /// The HTTP statuses of its reasons; a reason of the server's own has the server's.
  var statuses: [Reason: Int] { get }
  /// Its part of the ``InterfaceDescription``, in YAML; empty where it describes nothing.
  var interface: String { get }
}

extension RoutedModule {
  /// It has no reasons of its own.
  public var statuses: [Reason: Int] { [:] }
  /// It describes nothing.
  public var interface: String { "" }
}

extension Module {
  /// The routes of the module, and the statuses of its reasons.
  var served: (routes: [RouteHandler], statuses: [Reason: Int]) {
    guard let routed = self as? any RoutedModule else { return ([], [:]) }
    return (routed.routes, routed.statuses)
  }
}

/// Refuses modules of which something served cannot stand beside the server's own or another's.
///
/// - Parameters:
///   - modules: The modules.
///   - settings: What is served beside the routes.
/// - Throws: `ModuleClash`, or `ServerMisuse` for a module that contradicts itself.
package func verifyServed(by modules: [any Module], _ settings: ServerSettings) throws {
  try verifyRoutes(of: modules)
  for addition in settings.additions { try addition.verify(modules) }
}

/// Refuses modules whose routes cannot stand beside the server's or another's.
///
/// - Throws: `ModuleClash`.
package func verifyRoutes(of modules: [any Module]) throws(ModuleClash) {
  var taken = Set(
    RouteHandler.all.flatMap(\.route.names) + DescriptionRoutes.paths.map { "GET \($0)" })
  for route in modules.flatMap({ $0.served.routes }).map(\.route) {
    // OPTIONS is answered at every path.
    guard route.method != .options, route.names.allSatisfy({ taken.insert($0).inserted }) else {
      throw ModuleClash(over: "the route \(route.names[0])")
    }
  }
}

extension Route {
  /// Each method that it answers, and the path with its parameters without their names: two that
  /// differ in nothing else are one.
  fileprivate var names: [String] {
    let segments = path.split(separator: "/").map { $0.first == "{" ? "{}" : $0 }
    return method.answered.map { "\($0.rawValue) /" + segments.joined(separator: "/") }
  }
}
