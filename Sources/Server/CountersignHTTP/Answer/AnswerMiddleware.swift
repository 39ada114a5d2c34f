import CountersignCore
import HTTPTypes
import Hummingbird
import Logging
import WireModel

/// What every answer has, whether or not a route matched: security fields, an id, a log line.
struct AnswerMiddleware<Context: RequestContext>: RouterMiddleware {
  let settings: ServerSettings

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var response: Response
    if let location = redirect(request) {
      response = Response(status: .temporaryRedirect, headers: [.location: location])
    } else {
      do {
        response = try await next(request, context)
      } catch is any HTTPResponseError {
        // The router's own: no route has this path and method.
        response = ProblemAnswer.notFound.response
      }
    }
    let requestID = context.requestID
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    response.headers[.requestID] = requestID
    if settings.protection != .none {
      response.headers[.strictTransportSecurity] = "max-age=31536000; includeSubDomains"
    }
    log(request, context, response, requestID, since: start)
    return response
  }

  private func log(
    _ request: Request, _ context: Context, _ response: Response, _ requestID: String,
    since start: ContinuousClock.Instant
  ) {
    // The path template, never the path or the query: either can hold what a person typed.
    let elapsed = (ContinuousClock.now - start).components
    let microseconds = elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
    context.logger.info(
      "request",
      metadata: [
        // The logger has it too, but would make its text again.
        requestIDName: .string(requestID),
        "method": .string(request.method.rawValue),
        "route": .string(context.endpointPath ?? "none"),
        "status": .stringConvertible(response.status.code),
        "microseconds": .stringConvertible(microseconds),
      ])
  }

  /// Where a request goes that came to 127.0.0.1; nil where it is served here.
  private func redirect(_ request: Request) -> String? {
    guard settings.loopbackAddress == .redirectToLocalhost,
      let authority = request.head.authority,
      authority == "127.0.0.1" || authority.hasPrefix("127.0.0.1:"),
      let path = request.head.path, path.first == "/", !path.hasPrefix("//")
    else { return nil }
    let scheme = settings.protection == .none ? "http" : "https"
    return "\(scheme)://localhost\(authority.dropFirst("127.0.0.1".count))\(path)"
  }
}
