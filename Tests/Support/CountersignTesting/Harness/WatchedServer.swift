import CSQLite
public import CountersignClient
public import CountersignCore
public import CountersignHTTP
public import Logging
public import SecretSearch
import WebAuthnModel
public import WireModel

/// The real router in this process, with a watch over what passes.
public struct WatchedLoopback: Sendable {
  private let loopback: LoopbackTransport
  private let routes: [Route]
  private let watch: SecretWatch
  private let onRefusal: RefusalWitness

  /// Called with the method and the target of a request that was refused, and with the answer's
  /// status and body.
  public typealias RefusalWitness =
    @Sendable (
      _ method: String, _ target: String, _ status: Int, _ body: JSONValue?
    ) -> Void

  /// A transport to a harness.
  ///
  /// - Parameters:
  ///   - harness: Its service.
  ///   - settings: The server's settings.
  ///   - logger: The server's log; nil for the watch.
  ///   - onRefusal: Called with each refusal.
  public init(
    _ harness: ServiceHarness, settings: ServerSettings = ServerSettings(), logger: Logger? = nil,
    onRefusal: @escaping RefusalWitness = { _, _, _, _ in }
  ) {
    watch = harness.watch
    routes =
      Route.all
      + harness.modules.flatMap { ($0 as? any RoutedModule)?.routes.map(\.route) ?? [] }
    self.onRefusal = onRefusal
    loopback = LoopbackTransport(
      harness.service, settings: settings, logger: logger ?? harness.logger)
  }

  /// Sends a typed request.
  ///
  /// - Throws: The error of the transport.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    watch.note(secretsOf: request)
    let response = try await loopback.send(request)
    watch.keep(response, to: request.route)
    if response.status >= 400 {
      onRefusal(
        request.route.methodName, request.target ?? "", response.status, response.body)
    }
    return response
  }

  /// Sends a request as its bytes would say it.
  ///
  /// - Throws: The error of the transport.
  public func send(_ request: RawRequest) async throws -> RawResponse {
    let response = try await watched(request)
    if response.status >= 400 {
      onRefusal(
        request.method, request.target, response.status, try? JSONValue(parsing: response.body))
    }
    return response
  }

  private func watched(_ request: RawRequest) async throws -> RawResponse {
    guard watch.isOn else { return try await loopback.send(request) }
    for field in request.fields { watch.note(field: field.name, field.value) }
    if let body = request.body, let value = try? JSONValue(parsing: body) {
      watch.note(secretsOf: value)
    }
    let response = try await loopback.send(request)
    for field in response.fields { watch.note(field: field.name, field.value) }
    watch.keep(
      request.method, Route.path(of: request.method, request.target, among: routes),
      status: response.status, try? JSONValue(parsing: response.body))
    return response
  }

  /// Sends a typed request whose answer is a stream of events.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - lastEventID: The id of the newest event that the caller has; nil for none.
  /// - Returns: The answer, its body still to come.
  /// - Throws: The error of the transport.
  public func stream(
    _ request: WireRequest, after lastEventID: String? = nil
  ) async throws -> StreamedResponse {
    watch.note(secretsOf: request)
    let response = try await loopback.stream(request, after: lastEventID)
    // Why it was refused is in a body that is still to come.
    if response.status < 400 { watch.note(RouteOutcome(request.route, response.status)) }
    return response
  }
}

/// An app's transport, with a watch over what passes.
public struct WatchedTransport: Transport {
  private let transport: any Transport
  private let watch: SecretWatch

  /// Another transport, watched.
  public init(_ transport: any Transport, _ watch: SecretWatch) {
    self.transport = transport
    self.watch = watch
  }

  /// Sends a request.
  ///
  /// - Throws: `TransportError` if there is no answer.
  public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    watch.note(secretsOf: request)
    let response = try await transport.send(request)
    watch.keep(response, to: request.route)
    return response
  }

  /// Opens a stream of events.
  ///
  /// - Throws: `TransportError` if there is no answer.
  public func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    watch.note(secretsOf: request)
    let answer = try await transport.events(request, after: lastEventID)
    switch answer {
    case .stream: watch.note(RouteOutcome(request.route, 200))
    case .refused(let response): watch.keep(response, to: request.route)
    }
    return answer
  }
}

extension RouteOutcome {
  /// An answer of a route that refuses nothing.
  public init(_ route: Route, _ status: Int) {
    self.init(route.methodName, route.path, status: status)
  }
}

extension Route {
  /// The route whose path a target has, of several the one with the fewest parameters; nil if there
  /// is none.
  public static func fitting(_ target: String, among routes: [Route]) -> Route? {
    let segments = target.prefix { $0 != "?" }.split(separator: "/")
    let path = "/" + segments.joined(separator: "/")
    if let plain = routes.first(where: { $0.path == path }) { return plain }
    let fitting = routes.filter { route in
      // Few get past this: a run of all tests sends many requests.
      guard let end = route.path.firstIndex(of: "{"), path.hasPrefix(route.path[..<end]) else {
        return false
      }
      let own = route.path.split(separator: "/")
      return own.count == segments.count
        && zip(own, segments).allSatisfy { $0 == $1 || $0.first == "{" }
    }
    return fitting.min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
  }

  /// The path of the route that takes a request, or of one that takes its target by another method;
  /// nil if none does.
  public static func path(
    of method: String, _ target: String, among routes: [Route]
  ) -> String? {
    let route =
      fitting(target, among: routes.filter { $0.methodName == method })
      ?? fitting(target, among: routes)
    return route?.path
  }
}

extension SecretWatch {
  /// Notes how a route answered, and the secrets of the answer; keeps the body of a refusal.
  public func keep(_ response: WireResponse, to route: Route) {
    keep(route.methodName, route.path, status: response.status, response.body)
  }

  /// Notes the secrets of a request.
  public func note(secretsOf request: WireRequest) {
    guard isOn else { return }
    if let token = request.accessToken { note("bearer", token) }
    if let secret = request.watchSecret { note("watchSecret", secret) }
    if request.route.path.hasPrefix("/sessions/links/"), let id = request.parameters["id"] {
      note("link", id)
    }
    if let body = request.body { note(secretsOf: body) }
  }

  /// Notes the keys of a server.
  public func note(_ keyring: Keyring) {
    guard isOn, case .object(let keys)? = try? JSONValue(parsing: keyring.serialized()) else {
      return
    }
    for name in keys.names {
      guard case .array(let numbered)? = keys[name] else { continue }
      for case .object(let key) in numbered {
        if case .string(let text)? = key["key"] { note("key \(name)", text) }
      }
    }
  }
}

extension ServiceHarness {
  /// The log of its servers: every line is kept for the search of secrets, if there is one.
  public var logger: Logger { Self.logger(watch) }

  /// The log of a server that is watched.
  public static func logger(_ watch: SecretWatch) -> Logger {
    Logger(label: "countersign") { label in
      guard watch.isOn else { return SwiftLogNoOpLogHandler() }
      return JSONLogHandler(label: label, level: .trace) { line in
        watch.keep(.log, String(decoding: line.dropLast(), as: UTF8.self))
      }
    }
  }
}

/// The audit log of a store, read while others have it open.
enum AuditRows {
  /// Reads the kind and the details of each row; none if there is no store.
  static func read(path: String) -> [String] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { return [] }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let query = "SELECT kind || ' ' || details FROM audit"
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else { return [] }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { rows.append(String(cString: text)) }
    }
    return rows
  }
}
