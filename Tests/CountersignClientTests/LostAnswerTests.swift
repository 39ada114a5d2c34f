import CountersignClient
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("An answer that is lost")
struct LostAnswerTests {
  @Test("before the action was sent the flow ends with network, and nothing was done")
  func networkBeforeAction() async throws {
    for script in [
      [ScriptedTransport.Step.notSent], [.lost], [Script.options, .lost],
      [Script.options, Script.verified, .notSent], [.problem(503, .overloaded)],
      [Script.options, .problem(503, .overloaded)],
    ] {
      let phone = Phone(script)
      let updates = try await phone.send([.biometrics])
      #expect(updates.last?.error == .network)
      #expect(await phone.vault.isEmpty)
    }
  }

  @Test("after the action was sent the identical request is sent again")
  func identicalRequestAgain() async throws {
    let phone = Phone([
      .lost, .answer(503, nil), .notSent, .problem(503, .overloaded), Script.completed,
    ])
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    async let updates = phone.answer([.pin(Script.pin)])
    for _ in 0..<4 { await phone.clock.wake(.seconds(1)) }
    #expect(try await updates.last?.phase == .done)
    let requests = await phone.transport.requests
    #expect(requests.count == 5)
    #expect(Set(requests.map(\.idempotencyKey)).count == 1)
    #expect(Set(requests.map(\.body)).count == 1)
    #expect(await phone.vault.isEmpty)
  }

  @Test("at the deadline the outcome is unknown, the vault keeps the operation and no proof")
  func deadlineKeepsOperation() async throws {
    let phone = Phone([.lost])
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    async let updates = phone.answer([.pin(Script.pin)])
    await phone.passDeadline()
    let error = try #require(try await updates.last?.error)
    let key = try #require(await phone.transport.requests.first?.idempotencyKey)
    #expect(error == .outcomeUnknown(OperationID(key)))
    let names = try await phone.vault.names(account: "acct_1").map(\.name)
    #expect(names == ["open-operation/" + key])
    #expect(await !phone.vault.text.contains(Script.pin.exposed))
  }

  @Test("an unknown outcome survives a restart: the next flow asks first, and pays nothing twice")
  func survivesRestart() async throws {
    let vault = MemoryVault()
    let operation = try await loseAnswer(vault)

    let restarted = Phone([Script.operation()], vault: vault)
    let updates = try await restarted.send([])
    #expect(await restarted.transport.calls == ["GET /operations/{id}"])
    #expect(await restarted.transport.requests.first?.parameters == ["id": operation.text])
    let last = try #require(updates.last)
    #expect(last.phase == .done)
    #expect(last.earlierOperation?.operation == OperationID("op"))
    #expect(last.moneyOrder?.transactionID == "tx_1")
    #expect(await vault.isEmpty)
  }

