import CountersignCore
import HTTPTypes
import Hummingbird
import NIOCore
import WebAuthnModel
import WireModel

/// Reads a request's body within its limits of size and time, and parses it.
struct RequestBodyReader: Sendable {
  let settings: ServerSettings

  /// The body's bytes, none where there is no body.
  func read(_ request: Request, _ context: ServerContext) async throws -> [UInt8] {
    let declared = request.headers.text(of: .contentLength).flatMap { Int($0) }
    guard declared != nil || request.headers.contains(.transferEncoding) else { return [] }
    if let declared, declared > settings.bodyLimitBytes { throw bodyTooLarge }
    return try await collect(request.body, declared: declared, context)
  }

  /// The bytes as JSON; an empty object for none.
  static func parse(_ bytes: [UInt8], contentType: String?) throws(Refusal) -> JSONValue {
    if bytes.isEmpty { return .object([:]) }
    guard isJSON(contentType) else {
      throw Refusal(
        .unsupportedMediaType, "send the body with Content-Type: application/json, in UTF-8")
    }
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Refusal(.malformed, "the body is not JSON that is taken here: \(error)")
    }
  }

  private func collect(
    _ body: RequestBody, declared: Int?, _ context: ServerContext
  ) async throws -> [UInt8] {
    do {
      var bytes: [UInt8] = []
      var parts = body.makeAsyncIterator()
      // As far as was declared, and no look for an end behind that: a look costs as much as a part.
      while bytes.count != declared, let part = try await parts.next() {
        bytes += Array(buffer: part)
        guard bytes.count <= settings.bodyLimitBytes else { throw bodyTooLarge }
      }
      if bytes.count == declared { return bytes }
      // What had come by the deadline looks like a whole body.
      if await ConnectionGuard.hasEndedBody(on: context.channel) { throw bodyTooSlow }
      guard declared == nil else { throw bodyTorn }
      return bytes
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw await ConnectionGuard.hasEndedBody(on: context.channel) ? bodyTooSlow : bodyTorn
    }
  }

  private var bodyTorn: Refusal { Refusal(.malformed, "the body did not arrive whole") }

  private var bodyTooSlow: Refusal {
    Refusal(.requestTimeout, "send the whole body within \(settings.bodySeconds) seconds")
  }

  private var bodyTooLarge: Refusal {
    Refusal(.bodyTooLarge, "send a body of at most \(settings.bodyLimitBytes) bytes")
  }

  /// Whether a Content-Type is JSON as every route takes it (RFC 8259: UTF-8, nothing else).
  static func isJSON(_ contentType: String?) -> Bool {
    guard let contentType else { return false }
    // As nearly every request has it.
    if contentType == "application/json" { return true }
    let parts = contentType.lowercased().split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " && $0 != "\t" } }
    let charsets = ["charset=utf-8", "charset=\"utf-8\""]
    return parts[0] == "application/json" && parts.count <= 2
      && parts.dropFirst().allSatisfy(charsets.contains)
  }
}
