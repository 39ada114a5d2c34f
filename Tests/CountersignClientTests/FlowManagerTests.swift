import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The flow manager")
struct FlowManagerTests {
  @Test("of two starts at the same instant one is refused, and does not touch the other")
  func oneFlowAtATime() async throws {
    let phone = Phone([Script.options])
    let manager = phone.manager
    let starts = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do throws(FlowInputError) {
            _ = try await manager.start(Remittance(Script.payload), proofPath: .token)
            return true
          } catch {
            #expect(error == .flowAlreadyActive)
            return false
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(starts == 1)
    let updates = try await phone.answer([])
    #expect(updates.last?.phase == .waitForInput)
    #expect(await phone.transport.calls.count == 1)
  }

  @Test(
    "a malformed PIN is refused before any call, and right input may follow",
    arguments: ["", "123", "1234567890123", "12a4", "１２３４", "12 4"])
  func malformedPINIsRefused(pin: String) async throws {
    let phone = Phone([Script.completed])
    _ = try await phone.send([], level: .fallbackOnly)
    let before = await phone.manager.currentFlow
    await #expect(throws: FlowInputError.malformedPIN) {
      try await phone.manager.inputSecondFactor(.pin(SecretText(pin)))
    }
    #expect(await phone.manager.currentFlow == before)
    #expect(await phone.transport.calls.isEmpty)
    let updates = try await phone.answer([.pin(Script.pin)])
    #expect(updates.last?.phase == .done)
  }