  @Test(
    "an operation that an app of before wrote down is asked for, and known again",
    arguments: [#""kind":"send_money""#, #""kind":"declared","scenario":"SEND_MONEY""#])
  func earlierRecord(kind: String) async throws {
    let vault = MemoryVault()
    let payload = #"{"amount":500,"recipient":"BOLA"}"#
    try await vault.setValue(
      Array(#"{\#(kind),"payload":\#(payload)}"#.utf8),
      VaultName(account: "acct_1", name: "open-operation/op"))
    let restarted = Phone([Script.operation()], vault: vault)
    let updates = try await restarted.send([])
    #expect(await restarted.transport.calls == ["GET /operations/{id}"])
    #expect(updates.last?.phase == .done)
    #expect(updates.last?.moneyOrder?.transactionID == "tx_1")
    #expect(await vault.isEmpty)
  }

  @Test("a test of an app of before is known again too")
  func earlierTest() async throws {
    let vault = MemoryVault()
    try await vault.setValue(
      Array(#"{"kind":"test"}"#.utf8), VaultName(account: "acct_1", name: "open-operation/op"))
    let answer = OperationAnswer(operationID: "op", scenario: .testBiometrics)
    let restarted = Phone([.answer(200, answer.json)], vault: vault)
    let run = try await restarted.manager.start(BiometricTest())
    #expect(try await run.result == NoContent())
    #expect(await restarted.transport.calls == ["GET /operations/{id}"])
    #expect(await vault.isEmpty)
  }

  @Test("an earlier operation that was executed for something else is told, and the flow goes on")
  func otherEarlierOperationIsTold() async throws {
    let vault = MemoryVault()
    _ = try await loseAnswer(vault)
    var payload = Script.payload
    payload.recipient = "CHIKA"
    let restarted = Phone([Script.operation(), Script.completed], vault: vault)
    let updates = try await restarted.send(
      [.pin(Script.pin)], level: .fallbackOnly, payload: payload)
    #expect(
      await restarted.transport.calls == ["GET /operations/{id}", "POST /actions/{scenario}"])
    #expect(updates.last?.phase == .done)
    #expect(updates.last?.earlierOperation?.moneyOrder?.transactionID == "tx_1")
    #expect(try await vault.names(account: "acct_1").count == 1)
  }

  @Test("a lost action that another flow finds done is kept: the same is not done once more")
  func keptPastAnotherFlow() async throws {
    let vault = MemoryVault()
    let lost = try await loseAnswer(vault)
    var other = Script.payload
    other.recipient = "CHIKA"
    for _ in 0..<2 {
      let second = Phone([Script.operation(), Script.completed], vault: vault)
      let updates = try await second.send(
        [.pin(Script.pin)], level: .fallbackOnly, payload: other)
      #expect(updates.last?.phase == .done)
    }
    let third = Phone([Script.operation()], vault: vault)
    let updates = try await third.send([], level: .fallbackOnly)
    #expect(await third.transport.calls == ["GET /operations/{id}"])
    #expect(await third.transport.requests.first?.parameters == ["id": lost.text])
    #expect(updates.last?.phase == .done)
    #expect(updates.last?.earlierOperation?.operation == OperationID("op"))
    #expect(await vault.isEmpty)
  }

  @Test("all that was lost is told, each until the person knows what became of it")
  func allAreTold() async throws {
    let vault = MemoryVault()
    for (id, amount) in [("a", 500), ("b", 700), ("c", 900)] {
      let payload = #"{"amount":\#(amount),"recipient":"BOLA"}"#
      try await vault.setValue(
        Array(#"{"kind":"action","scenario":"SEND_MONEY","payload":\#(payload)}"#.utf8),
        VaultName(account: "acct_1", name: "open-operation/" + id))
    }
    let phone = Phone(
      [Script.operation("op_a"), .problem(404, .notFound), .lost], vault: vault)
    let found = await phone.manager.earlierOperations()
    #expect(found.map(\.operation.text) == ["a", "b", "c"])
    #expect(found.map(\.isDone) == [true, false, false])
    #expect(found.map(\.isTold) == [false, false, false])
    #expect(found.dropFirst().map(\.outcome) == [.neverExecuted, .open])
    guard case .executed(let result)? = found.first?.outcome else {
      Issue.record("it was executed")
      return
    }
    #expect(result.operation == OperationID("op_a") && result.status == .completed)
    for earlier in found { await phone.manager.noteTold(earlier, untilRepeated: true) }
    let next = Phone([Script.operation("op_a"), Script.operation("op_c")], vault: vault)
    let again = await next.manager.earlierOperations()
    #expect(again.map(\.operation.text) == ["a", "c"])
    #expect(again.map(\.isTold) == [true, false])
    for earlier in again { await next.manager.noteTold(earlier) }
    #expect(await vault.isEmpty)
  }

  @Test("what the person saw is kept with its moment, to tell which action it was")
  func documentAndMoment() async throws {
    let vault = MemoryVault()
    let transport = ScriptedTransport([Script.options, .lost])
    var configuration = FlowConfiguration()
    configuration.now = { "2026-12-01T18:05:00Z" }
    let manager = FlowManager(
      session: AccountSession(
        connection: ServerConnection(transport: transport), accountID: "acct_1",
        accessToken: SecretText("access")),
      authenticator: ScriptedAuthenticator(), vault: vault, configuration: configuration,
      clock: ManualClock())
    try await manager.start(Remittance(Script.payload))
    for await flow in await manager.updates where flow.phase == .waitForInput {
      // While a flow is under way, its own action is none of an earlier one.
      #expect(await manager.earlierOperations() == [])
      try await manager.inputSecondFactor(.pin(Script.pin))
      while await !transport.calls.contains("POST /actions/{scenario}") { await Task.yield() }
      await manager.cancel()
    }
    let found = await Phone([Script.operation()], vault: vault).manager.earlierOperations()
    #expect(found.map(\.document) == [Script.document])
    #expect(found.map(\.sentAt) == ["2026-12-01T18:05:00Z"])
    #expect(found.map(\.scenario) == [.sendMoney])
    #expect(found.allSatisfy { $0.isSame(as: Remittance(Script.payload)) })
    var other = Script.payload
    other.amount += 1
    #expect(found.allSatisfy { !$0.isSame(as: Remittance(other)) })
  }

  @Test("an action by another device's proof is sent once more, and kept while it is unknown")
  func byAnotherDevice() async throws {
    let action = Remittance(Script.payload)
    let phone = Phone([.lost, Script.completed])
    async let result = phone.manager.perform(action, by: SecretText(Script.token))
    await phone.clock.wake(.seconds(1))
    #expect(try await result.operation == OperationID("op"))
    let requests = await phone.transport.requests
    #expect(requests.count == 2 && Set(requests.map(\.idempotencyKey)).count == 1)
    #expect(await phone.vault.isEmpty)

    let away = Phone([.lost, .problem(403, .linkingRequired)])
    async let lost = away.manager.perform(
      action, by: SecretText(Script.token), document: Script.document)
    await away.clock.wake(.seconds(1))
    do {
      _ = try await lost
      Issue.record("the answer is lost")
    } catch ClientError.transport(let error) {
      #expect(error.delivery == .unknown)
    }
    #expect(await !away.vault.text.contains(Script.token))
    let found = await Phone([Script.operation()], vault: away.vault).manager.earlierOperations()
    #expect(found.map(\.document) == [Script.document])
    #expect(found.map(\.isDone) == [true])

    let refused = Phone([.problem(403, .linkingRequired)])
    await #expect(throws: ClientError.self) {
      try await refused.manager.perform(action, by: SecretText(Script.token))
    }
    #expect(await refused.vault.isEmpty)
  }

  @Test("an operation that the server never executed is forgotten, and the flow goes on")
  func neverExecuted() async throws {
    let vault = MemoryVault()
    _ = try await loseAnswer(vault)
    let restarted = Phone([.problem(404, .notFound), Script.completed], vault: vault)
    let updates = try await restarted.send([.pin(Script.pin)], level: .fallbackOnly)
    #expect(updates.last?.phase == .done)
    #expect(updates.last?.earlierOperation == nil)
    #expect(await vault.isEmpty)
  }

  @Test(
    "an operation that the vault cannot forget is asked about once, and its flow acts on nothing",
    arguments: [
      (ScriptedTransport.Step.problem(404, .notFound), MemoryVault.Duty.removing, 0),
      (Script.operation(), .writing, 1),
    ])
  func unforgotten(
    answer: ScriptedTransport.Step, duty: MemoryVault.Duty, kept: Int
  ) async throws {
    let vault = MemoryVault()
    _ = try await loseAnswer(vault)
    await vault.breakDown([duty])
    var payload = Script.payload
    payload.recipient = "CHIKA"
    let restarted = Phone([answer, Script.completed], vault: vault)
    let updates = try await restarted.send(
      [.pin(Script.pin)], level: .fallbackOnly, payload: payload)
    #expect(await restarted.transport.calls == ["GET /operations/{id}"])
    #expect(updates.last?.error == .deviceUnable(.vaultFailed))
    // It is of that flow only: once the vault can forget, the next one goes on.
    await vault.repair()
    let mended = Phone([answer, Script.completed], vault: vault)
    let again = try await mended.send(
      [.pin(Script.pin)], level: .fallbackOnly, payload: payload)
    #expect(again.last?.phase == .done)
    #expect(try await vault.names(account: "acct_1").count == kept)
  }

  @Test("what was done is told each time while the vault cannot forget it, and not done again")
  func toldEachTime() async throws {
    let vault = MemoryVault()
    _ = try await loseAnswer(vault)
    await vault.breakDown([.removing])
    for _ in 0..<2 {
      let restarted = Phone([Script.operation(), Script.completed], vault: vault)
      let updates = try await restarted.send([.pin(Script.pin)], level: .fallbackOnly)
      #expect(await restarted.transport.calls == ["GET /operations/{id}"])
      #expect(updates.last?.phase == .done)
      #expect(updates.last?.earlierOperation?.operation == OperationID("op"))
    }
  }

  @Test("while the server cannot say what became of it, no other flow acts")
  func unresolvedStaysOpen() async throws {
    let vault = MemoryVault()
    _ = try await loseAnswer(vault)
    let steps: [ScriptedTransport.Step] = [
      .notSent, .lost, .answer(500, nil), .problem(503, .overloaded),
    ]
    for step in steps {
      let restarted = Phone([step], vault: vault)
      let updates = try await restarted.send([.pin(Script.pin)], level: .fallbackOnly)
      #expect(updates.last?.error == .network)
      #expect(await restarted.transport.calls == ["GET /operations/{id}"])
      #expect(await !vault.isEmpty)
    }
  }

  @Test(
    "what refuses the second copy says nothing of the first: the outcome stays unknown",
    arguments: [
      (401, Reason.sessionRequired), (422, .pocketTooSmall), (403, .linkingRequired),
    ])
  func refusedAfterLostAnswer(status: Int, code: Reason) async throws {
    let phone = Phone([.lost, .problem(status, code)])
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    async let updates = phone.answer([.pin(Script.pin)])
    await phone.clock.wake(.seconds(1))
    #expect(try await updates.last?.error?.kind == "outcomeUnknown")
    #expect(await !phone.vault.isEmpty)
  }

  @Test(
    "a PIN that the server has no room for is asked for again, and nothing stays open",
    arguments: Reason.nothingDone)
  func noRoomForPIN(_ reason: Reason) async throws {
    let phone = Phone([
      .problem(503, reason), Script.secondFactor(failed: 0), Script.completed,
    ])
    let pin = SecondFactorInput.pin(Script.pin)
    let updates = try await phone.send([pin, pin], level: .fallbackOnly)
    #expect(updates.last?.phase == .done)
    #expect(
      await phone.transport.calls
        == ["POST /actions/{scenario}", "GET /second-factor", "POST /actions/{scenario}"])
    #expect(await phone.vault.isEmpty)
  }

  @Test("a manager of one session ends that session at a logout")
  func logOut() async throws {
    let phone = Phone([.answer(204, nil)])
    try await phone.manager.logOut(account: "another")
    #expect(await phone.transport.calls.isEmpty)
    try await phone.manager.logOut()
    #expect(await phone.transport.calls == ["DELETE /sessions/current"])
  }

  @Test("an action whose operation cannot be remembered is not sent")
  func notRememberedIsNotSent() async throws {
    let phone = Phone([Script.completed])
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    for await flow in await phone.manager.updates {
      if flow.phase == .waitForInput {
        await phone.vault.breakDown()
        try await phone.manager.inputSecondFactor(.pin(Script.pin))
      }
      if flow.isFinal { #expect(flow.error == .deviceUnable(.vaultFailed)) }
    }
    #expect(await phone.transport.calls.isEmpty)
  }

  /// A money order by PIN whose answer is lost for good.
  private func loseAnswer(_ vault: MemoryVault) async throws -> OperationID {
    let phone = Phone([.lost], vault: vault)
    try await phone.manager.start(Remittance(Script.payload), level: .fallbackOnly)
    async let updates = phone.answer([.pin(Script.pin)])
    await phone.passDeadline()
    guard case .outcomeUnknown(let operation)? = try await updates.last?.error else {
      throw TransportError(.unknown, cause: "the outcome is known")
    }
    return operation
  }
}
