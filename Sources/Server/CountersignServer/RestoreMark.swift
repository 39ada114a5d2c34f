import CountersignCore
import Foundation
import Synchronization
import WebAuthnModel

/// The place of the mark by which a server notices that its database was put back.
///
/// A server notes there how far it has come, and so does a command that changes the database. A
/// server takes a database that is behind its mark for a restored backup, and a used one without
/// its whole mark too. Then sessions end, and proofs of before are refused. The mark is of use
/// where nothing puts it back together with the database.
public enum RestoreMark: Sendable, Hashable {
  /// The folder `marks` beside the keyring's file.
  case besideKeyring
  /// A folder of its own.
  case folder(String)
  /// No mark is kept. Readiness says so: a restored backup is not noticed.
  case none

  /// The folder of the marks; nil for none.
  package func folder(besideKeyring keyring: String) -> String? {
    switch self {
    case .besideKeyring:
      URL(filePath: keyring).deletingLastPathComponent().appending(path: "marks")
        .path(percentEncoded: false)
    case .folder(let folder): folder
    case .none: nil
    }
  }

  /// The marks; nil for none.
  package func marks(besideKeyring keyring: String) -> (any RunMarks)? {
    folder(besideKeyring: keyring).map { RunMarkFiles(path: $0) }
  }
}

/// The marks of stores in the files of a folder, by the number of each store: the mark, the last
/// commit, and the stamp of its file where it is one.
private final class RunMarkFiles: RunMarks {
  private let path: String
  /// The files of last commits that are open, by their stores.
  private let commits = Mutex<[Int64: Int32]>([:])

  var folder: String? { path }

  init(path: String) { self.path = path }

  deinit { commits.withLock { for descriptor in $0.values { close(descriptor) } } }

  func mark(ofStore id: Int64) throws -> Int64? {
    try number(in: file("run", of: id))
  }

  func note(_ mark: Int64, ofStore id: Int64) throws { try write(mark, to: file("run", of: id)) }

  func fileStamp(ofStore id: Int64) throws -> Int64? { try number(in: file("file", of: id)) }

  func noteFileStamp(_ stamp: Int64, ofStore id: Int64) throws {
    try write(stamp, to: file("file", of: id))
  }

  func lastCommit(inStore id: Int64) throws -> NotedCommit? {
    guard let content = try OwnerFile.read(file("commit", of: id)) else { return nil }
    let words = String(decoding: content, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count >= 4, let lane = Base64URL.decode(String(words[0])),
      let sequence = Int64(words[1]), let hash = Base64URL.decode(String(words[2])),
      let moment = Int64(words[3])
    else { return nil }
    let end = AuditLaneHead(lane: lane, sequence: sequence, hash: hash)
    return NotedCommit(end: end, at: Timestamp(milliseconds: moment))
  }

  func noteCommit(_ commit: NotedCommit, inStore id: Int64) {
    // Of one length for all commits, so that a row takes the place of the one before.
    func padded(_ number: Int64) -> String {
      let digits = String(max(number, 0))
      return String(repeating: "0", count: 19 - digits.count) + digits
    }
    let (lane, hash) = (Base64URL.encode(commit.end.lane), Base64URL.encode(commit.end.hash))
    let words = [lane, padded(commit.end.sequence), hash, padded(commit.at.milliseconds)]
    let row = Array((words.joined(separator: " ") + "\n").utf8)
    commits.withLock { opened in
      let descriptor =
        opened[id] ?? open(file("commit", of: id), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      // One that cannot be written stays behind, and is in the store all the same.
      guard descriptor >= 0 else { return }
      let isNew = opened.updateValue(descriptor, forKey: id) == nil
      _ = pwrite(descriptor, row, row.count, 0)
      // After a machine that stops there is an earlier commit, and never none.
      if isNew { fsync(descriptor) }
    }
  }

  private func number(in file: String) throws -> Int64? {
    guard let content = try OwnerFile.read(file) else { return nil }
    // A file that cannot be read as one says nothing: as if it were gone.
    return Int64(String(decoding: content, as: UTF8.self).prefix { $0 != "\n" })
  }

  private func write(_ number: Int64, to file: String) throws {
    try OwnerFile.makeFolder(of: file)
    try OwnerFile.replace(file, Array("\(number)\n".utf8))
  }

  private func file(_ name: String, of id: Int64) -> String {
    "\(path)/\(name)-\(String(id, radix: 16))"
  }
}

extension RunMarks {
  /// Tells if the marks lie in a folder or below it, so that whoever puts it back puts them back
  /// too.
  func lie(in other: String) -> Bool {
    guard let folder else { return false }
    func parts(_ path: String) -> [String] {
      URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    }
    return parts(folder).starts(with: parts(other))
  }
}

extension ServerMisuse {
  /// The restore mark cannot be read or written, and nobody chose ``RestoreMark/none``.
  static func unusableRestoreMark(_ cause: String) -> ServerMisuse {
    ServerMisuse(
      code: "restore_mark_unusable",
      description:
        "the restore mark cannot be kept: \(cause): give a folder that can be written, or "
        + "choose none, and a restored backup is not noticed")
  }
}
