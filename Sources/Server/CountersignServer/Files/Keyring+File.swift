public import CountersignCore

extension Keyring {
  /// Reads the keyring in a file, or makes both on the first start.
  ///
  /// The file lies outside the database and its backup. A keyring of an earlier version is read
  /// with the keys that came since, and left as it is. Beside it lie the marks by which a restored
  /// backup of a database is known.
  ///
  /// - Parameter path: The file, which only its owner may be able to read. Its folder is made
  ///   (0700) where it is missing.
  /// - Returns: The keyring.
  /// - Throws: ``OwnerFileError``, and `KeyringError` for a file that holds no keyring.
  public static func file(_ path: String) throws -> Keyring {
    if try OwnerFile.read(path) == nil {
      try OwnerFile.makeFolder(of: path)
      try OwnerFile.create(path, Keyring.generated().serialized())
    }
    // Read back even when just made: of two processes that start at once, one has won.
    var keyring = try Keyring(parsing: OwnerFile.read(path) ?? [])
    keyring.marks = RunMarkFiles(keyring: path)
    return keyring
  }
}
