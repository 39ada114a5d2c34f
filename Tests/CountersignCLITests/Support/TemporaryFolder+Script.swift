import Foundation
import ProgramTesting

extension TemporaryFolder {
  /// Writes a shell script that can be run.
  ///
  /// By a process of its own: a child that another test starts at that moment would inherit a file
  /// that this one has open for writing, and no such file can be run ("text file busy").
  func script(_ name: String, _ body: String) throws -> String {
    let path = file(name)
    try ChildProcess(
      "/bin/sh",
      ["-c", #"printf '%s' "$2" > "$1" && chmod 700 "$1""#, "sh", path, "#!/bin/sh\n\(body)\n"]
    ).requireSuccess()
    return path
  }
}

/// A file's permissions.
func permissions(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// A file's text.
func text(of path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}
