@_exported public import HTTPTypes

/// One operation of the HTTP interface: its method, its path and who may call it.
///
/// Client and server build on the same value, so that neither can have a path of its own
/// (`openapi.yaml`; Countersign HTTP interface).
public struct Route: Sendable, Hashable {
  /// The HTTP method.
  public let method: HTTPRequest.Method
  /// The path, a parameter in braces: `/operations/{id}`.
  public let path: String
  /// The callers that it takes.
  public let access: Access

  /// The method's name, for a transport that knows no HTTP types.
  public var methodName: String { method.rawValue }

  /// An operation.
  ///
  /// - Parameters:
  ///   - method: The HTTP method.
  ///   - path: The path, a parameter in braces.
  ///   - access: Who may call it.
  public init(_ method: HTTPRequest.Method, _ path: String, _ access: Access) {
    self.method = method
    self.path = path
    self.access = access
  }

  /// The callers that a route takes.
  public enum Access: Sendable, Hashable {
    /// Anybody.
    case everyone
    /// Anybody; a session is used where one is given, and refused where it is not good.
    case optionalSession
    /// The holder of an access token, whose session is worth so much.
    ///
    /// Where the account never had a factor, any session is worth enough.
    case session(atLeast: AssuranceLevel)
    /// The same, and any session of a device of the account: it may see what waits, and decline.
    case sessionOfDevice(orAtLeast: AssuranceLevel)
    /// The holder of a service key with this scope: a host's backend.
    case service(ServiceScope)

    /// True if nobody gets in without a session.
    public var takesSession: Bool {
      switch self {
      case .session, .sessionOfDevice: true
      case .everyone, .optionalSession, .service: false
      }
    }
  }

  /// The path with its parameters put in, percent-encoded.
  ///
  /// - Parameter parameters: A value for each name in braces.
  /// - Returns: The path, or nil where a value is missing.
  public func path(_ parameters: [String: String]) -> String? {
    var segments: [String] = []
    for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard segment.first == "{", segment.last == "}" else {
        segments.append(String(segment))
        continue
      }
      guard let value = parameters[String(segment.dropFirst().dropLast())] else { return nil }
      segments.append(PercentEncoding.encode(value))
    }
    return segments.joined(separator: "/")
  }
}

extension PathPrefix {
  /// The prefix at which a route was found: the path of the request without what the route has.
  ///
  /// - Parameters:
  ///   - path: The path of a request that the route took.
  ///   - route: The route.
  package init(of path: String, before route: Route) {
    self.init(of: path, droppingLast: route.path.split(separator: "/").count)
  }

  /// The segments of a path without so many at its end.
  package init(of path: String, droppingLast count: Int) {
    self.init(segments: path.split(separator: "/").dropLast(count))
  }
}
