import HTTPTypes
import Hummingbird
import WireModel

/// Answers every request: one to a path without parameters by a look into a table, any other by the
/// router.
///
/// The router takes each path apart, and goes through a responder for each of its layers.
struct ServerResponder: HTTPResponder {
  private let answers: AnswerMiddleware
  private let endpoints: [String: [HTTPRequest.Method: Endpoint]]
  private let router: RouterResponder<ServerContext>

  init(
    _ endpoints: [Endpoint], _ answers: AnswerMiddleware, router: RouterResponder<ServerContext>
  ) {
    let fixed = endpoints.filter(\.handler.parameterNames.isEmpty)
    self.endpoints = Dictionary(grouping: fixed, by: \.handler.route.path)
      .mapValues { endpoints in
        Dictionary(uniqueKeysWithValues: endpoints.map { ($0.handler.route.method, $0) })
      }
    self.answers = answers
    self.router = router
  }

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    guard let endpoint = endpoints[request.uri.path]?[request.method] else {
      return try await router.respond(to: request, context: context)
    }
    // As the router does it: the log names the path's template.
    context.coreContext.endpointPath.value = endpoint.handler.route.path
    return try await answers.answer(request, context) {
      await endpoint.respond(to: request, context)
    }
  }
}
