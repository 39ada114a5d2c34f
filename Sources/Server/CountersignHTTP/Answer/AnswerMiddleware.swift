import CountersignCore
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Tracing
import WebAuthnModel
import WireModel

/// Gives every answer its security fields, an id and a log line, whether or not a route matched.
struct AnswerMiddleware<Context: RequestContext>: RouterMiddleware {
  let settings: ServerSettings
  let slot: ServiceSlot
  let gate: AdmissionGate
  private let forwarding = ForwardingNote()

  init(settings: ServerSettings, slot: ServiceSlot, gate: AdmissionGate) {
    (self.settings, self.slot, self.gate) = (settings, slot, gate)
  }

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    // A span of a shed request would cost as much as the shedding, and crowd out the others.
    guard let tracer = slot.service?.tracer,
      !gate.isFull(opensCeremony: request.head.opensCeremony)
    else {
      return try await answer(request, context, next)
    }
    let parent = request.headers[.traceparent].flatMap(TraceContext.init(traceparent:))
    return try await tracer.trace("request", .server, in: parent) { span in
      let response = try await answer(request, context, next)
      let (method, route) = (request.method.knownName, context.endpointPath)
      span.operationName = route.map { "\(method) \($0)" } ?? method
      span.attributes["http.request.method"] = method
      if let route { span.attributes["http.route"] = route }
      span.attributes["http.response.status_code"] = Int64(response.status.code)
      if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
      return response
    }
  }

  private func answer(
    _ request: Request, _ context: Context,
    _ next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    forwarding.note(request.headers, settings, context.logger)
    var response: Response
    var route = context.endpointPath
    if let location = redirect(request) {
      response = Response(status: .temporaryRedirect, headers: [.location: location])
    } else {
      do {
        response = try await next(request, context)
      } catch let path as UnservedPath {
        route = nil
        response = path.response(to: request, settings)
      } catch is any HTTPResponseError {
        // The router's own: no route has this path and method.
        route = nil
        response = UnservedPath(prefix: .root).response(to: request, settings)
      }
    }
    if request.method == .head { response = response.withoutBody }
    let requestID = context.requestID
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    response.headers[.requestID] = requestID
    if settings.protection.isReachedByTLS {
      response.headers[.strictTransportSecurity] = "max-age=31536000; includeSubDomains"
    }
    let elapsed = ContinuousClock.now - start
    slot.service?.metrics?.noteAnswer(
      method: request.method.rawValue, route: route, status: response.status.code,
      duration: elapsed)
    log(request, context, response, requestID, elapsed)
    return response
  }

  private func log(
    _ request: Request, _ context: Context, _ response: Response, _ requestID: String,
    _ elapsed: Duration
  ) {
    // The path template, never the path or the query: either can hold what a person typed.
    context.logger.info(
      "request",
      metadata: [
        // The logger has it too, but would make its text again.
        requestIDName: .string(requestID),
        "method": .string(request.method.rawValue),
        "route": .string(context.endpointPath ?? "none"),
        "status": .stringConvertible(response.status.code),
        "microseconds": .stringConvertible(elapsed.wholeMicroseconds),
      ])
  }

  /// The address to which a request to 127.0.0.1 is sent on; nil where it is served here.
  ///
  /// The target is a configured origin and never the request's own Host, which whoever made a
  /// person's browser send it may have written.
  private func redirect(_ request: Request) -> String? {
    guard settings.loopbackAddress == .redirectToLocalhost,
      let authority = request.head.authority,
      authority == "127.0.0.1" || authority.hasPrefix("127.0.0.1:"),
      let path = request.head.path, path.first == "/", !path.hasPrefix("//"),
      let origins = slot.service?.origins.filter({ $0.host == "localhost" }).map(\.text)
    else { return nil }
    // Of several the one at the port that was asked for, if that is one.
    let port = authority.dropFirst("127.0.0.1".count)
    let same = origins.first { $0.split(separator: "//").last ?? "" == "localhost\(port)" }
    return (same ?? origins.min()).map { $0 + path }
  }
}

extension Response {
  /// The answer to HEAD where this is the one to GET: with the length of the body, and without it.
  fileprivate var withoutBody: Response {
    var response = createHeadResponse()
    // The length of a stream of events is unknown; what was made of no body would say 0.
    if headers[.contentLength] == nil { response.headers[.contentLength] = nil }
    return response
  }
}

/// Says once in the log that a request names its own source while no proxy is trusted: either
/// there is a proxy that was not named, and all requests count as its own, or somebody tries.
private final class ForwardingNote: Sendable {
  private let isDone = Mutex(false)

  func note(_ fields: HTTPFields, _ settings: ServerSettings, _ logger: Logger) {
    guard settings.trustedProxies == .none,
      fields[.xForwardedFor] != nil || fields[.forwarded] != nil,
      isDone.withLock({ isDone in
        defer { isDone = true }
        return !isDone
      })
    else { return }
    logger.warning(
      "a request says where it came from, and no proxy is trusted: what it says is not believed",
      metadata: ["hint": "name the proxies in front of this server with --trusted-proxy"])
  }
}

extension HTTPField.Name {
  /// The place of a request in a trace (W3C Trace Context).
  static let traceparent = unchecked("traceparent")
}
