import CountersignService
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import WebAuthnModel
import WireModel

/// Reads a request's body within its limits of size and time, and parses it.
struct RequestBodyReader: Sendable {
  let settings: ServerSettings

  /// The body's bytes, none where there is no body.
  func read(_ request: Request, _ context: ServerContext) async throws -> [UInt8] {
    let declared = request.headers[.contentLength].flatMap { Int($0) }
    guard declared != nil || request.headers[.transferEncoding] != nil else { return [] }
    if let declared, declared > settings.bodyLimitBytes { throw bodyTooLarge }
    return try await collect(request.body, context)
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

  private func collect(_ body: RequestBody, _ context: ServerContext) async throws -> [UInt8] {
    let deadline = BodyDeadline(context.channel, seconds: settings.bodySeconds)
    defer { deadline.cancel() }
    do {
      let collected = try await body.collect(upTo: settings.bodyLimitBytes)
      // What had come by the deadline looks like a whole body.
      if deadline.hasPassed { throw bodyTooSlow }
      return Array(buffer: collected)
    } catch let refusal as Refusal {
      throw refusal
    } catch is NIOTooManyBytesError {
      throw bodyTooLarge
    } catch {
      throw deadline.hasPassed
        ? bodyTooSlow : Refusal(.malformed, "the body did not arrive whole")
    }
  }

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

/// Ends the reading of a body that trickles in: each byte would keep the connection from idling.
private final class BodyDeadline: Sendable {
  private let passed = Atomic(false)
  private let scheduled: Mutex<Scheduled<Void>?> = Mutex(nil)

  init(_ channel: (any Channel)?, seconds: Int64) {
    guard let channel else { return }
    let task = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { [weak self] in
      self?.passed.store(true, ordering: .sequentiallyConsistent)
      channel.triggerUserOutboundEvent(ConnectionGuard.BodyDeadlinePassed(), promise: nil)
    }
    scheduled.withLock { $0 = task }
  }

  var hasPassed: Bool { passed.load(ordering: .sequentiallyConsistent) }

  func cancel() { scheduled.withLock { $0?.cancel() } }
}
