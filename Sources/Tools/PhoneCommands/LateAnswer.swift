import CountersignClient
import Foundation
import Synchronization
import ToolSupport

/// Says to whoever sits at the terminal that the answer to an action is late, and, where they end
/// the command meanwhile (Ctrl-C), that its outcome is unknown.
///
/// An action is sent again where its answer is lost: to a person all of that is one wait.
final class LateAnswer: Sendable {
  private struct Wait {
    var saying: Task<Void, Never>?
    /// True once an answer was lost: the action may be done.
    var hasLost = false
  }

  private let words: PhoneWords
  private let secondsBefore: Double
  private let wait = Mutex(Wait())

  /// - Parameters:
  ///   - words: The words.
  ///   - seconds: The seconds without an answer after which something is said.
  init(_ words: PhoneWords, after seconds: Double = 10) {
    self.words = words
    secondsBefore = seconds
  }

  /// An action is sent, or sent again.
  func begin() {
    wait.withLock { wait in
      guard wait.saying == nil else { return }
      EndedUnanswered.begin(words.endedUnanswered)
      let end = Date.now.addingTimeInterval(FlowConfiguration().processingSeconds)
      wait.saying = Task { [words, secondsBefore] in
        try? await Task.sleep(for: .seconds(secondsBefore))
        guard !Task.isCancelled else { return }
        Console.note(words.noAnswerYet(until: end.formatted(.iso8601)))
      }
    }
  }

  /// There is no answer; if the request never left the phone, none is expected.
  func note(_ error: TransportError) {
    let isOver = wait.withLock { wait in
      wait.hasLost = wait.hasLost || error.delivery != .notSent
      return !wait.hasLost
    }
    if isOver { end() }
  }

  /// There is the answer.
  func end() {
    wait.withLock { wait in
      wait.saying?.cancel()
      wait = Wait()
    }
    EndedUnanswered.end()
  }
}

extension PhoneWords {
  fileprivate func noAnswerYet(until time: String) -> String {
    let shown = ShownTime.text(time, here: here)
    return of(
      "no answer yet; it is asked for again until \(shown)",
      "noch keine Antwort; bis \(shown) wird danach gefragt")
  }

  fileprivate var endedUnanswered: String {
    of(
      "no answer yet: whether it is done is unknown, and this phone's next command tells it",
      "noch keine Antwort: Ob es geschehen ist, ist unbekannt; der nächste Befehl dieses Telefons "
        + "sagt es")
  }
}

/// The words of a command that a signal ends while an action is on its way.
enum EndedUnanswered {
  /// Has them written from now on.
  static func begin(_ words: String) {
    end()
    // What the command traps itself, or was started to ignore, is left to it.
    guard SignalDisposition(of: SIGINT) == .standard else { return }
    let bytes = Array("\n\(words)\n".utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    text = copy
    isTrapped.withLock { $0 = true }
    signal(SIGINT) { EndedUnanswered.endProcess(by: $0) }
  }

  /// Leaves the signal to the system again.
  static func end() {
    isTrapped.withLock { isTrapped in
      guard isTrapped else { return }
      signal(SIGINT, SIG_DFL)
      isTrapped = false
      text.deallocate()
    }
  }

  /// Does nothing but what a handler of signals may: POSIX has these three calls on its list.
  private static func endProcess(by number: Int32) {
    _ = write(STDERR_FILENO, text.baseAddress, text.count)
    signal(number, SIG_DFL)
    // It is blocked while it is handled, and ends the process right after.
    raise(number)
  }

  /// No lock guards it, since a handler may wait for none: it is written only while no handler is
  /// there that could read it.
  private nonisolated(unsafe) static var text = UnsafeMutableBufferPointer<UInt8>(
    start: nil, count: 0)

  private static let isTrapped = Mutex(false)
}
