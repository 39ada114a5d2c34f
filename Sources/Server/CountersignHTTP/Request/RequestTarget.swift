import CountersignCore
import Hummingbird
import WireModel

/// Reads what the request line says beside the route.
enum RequestTarget {
  /// The path's parameters, percent-decoded.
  static func parameters(
    _ names: [String], in found: Parameters
  ) throws(Refusal) -> [String: String] {
    var parameters: [String: String] = [:]
    for name in names {
      guard let encoded = found[name[...]], let value = PercentDecoding.decode(encoded) else {
        throw Refusal(.malformed, "\(name): is no percent-encoded text")
      }
      parameters[name] = value
    }
    return parameters
  }

  /// The query's values; a name that the route does not take, or takes once and was given twice, is
  /// refused like an unknown field of a body.
  static func query(
    _ query: String?, allowing names: Set<String>
  ) throws(Refusal) -> [String: String] {
    guard let query, !query.isEmpty else { return [:] }
    var values: [String: String] = [:]
    for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentDecoding.decode(parts[0]),
        let value = PercentDecoding.decode(parts.count == 2 ? parts[1] : "")
      else { throw Refusal(.malformed, "the query is no percent-encoded text") }
      guard names.contains(name) else {
        throw Refusal(.malformed, "the query holds a name that this route does not take")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Refusal(.malformed, "\(name): is given twice in the query")
      }
    }
    return values
  }
}
