/// One operation of a history: what its client saw of it, and which versions it read and wrote.
///
/// A key is whatever is read and written as one: a balance, a list, a proof. Its versions are
/// numbered in the order in which the database took them; version 0 was there before the history.
package struct HistoryOperation: Sendable, Hashable {
  /// The operation in words, for a report.
  package var name: String
  /// The client whose operations follow each other; nil for an operation of nobody's.
  package var process: String?
  /// The moment at which the client began; nil if nobody knows.
  package var invoked: Int64?
  /// The moment at which the client had its answer; nil if it never had one.
  package var returned: Int64?
  /// The version of each key that it read.
  package var reads: [String: Int]
  /// The version of each key that it wrote.
  package var writes: [String: Int]

  /// An operation; moments are of one steady clock.
  package init(
    _ name: String, of process: String? = nil, from invoked: Int64? = nil,
    to returned: Int64? = nil, reading reads: [String: Int] = [:],
    writing writes: [String: Int] = [:]
  ) {
    self.name = name
    self.process = process
    self.invoked = invoked
    self.returned = returned
    self.reads = reads
    self.writes = writes
  }
}

/// The reason why one operation comes before another one.
package enum HistoryOrder: String, Sendable, Hashable, CaseIterable {
  /// The later one wrote the version after the earlier one's.
  case writeWrite = "ww"
  /// The later one read what the earlier one wrote.
  case writeRead = "wr"
  /// The later one wrote the version after that which the earlier one read.
  case readWrite = "rw"
  /// The earlier one had its answer before the later one began.
  case realTime = "rt"
  /// One client did the one after the other.
  case process = "pr"
}

/// The findings of a look through a history.
///
/// The method is Elle's (Kingsbury and Alvaro, 2020): a history is strictly serializable if no
/// operation comes before itself.
package struct HistoryReport: Sendable {
  /// The number of operations.
  package let operations: Int
  /// The number of edges of each order.
  package let edges: [HistoryOrder: Int]
  /// A shortest cycle of each knot of operations, in words.
  package let cycles: [String]
  /// Reads of versions that nobody wrote, in words.
  package let phantoms: [String]

  /// Looks through a history.
  package init(_ history: [HistoryOperation]) {
    let graph = HistoryGraph(history)
    operations = history.count
    edges = graph.edges.joined().reduce(into: [:]) { $0[$1.order, default: 0] += 1 }
    cycles = graph.cycles().map { cycle in
      cycle.map { "\(history[$0.from].name) -\($0.order.rawValue)-> " }.joined()
        + history[cycle[0].from].name
    }
    phantoms = graph.phantoms.map { "\(history[$0.reader].name) reads \($0.key) \($0.version)" }
  }

  /// The numbers in one line.
  package var summary: String {
    let orders = HistoryOrder.allCases.map { "\(edges[$0] ?? 0) \($0.rawValue)" }
    let sum = edges.values.reduce(0, +)
    return "\(operations) operations, \(sum) edges (\(orders.joined(separator: ", "))), "
      + "\(cycles.count) cycles, \(phantoms.count) phantoms"
  }
}
