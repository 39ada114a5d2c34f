import Foundation
import ProgramTesting

extension TemporaryFolder {
  /// Writes a shell script that can be run.
  func script(_ name: String, _ text: String) throws -> String {
    let path = file(name)
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
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
