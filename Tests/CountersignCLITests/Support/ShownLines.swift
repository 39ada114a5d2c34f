import Foundation

extension String {
  /// True if this line of a list is of a transaction, in this state.
  func isLine(_ status: String, of id: String) -> Bool {
    hasPrefix(status + "  ") && hasSuffix("  " + id)
  }

  /// True if a line of this list is of a transaction that waits.
  func isWaiting(_ id: String) -> Bool {
    split(separator: "\n").contains { String($0).isLine("pending", of: id) }
  }

  /// The calls that --verbose has listed, but for those by which the process gets a key for its
  /// session.
  var callsInSession: [String] {
    split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("GET /") || $0.hasPrefix("POST /") }
      .filter { !["POST /sessions/options", "POST /sessions/current/key"].contains($0) }
  }

  /// The number of lines that end in a text, in whatever case.
  func linesEnding(in text: String) -> Int {
    split(separator: "\n").count { $0.lowercased().hasSuffix(text.lowercased()) }
  }

  /// How often a text stands in it.
  func occurrences(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
