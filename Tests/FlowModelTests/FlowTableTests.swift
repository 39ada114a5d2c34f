import Testing

@testable import FlowModel

@Suite("The flow's table")
struct FlowTableTests {
  @Test("every event in every state does what the table says", arguments: flowTable)
  func tableHolds(row: FlowTableRow) throws {
    let event = try #require(Sample.events.first { $0.name == row.event }?.event)
    for (name, state) in Sample.states {
      #expect(
        outcome(of: event, in: state) == row.outcome(in: name), "\(row.event) in \(name)")
    }
  }

  @Test("the table has a row for every event, and names no state that does not exist")
  func tableIsWhole() {
    #expect(flowTable.map(\.event) == Sample.events.map(\.name))
    let named = flowTable.flatMap { row in
      row.cells.keys.flatMap { $0.split(separator: " ").map(String.init) }
    }
    #expect(Set(named).isSubset(of: Set(Sample.states.map(\.name))))
  }

  @Test("a flow that starts reads the vault first, and asks for the PIN alone where that is all")
  func fallbackOnlyAsksAtOnce() throws {
    var state = try FlowState.idle.applying(.start(Sample.start(.fallbackOnly))).state
    state = try state.applying(
      .openOperationRead(FlowTag(flow: Sample.flow, step: 1), .none)
    ).state
    let flow = try #require(state.flow)
    #expect(flow.phase == .waitForInput)
    #expect(flow.currentInteraction?.secondFactorInfo.allowed == [.pin])
    #expect(flow.transaction == Sample.asked)
  }

  @Test("without a key a flow for biometrics alone ends, and says that nothing is enrolled")
  func biometricsOnlyNeedsKey() throws {
    let frame = Sample.frame(.biometricsOnly)
    let answer = OptionsAnswer.linked(Sample.transaction, Sample.challenge, key: .missing)
    let next = try FlowState.active(frame, .preparing).applying(
      .optionsAnswered(frame.tag, answer))
    #expect(next.state.flow?.error == .deviceUnable(.nothingEnrolled))
  }

  @Test("a screen sees what is processed, and the result before stays until there is another")
  func projection() throws {
    let frame = Sample.frame {
      $0.lastResult = InteractionResult(
        outcome: .pinFail, inputTypes: [.pin], reason: .wrongPIN)
      $0.secondFactorAccount = Sample.account()
    }
    let flow = try #require(FlowState.active(frame, .acting(Sample.sent(.pin))).flow)
    #expect(flow.phase == .processing)
    #expect(flow.currentInteraction?.inputTypes == [.pin])
    #expect(flow.currentInteraction?.secondFactorInfo.allowed == [.pin, .biometrics])
    #expect(flow.previousInteractionResult?.outcome == .pinFail)
    #expect(flow.secondFactorAccount == Sample.account())

    let done = FlowState.active(frame, .acting(Sample.sent(.pin)))
    let last = try #require(
      try done.applying(.acted(frame.tag, .done(Sample.completed))).state.flow)
    #expect(last.phase == .done)
    #expect(last.currentInteraction == nil)
    #expect(last.previousInteractionResult?.outcome == .success)
    #expect(last.result == Sample.completed)
    #expect(last.transaction == Sample.transaction)
  }
}
