import CountersignClient
import CountersignCore
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("A phone whose session is over signs in again by itself, over the real router")
struct SignInAgainTests {
  private static let right = InstalledPhone.Answer.give(.pin(InstalledPhone.pin))

  @Test("unlock, buy: after five minutes the PIN is the only question", arguments: [true, false])
  func purchase(isBound: Bool) async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness, tokens: isBound ? .dpop : .bearer)
    let before = try await phone.enrol()
    harness.clock.advance(seconds: 301)
    let flows = try await phone.run({ try await $0.start(Remittance(.sample)) }, [Self.right])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(flows.count { $0.phase == .waitForInput } == 1)
    #expect(!flows.contains { $0.type == .login })
    let now = try #require(try await phone.manager.installation.session())
    #expect(now.accessToken != before.accessToken)
    #expect(flows.last?.result?.status == .completed)
  }

  @Test("the device's key alone sees what waits and declines it, and manages nothing")
  func level() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    harness.clock.advance(seconds: 301)
    let id = try await harness.review().transaction.transactionID
    #expect(try await session.transactions().transactions.map(\.transaction.transactionID) == [id])
    let devices = await #expect(throws: ClientError.self) { _ = try await session.devices() }
    #expect(devices?.reason == .insufficientUserAuthentication)
    #expect(try await session.deny(id).status == .denied)
  }

  @Test("a question that is answered after five minutes is not asked again")
  func lateAnswer() async throws {
    let harness = try await ServiceHarness()
    for biometrics in [SoftPromptAnswer.decline, .accept] {
      let name = "\(biometrics)@example.com"
      let phone = try InstalledPhone(harness, named: name)
      try await phone.enrol(name, biometrics: biometrics)
      let late = InstalledPhone.Answer { manager, _ in
        harness.clock.advance(seconds: 301)
        try await manager.inputSecondFactor(
          biometrics == .accept ? .biometrics : .pin(InstalledPhone.pin))
      }
      let flows = try await phone.run({ try await $0.start(Remittance(.sample)) }, [late])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      #expect(flows.count { $0.phase == .waitForInput } == 1)
    }
  }

  @Test("a cold start asks for options once, whether its session goes on or is over")
  func coldStart() async throws {
    let harness = try await ServiceHarness()
    try await InstalledPhone(harness).enrol()
    for (pause, further) in [(10, []), (301, ["POST /sessions"])] {
      harness.clock.advance(seconds: Int64(pause))
      let restarted = try InstalledPhone(harness)
      let session = try #require(try await restarted.manager.installation.session())
      #expect(try await session.secondFactor().hasPIN)
      #expect(
        restarted.transport.calls == [
          "POST /sessions/options", "POST /sessions/current/key",
        ] + further + ["GET /second-factor"])
    }
  }

  @Test("after a logout, on a locked phone and on a revoked device nothing is opened")
  func closed() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let link = try await phone.enrolLink()
    try await phone.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .softPrompt(.decline),
        .give(.pin(InstalledPhone.pin), appPIN: SecretText("471193")),
      ])
    let session = try #require(try await phone.manager.installation.session())
    harness.clock.advance(seconds: 301)
    await phone.manager.softLocks?[session.accountID].loggedOut()
    let sent = phone.transport.calls.count
    await #expect(throws: ClientError.self) { _ = try await session.secondFactor() }
    #expect(phone.transport.calls.dropFirst(sent).allSatisfy { $0 != "POST /sessions" })

    let other = try InstalledPhone(harness, named: "other")
    let second = try await other.enrol("bola@example.com")
    try? await other.manager.logOut()
    #expect(try await other.manager.installation.session() == nil)
    let over = await #expect(throws: ClientError.self) { _ = try await second.secondFactor() }
    #expect(over?.reason == .sessionRequired)

    // Not from a copy of what it had, either: the server knows that it was logged out.
    let copy = try InstalledPhone(harness, named: "copy")
    let kept = try await copy.enrol("dayo@example.com")
    try await kept.end()
    harness.clock.advance(seconds: 1)
    let restarted = try InstalledPhone(harness, named: "copy")
    let stored = try #require(try await restarted.manager.installation.session())
    let ended = await #expect(throws: ClientError.self) { _ = try await stored.secondFactor() }
    #expect(ended?.reason == .sessionRequired)
    let login = try await restarted.run({ try await $0.startLogin() }, [Self.right])
    #expect(login.last?.phase == .done, "\(String(describing: login.last?.error))")
    harness.clock.advance(seconds: 301)
    #expect(try await restarted.manager.installation.session()?.secondFactor().hasPIN == true)

    let third = try InstalledPhone(harness, named: "third")
    let gone = try await third.enrol("chidi@example.com")
    try await harness.store.write { transaction in
      _ = try transaction.execute("UPDATE devices SET revoked_at = 1", [])
    }
    harness.clock.advance(seconds: 301)
    let revoked = await #expect(throws: ClientError.self) { _ = try await gone.secondFactor() }
    #expect(revoked?.reason == .sessionRequired)
  }

  @Test("calls at the same instant open one session")
  func together() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    harness.clock.advance(seconds: 301)
    let sent = phone.transport.calls.count
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try await session.secondFactor() } }
      try await group.waitForAll()
    }
    #expect(phone.transport.calls.dropFirst(sent).count { $0 == "POST /sessions" } == 1)
  }
}
