/// Finds a short sequence that breaks the same rule as a long one.
///
/// Takes parts away for as long as what is left breaks the rule still: halves first, then ever
/// smaller parts, down to single calls (delta debugging, Zeller and Hildebrandt).
struct Shrinker {
  /// Whether calls break the rule.
  let breaks: ([Call]) async throws -> Bool
  /// The most sequences that are tried.
  var mostTries = 600

  /// The calls without all that is not needed.
  func shortest(of calls: [Call]) async throws -> [Call] {
    var (kept, size, tries) = (calls, max(calls.count / 2, 1), 0)
    while tries < mostTries {
      var isShorter = false
      var start = 0
      while start < kept.count, tries < mostTries {
        var rest = kept
        rest.removeSubrange(start..<min(start + size, kept.count))
        tries += 1
        if try await breaks(rest) {
          (kept, isShorter) = (rest, true)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return kept }
      size = isShorter && size == 1 ? 1 : max(size / 2, 1)
    }
    return kept
  }
}
