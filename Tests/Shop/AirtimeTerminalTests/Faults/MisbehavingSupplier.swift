import Foundation
import ProgramTesting

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
