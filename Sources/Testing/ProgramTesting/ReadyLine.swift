package import Foundation

/// The line by which a server says that it is ready.
package enum ReadyLine {
  /// Reads it and gives the address in it.
  package static func read(_ output: Pipe) throws -> String {
    let text = try next(of: output)
    guard text.hasPrefix("listening on http://localhost:") else { throw NotReady(line: text) }
    return String(text.dropFirst("listening on ".count))
  }

  /// The next line of a program's output, read byte by byte so that nothing after it is taken.
  package static func next(of output: Pipe) throws -> String {
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// A program that did not come up.
package struct NotReady: Error {
  /// What it said instead.
  package let line: String

  /// A program that said this.
  package init(line: String) { self.line = line }
}
