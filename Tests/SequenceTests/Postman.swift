import CountersignCore
import CountersignTesting
import Synchronization
import WireModel

/// Hands messages over, or fails to, and keeps what each recipient got.
final class Postman: Messenger {
  struct Delivered: Sendable {
    let message: Message
    /// The steady time at which it was handed over, in milliseconds.
    let at: Int64
  }

  private struct State {
    var delivered: [String: [Delivered]] = [:]
    var isBroken = false
  }

  private let state = Mutex(State())
  private let clock: FakeClock

  init(_ clock: FakeClock) { self.clock = clock }

  func deliver(_ message: Message) async throws {
    let now = clock.steadyMilliseconds()
    let isTaken = state.withLock { state in
      guard !state.isBroken else { return false }
      state.delivered[message.recipient, default: []].append(Delivered(message: message, at: now))
      return true
    }
    if !isTaken { throw DeliveryError(reason: "the post is away") }
  }

  /// The moment by the clock on the wall, in milliseconds.
  var wall: Int64 { clock.now().milliseconds }

  /// Breaks the post, or mends it.
  func turn() { state.withLock { $0.isBroken.toggle() } }

  var isBroken: Bool { state.withLock(\.isBroken) }

  /// What a recipient got, oldest first.
  func delivered(to recipient: String) -> [Delivered] {
    state.withLock { $0.delivered[recipient] ?? [] }
  }

  /// The newest code of a purpose that a recipient got.
  func newestCode(_ purpose: CodePurpose, to recipient: String) -> SecretText? {
    delivered(to: recipient).last { $0.message.purpose == purpose }?.message.code
  }

  /// A code that nobody was sent: a guess that is wrong for certain.
  func wrongCode() -> SecretText {
    let sent = state.withLock { state in
      Set(state.delivered.values.joined().compactMap { $0.message.code?.exposed })
    }
    let wrong = (0..<1_000_000).lazy.map { String($0 + 1_000_000).dropFirst() }
      .first { !sent.contains(String($0)) }
    return SecretText(String(wrong ?? "000000"))
  }

  /// When a person was first told, after a moment, of something that can be stopped.
  func firstStop(_ notice: Message.Notice, of person: Person, since moment: Int64) -> Int64? {
    [person.name, person.number].flatMap { delivered(to: $0) }.filter { delivered in
      delivered.at >= moment && delivered.message.stop != nil
        && delivered.message.content == .notice(notice)
    }.map(\.at).min()
  }

  /// The links of the notices that a person got, with what each is of, oldest first.
  func stops(of person: Person) -> [(notice: Message.Notice, request: StopRequest, at: Int64)] {
    [person.name, person.number].flatMap { delivered(to: $0) }.compactMap { delivered in
      guard case .notice(let notice) = delivered.message.content,
        let parts = delivered.message.stop?.exposed.split(separator: "#").last?
          .split(separator: "."), parts.count == 2
      else { return nil }
      return (
        notice, StopRequest(id: String(parts[0]), secret: SecretText(String(parts[1]))),
        delivered.at
      )
    }.sorted { $0.at < $1.at }
  }
}
