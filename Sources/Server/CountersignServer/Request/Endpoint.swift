import CountersignService
import HTTPTypes
import Hummingbird
import Logging
import WebAuthnModel
import WireModel

/// Serves one route: reads, authenticates, calls the handler, and answers refusals and faults.
struct Endpoint: Sendable {
  let handler: RouteHandler
  let slot: ServiceSlot
  let settings: ServerSettings

  func respond(to request: Request, _ context: ServerContext) async -> Response {
    let start = settings.secretFloor.begin()
    do {
      let call = try await call(request, context)
      return try await handler.respond(call).response
    } catch let refusal as Refusal {
      if refusal.concernsSecret { await settings.secretFloor.wait(since: start) }
      return ProblemAnswer.answer(to: refusal, on: handler.route).response
    } catch is CancellationError {
      return ProblemAnswer.answer(
        to: Refusal.busy("the server is stopping; try again in a moment"), on: handler.route
      ).response
    } catch {
      context.logger.error(
        "request failed", metadata: ["error": "\(error)", "route": "\(handler.route.path)"])
      return ProblemAnswer.answer(toFault: context.requestID, on: handler.route).response
    }
  }

  private func call(_ request: Request, _ context: ServerContext) async throws -> RouteCall {
    // The body is read first: a refusal before that would leave it on the connection.
    let bytes = try await RequestBodyReader(settings: settings).read(request, context)
    guard let holder = slot.filled else {
      throw Refusal.busy("the server is starting; try again in a moment")
    }
    let caller = try await authenticate(request, holder.service)
    let body = try RequestBodyReader.parse(bytes, contentType: request.headers[.contentType])
    if !handler.takesBody, body != .object([:]) {
      throw Refusal(.malformed, "this route takes no body")
    }
    return RouteCall(
      service: holder.service, caller: caller,
      parameters: try RequestTarget.parameters(of: handler.route, context.parameters),
      query: try RequestTarget.query(request.uri.query, allowing: handler.queryNames),
      idempotencyKeyText: request.headers[.idempotencyKey], body: body)
  }

  private func authenticate(
    _ request: Request, _ service: Service
  ) async throws -> AuthenticatedSession? {
    if handler.route.access == .everyone { return nil }
    guard let token = try BearerToken.read(request.headers) else {
      if handler.route.access == .session { throw Refusal.noSession }
      return nil
    }
    return try await service.authenticate(token, activity: handler.activity).get()
  }
}

extension Refusal {
  /// The server cannot do it now.
  static func busy(_ detail: String) -> Refusal {
    var refusal = Refusal(.busy, detail)
    refusal.retryAfterSeconds = 1
    return refusal
  }
}

extension HTTPField.Name {
  /// The key under which an action is executed once (`Idempotency-Key`).
  static let idempotencyKey = unchecked("Idempotency-Key")
  /// Says that an answer is the first one again.
  static let idempotentReplayed = unchecked("Idempotent-Replayed")
  /// The id under which the log knows a request.
  static let requestID = unchecked("X-Request-ID")

  private static func unchecked(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else {
      preconditionFailure("\(name) is written in this file and is no field name")
    }
    return name
  }
}
