/// Finds the known name that is nearest to an unknown one.
package enum JSONNearestName {
  /// The problem of an object with a member that nobody knows, with the name that it may stand for.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - known: The names that are known there.
  ///   - kind: The name's kind, as in "query item".
  /// - Returns: The problem, in words.
  package static func problem(
    of name: String, known: [String], kind: String = "field"
  ) -> String {
    // Names come from outside and go to logs: the beginning of a long one says enough.
    let shown = name.count > longestShown ? name.prefix(longestShown) + "…" : name[...]
    let problem = "unknown \(kind) \"\(shown)\""
    guard let nearest = nearest(to: name, among: known) else { return problem }
    return problem + "; did you mean \"\(nearest)\"?"
  }

  /// The name with the fewest slips of the keyboard between; nil where none is near.
  package static func nearest(to name: String, among known: [String]) -> String? {
    guard name.utf8.count <= longestShown else { return nil }
    let mostSlips = max(1, name.utf8.count / 3)
    var best: (name: String, slips: Int)?
    for candidate in known where candidate.utf8.count <= longestShown {
      let slips = slips(from: lowercased(name), to: lowercased(candidate))
      if slips <= mostSlips, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.name
  }

  /// The letters that were added, left out, replaced, or exchanged with their neighbour.
  private static func slips(from left: [UInt8], to right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var slips = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          slips = min(slips, beforeLast[column - 1] + 1)
        }
        current.append(slips)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }

  /// Capitals are the most common slip: `deviceID` for `deviceId`.
  private static func lowercased(_ name: String) -> [UInt8] {
    name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
  }

  private static let longestShown = 64
}
