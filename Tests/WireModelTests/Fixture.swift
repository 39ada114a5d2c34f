import Foundation
import WebAuthnModel

/// Reads a file of the fixtures beside the tests.
func fixture(_ name: String) throws -> JSONValue {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  return try JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: name))))
}
