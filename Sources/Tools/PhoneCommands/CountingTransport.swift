import CountersignClient
import Foundation
import Synchronization
import WireModel

/// A transport that counts, and notes what the server tells of wrong codes.
actor CountingTransport: Transport {
  private let transport: any Transport
  private let limits: ToldLimits
  /// Says that an action's answer is late; nil where nobody sits at a terminal.
  private let late: LateAnswer?
  private(set) var calls: [String] = []

  init(_ transport: any Transport, telling limits: ToldLimits, late: LateAnswer? = nil) {
    self.transport = transport
    self.limits = limits
    self.late = late
  }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    calls.append(request.description)
    let late = request.route.path == Route.performAction.path ? late : nil
    late?.begin()
    do throws(TransportError) {
      let response = try await transport.send(request)
      late?.end()
      limits.noteLoss(false)
      limits.note(response, to: request)
      return response
    } catch {
      late?.note(error)
      limits.noteLoss(error.delivery != .notSent && request.route.mayChange)
      throw error
    }
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    calls.append(request.description)
    return try await transport.events(request, after: lastEventID)
  }
}

extension Route {
  /// True if a call may change something; options only ask what is to be proved.
  fileprivate var mayChange: Bool { methodName != "GET" && !path.hasSuffix("/options") }
}

/// The server's limits on tries, as it told of them last in this command, and whether its last
/// answer was lost.
final class ToldLimits: Sendable {
  /// The server's address, where its page is.
  let server: String
  private struct Told {
    var triesLeft: Int?
    var until: String?
    var hasBlockedCodes = false
    var nextTry: (time: String, isCode: Bool)?
  }

  private let hasLostChange = Mutex(false)
  private let waits = Mutex<String?>(nil)

  private let told = Mutex(Told())

  init(server: String = "") { self.server = server }

  /// The number of wrong codes after which the account's are blocked; nil where the server did not
  /// count the last one by the account.
  var triesLeft: Int? { told.withLock(\.triesLeft) }

  /// The end of the block of codes, or of this network; nil where no time ends it.
  var until: String? { told.withLock(\.until) }

  /// True if the last wrong code has blocked those of the account: of two codes together the server
  /// tells no tries, but the end of the block.
  var hasBlockedCodes: Bool { told.withLock(\.hasBlockedCodes) }

  /// The moment, RFC 3339, from which what was asked for too often is taken again, and whether
  /// that is a code; nil where the server told none.
  var nextTry: (time: String, isCode: Bool)? { told.withLock(\.nextTry) }

  /// True if the answer to the last call is lost, and the call may have changed something.
  var isChangeLost: Bool { hasLostChange.withLock(\.self) }

  /// Notes whether the answer to a call that may change something is lost.
  func noteLoss(_ isLost: Bool) { hasLostChange.withLock { $0 = isLost } }

  /// The end of the wait of a factor, RFC 3339, that was refused last since it waits; nil where the
  /// server told none.
  var waitsUntil: String? { waits.withLock(\.self) }

  /// Notes a refusal that counts tries, or of a factor that waits.
  func note(_ response: WireResponse, to request: WireRequest) {
    let reasons: [Reason] = [.verificationFailed, .secondFactorBlocked, .tooManyRequests]
    guard response.status >= 400, let body = response.body,
      let problem = try? Problem(json: body)
    else { return }
    if [.factorWaits, .recoveredLimit].contains(problem.reason) {
      waits.withLock { $0 = problem.until }
    }
    guard reasons.contains(problem.reason) else { return }
    var fresh = Told(triesLeft: problem.triesLeft.map(Int.init), until: problem.until)
    // Outside of a session it is the network that is blocked.
    let isOfSession = request.accessToken != nil && problem.until != nil
    fresh.hasBlockedCodes =
      problem.reason == .verificationFailed && (problem.triesLeft == 0 || isOfSession)
    if problem.reason == .tooManyRequests, problem.until == nil,
      let seconds = response.retryAfterSeconds
    {
      // Minutes are shown: the one after the server's moment is never too early.
      let moment = Date.now.addingTimeInterval(Double(seconds + 59))
      let codes = [Route.requestCode.path, Route.signUp.path]
      fresh.nextTry = (moment.formatted(.iso8601), codes.contains(request.route.path))
    }
    told.withLock { $0 = fresh }
  }
}
