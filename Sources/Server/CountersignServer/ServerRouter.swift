import Hummingbird
import WireModel

/// Builds the router from the one route table.
enum ServerRouter {
  static func build(
    _ slot: ServiceSlot, _ settings: ServerSettings
  ) -> RouterResponder<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: AnswerMiddleware(settings: settings, handlers: RouteHandler.all))
    for handler in RouteHandler.all {
      let endpoint = Endpoint(handler: handler, slot: slot, settings: settings)
      router.on(RouterPath(handler.route.path), method: handler.route.method) { request, context in
        await endpoint.respond(to: request, context)
      }
    }
    PageResponder(settings: settings).add(to: router)
    return router.buildResponder()
  }
}
