import CountersignCore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebAuthnModel
import WireModel

/// Reads a request's body within its limits of size and time, and parses it.
struct RequestBodyReader: Sendable {
  let settings: ServerSettings

  /// The body's bytes, none where there is no body.
  func read(_ request: Request, _ context: some RequestContext) async throws -> [UInt8] {
    guard Self.reads(request) else { return [] }
    let declared = request.headers[.contentLength].flatMap { Int($0) }
    if let declared, declared > settings.bodyLimitBytes { throw bodyTooLarge }
    return try await collect(request.body, declared: declared, context)
  }

  /// Tells if a request declares a body, an empty one too, so that it is read to its end.
  static func reads(_ request: Request) -> Bool {
    request.headers.contains(.contentLength) || request.headers.contains(.transferEncoding)
  }

  /// The bytes as JSON; an empty object for none.
  static func parse(_ bytes: [UInt8], _ fields: HTTPFields) throws(Refusal) -> JSONValue {
    if bytes.isEmpty { return .object([:]) }
    if let coding = foreignCoding(fields) {
      throw Refusal(
        .unsupportedMediaType,
        "send the body as it is: Content-Encoding: \(coding) is not taken here")
    }
    guard isJSON(fields[.contentType]) else {
      throw Refusal(
        .unsupportedMediaType, "send the body with Content-Type: application/json, in UTF-8")
    }
    do {
      // A parser may ignore a byte order mark (RFC 8259, section 8.1), which some editors write.
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      return try JSONValue(parsing: isMarked ? Array(bytes.dropFirst(3)) : bytes)
    } catch {
      throw Refusal(.malformed, "the body is not JSON that is taken here: \(error)")
    }
  }

  /// The coding of a body that has one (RFC 9110, section 8.4): a body is taken as it is alone.
  static func foreignCoding(_ fields: HTTPFields) -> String? {
    guard let coding = fields[.contentEncoding], !coding.isEmpty,
      coding.lowercased() != "identity"
    else { return nil }
    return coding
  }

  private func collect(
    _ body: RequestBody, declared: Int?, _ context: some RequestContext
  ) async throws -> [UInt8] {
    do {
      let bytes = Array(buffer: try await body.collect(upTo: settings.bodyLimitBytes))
      if bytes.count == declared { return bytes }
      // What had come by the deadline looks like a whole body.
      if await ConnectionGuard.hasEndedBody(on: context.connection) { throw bodyTooSlow }
      guard declared == nil else { throw bodyTorn }
      return bytes
    } catch let refusal as Refusal {
      throw refusal
    } catch is NIOTooManyBytesError {
      throw bodyTooLarge
    } catch {
      throw await ConnectionGuard.hasEndedBody(on: context.connection) ? bodyTooSlow : bodyTorn
    }
  }

  private var bodyTorn: Refusal { Refusal(.malformed, "the body did not arrive whole") }

  private var bodyTooSlow: Refusal {
    Refusal(.requestTimeout, "send the whole body within \(settings.bodySeconds) seconds")
  }

  private var bodyTooLarge: Refusal {
    Refusal(.bodyTooLarge, "send a body of at most \(settings.bodyLimitBytes) bytes")
  }

  /// Returns true for JSON as every route takes it (RFC 8259: UTF-8, nothing else), whatever other
  /// parameters its type has.
  static func isJSON(_ contentType: String?) -> Bool {
    guard let contentType else { return false }
    let parts = contentType.lowercased().split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " && $0 != "\t" } }
    let charsets = ["charset=utf-8", "charset=\"utf-8\""]
    return parts[0] == "application/json"
      && parts.dropFirst().allSatisfy { !$0.hasPrefix("charset=") || charsets.contains($0) }
  }
}

/// Reads what the request line says beside the route.
enum RequestTarget {
  /// The path's parameters, percent-decoded.
  static func parameters(
    _ names: [String], in found: Parameters
  ) throws(Refusal) -> [String: String] {
    var parameters: [String: String] = [:]
    for name in names {
      guard let value = found.get(name).flatMap({ text($0) }) else {
        throw Refusal(.malformed, "\(name): is no percent-encoded text, or holds U+0000")
      }
      parameters[name] = value
    }
    return parameters
  }

  /// The query's values; a name that the route does not take, or takes once and was given twice, is
  /// refused like an unknown field of a body.
  ///
  /// Hummingbird's own reading takes what is no percent-encoded text as it stands.
  static func query(
    _ query: String?, allowing names: Set<String>
  ) throws(Refusal) -> [String: String] {
    guard let query, !query.isEmpty else { return [:] }
    var values: [String: String] = [:]
    for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(parts[0]), let value = text(parts.count == 2 ? parts[1] : "") else {
        throw Refusal(.malformed, "the query is no percent-encoded text, or holds U+0000")
      }
      guard names.contains(name) else {
        throw Refusal(
          .malformed, JSONNearestName.problem(of: name, known: names.sorted(), kind: "query item"))
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Refusal(.malformed, "\(name): is given twice in the query")
      }
    }
    return values
  }

  /// The text that a part of the request line encodes; nil for none, and for one with U+0000, which
  /// not every store can hold.
  private static func text(_ encoded: some StringProtocol) -> String? {
    guard let text = encoded.removingPercentEncoding, !text.utf8.contains(0) else { return nil }
    return text
  }
}
