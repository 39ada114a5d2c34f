import HTTPTypes
import Hummingbird
import NIOCore
import WebAuthnModel

extension RouteAnswer {
  /// The answer as Hummingbird sends it.
  var response: Response {
    guard let body else { return Response(status: status, headers: fields) }
    var headers = fields
    if headers[.contentType] == nil { headers[.contentType] = "application/json" }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.serialized())))
  }
}
