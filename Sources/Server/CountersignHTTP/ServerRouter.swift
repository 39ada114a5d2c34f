import Hummingbird
import WireModel

/// Builds the router from the one route table.
enum ServerRouter {
  static func build(
    _ slot: ServiceSlot, _ settings: ServerSettings
  ) -> ServerResponder {
    let router = Router(context: ServerContext.self)
    let answers = AnswerMiddleware(settings: settings, handlers: RouteHandler.all)
    router.add(middleware: answers)
    let endpoints = RouteHandler.all.map { Endpoint(handler: $0, slot: slot, settings: settings) }
    for endpoint in endpoints {
      let route = endpoint.handler.route
      router.on(RouterPath(route.path), method: route.method) { request, context in
        await endpoint.respond(to: request, context)
      }
    }
    PageResponder(slot: slot, settings: settings).add(to: router)
    return ServerResponder(endpoints, answers, router: router.buildResponder())
  }
}
