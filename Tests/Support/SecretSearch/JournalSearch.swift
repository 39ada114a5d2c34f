public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Searches what a run wrote for every secret that passed in it.
///
/// A token or key is looked for in everything, since nothing else reads like it. A code or PIN has
/// 4 to 15 digits, as amounts and times have: it is looked for as a number of its own, and only in
/// what the server that knew it wrote.
public struct JournalSearch: Sendable {
  private struct Secret: Hashable {
    let kind: String
    let label: String
  }

  private struct Line: Hashable {
    let watch: String
    let source: JournalEntry.Source
    let text: String
  }

  private var secrets: [Secret] = []
  private var longSecrets = LongSecrets()
  private var shortSecrets: [String: ShortSecrets] = [:]
  private var labels: [String: String] = [:]
  private var lines: Set<Line> = []

  /// A search of nothing yet.
  public init() {}

  /// A search of a journal's folder.
  ///
  /// - Throws: Where a file cannot be read, or is no journal.
  public init(folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path })
    where file.pathExtension != Journal.outcomes {
      let isOfEntries = file.pathExtension == Journal.entries
      let watch = file.deletingPathExtension().lastPathComponent
      for line in Self.lines(of: try Data(contentsOf: file)) {
        if isOfEntries {
          add(try JournalEntry(line: line))
        } else {
          lines.insert(Line(watch: watch, source: .errors, text: line))
        }
      }
    }
  }

  /// The lines of a file that are not empty, found by the system: a loop over the bytes would take
  /// longer, in a debug build, than the search.
  private static func lines(of content: Data) -> [String] {
    content.withUnsafeBytes { bytes in
      var lines: [String] = []
      var start = 0
      while start < bytes.count, let first = bytes.baseAddress?.advanced(by: start) {
        let left = bytes.count - start
        let end = memchr(first, Int32(UInt8(ascii: "\n")), left)
        let length = end.map { UnsafeRawPointer($0) - first } ?? left
        if length > 0 {
          lines.append(
            String(decoding: UnsafeRawBufferPointer(start: first, count: length), as: UTF8.self))
        }
        start += length + 1
      }
      return lines
    }
  }

  /// Adds an entry.
  public mutating func add(_ entry: JournalEntry) {
    labels[entry.watch] = entry.label
    switch entry.content {
    case .written(let source, let text):
      lines.insert(Line(watch: entry.watch, source: source, text: text))
    case .secret(let kind, let value):
      secrets.append(Secret(kind: kind, label: entry.label))
      if value.utf8.count >= LongSecrets.length {
        longSecrets.insert(value, as: secrets.count - 1)
      } else if value.utf8.count >= 4, value.utf8.allSatisfy({ (48...57).contains($0) }) {
        shortSecrets[entry.watch, default: ShortSecrets()].insert(value, as: secrets.count - 1)
      }
    }
  }

  /// The amount that is searched, in one line.
  public var extent: String {
    "\(lines.count) lines of \(labels.count) servers and programs for \(secrets.count) secrets"
  }

  /// True if there is something to search, and for something: a run that noted nothing shows
  /// nothing.
  public var isWorthwhile: Bool { !secrets.isEmpty && !lines.isEmpty }

  /// Searches, and tells the findings in words that do not repeat a secret.
  public func findings() -> [String] {
    var found: Set<String> = []
    for line in lines {
      let bytes = Array(line.text.utf8)
      for hit in longSecrets.all(in: bytes) {
        // The bytes around a part of a token may be more of it.
        let start = bytes[..<hit.end].lastIndex { !LongSecrets.isOfToken($0) }.map { $0 + 1 } ?? 0
        let end = bytes[hit.end...].firstIndex { !LongSecrets.isOfToken($0) } ?? bytes.count
        found.insert(
          describe(
            hit.secret, line, String(decoding: bytes[..<start], as: UTF8.self),
            String(decoding: bytes[end...], as: UTF8.self)))
      }
      guard let short = shortSecrets[line.watch], short.mayStand(in: bytes) else { continue }
      for word in NumberWords.all(in: line.text) {
        guard let secret = short.secrets[String(word)] else { continue }
        let parts = line.text.split(separator: word, maxSplits: 1, omittingEmptySubsequences: false)
        found.insert(describe(secret, line, String(parts[0]), String(parts.last ?? "")))
      }
    }
    return found.sorted()
  }

  private func describe(
    _ secret: Int, _ line: Line, _ before: String, _ after: String
  ) -> String {
    let secret = secrets[secret]
    let place = labels[line.watch] ?? line.watch
    let origin = secret.label == place ? "" : " (of \(secret.label))"
    return "\(secret.kind)\(origin) in \(line.source.rawValue) of \(place): "
      + "\(before.suffix(160))[\(secret.kind)]\(after.prefix(80))"
  }
}
