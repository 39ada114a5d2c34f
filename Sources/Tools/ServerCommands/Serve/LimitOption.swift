import CountersignCore
import ToolSupport

/// Reads `--limit NAME=NUMBER`: another number for one of the limits of docs/limits.md.
struct LimitOption: Sendable {
  /// The limit's name.
  let name: String
  private let place: @Sendable (inout ServicePolicy, Int) -> Int

  /// The number of a policy.
  func value(in policy: ServicePolicy) -> Int {
    var policy = policy
    return place(&policy, -1)
  }

  /// The limits that options give, each with its number.
  ///
  /// - Throws: `CommandFailure` for a name that no limit has, or a number that none can be.
  static func read(_ texts: [String]) throws -> [(limit: LimitOption, value: Int)] {
    try texts.map { text in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let limit = all.first(where: { $0.name == parts[0] }) else {
        throw CommandFailure(
          .wrongUse, "no limit is written \(text)",
          hint: "write NAME=NUMBER, with one of \(all.map(\.name).joined(separator: ", "))")
      }
      guard let value = Int(parts[1]), (1...1_000_000).contains(value) else {
        throw CommandFailure(
          .wrongUse, "the limit \(limit.name) is \(parts[1])",
          hint: "write a number from 1 to 1000000")
      }
      return (limit, value)
    }
  }

  /// Puts its number into a policy.
  func set(_ value: Int, in policy: inout ServicePolicy) { _ = place(&policy, value) }

  private init(_ name: String, _ path: any WritableKeyPath<ServicePolicy, Int64> & Sendable) {
    self.name = name
    place = { policy, value in
      if value > 0 { policy[keyPath: path] = Int64(value) }
      return Int(policy[keyPath: path])
    }
  }

  private init(_ name: String, _ path: any WritableKeyPath<ServicePolicy, Int> & Sendable) {
    self.name = name
    place = { policy, value in
      if value > 0 { policy[keyPath: path] = value }
      return policy[keyPath: path]
    }
  }

  private init(
    milliseconds name: String, _ path: any WritableKeyPath<ServicePolicy, Duration> & Sendable
  ) {
    self.name = name
    place = { policy, value in
      if value > 0 { policy[keyPath: path] = .milliseconds(value) }
      return Int(policy[keyPath: path] / .milliseconds(1))
    }
  }

  /// Every limit.
  static let all: [LimitOption] = [
    LimitOption("codes-per-account", \.codes.requestsPerHour),
    LimitOption("codes-per-lane", \.codes.requestsPerLane),
    LimitOption("codes-per-network", \.codes.requestsPerNetwork),
    LimitOption("codes-per-recipient-hour", \.codes.messagesPerRecipientAndHour),
    LimitOption("codes-per-recipient-day", \.codes.messagesPerRecipientAndDay),
    LimitOption("codes-per-second", \.codes.requestsPerSecond),
    LimitOption("lanes-per-account", \.codes.lanesPerAccount),
    LimitOption("wrong-codes-until-disabled", \.attempts.failuresUntilDisabled),
    LimitOption("pins-queued", \.pin.queued),
    LimitOption("pins-per-network", \.pin.queuedPerNetwork),
    LimitOption("pins-per-account", \.pin.queuedPerAccount),
    LimitOption("links-per-account", \.links.openPerAccount),
    LimitOption("links-per-host", \.links.openPerHost),
    LimitOption("links-per-network", \.links.openPerNetwork),
    LimitOption("links-of-strangers", \.links.openToStrangers),
    LimitOption("streams", \.eventStreams.all),
    LimitOption("streams-per-topic", \.eventStreams.perTopic),
    LimitOption("streams-per-network", \.eventStreams.perNetwork),
    LimitOption("streams-of-strangers", \.eventStreams.ofStrangers),
    LimitOption("connections", \.requests.connections),
    LimitOption("connections-per-network", \.requests.connectionsPerNetwork),
    LimitOption("requests-under-way", \.requests.underWay),
    LimitOption("requests-under-way-least", \.requests.leastUnderWay),
    LimitOption(milliseconds: "turn-milliseconds", \.requests.late),
    LimitOption("refusals-per-minute", \.refusals.rowsPerMinute),
    LimitOption("strangers-refusals-per-minute", \.refusals.strangersRowsPerMinute),
  ]
}

extension AssertionBlock {
  /// Reads `--assertion-block`.
  init(option text: String?) throws {
    guard let text else {
      self = .sender
      return
    }
    guard let block = AssertionBlock(rawValue: text) else {
      throw CommandFailure(
        .wrongUse, "--assertion-block is \(text)",
        hint: "one of \(AssertionBlock.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self = block
  }
}
