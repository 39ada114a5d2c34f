import Foundation
import ToolSupport
import WebAuthnModel

/// The browser's JSON on standard input.
enum StandardInput {
  /// No response of an authenticator comes near it.
  private static let maximumLength = 1 << 20

  /// Reads to the end of input.
  static func read() throws -> [UInt8] {
    if isatty(STDIN_FILENO) == 1 {
      Console.note("reading the browser's JSON from the terminal; end it with control-d")
    }
    var input = Data()
    do {
      while let chunk = try FileHandle.standardInput.read(upToCount: 65_536), !chunk.isEmpty {
        input += chunk
        guard input.count <= maximumLength else {
          throw CommandFailure(
            .wrongUse, "the input is longer than \(maximumLength) bytes",
            hint: Self.expected)
        }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.environment, "standard input cannot be read: \(error)")
    }
    return Array(input)
  }

  /// Reads one JSON body, and says at which member it is none.
  static func parse<Body: JSONBody>(_ input: [UInt8], as _: Body.Type) throws -> Body {
    let value = try json(input)
    do {
      return try Body(json: value)
    } catch {
      throw CommandFailure(.wrongUse, "the input cannot be used: \(error)", hint: expected)
    }
  }

  /// Reads one JSON text.
  static func json(_ input: [UInt8]) throws -> JSONValue {
    do {
      return try JSONValue(parsing: input)
    } catch {
      throw CommandFailure(.wrongUse, "the input is no JSON: \(error)", hint: expected)
    }
  }

  private static let expected =
    "give the JSON that a browser's PublicKeyCredential.toJSON() writes, on standard input"
}
