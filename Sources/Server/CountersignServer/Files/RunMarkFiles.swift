import CountersignCore

/// The marks of stores in files beside the keyring, one for each store that ran with it.
package struct RunMarkFiles: RunMarks {
  /// The keyring's file.
  private let keyring: String

  /// The marks beside a keyring's file.
  package init(keyring: String) { self.keyring = keyring }

  package func mark(ofStore id: Int64) throws -> Int64? {
    guard let content = try OwnerFile.read(file(of: id)) else { return nil }
    // A file that cannot be read as one says nothing: as if it were gone.
    return Int64(String(decoding: content, as: UTF8.self).prefix { $0 != "\n" })
  }

  package func note(_ mark: Int64, ofStore id: Int64) throws {
    try OwnerFile.replace(file(of: id), Array("\(mark)\n".utf8))
  }

  private func file(of id: Int64) -> String {
    "\(keyring).run-\(String(id, radix: 16))"
  }
}
