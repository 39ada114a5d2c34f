import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignHTTP

/// The refusals that `openapi.yaml` names for each operation of the server's own.
enum DocumentedRefusals {
  /// An operation and a status.
  struct Place: Hashable {
    let method: String
    /// The path with its parameters without their names.
    let path: String
    let status: Int
  }

  /// The reasons by operation and status; nil if the description cannot be read.
  static let all: [Place: Set<Reason>]? = {
    guard let whole = try? InterfaceDescription().json().object else { return nil }
    let links = DescriptionLinks(whole)
    var all: [Place: Set<Reason>] = [:]
    for (path, methods) in whole["paths"].object.entries {
      for (method, operation) in methods.object.entries {
        for (code, response) in operation.object["responses"].object.entries {
          let place = Place(
            method: method.uppercased(), path: plain(path), status: Int(code) ?? 0)
          let reasons = links.resolved(response).object["x-reasons"].array
          all[place] = Set(reasons.map { Reason(code: $0.text) })
        }
      }
    }
    return all
  }()

  /// Records a refusal that the description does not name at its operation.
  static func expect(_ method: String, _ target: String, _ status: Int, _ body: JSONValue?) {
    guard let all, let problem = body.flatMap({ try? Problem(json: $0) }),
      Reason.all.contains(problem.reason),
      ![.methodNotAllowed, .internalError].contains(problem.reason),
      let path = template(method, target)
    else { return }
    let place = Place(method: method, path: path, status: status)
    #expect(
      all[place]?.contains(problem.reason) == true,
      "\(method) \(path) \(status) is \(problem.reason), which openapi.yaml does not say")
  }

  /// The path of the route that takes a target; nil if none of the server's own does.
  private static func template(_ method: String, _ target: String) -> String? {
    Route.fitting(target, among: Route.all.filter { $0.methodName == method })
      .map { plain($0.path) }
  }

  private static func plain(_ path: String) -> String {
    path.split(separator: "/").map { $0.first == "{" ? "/{}" : "/\($0)" }.joined()
  }
}
