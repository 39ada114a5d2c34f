import WireModel

/// The page of a list that its reader asks for.
public struct PageRequest: Sendable, Hashable {
  /// The cursor that the page before gave; nil for the first page.
  public let after: String?
  /// The most entries.
  public let limit: Int

  /// A page to ask for.
  ///
  /// - Parameters:
  ///   - after: What the page before said comes next; nil for the first page.
  ///   - limit: How many entries at most, 1 to 100; nil for 50.
  /// - Throws: ``Refusal`` (`unacceptable_value`) for another number of entries.
  public init(after: String? = nil, limit: Int64? = nil) throws(Refusal) {
    guard (1...100).contains(limit ?? 1) else {
      throw Refusal(.unacceptableValue, "limit: must be 1 to 100")
    }
    self.after = after
    self.limit = Int(limit ?? 50)
  }

  /// The argument of a statement's LIMIT: one more than is shown says whether a page follows.
  var rowsRead: SQLValue { SQLValue(limit + 1) }

  /// The rows that are shown, and the last of them if a page follows.
  func page<Row>(of rows: [Row]) -> (shown: [Row], lastBeforeMore: Row?) {
    let shown = Array(rows.prefix(limit))
    return (shown, rows.count > limit ? shown.last : nil)
  }
}

extension Refusal {
  /// The refusal of a cursor that no page gave.
  static func unknownPage(_ name: String) -> Refusal {
    Refusal(.malformed, "\(name): must be what the page before gave as next")
  }
}
