@testable import FlowModel

/// The state diagram that the table draws, in the language of Graphviz: one part for what ends in a
/// session, one for what is signed, one for the account's factors.
///
/// A node is a kind of step, or a question by its type; an edge is what the table lets follow from
/// an event. What leads to ERROR leads there from everywhere and is left out. A step that flows
/// share is a column of one of them: where the others would end at it, its edges are dashed.
enum FlowPicture {
  static let graph: String = {
    var lines = [
      "digraph flow {", "  rankdir=LR; nodesep=0.25; ranksep=0.5; bgcolor=white;",
      "  fontname=\"sans-serif\"; fontsize=15; labeljust=l;",
      "  node [fontname=\"sans-serif\", fontsize=12, shape=box, style=\"rounded,filled\","
        + " fillcolor=\"#eef2f7\", color=\"#8c959f\"];",
      "  edge [fontname=\"sans-serif\", fontsize=9, color=\"#57606a\", fontcolor=\"#57606a\"];",
    ]
    for part in Part.allCases {
      lines.append(
        "  subgraph \"cluster \(part)\" { label=\"\(part.rawValue)\"; color=\"#d0d7de\";")
      lines += drawing(of: part)
      lines.append("  }")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }()

  static let questions = InteractionType.allCases.map(\.rawValue).sorted()

  /// Flows that are drawn together.
  private enum Part: String, CaseIterable {
    case session = "ENROL, LOGIN"
    case signature = "SIGN_TRANSACTION"
    case factors = "CHANGE_PIN, ADD_BIOMETRICS, REMOVE_BIOMETRICS, HEADLESS_UPGRADE"

    init(_ type: FlowType) {
      self =
        switch type {
        case .enrol, .login: .session
        case .signTransaction: .signature
        case .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade: .factors
        }
    }
  }

  private struct Edge: Hashable {
    let part: Part
    let from: String
    let to: String
  }

  private static func drawing(of part: Part) -> [String] {
    let own = Set(edges.keys.filter { $0.part == part })
    let shared = borrowed(by: part, own)
    let nodes = Set(own.union(shared).flatMap { [$0.from, $0.to] }).sorted().map { node in
      "    \"\(part) \(node)\" [label=\"\(node)\"\(style(of: node))];"
    }
    let drawn = own.union(shared).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    return nodes
      + drawn.map { edge in
        "    \"\(part) \(edge.from)\" -> \"\(part) \(edge.to)\" "
          + (own.contains(edge)
            ? "[label=\"\(label(edges[edge, default: []]))\"];" : "[style=dashed];")
      }
  }

  /// The edges of other parts that lead on from steps at which this one would end.
  private static func borrowed(by part: Part, _ own: Set<Edge>) -> Set<Edge> {
    var all = own
    while true {
      let nodes = Set(all.flatMap { [$0.from, $0.to] })
      let leaves = nodes.subtracting(all.map(\.from)).subtracting(["DONE"])
      let more = edges.keys.filter {
        leaves.contains($0.from) && ($0.to == "remember" || nodes.contains($0.to))
      }
      .map { Edge(part: part, from: $0.from, to: $0.to) }
      guard !more.isEmpty else { return all.subtracting(own) }
      all.formUnion(more)
    }
  }

  private static func style(of node: String) -> String {
    if questions.contains(node) { return ", fillcolor=\"#fff3d6\", color=\"#d9822b\"" }
    return node == "DONE" ? ", fillcolor=\"#dff3e3\", color=\"#4a9d5b\", peripheries=2" : ""
  }

  /// The events of each edge, in the table's order.
  private static let edges: [Edge: [String]] = {
    var edges: [Edge: [String]] = [:]
    for row in flowTable {
      for (name, state) in Sample.states {
        guard let flow = state.flow, let from = kind(of: state),
          let to = kind(row.outcome(in: name)), from != to
        else { continue }
        let edge = Edge(part: Part(flow.type), from: from, to: to)
        if edges[edge]?.contains(row.event) != true { edges[edge, default: []].append(row.event) }
      }
    }
    return edges
  }()

  /// Where a state stands in the picture; nil for what has not begun or has ended.
  private static func kind(of state: FlowState) -> String? {
    switch state {
    case .idle, .finished: nil
    case .active(_, .asking(let question)): question.content.type.rawValue
    case .active(_, let step): kind(ofStep: step.text)
    }
  }

  /// Where an outcome of the table leads; nil where it leads nowhere, or to ERROR.
  private static func kind(_ outcome: String) -> String? {
    let words = outcome.split(separator: " ").map(String.init)
    guard let first = words.first, first != "-", !first.hasPrefix("!"), first != "ERROR" else {
      return nil
    }
    guard first == "ask", words.count > 1 else { return kind(ofStep: outcome) }
    return switch words[1] {
    case "CONFIRM", "CONFIRM_TRANSACTION", "SOFT_PROMPT": words[1]
    case "SET": "SET_SECOND_FACTOR"
    default: "VERIFY_SECOND_FACTOR"
    }
  }

  /// The kind of a step: an action is an action, whatever is sent.
  private static func kind(ofStep text: String) -> String {
    let first = String(text.prefix { $0 != " " })
    return ["set", "register"].contains(first) ? "act" : first
  }

  /// Two events say what an edge is; the table has the rest.
  private static func label(_ events: [String]) -> String {
    let shown = events.prefix(2).joined(separator: "\\n")
    return events.count > 2 ? shown + "\\n… \(events.count - 2) more" : shown
  }
}
