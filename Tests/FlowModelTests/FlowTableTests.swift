import Testing

@testable import FlowModel

@Suite("The flow's table")
struct FlowTableTests {
  // Holds: ASVS-2.3.1
  @Test("every event in every state does what the table says", arguments: flowTable)
  func tableHolds(row: FlowTableRow) throws {
    let event = try #require(Sample.events.first { $0.name == row.event }?.event)
    for (name, state) in Sample.states {
      #expect(
        outcome(of: event, in: state) == row.outcome(in: name), "\(row.event) in \(name)")
    }
  }

  @Test("the table has a row for every event, and names each state once that it names")
  func tableIsWhole() {
    #expect(flowTable.map(\.event) == Sample.events.map(\.name))
    let states = Sample.states.map(\.name)
    #expect(Set(states).count == states.count)
    for row in flowTable {
      #expect(Set(row.named).isSubset(of: Set(states)), "\(row.event)")
      #expect(Set(row.named).count == row.named.count, "\(row.event)")
    }
  }

  @Test("a limit, a missing channel and a factor that waits deny no transaction; tampering does")
  func onlyTamperingDenies() {
    let reviewing = States.actingOnReview.split(separator: " ").map(String.init)
    for (code, denies) in [
      ("factor_waits", ""), ("linking_required", ""), ("channel_missing", ""),
      ("recovered_limit", ""), ("transaction_mismatch", "denyToo "),
    ] {
      for (name, state) in Sample.states where reviewing.contains(name) {
        let event = FlowEvent.answer(
          Sample.now, .failure(.notAllowed(FlowReason(code: code))))
        #expect(
          outcome(of: event, in: state) == "ERROR notAllowed(\(code)) / forget \(denies)release",
          "\(name)")
      }
    }
  }

  @Test("the table has a column for every kind of step")
  func everyStepHasColumn() {
    let steps = Sample.states.compactMap { column in
      if case .active(_, let step) = column.state { step.text.prefix { $0 != " " } } else { nil }
    }
    let names: [Substring] = [
      "open", "confirm", "recall", "resolve", "read", "prepare", "consult", "send", "ask", "keep",
      "renew", "sign", "verify", "disable", "remember", "check", "entitle", "create", "act", "set",
      "register", "refresh", "deny",
    ]
    #expect(Set(steps) == Set(names))
  }
}
