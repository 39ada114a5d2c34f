package import Foundation

/// A terminal at which a test sits: what it types, a program reads as from a person.
package final class PseudoTerminal: Sendable {
  /// The end that the program is given.
  package let inner: FileHandle
  private let outer: FileHandle

  /// Opens one.
  ///
  /// - Parameter columns: Its width; 0 for one that says none.
  /// - Throws: `NotReady` where there is none.
  package init(columns: Int = 0) throws {
    let outer = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    self.outer = FileHandle(fileDescriptor: outer, closeOnDealloc: true)
    var (lock, number) = (CInt(0), CInt(0))
    guard ioctl(outer, Self.unlock, &lock) == 0, ioctl(outer, Self.askNumber, &number) == 0 else {
      throw NotReady(line: "no pseudo terminal")
    }
    let inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    self.inner = FileHandle(fileDescriptor: inner, closeOnDealloc: true)
    var size = winsize(ws_row: 0, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard inner >= 0, ioctl(inner, UInt(TIOCSWINSZ), &size) == 0 else {
      throw NotReady(line: "no pseudo terminal")
    }
  }

  /// Waits until the program has shown a text, after what was waited for before.
  ///
  /// An answer is typed once its question is shown: the program throws away what was typed before.
  ///
  /// - Parameter text: The text.
  /// - Returns: What was shown until then.
  /// - Throws: `NotReady` with what was shown, where the program has ended or a minute has passed.
  @discardableResult
  package func awaitText(_ text: String) throws -> String {
    var shown: [UInt8] = []
    // Byte by byte, so that nothing after the text is taken.
    while !shown.ends(with: text.utf8) {
      var awaited = pollfd(fd: outer.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&awaited, 1, 60_000) > 0, let byte = try outer.read(upToCount: 1)?.first else {
        throw NotReady(line: String(decoding: shown, as: UTF8.self))
      }
      shown.append(byte)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Types a line.
  package func type(_ line: String) throws {
    try outer.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Ends the input, as Ctrl-D does at the beginning of a line.
  package func endInput() throws { try outer.write(contentsOf: Data([4])) }

  // As the kernel numbers them (asm-generic/ioctls.h): TIOCSPTLCK and TIOCGPTN.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430
}

extension [UInt8] {
  fileprivate func ends(with text: String.UTF8View) -> Bool {
    suffix(text.count).elementsEqual(text)
  }
}