  @Test("what is no answer to the question is refused, and changes nothing")
  func noAnswerToTheQuestion() async throws {
    let phone = Phone([])
    let manager = phone.manager
    await #expect(throws: FlowInputError.noFlow) { try await manager.inputSecondFactor() }
    _ = try await phone.send([], level: .fallbackOnly)
    let before = await manager.currentFlow
    await #expect(throws: FlowInputError.missingPIN) { try await manager.inputSecondFactor() }
    await #expect(throws: FlowInputError.unexpectedInput(.verifySecondFactor)) {
      try await manager.inputSecondFactor(pin: Script.pin, code: SecretText("123456"))
    }
    await #expect(throws: FlowInputError.factorNotAllowed(.biometrics)) {
      try await manager.inputSecondFactor(biometrics: true)
    }
    await #expect(throws: FlowInputError.factorNotAllowed(.validateCode)) {
      try await manager.inputSecondFactor(code: SecretText("123456"))
    }
    await #expect(throws: FlowInputError.userInputNotTaken) {
      try await manager.inputSecondFactor(.pin(Script.pin), userInput: "for Ngozi")
    }
    await #expect(throws: FlowInputError.unexpectedInput(.verifySecondFactor)) {
      try await manager.confirmSession()
    }
    await #expect(throws: FlowInputError.unexpectedInput(.verifySecondFactor)) {
      try await manager.confirmTransaction()
    }
    await #expect(throws: FlowInputError.unexpectedInput(.verifySecondFactor)) {
      try await manager.answerSoftPrompt(.accept)
    }
    await #expect(throws: FlowInputError.factorNotAllowed(.validateCode)) {
      try await manager.requestCode()
    }
    await #expect(throws: FlowInputError.flowAlreadyActive) { try await manager.startLogin() }
    await #expect(throws: FlowInputError.flowAlreadyActive) { try await manager.startChangePIN() }
    #expect(await manager.currentFlow == before)
    #expect(await phone.transport.calls.isEmpty)
  }

  @Test("a new PIN that is easily guessed is refused, an old one is not")
  func easyNewPIN() async throws {
    // Of the account, and of the old PIN, which is verified first.
    let phone = Phone([Script.secondFactor(failed: 0), Script.completed])
    let manager = phone.manager
    try await manager.startChangePIN()
    var asked = 0
    for await flow in await manager.updates where flow.phase == .waitForInput {
      asked += 1
      if flow.currentInteraction?.type == .verifySecondFactor {
        try await manager.inputSecondFactor(.pin(SecretText("1234")))
      } else {
        await #expect(throws: FlowInputError.pinTooSimple) {
          try await manager.inputSecondFactor(.pin(SecretText("1234")))
        }
        #expect(await manager.currentFlow == flow)
        await manager.cancel()
      }
    }
    #expect(asked == 2)
  }

  @Test("a new PIN that is the old one is not sent, and another is asked for")
  func unchangedPIN() async throws {
    // Of the account, of the old PIN, and of the change.
    let phone = Phone([Script.secondFactor(failed: 0), Script.completed, .answer(204, nil)])
    let manager = phone.manager
    try await manager.startChangePIN()
    var (asked, results) = ([InteractionType?](), [InteractionResult?]())
    var last: Flow?
    for await flow in await manager.updates {
      last = flow
      guard flow.phase == .waitForInput else { continue }
      asked.append(flow.currentInteraction?.type)
      results.append(flow.previousInteractionResult)
      let isFirst = asked.count < 3
      try await manager.inputSecondFactor(.pin(SecretText(isFirst ? "258036" : "914725")))
    }
    #expect(asked == [.verifySecondFactor, .setSecondFactor, .setSecondFactor])
    let unchanged = InteractionResult(
      outcome: .pinFail, interaction: .setSecondFactor, inputTypes: [.pin],
      reason: .pinUnchanged)
    #expect(results.last == unchanged)
    #expect(last?.phase == .done, "\(String(describing: last?.error))")
    #expect(await phone.transport.calls.count == 3)
  }

  @Test("a payload that no server could read is refused before any call")
  func malformedPayloadIsRefused() async throws {
    let phone = Phone([])
    for amount: Int64 in [0, -1, (1 << 53) + 1] {
      var payload = Script.payload
      payload.amount = amount
      await #expect(throws: FlowInputError.malformedPayload) {
        try await phone.manager.start(Remittance(payload), proofPath: .token)
      }
    }
    var payload = Script.payload
    payload.recipient = "CHI\u{202E}KA"
    await #expect(throws: FlowInputError.malformedPayload) {
      try await phone.manager.start(Remittance(payload), proofPath: .token)
    }
    #expect(await phone.manager.currentFlow == nil)
  }

  @Test("input without a flow, or while it is processed, is refused")
  func inputOutOfPlace() async throws {
    let gate = Gate()
    let phone = Phone([.held(gate, 200, Script.linked(Script.transaction))])
    await #expect(throws: FlowInputError.noFlow) {
      try await phone.manager.inputSecondFactor(.biometrics)
    }
    try await phone.manager.start(Remittance(Script.payload), proofPath: .token)
    await #expect(throws: FlowInputError.notWaitingForInput) {
      try await phone.manager.inputSecondFactor(.biometrics)
    }
    await gate.open()
    #expect(try await phone.answer([]).last?.phase == .waitForInput)
  }

  @Test("cancel ends the flow at once, whatever is under way, and no update follows")
  func cancelIsFinal() async throws {
    let gate = Gate()
    let phone = Phone([.held(gate, 200, Script.linked(Script.transaction)), Script.completed])
    try await phone.manager.start(Remittance(Script.payload), proofPath: .token)
    let updates = await phone.manager.updates
    while await phone.transport.calls.isEmpty { await Task.yield() }
    await phone.manager.cancel()
    #expect(await phone.manager.currentFlow?.error == .cancelled)
    await gate.open()
    var seen: [FlowPhase] = []
    for await flow in updates { seen.append(flow.phase) }
    #expect(seen == [.processing, .error])
    // The slot is free, and the late answer of the first flow is no answer to the second.
    let next = try await phone.send([.pin(Script.pin)], level: .fallbackOnly)
    #expect(next.last?.phase == .done)
  }

  @Test("a money order that is denied ends in denied, and no call is made for it")
  func denyEnds() async throws {
    let phone = Phone([])
    await #expect(throws: FlowInputError.noFlow) { try await phone.manager.deny() }
    _ = try await phone.send([], level: .fallbackOnly)
    let updates = await phone.manager.updates
    try await phone.manager.deny()
    var seen: [FlowPhase] = []
    for await flow in updates { seen.append(flow.phase) }
    #expect(seen == [.waitForInput, .processing, .error])
    #expect(await phone.manager.currentFlow?.error == .denied)
    #expect(await phone.transport.calls.isEmpty)
  }

  @Test("an action that was cancelled in flight is asked for by the next flow")
  func cancelledActionIsAskedFor() async throws {
    let gate = Gate()
    let phone = Phone([.held(gate, 200, Script.acted(.completed).json), Script.operation()])
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    for await flow in await phone.manager.updates where flow.phase == .waitForInput {
      try await phone.manager.inputSecondFactor(.pin(Script.pin))
      while await phone.transport.calls.isEmpty { await Task.yield() }
      await phone.manager.cancel()
    }
    await gate.open()
    let updates = try await phone.send([])
    #expect(await phone.transport.calls.last == "GET /operations/{id}")
    #expect(updates.last?.earlierOperation?.status == .completed)
  }

  @Test("a subscriber that comes late gets the present flow first")
  func lateSubscriber() async throws {
    let phone = Phone([Script.completed])
    _ = try await phone.send([], level: .fallbackOnly)
    var late = await phone.manager.updates.makeAsyncIterator()
    #expect(await late.next()?.phase == .waitForInput)
    try await phone.manager.inputSecondFactor(.pin(Script.pin))
    #expect(await late.next()?.phase == .processing)
    #expect(await late.next()?.phase == .done)
    #expect(await late.next() == nil)
    var after = await phone.manager.updates.makeAsyncIterator()
    #expect(await after.next()?.phase == .done)
    #expect(await after.next() == nil)
  }

  @Test("the final update comes when the vault has forgotten the operation, and not before")
  func finalUpdateAfterForgetting() async throws {
    let gate = Gate()
    let phone = Phone([Script.completed])
    await phone.vault.holdRemovals(gate)
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    async let updates = phone.answer([.pin(Script.pin)])
    while await phone.transport.calls.isEmpty { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    #expect(await phone.manager.currentFlow?.phase == .processing)
    await #expect(throws: FlowInputError.flowAlreadyActive) {
      try await phone.manager.start(Remittance(Script.payload), proofPath: .token)
    }
    await gate.open()
    #expect(try await updates.last?.phase == .done)
    #expect(await phone.vault.isEmpty)
  }

  @Test("a vault that hangs holds the final update up for a bounded time only")
  func hangingVaultIsBounded() async throws {
    let gate = Gate()
    let phone = Phone([Script.completed])
    await phone.vault.holdRemovals(gate)
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    async let updates = phone.answer([.pin(Script.pin)])
    await phone.clock.wake(.seconds(5))
    #expect(try await updates.last?.phase == .done)
    await gate.open()
  }

  @Test("a flow that is never answered by the server ends in timeout")
  func deadlineEnds() async throws {
    let gate = Gate()
    let phone = Phone([.held(gate, 200, nil)])
    try await phone.manager.start(Remittance(Script.payload), proofPath: .token)
    async let updates = phone.answer([])
    await phone.passDeadline()
    #expect(try await updates.last?.error == .timeout)
    await gate.open()
  }
}
