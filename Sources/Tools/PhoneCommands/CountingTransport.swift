import CountersignClient
import Foundation
import Synchronization
import WireModel

/// A transport that counts, and notes what the server tells of wrong codes.
actor CountingTransport: Transport {
  private let transport: any Transport
  private let limits: ToldLimits
  private(set) var calls: [String] = []

  init(_ transport: any Transport, telling limits: ToldLimits) {
    self.transport = transport
    self.limits = limits
  }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    calls.append(request.description)
    let response = try await transport.send(request)
    limits.note(response, to: request)
    return response
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    calls.append(request.description)
    return try await transport.events(request, after: lastEventID)
  }
}

/// The server's limits on tries, as it told of them last in this command.
final class ToldLimits: Sendable {
  /// The server's address, where its page is.
  let server: String
  private let told = Mutex((triesLeft: Int?.none, until: String?.none))
  private let next = Mutex<(time: String, isCode: Bool)?>(nil)

  init(server: String = "") { self.server = server }

  /// The number of wrong codes after which the account's are blocked; nil where the server did not
  /// count the last one by the account.
  var triesLeft: Int? { told.withLock(\.triesLeft) }

  /// The end of the block of codes, or of this network; nil where no time ends it.
  var until: String? { told.withLock(\.until) }

  /// The moment, RFC 3339, from which what was asked for too often is taken again, and whether
  /// that is a code; nil where the server told none.
  var nextTry: (time: String, isCode: Bool)? { next.withLock(\.self) }

  /// Notes a refusal that counts tries.
  func note(_ response: WireResponse, to request: WireRequest? = nil) {
    let reasons: [Reason] = [.verificationFailed, .secondFactorBlocked, .tooManyRequests]
    guard response.status >= 400, let body = response.body,
      let problem = try? Problem(json: body), reasons.contains(problem.reason)
    else { return }
    told.withLock { $0 = (problem.triesLeft.map(Int.init), problem.until) }
    guard problem.reason == .tooManyRequests, problem.until == nil,
      let seconds = response.retryAfterSeconds
    else { return }
    // Minutes are shown: the one after the server's moment is never too early.
    let moment = Date.now.addingTimeInterval(Double(seconds + 59))
    let codes = [Route.requestCode.path, Route.signUp.path]
    let isCode = request.map { codes.contains($0.route.path) } ?? false
    next.withLock { $0 = (moment.formatted(.iso8601), isCode) }
  }
}
