import CountersignClient
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WireModel

@Suite("What a phone keeps of an enrolment whose answer is lost, over the real router")
struct PhoneDeviceTests {
  /// Answers of an enrolment without biometrics.
  static let answers: [InstalledPhone.Answer] = [
    .confirm, .softPrompt(.decline), .give(.pin(InstalledPhone.pin)),
  ]

  @Test("a device whose enrolment may still arrive is kept, and logs in once it has")
  func straggler() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let link = try await phone.enrolLink()
    phone.transport.arm(.straggling, after: 2)
    let enrolled = try await phone.running {
      try await phone.run({ try await $0.startEnrol(link) }, Self.answers)
    } beside: {
      try await phone.transport.untilHolding()
      await phone.manager.cancel()
    }
    #expect(enrolled.last?.error == .cancelled)
    // Restarted before the request has arrived: the server knows no such device yet.
    let restarted = try InstalledPhone(harness)
    let early = try await logIn(restarted)
    #expect(early?.error == .notAllowed(.nothingEnrolled))
    phone.transport.letGo()
    while !phone.transport.hasLost { await Task.yield() }
    let late = try await logIn(restarted)
    #expect(late?.phase == .done, "\(String(describing: late?.error))")
  }

  @Test("a device is forgotten, and its account with it, once its link takes no confirmation")
  func overdue() async throws {
    let harness = try await ServiceHarness()
    let restarted = try await phone(afterLosing: .swallowed, harness)
    let account = try #require(try await restarted.manager.installation.accounts().first).id
    #expect(try await logIn(restarted)?.error == .notAllowed(.nothingEnrolled))
    #expect(try await restarted.device.state(of: account).unconfirmedIDs.count == 1)
    harness.clock.advance(seconds: 121)
    // Trouble with the network says nothing, at whichever of the calls it is.
    for count in 0..<2 {
      restarted.transport.arm(.droppedBefore, after: count)
      #expect(try await logIn(restarted)?.error == .network)
      #expect(try await restarted.device.state(of: account).unconfirmedIDs.count == 1)
    }
    #expect(try await logIn(restarted)?.phase == .error)
    #expect(try await restarted.device.state(of: account) == DeviceState(deviceID: nil))
    #expect(try await restarted.manager.installation.accounts().isEmpty)
    #expect(try await restarted.vault.names(account: account).isEmpty)
  }

  @Test("an enrolment over one whose answer was lost replaces its device, by its PIN")
  func enrolmentAnew() async throws {
    let harness = try await ServiceHarness()
    let restarted = try await phone(afterLosing: .goneAfter, harness)
    let link = try await restarted.enrolLink()
    let flows = try await restarted.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .give(.pin(InstalledPhone.pin)), .softPrompt(.decline),
        .give(.pin(InstalledPhone.newPIN)),
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let session = try #require(try await restarted.manager.installation.session())
    #expect(try await session.devices().devices.count == 1)
    let state = try await restarted.device.state(of: session.accountID)
    #expect(state.deviceID != nil && state.unconfirmedIDs.isEmpty)
  }

  @Test(
    "an enrolment anew tells a wrong old PIN before it asks for the new one, logged in or out",
    arguments: [false, true])
  func wrongOldPIN(isLoggedOut: Bool) async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol()
    if isLoggedOut { try await phone.manager.logOut() }
    let link = try await phone.enrolLink()
    let flows = try await phone.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .give(.pin(SecretText("135790"))), .give(.pin(InstalledPhone.pin)),
        .softPrompt(.decline), .give(.pin(InstalledPhone.newPIN)),
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let asked = flows.filter { $0.phase == .waitForInput }
    #expect(
      asked.map(\.currentInteraction?.type) == [
        .confirm, .verifySecondFactor, .verifySecondFactor, .softPrompt, .setSecondFactor,
      ])
    #expect(
      asked.map(\.previousInteractionResult?.outcome) == [
        nil, .success, .pinFail, .success, .success,
      ])
    #expect(asked.map(\.secondFactorAccount?.failedAttempts)[1...2] == [0, 1])
    let session = try #require(try await phone.manager.installation.session())
    #expect(try await session.devices().devices.map(\.isCurrent) == [true])
    // What verified the old PIN went with its device.
    #expect(try await session.sessions().sessions.count == 1)
  }

  @Test("whoever leaves an enrolment anew after the old PIN has the device and session of before")
  func leftAfterOldPIN() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    let device = try await phone.device.state(of: session.accountID).deviceID
    let link = try await phone.enrolLink()
    // A session that is as new as the end of another would hide that the device was logged out.
    harness.clock.advance(seconds: 1)
    let flows = try await phone.run(
      { try await $0.startEnrol(link) }, [.confirm, .give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.error == .cancelled)
    #expect(try await session.secondFactor().hasPIN)
    // Nor was the device logged out: it opens another session by itself.
    harness.clock.advance(seconds: 301)
    #expect(try await session.secondFactor().hasPIN)
    #expect(try await phone.device.state(of: session.accountID).deviceID == device)
  }

  @Test("an enrolment over one that never arrived goes on, and nothing is left of the first")
  func enrolmentAfterSwallowed() async throws {
    let harness = try await ServiceHarness()
    let restarted = try await phone(afterLosing: .swallowed, harness)
    let link = try await restarted.enrolLink()
    let flows = try await restarted.run({ try await $0.startEnrol(link) }, Self.answers)
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let session = try #require(try await restarted.manager.installation.session())
    #expect(try await restarted.device.state(of: session.accountID).unconfirmedIDs.isEmpty)
    let names = try await restarted.vault.names(account: session.accountID).map(\.name)
    #expect(!names.contains { $0.hasPrefix("enrolment-link/") })
    #expect(try await logIn(restarted)?.phase == .done)
  }

  /// A phone that was restarted after the answer of its enrolment was lost.
  private func phone(
    afterLosing fault: Fault, _ harness: ServiceHarness
  ) async throws -> InstalledPhone {
    let phone = try InstalledPhone(harness)
    let link = try await phone.enrolLink()
    phone.transport.arm(fault, after: 2)
    let flows = try await phone.running {
      try await phone.run({ try await $0.startEnrol(link) }, Self.answers)
    } beside: {
      while !phone.transport.hasLost {
        try Task.checkCancellation()
        await Task.yield()
      }
      await phone.manager.cancel()
    }
    try #require(flows.last?.error == .cancelled)
    return try InstalledPhone(harness)
  }

  private func logIn(_ phone: InstalledPhone) async throws -> Flow? {
    try await phone.run({ try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))]).last
  }
}
