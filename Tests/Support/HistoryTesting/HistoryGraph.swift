/// The operations of a history and what orders them.
struct HistoryGraph {
  /// An edge to a later operation.
  struct Edge: Hashable {
    let to: Int
    let order: HistoryOrder
  }

  /// One step of a cycle.
  struct Step: Hashable {
    let from: Int
    let order: HistoryOrder
  }

  /// A read of a version that nobody wrote.
  struct Phantom: Hashable {
    let reader: Int
    let key: String
    let version: Int
  }

  /// The edges of each operation.
  private(set) var edges: [[Edge]]
  /// The reads of versions that nobody wrote.
  private(set) var phantoms: [Phantom] = []

  init(_ history: [HistoryOperation]) {
    edges = Array(repeating: [], count: history.count)
    addVersions(of: history)
    addProcesses(of: history)
    addRealTime(of: history)
    // A set has no order of its own, and a report is to be the same each time.
    for index in edges.indices {
      edges[index] = Set(edges[index]).sorted {
        ($0.to, $0.order.rawValue) < ($1.to, $1.order.rawValue)
      }
    }
  }

  private mutating func add(_ from: Int, _ order: HistoryOrder, _ to: Int) {
    if from != to { edges[from].append(Edge(to: to, order: order)) }
  }

  // MARK: The orders

  private struct Versions {
    var writers: [Int: [Int]] = [:]
    var readers: [Int: [Int]] = [:]
  }

  private mutating func addVersions(of history: [HistoryOperation]) {
    var keys: [String: Versions] = [:]
    for (index, operation) in history.enumerated() {
      for (key, version) in operation.writes {
        keys[key, default: Versions()].writers[version, default: []].append(index)
      }
      for (key, version) in operation.reads {
        keys[key, default: Versions()].readers[version, default: []].append(index)
      }
    }
    for (key, versions) in keys.sorted(by: { $0.key < $1.key }) {
      let written = versions.writers.keys.sorted()
      for (version, next) in zip(written, written.dropFirst()) {
        connect(versions.writers[version], .writeWrite, versions.writers[next])
      }
      var later = written[...]
      for (version, readers) in versions.readers.sorted(by: { $0.key < $1.key }) {
        if let writers = versions.writers[version] {
          connect(writers, .writeRead, readers)
        } else if version != 0 {
          phantoms += readers.map { Phantom(reader: $0, key: key, version: version) }
        }
        later = later.drop { $0 <= version }
        connect(readers, .readWrite, later.first.flatMap { versions.writers[$0] })
      }
    }
  }

  private mutating func connect(_ earlier: [Int]?, _ order: HistoryOrder, _ later: [Int]?) {
    for from in earlier ?? [] {
      for to in later ?? [] { add(from, order, to) }
    }
  }

  private mutating func addProcesses(of history: [HistoryOperation]) {
    var newest: [String: Int] = [:]
    for (index, operation) in history.enumerated() {
      guard let process = operation.process else { continue }
      if let before = newest[process] { add(before, .process, index) }
      newest[process] = index
    }
  }

  /// Adds an edge from each answered operation to those that began next.
  ///
  /// The others follow from these.
  private mutating func addRealTime(of history: [HistoryOperation]) {
    struct Event {
      let at: Int64
      let isReturn: Bool
      let index: Int
    }
    var events: [Event] = []
    for (index, operation) in history.enumerated() {
      if let at = operation.invoked { events.append(Event(at: at, isReturn: false, index: index)) }
      if let at = operation.returned { events.append(Event(at: at, isReturn: true, index: index)) }
    }
    // At one moment, whatever begins has not seen the answer of that moment.
    events.sort { ($0.at, $0.isReturn ? 1 : 0, $0.index) < ($1.at, $1.isReturn ? 1 : 0, $1.index) }
    var newest: Set<Int> = []
    var before: [Int: Set<Int>] = [:]
    for event in events {
      if event.isReturn {
        newest.subtract(before.removeValue(forKey: event.index) ?? [])
        newest.insert(event.index)
      } else {
        for earlier in newest { add(earlier, .realTime, event.index) }
        before[event.index] = newest
      }
    }
  }

  // MARK: Cycles

  /// A shortest cycle of each knot: of each set of operations that all come before each other.
  func cycles() -> [[Step]] {
    knots().compactMap { knot in
      let members = Set(knot)
      return knot.compactMap { cycle(from: $0, within: members) }.min { $0.count < $1.count }
    }
  }

  /// The strongly connected components with more than one member, by Tarjan's algorithm, without
  /// recursion: a long history would need too deep a stack.
  private func knots() -> [[Int]] {
    var knots: [[Int]] = []
    var (number, low) = ([Int](repeating: -1, count: edges.count), edges.map { _ in 0 })
    var isOnStack = [Bool](repeating: false, count: edges.count)
    var (stack, work, count) = ([Int](), [(node: Int, next: Int)](), 0)
    func enter(_ node: Int) {
      (number[node], low[node]) = (count, count)
      count += 1
      stack.append(node)
      isOnStack[node] = true
      work.append((node, 0))
    }
    for root in edges.indices where number[root] < 0 {
      enter(root)
      while let (node, next) = work.last {
        if next < edges[node].count {
          work[work.count - 1].next += 1
          let to = edges[node][next].to
          if number[to] < 0 {
            enter(to)
          } else if isOnStack[to] {
            low[node] = min(low[node], number[to])
          }
          continue
        }
        work.removeLast()
        if let parent = work.last { low[parent.node] = min(low[parent.node], low[node]) }
        guard low[node] == number[node], let start = stack.lastIndex(of: node) else { continue }
        let knot = stack[start...].sorted()
        for member in knot { isOnStack[member] = false }
        stack.removeSubrange(start...)
        if knot.count > 1 { knots.append(knot) }
      }
    }
    return knots
  }

  /// A shortest way from an operation back to itself.
  private func cycle(from start: Int, within members: Set<Int>) -> [Step]? {
    var steps: [Int: Step] = [:]
    var (queue, place) = ([start], 0)
    while place < queue.count {
      let node = queue[place]
      place += 1
      for edge in edges[node] where members.contains(edge.to) && steps[edge.to] == nil {
        steps[edge.to] = Step(from: node, order: edge.order)
        queue.append(edge.to)
        guard edge.to == start else { continue }
        var (cycle, at) = ([Step](), start)
        repeat {
          guard let step = steps[at] else { return nil }
          cycle.append(step)
          at = step.from
        } while at != start
        return cycle.reversed()
      }
    }
    return nil
  }
}
