import Foundation
import Synchronization

/// What is typed and not shown, while a secret is asked for.
///
/// A signal that ends the process meanwhile shows it again first: else nothing that is typed into
/// the shell afterwards could be seen.
enum HiddenTyping {
  /// Hides what is typed from now on.
  static func begin() {
    end()
    var attributes = termios()
    guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return }
    shown = attributes
    // What the command traps itself, or was started to ignore, is left to it.
    let own = [SIGHUP, SIGINT, SIGTERM].filter { SignalDisposition(of: $0) == .standard }
    trapped.withLock { $0 = own }
    for number in own { signal(number) { HiddenTyping.endProcess(by: $0) } }
    attributes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// Shows again what is typed, where it is hidden.
  static func end() {
    trapped.withLock { numbers in
      guard let own = numbers else { return }
      show()
      for number in own { signal(number, SIG_DFL) }
      numbers = nil
    }
  }

  /// Does nothing but what a handler of signals may: POSIX has these three calls on its list.
  private static func endProcess(by number: Int32) {
    show()
    signal(number, SIG_DFL)
    // It is blocked while it is handled, and ends the process right after.
    raise(number)
  }

  private static func show() {
    var attributes = shown
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// How the terminal was before.
  ///
  /// No lock guards it, since a handler may wait for none: it is written only while no handler is
  /// there that could read it.
  private nonisolated(unsafe) static var shown = termios()

  /// The signals that are trapped here; nil where nothing is hidden.
  private static let trapped = Mutex<[Int32]?>(nil)
}
