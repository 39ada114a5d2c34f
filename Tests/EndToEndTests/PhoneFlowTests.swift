import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import FlowModel
import Testing
import WebAuthnModel
import WireModel

@Suite("The flows of a phone, over the real router")
struct PhoneFlowTests {
  @Test("ENROL with a PIN and biometrics gives the app its session, and LOGIN another")
  func enrolAndLogIn() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let session = try await phone.enrol(biometrics: .accept)
    let factors = try await session.secondFactor()
    #expect(factors.hasPIN && factors.hasBiometrics)
    #expect(try await phone.manager.installation.accounts().map(\.displayName) == ["Ada"])
    for input in [SecondFactorInput.pin(InstalledPhone.pin), .biometrics] {
      let flows = try await phone.run({ try await $0.startLogin() }, [.give(input)])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      let next = try #require(try await phone.manager.installation.session())
      #expect(next.accountID == session.accountID)
      #expect(next.accessToken != session.accessToken)
      #expect(try await next.secondFactor().hasPIN)
    }
  }

  @Test("ENROL by a page's link checks the mailed code first, and asks for a wrong one again")
  func enrolByCode() async throws {
    let harness = try await ServiceHarness()
    let page = try await harness.signUp()
    let made = try await harness.service.linkIssuer.make(
      SessionLinkRequest(type: .enrol), session: page, from: .local, origin: nil
    ).get()
    let phone = try InstalledPhone(harness)
    let link = try #require(LinkAddress(made.url))
    let flows = try await phone.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .wrongCode(harness), .mailedCode(harness), .softPrompt(.decline),
        .give(.pin(InstalledPhone.pin)),
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(flows.contains { $0.previousInteractionResult?.outcome == .codeFail })
    #expect(!flows.contains { $0.previousInteractionResult?.outcome == .collected })
  }

  @Test("a device that a page's link enrolled acts on low amounts until the page says whose it is")
  func enrolledByPage() async throws {
    let harness = try await ServiceHarness()
    let first = try InstalledPhone(harness)
    let session = try await first.enrol()
    let made = try await session.makeEnrolLink(proof: first.pinProof(of: .addDeviceByLink))
    let second = try InstalledPhone(harness, named: "second")
    let link = try #require(LinkAddress(made.url))
    let enrolled = try await second.run(
      { try await $0.startEnrol(link) }, PhoneDeviceTests.answers)
    #expect(enrolled.last?.phase == .done, "\(String(describing: enrolled.last?.error))")
    let id = try await harness.review().transaction.transactionID
    func approve(_ answers: [InstalledPhone.Answer]) async throws -> [Flow] {
      try await second.run({ try await $0.startReview(id) }, [.confirmTransaction] + answers)
    }
    // The first phone could approve it, and is offered; nothing can be given here.
    let early = try await approve([])
    let offered = early.last { $0.currentInteraction?.type == .verifySecondFactor }
    let info = offered?.currentInteraction?.secondFactorInfo
    #expect(info?.allowed == [] && info?.otherDevice == true)
    #expect(offered?.ways?.missing(.pin)?.reason.code == Reason.factorWaits.code)
    #expect(try await session.transaction(id).status == .pending)
    let low = try await second.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [.give(.pin(InstalledPhone.pin))])
    #expect(low.last?.phase == .done, "\(String(describing: low.last?.error))")
    // Nor does it take the first phone away meanwhile.
    let refused = await #expect(throws: ClientError.self) {
      try await second.revokeByPIN(.otherDevices)
    }
    #expect(refused?.reason == .insufficientUserAuthentication)
    try await session.connection.claimLink(made.id, isMine: true, watchSecret: made.watchSecret)
    let approved = try await approve([.give(.pin(InstalledPhone.pin))]).last
    #expect(approved?.phase == .done, "\(String(describing: approved?.error))")
  }

  @Test("a device that the page says is somebody else's is revoked, and its session is over")
  func enrolledByStranger() async throws {
    let harness = try await ServiceHarness()
    let first = try InstalledPhone(harness)
    let session = try await first.enrol()
    let made = try await session.makeEnrolLink(proof: first.pinProof(of: .addDeviceByLink))
    let stranger = try InstalledPhone(harness, named: "stranger")
    let link = try #require(LinkAddress(made.url))
    let enrolled = try await stranger.run(
      { try await $0.startEnrol(link) }, PhoneDeviceTests.answers)
    #expect(enrolled.last?.phase == .done, "\(String(describing: enrolled.last?.error))")
    try await session.connection.claimLink(made.id, isMine: false, watchSecret: made.watchSecret)
    #expect(try await session.devices().devices.map(\.isCurrent) == [true])
    let theirs = try #require(try await stranger.manager.installation.session())
    let over = await #expect(throws: ClientError.self) { try await theirs.secondFactor() }
    #expect(over?.reason == .sessionRequired)
  }

  @Test("a session that a mailed code opened shows an account with a factor once that is proved")
  func raised() async throws {
    let harness = try await ServiceHarness()
    let phone = try await ScenarioPhone(harness)
    try await phone.registerKey()
    let again = try await ScenarioPhone(harness, named: "again")
    let early = await #expect(throws: ClientError.self) { try await again.session.credentials() }
    #expect(early?.reason == .insufficientUserAuthentication)
    let linked: LinkedOptions = try await again.session.call(
      .linkedOptions, body: LinkedOptionsRequest(scenario: .signIn, payload: [:]))
    let assertion = try await phone.authenticator.sign(
      SigningRequest(linked.options, document: linked.document))
    let raised = try await again.session.raised(by: .assertion(assertion))
    #expect(raised.accessToken != again.session.accessToken)
    #expect(try await raised.credentials().credentials.count == 1)
    // Used once, the new token is the only one.
    let before = await #expect(throws: ClientError.self) { try await again.session.secondFactor() }
    #expect(before?.reason == .sessionRequired)
  }

  @Test("a wrong PIN is told with the attempts, a right one logs in")
  func wrongPIN() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol()
    let flows = try await phone.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [.give(.pin(InstalledPhone.newPIN)), .give(.pin(InstalledPhone.pin))])
    let failed = try #require(flows.first { $0.previousInteractionResult?.outcome == .pinFail })
    #expect(failed.secondFactorAccount?.failedAttempts == 1)
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
  }

  @Test("LOGIN and ENROL tell how the PIN stands, though there is no session yet")
  func wrongPINWithoutSession() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    let wrong = InstalledPhone.Answer.give(.pin(InstalledPhone.newPIN))
    let right = InstalledPhone.Answer.give(.pin(InstalledPhone.pin))
    let link = try await phone.enrolLink()
    let made = try await ServerConnection(transport: phone.transport).makeLoginLink()
    let screen = try #require(LinkAddress(made.url))
    let logins = [
      try await phone.run({ try await $0.startLogin() }, [wrong, right]),
      try await phone.run(
        { try await $0.startLogin(screen) }, [.confirm(number: made.number), wrong, right]),
      try await phone.run(
        { try await $0.startEnrol(link) },
        [.confirm, wrong, right, .softPrompt(.decline), right]),
    ]
    for flows in logins {
      let failed = flows.filter { $0.previousInteractionResult?.outcome == .pinFail }
      #expect(failed.first?.secondFactorAccount?.failedAttempts == 1)
      #expect(failed.first?.secondFactorAccount?.maxAttempts == 5)
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    }
    let early = try await phone.run({ try await $0.startLogin() }, [wrong, wrong, right])
    let penalised = try #require(early.last { $0.phase == .waitForInput })
    #expect(penalised.secondFactorAccount?.failedAttempts == 2)
    #expect(penalised.secondFactorAccount?.penalisedForSeconds == 5)
    #expect(penalised.secondFactorAccount?.penalisedUntil != nil)
    let later = InstalledPhone.Answer { manager, _ in
      harness.clock.advance(seconds: 121)
      try await manager.inputSecondFactor(.pin(InstalledPhone.newPIN))
    }
    let blocked = try await phone.run({ try await $0.startLogin() }, [later, later, later])
    #expect(blocked.last?.error == .secondFactorBlocked)
    #expect(blocked.last?.secondFactorAccount?.isBlocked == true)
    let again = try await phone.run({ try await $0.startLogin() }, [right])
    #expect(again.last?.error == .secondFactorBlocked)
    #expect(again.last?.secondFactorAccount?.failedAttempts == 5)
  }

  @Test("LOGIN of another screen takes the right number and a proof; a wrong number ends the link")
  func logInByLink() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol(biometrics: .accept)
    let screen = ServerConnection(transport: phone.transport)
    for input in [SecondFactorInput.pin(InstalledPhone.pin), .biometrics] {
      let made = try await screen.makeLoginLink()
      let link = try #require(LinkAddress(made.url))
      let flows = try await phone.run(
        { try await $0.startLogin(link) }, [.confirm(number: made.number), .give(input)])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      #expect(flows.last?.session?.announceInfo?.entries.first?.key == "from")
      let session = try await screen.collectLink(made.id, watchSecret: made.watchSecret)
      #expect(try await session.pocket().balance == 5000)
    }
    let made = try await screen.makeLoginLink()
    let link = try #require(LinkAddress(made.url))
    let wrong = try #require(try await screen.link(link).numbers.first { $0 != made.number })
    let flows = try await phone.run(
      { try await $0.startLogin(link) },
      [.confirm(number: wrong), .give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.error == .serverValidation(.linkOver))
    // The PIN was right, and nothing says otherwise.
    #expect(!flows.contains { $0.previousInteractionResult?.outcome == .pinFail })
  }

  @Test("a transaction is approved with what the person said beside the factor, or denied")
  func review() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol(biometrics: .accept)
    for input in [SecondFactorInput.pin(InstalledPhone.pin), .biometrics] {
      let id = try await harness.review().transaction.transactionID
      let flows = try await phone.run(
        { try await $0.startReview(id) },
        [.confirmTransaction, .give(input, userInput: "for Ngozi")])
      #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
      #expect(flows.last?.transaction?.review?.status == .approved)
      #expect(try await session.transaction(id).status == .approved)
    }
    let denied = try await harness.review().transaction
    let shown = try await session.transaction(denied.transactionID)
    let flows = try await phone.run(
      { try await $0.startReview(denied.transactionID, authorised: shown) }, [.deny])
    #expect(flows.last?.error == .denied)
    #expect(!flows.contains { $0.currentInteraction?.type == .confirmTransaction })
    #expect(try await session.transaction(denied.transactionID).status == .denied)
    let again = try await phone.run({ try await $0.startReview(denied.transactionID) })
    #expect(again.last?.error == .transactionAlreadyReviewed)
  }

  @Test("what another device hands over is shown with its number, approved, and acts there once")
  func handover() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    try await phone.enrol()
    let asking = try await InstalledPhone(harness, named: "second").enrol()
    let order = Remittance(MoneyOrder(amount: 1500, recipient: "BOLA"))
    let handover = try await asking.handOver(order)
    let early = await #expect(throws: ClientError.self) {
      _ = try await asking.collectHandover(handover.transactionID)
    }
    #expect(early?.reason == .handoverPending)
    let flows = try await phone.run(
      { try await $0.startReview(handover.transactionID) },
      [.confirmTransaction, .give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let shown = try #require(
      flows.first { $0.currentInteraction?.type == .confirmTransaction }?.transaction?.review)
    #expect(shown.number == handover.number)
    #expect(shown.document.fields.first?.value == .text(handover.number))
    #expect(try await asking.handover(handover.transactionID).status == .approved)
    let token = try await asking.collectHandover(handover.transactionID).verificationToken
    let performed = try await asking.perform(order, proof: .verificationToken(token))
    #expect(performed.status != .failed)
    #expect(try await asking.moneyOrders().orders.count == 1)

    let second = try await asking.handOver(order)
    try await asking.withdrawHandover(second.transactionID)
    let late = try await phone.run({ try await $0.startReview(second.transactionID) })
    #expect(late.last?.error == .transactionExpired)
  }

  @Test("CHANGE_PIN replaces the PIN: the old one is wrong then, and the new one right")
  func changePIN() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol()
    let flows = try await phone.run(
      { try await $0.startChangePIN() },
      [.give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.newPIN))])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let logins = try await phone.run(
      { try await $0.startLogin() },
      [.give(.pin(InstalledPhone.pin)), .give(.pin(InstalledPhone.newPIN))])
    #expect(logins.contains { $0.previousInteractionResult?.outcome == .pinFail })
    #expect(logins.last?.phase == .done, "\(String(describing: logins.last?.error))")
  }

  @Test("CHANGE_PIN tells a wrong old PIN before it asks for the new one")
  func changePINWithWrongOldOne() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol()
    let flows = try await phone.run(
      { try await $0.startChangePIN() },
      [
        .give(.pin(SecretText("135790"))), .give(.pin(InstalledPhone.pin)),
        .give(.pin(InstalledPhone.newPIN)),
      ])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    let asked = flows.filter { $0.phase == .waitForInput }
    #expect(
      asked.map(\.currentInteraction?.type) == [
        .verifySecondFactor, .verifySecondFactor, .setSecondFactor,
      ])
    #expect(
      asked.map(\.previousInteractionResult) == [
        nil,
        InteractionResult(outcome: .pinFail, inputTypes: [.pin], reason: .wrongPIN),
        InteractionResult(outcome: .success, inputTypes: [.pin]),
      ])
    #expect(asked.map(\.secondFactorAccount?.failedAttempts) == [0, 1, 1])
    let login = try await phone.run(
      { try await $0.startLogin() }, [.give(.pin(InstalledPhone.newPIN))])
    #expect(login.last?.phase == .done)
  }

  @Test("biometrics are added with the PIN and removed with themselves")
  func addAndRemoveBiometrics() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let session = try await phone.enrol()
    let added = try await phone.run(
      { try await $0.startAddBiometrics() },
      [.give(.pin(InstalledPhone.pin)), .give(.biometrics)])
    #expect(added.last?.phase == .done, "\(String(describing: added.last?.error))")
    #expect(try await session.secondFactor().hasBiometrics)
    let removed = try await phone.run(
      { try await $0.startRemoveBiometrics() }, [.give(.biometrics)])
    #expect(removed.last?.phase == .done, "\(String(describing: removed.last?.error))")
    #expect(try await !session.secondFactor().hasBiometrics)
    let none = try await phone.run({ try await $0.startRemoveBiometrics() })
    #expect(none.last?.error == .deviceUnable(.nothingEnrolled))
  }

  @Test("a headless account logs in by its device alone, and gets its factors by a mailed code")
  func headless() async throws {
    let harness = try await ServiceHarness()
    for wantsBiometrics in [SoftPromptAnswer.decline, .accept] {
      let name = "\(wantsBiometrics)@example.com"
      let phone = try InstalledPhone(harness, named: name)
      let link = try await phone.enrolLink(name, .none)
      let enrolled = try await phone.run({ try await $0.startEnrol(link) }, [.confirm])
      #expect(enrolled.last?.phase == .done, "\(String(describing: enrolled.last?.error))")
      let login = try await phone.run({ try await $0.startLogin() })
      #expect(login.last?.phase == .done, "\(String(describing: login.last?.error))")
      let upgraded = try await phone.run(
        { try await $0.startHeadlessUpgrade() },
        [
          .mailedCode(harness, name), .softPrompt(wantsBiometrics),
          .give(
            wantsBiometrics == .accept
              ? .pinAndBiometrics(InstalledPhone.pin) : .pin(InstalledPhone.pin)),
        ])
      #expect(upgraded.last?.phase == .done, "\(String(describing: upgraded.last?.error))")
      let session = try #require(try await phone.manager.installation.session())
      #expect(try await session.secondFactor().hasPIN)
      #expect(try await session.secondFactor().hasBiometrics == (wantsBiometrics == .accept))
    }
  }

  @Test(
    "a key that is gone is disabled on both sides, and the PIN goes on", .timeLimit(.minutes(5)))
  func goneKey() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let session = try await phone.enrol(biometrics: .accept)
    phone.presence.refuse(with: .keyGone)
    let flows = try await phone.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [.give(.biometrics), .give(.pin(InstalledPhone.pin))])
    #expect(flows.contains { $0.previousInteractionResult?.outcome == .biometricsRemoved })
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    try await eventually { try await !session.secondFactor().hasBiometrics }
  }

  @Test(
    "a key that is gone is revoked by a later flow where the call was lost, after a restart",
    .timeLimit(.minutes(5)))
  func goneKeyIsRevokedLater() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol(biometrics: .accept)
    phone.presence.refuse(with: .keyGone)
    phone.transport.block("DELETE /biometric/credentials/{id}")
    let flows = try await phone.run(
      { try await $0.start(Remittance(.sample), proofPath: .token) },
      [.give(.biometrics), .give(.pin(InstalledPhone.pin))])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(try await session.secondFactor().hasBiometrics)
    // The session of that flow is over; a device puts its own key aside in any of its sessions.
    harness.clock.advance(seconds: 301)
    let restarted = try InstalledPhone(harness)
    let login = try await restarted.run(
      { try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
    #expect(login.last?.phase == .done, "\(String(describing: login.last?.error))")
    let next = try #require(try await restarted.manager.installation.session())
    try await eventually { try await !next.secondFactor().hasBiometrics }
    // Nothing is left to be revoked.
    try await eventually {
      try await restarted.vault.names(account: next.accountID).allSatisfy {
        !$0.name.hasPrefix("gone-key/")
      }
    }
  }

  @Test("the soft prompt comes once, and again with an enrolment anew; not with another login")
  func softPromptOnce() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    try await phone.enrol(biometrics: .decline)
    let link = try await phone.enrolLink()
    let anew = try await phone.run(
      { try await $0.startEnrol(link) },
      [
        .confirm, .give(.pin(InstalledPhone.pin)), .softPrompt(.decline),
        .give(.pin(InstalledPhone.pin)),
      ])
    #expect(anew.contains { $0.currentInteraction?.type == .softPrompt })
    #expect(anew.last?.phase == .done, "\(String(describing: anew.last?.error))")
    let login = try await phone.run(
      { try await $0.startLogin() }, [.give(.pin(InstalledPhone.pin))])
    #expect(login.last?.phase == .done)
    let added = try await phone.run(
      { try await $0.startAddBiometrics() },
      [.give(.pin(InstalledPhone.pin)), .give(.biometrics)])
    #expect(!added.contains { $0.currentInteraction?.type == .softPrompt })
    #expect(added.last?.phase == .done, "\(String(describing: added.last?.error))")
  }

  @Test("what was said before an account was enrolled anew does not hold for its upgrade")
  func softPromptAfterHeadlessEnrolment() async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    func enrol() async throws -> [Flow] {
      let link = try await phone.enrolLink("ada@example.com", .none)
      return try await phone.run({ try await $0.startEnrol(link) }, [.confirm])
    }
    func upgrade(_ answers: InstalledPhone.Answer...) async throws -> [Flow] {
      harness.clock.advance(seconds: 61)
      return try await phone.run({ try await $0.startHeadlessUpgrade() }, answers)
    }
    #expect(try await enrol().last?.phase == .done)
    // Leaves after the soft prompt.
    let left = try await upgrade(.mailedCode(harness), .softPrompt(.decline))
    #expect(left.last?.error == .cancelled)
    #expect(try await enrol().last?.phase == .done)
    let upgraded = try await upgrade(
      .mailedCode(harness), .softPrompt(.accept), .give(.pinAndBiometrics(InstalledPhone.pin)))
    #expect(upgraded.last?.phase == .done, "\(String(describing: upgraded.last?.error))")
  }

  @Test(
    "a text beside the factor that no screen can show is refused before any call",
    arguments: ["a\u{0}b", "a\nb", "a\u{1B}[2Jb", "a\u{202E}b", "a\u{2028}b", "a\u{7F}"])
  func unshowableText(text: String) async throws {
    let harness = try await ServiceHarness()
    let phone = try InstalledPhone(harness)
    let session = try await phone.enrol()
    let id = try await harness.review().transaction.transactionID
    let refused = InstalledPhone.Answer { manager, flow in
      let calls = phone.transport.calls.count
      await #expect(throws: FlowInputError.userInputUnshowable) {
        try await manager.inputSecondFactor(.pin(InstalledPhone.pin), userInput: text)
      }
      await #expect(throws: FlowInputError.userInputTooLong) {
        try await manager.inputSecondFactor(
          .pin(InstalledPhone.pin), userInput: String(repeating: "\u{1F469}\u{200D}", count: 150))
      }
      #expect(await manager.currentFlow == flow)
      #expect(phone.transport.calls.count == calls)
      try await manager.inputSecondFactor(
        .pin(InstalledPhone.pin), userInput: "for Ngozi, à bientôt")
    }
    let flows = try await phone.run(
      { try await $0.startReview(id) }, [.confirmTransaction, refused])
    #expect(flows.last?.phase == .done, "\(String(describing: flows.last?.error))")
    #expect(try await session.transaction(id).userInput == "for Ngozi, à bientôt")
  }

  /// Waits until something holds, until the test's time is up.
  private func eventually(_ holds: () async throws -> Bool) async throws {
    while try await !holds() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test("several accounts are on one phone: a login asks which, and each flow is for one")
  func severalAccounts() async throws {
    let phone = try InstalledPhone(try await ServiceHarness())
    let ada = try await phone.enrol()
    let eve = try await phone.enrol("eve@example.com")
    #expect(try await phone.manager.installation.accounts().count == 2)
    #expect(try await phone.manager.installation.current()?.id == eve.accountID)
    let login = try await phone.run(
      { try await $0.startLogin() }, [.confirm, .give(.pin(InstalledPhone.pin))])
    #expect(login.last?.phase == .done, "\(String(describing: login.last?.error))")
    let sent = try await phone.run(
      { try await $0.start(Remittance(.sample), account: ada.accountID, proofPath: .token) },
      [.give(.pin(InstalledPhone.pin))])
    #expect(sent.last?.phase == .done, "\(String(describing: sent.last?.error))")
    let session = try #require(try await phone.manager.installation.session(of: ada.accountID))
    #expect(try await session.pocket().balance == 4500)
    let other = try #require(try await phone.manager.installation.session(of: eve.accountID))
    #expect(try await other.pocket().balance == 5000)
  }
}
