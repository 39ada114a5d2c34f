import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A host: a shop whose orders are sent only when the customer confirmed each by Countersign.
///
/// Nothing of Countersign is compiled in: all that passes between the two is HTTP. Its actions are
/// the scenarios SHIP_ORDER and PAY_INVOICE, which the server knows by `--scenarios` and the file
/// beside this one. An invoice is paid in the shop's app, or put before the customer to review on
/// any of their screens; of that the shop is told by webhook.
@main
struct OrderDesk {
  static func main() async throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let desk = Desk(
      countersign: Countersign(
        address: try options.value("--countersign"), serviceKey: try options.secret("--service-key")
      ),
      signature: try WebhookSignature(secret: try options.secret("--event-secret")))
    let application = Application(
      router: routes(of: desk),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: Int(try options.value("--port")) ?? 0)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        FileHandle.standardOutput.write(Data("listening on http://localhost:\(port)\n".utf8))
      })
    try await application.runService()
  }

  private static func routes(of desk: Desk) -> Router<BasicRequestContext> {
    let router = Router()
    // A shop signs its customers in by itself; this one believes what it is told.
    router.post("sign-in") { request, context in
      try await desk.signIn(try await request.decode(as: Customer.self, context: context))
    }
    router.get("orders/:id") { _, context in
      try await desk.order(context.parameters.require("id"))
    }
    router.post("orders/:id/ship") { request, context in
      let proof = try await request.decode(as: Confirmation.self, context: context)
      return try await desk.ship(context.parameters.require("id"), confirmedBy: proof)
    }
    router.post("orders/:id/pay") { request, context in
      let proof = try await request.decode(as: Confirmation.self, context: context)
      return try await desk.pay(context.parameters.require("id"), confirmedBy: proof)
    }
    router.post("orders/:id/charge") { _, context in
      try await desk.charge(context.parameters.require("id"))
    }
    router.post("webhook") { request, context in
      let body = try await request.body.collect(upTo: 65_536)
      try await desk.take(Data(body.readableBytesView), Webhook(request.headers))
      return HTTPResponse.Status.noContent
    }
    return router
  }
}

/// The command's options, each with a value.
struct Options {
  private var values: [String: String] = [:]

  init(_ arguments: some Collection<String>) throws {
    let words = Array(arguments)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      values[words[index]] = words[index + 1]
    }
  }

  func value(_ name: String) throws -> String {
    guard let value = values[name] else { throw Problem("give \(name)") }
    return value
  }

  /// What a file holds that only its owner reads.
  func secret(_ name: String) throws -> String {
    try String(contentsOfFile: value(name), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// What went wrong, in words.
struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
