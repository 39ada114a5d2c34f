import Foundation

/// `countersign supplier sandbox` as a process of its own that fails, delays, hangs and answers
/// garbage.
final class MisbehavingSupplier {
  let address: String
  private let process: Process

  init() throws {
    process = Process()
    let output = Pipe()
    process.executableURL = BuiltProgram.url
    process.arguments = [
      "supplier", "sandbox", "--port", "0", "--fail", "0.2", "--delay", "10", "--hang", "0.02",
      "--garbage", "0.1",
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    address = try ReadyLine.read(output)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}

/// The line by which a server says that it is ready.
enum ReadyLine {
  /// Reads it and gives the address in it.
  static func read(_ output: Pipe) throws -> String {
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix("listening on http://localhost:") else { throw NotReady(line: text) }
    return String(text.dropFirst("listening on ".count))
  }
}

/// A server that did not come up.
struct NotReady: Error {
  let line: String
}
