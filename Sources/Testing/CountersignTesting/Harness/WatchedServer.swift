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
    watch.keep(status: response.status, response.body)
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
    watch.keep(status: response.status, try? JSONValue(parsing: response.body))
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
    return try await loopback.stream(request, after: lastEventID)
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
    watch.keep(status: response.status, response.body)
    return response
  }

  /// Opens a stream of events.
  ///
  /// - Throws: `TransportError` if there is no answer.
  public func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    watch.note(secretsOf: request)
    return try await transport.events(request, after: lastEventID)
  }
}

extension SecretWatch {
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
