import AsyncHTTPClient
import CountersignCore
import NIOCore
import NIOHTTP1

/// Posts events to a host, signed as Standard Webhooks does.
struct EventWebhook: HostCourier {
  let client: HTTPClient
  let address: String
  let secret: EventSecret
  var timeoutSeconds: Int64 = 10

  func carry(_ event: OutgoingEvent) async throws {
    let seconds = SystemClock().now().milliseconds / 1000
    var request = HTTPClientRequest(url: address)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.headers.add(name: "webhook-id", value: event.id)
    request.headers.add(name: "webhook-timestamp", value: String(seconds))
    request.headers.add(
      name: "webhook-signature", value: secret.signature(of: event, atSeconds: seconds))
    request.body = .bytes(event.body)
    try await OutgoingHTTP.post(request, with: client, timeoutSeconds: timeoutSeconds)
  }
}
