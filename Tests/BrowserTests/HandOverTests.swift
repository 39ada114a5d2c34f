import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("approving on a phone what the page asks for")
  struct HandOverTests {
    @Test("the number is on both, the phone approves by its PIN, and the page pays once")
    func approved() async throws {
      try await withHandedPayment { browser, person, phone in
        let shown = try await phone.waiting()
        let document = try #require(shown.document)
        let number = try await phone.shownNumber()
        try #require(shown.transaction.number == number)
        try #require(document.fields[0].value == .text(number))
        try #require(document.fields[1].value == .text(person.address))
        try #require(document.moneyMinorUnits == 150_000)
        let check = Accessibility(browser: browser)
        let problems = try await check.problems(on: "handover") + check.overflow(on: "handover")
        try #require(problems == [])
        try await person.read("Balance after: \(naira(3500))")
        try await phone.approve(shown)
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(3500))
        // What the person has handed over is nothing that waits for them here.
        let badges = try await browser.elements("#navigation .badge")
        try #require(badges.isEmpty)
        // In another session, too, the approval and the purchase are one entry of the history.
        try await person.signOut()
        try await browser.press("Sign in with your phone")
        try await phone.signIn()
        try await person.seeLoaded("Is that you?")
        try await browser.press("Yes, go on")
        try await person.seeLoaded("Home")
        try await person.requirePaid(1, balance: naira(3500))
      }
    }

    @Test("a decline takes the place of the wait, and is in the history beside what was paid later")
    func declined() async throws {
      try await withHandedPayment { browser, person, phone in
        try await browser.develop(
          "Emulation.setDeviceMetricsOverride",
          ["width": 375, "height": 667, "deviceScaleFactor": 1, "mobile": false])
        let number = try await phone.shownNumber()
        try await browser.run("window.scrollTo(0, document.body.scrollHeight)")
        try await phone.decline(phone.waiting())
        try await person.see("Declined on your phone")
        let isSeen = try await browser.run(
          """
          const { top, bottom } = document.querySelector("h1").getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
          """)
        try #require(isSeen == true)
        let walk = Walk(person)
        try await walk.requireSaid("Declined on your phone. Nothing was done.")
        try await walk.look("declined on the phone", title: "Declined on your phone")
        try #require(walk.problems == [])
        let text = try await browser.run("return document.querySelector(\"#main\").innerText").text
        try #require(text?.contains("It waits in the app") == false)
        try #require(text?.contains("Number on both screens") == false)
        phone.server.turn(seconds: 1)
        try await browser.press("Ask your phone again")
        try await phone.approve(phone.waiting())
        try await person.see("Topup successful")
        let balance = try await person.balance()
        try #require(balance == naira(3500))
        let payments = try await person.payments()
        try #require(payments.count == 2, "\(payments)")
        for (payment, status) in zip(payments, ["Completed", "Declined"]) {
          for part in ["MTN", Person.phone, naira(1500), status] {
            try #require(payment.contains(part), "\(payment)")
          }
        }
        try await browser.elements("#main .payment")[1].click()
        try await person.see("Declined")
        let rows = try await rows(browser)
        try #require(rows["Number on the other screen"] == number, "\(rows)")
        try #require(rows["Asked on"] == "Countersign" && rows["Request"] == nil, "\(rows)")
      }
    }

    /// The values of the slip that is shown, by their labels.
    private func rows(_ browser: Browser) async throws -> [String: String] {
      let texts = try await browser.run(
        """
        return [...document.querySelectorAll("#main .slip dt, #main .slip dd")]
          .map((part) => part.innerText);
        """
      ).texts
      return Dictionary(
        stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) },
        uniquingKeysWith: { first, _ in first })
    }

    @Test("leaving the payment takes it back: the phone can approve nothing any more")
    func cancelled() async throws {
      try await withHandedPayment { browser, person, phone in
        let shown = try await phone.waiting()
        let proof = try await phone.proof(of: shown)
        try await browser.press("Back")
        try await person.see("Approve this payment")
        _ = try await browser.wait(for: "the payment to be taken back") {
          try await phone.list().isEmpty ? true : nil
        }
        let refused = try await phone.server.service.reviews.approve(
          shown.reviewID, ApprovalRequest(proof: proof), idempotencyKey: nil,
          session: phone.session())
        guard case .failure(let refusal) = refused else {
          Issue.record("a payment that was taken back was approved")
          return
        }
        try #require(refusal.reason == .transactionExpired)
      }
    }

    @Test("a reload goes on waiting for the phone, with the same number, and pays once")
    func reloaded() async throws {
      try await withHandedPayment { browser, person, phone in
        let number = try await phone.shownNumber()
        try await person.reload()
        try await person.seeLoaded("Approve on your phone")
        try await browser.wait(until: "document.querySelector(\".link-number\")")
        let again = try await phone.shownNumber()
        try #require(again == number)
        let waiting = try await phone.list()
        try #require(waiting.count == 1)
        try await phone.approve(phone.waiting())
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(3500))
      }
    }

    @Test("what was approved on the phone while the page was not there is paid when it is back")
    func approvedMeanwhile() async throws {
      try await withHandedPayment { browser, person, phone in
        let shown = try await phone.waiting()
        try await browser.open("about:blank")
        try await phone.approve(shown)
        try await browser.open(person.address + "/#buy")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(3500))
      }
    }

    @Test("what was declined on the phone meanwhile is asked for again on the page")
    func declinedMeanwhile() async throws {
      try await withHandedPayment { browser, person, phone in
        let shown = try await phone.waiting()
        try await browser.open("about:blank")
        try await phone.decline(shown)
        try await browser.open(person.address + "/#buy")
        try await person.seeLoaded("Approve this payment")
        _ = try await browser.find(.button, "Approve on your phone")
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await leave(browser)
        try await person.seeLoaded("Home")
        let payments = try await person.payments()
        try #require(payments.count == 1 && payments[0].contains("Declined"), "\(payments)")
        let balance = try await person.balance()
        try #require(balance == naira(5000))
      }
    }

    @Test("an approval on the phone takes back the question whether to leave, and pays")
    func approvedWhileAsked() async throws {
      try await withHandedPayment { browser, person, phone in
        let shown = try await phone.waiting()
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await phone.approve(shown)
        try await person.see("Topup successful")
        let dialogs = try await browser.elements("dialog")
        try #require(dialogs.isEmpty)
        try await person.requirePaid(1, balance: naira(3500))
      }
    }

    @Test("whoever leaves is told that the phone is asked no more, and it lists nothing then")
    func leftWhileWaiting() async throws {
      try await withHandedPayment { browser, person, phone in
        _ = try await phone.waiting()
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave this payment?")
        let question = try await browser.run(
          "return document.querySelector(\"#question-text\").innerText"
        ).text
        try #require(question == "Nothing has been paid, and your phone is asked no more.")
        try await leave(browser)
        try await person.seeLoaded("Home")
        _ = try await browser.wait(for: "the payment to be taken back") {
          try await phone.list().isEmpty ? true : nil
        }
        try await person.requirePaid(0, balance: naira(5000))
      }
    }

    @Test("nobody decides in time: the page says so, and nothing is paid")
    func expired() async throws {
      try await withHandedPayment { browser, person, phone in
        phone.server.turn(seconds: 181)
        try await person.see("Nobody approved in time")
        try await person.read("Nothing was done.")
        let isWaiting = try await phone.list().isEmpty == false
        try #require(!isWaiting)
        try await browser.press("Back")
        try await person.see("Approve this payment")
      }
    }

    @Test("the dialog for a host's own page asks the phone too, and performs the action")
    func dialog() async throws {
      try await withClockedServer(scenarios: [.openDoor]) { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await signedIn(person, browser, server)
        try await browser.run(
          """
          import("/page/host.js").then(({ approve }) => approve("OPEN_DOOR", {}, () => true))
            .then((outcome) => { window.outcome = outcome; });
          """)
        _ = try await browser.find(.dialog, "Approve this request?")
        try await browser.press("Approve on your phone")
        try await phone.decline(phone.waiting())
        try await browser.wait(forAlert: "Declined on your phone. Nothing was done.")
        try await browser.press("Approve on your phone")
        try await phone.approve(phone.waiting(), by: .assertion)
        try await browser.wait(until: "window.outcome?.state === \"performed\"")
        let dialogs = try await browser.elements("dialog")
        try #require(dialogs.isEmpty)
      }
    }

    @Test("how the person approves is tried on the phone, too")
    func tried() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await signedIn(person, browser, server)
        try await person.goToSecurity()
        try await browser.press("Try how you approve")
        try await person.seeLoaded("Try how you approve")
        try await browser.press("Approve on your phone")
        try await person.seeLoaded("Approve on your phone")
        try await phone.decline(phone.waiting())
        try await person.see("Declined on your phone")
        try await browser.press("Ask your phone again")
        try await phone.approve(phone.waiting())
        try await person.seeLoaded("Security")
        try await person.read("It works: you can approve on your phone.")
      }
    }

    @Test("after a failed passkey the phone is offered by the same words as its button")
    func afterFailure() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol()
        try await person.goToSecurity()
        try await browser.press("Add a phone")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Add a phone")
        let phone = try HeldPhone(browser, server)
        try await phone.enrol(by: try await phone.scan())
        try await person.see("A phone has your account now. Is it yours?")
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("Security")
        try await authenticator.setUserVerified(false)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        let offers = try await browser.run(
          "return [...document.querySelectorAll(\".notice button\")].map((one) => one.innerText)"
        ).texts
        try #require(offers == ["Approve on your phone"])
        let shown = try await browser.run(
          """
          return [...document.querySelectorAll("#main button")]
            .filter((one) => one.checkVisibility()).map((one) => one.innerText);
          """
        ).texts
        try #require(shown.filter { $0 == "Approve on your phone" }.count == 1, "\(shown)")
        let text = try await browser.text()
        try #require(!text.contains("Use PIN instead?"), "\(text)")
      }
    }

    @Test("where only a phone's app has a passkey, the page offers none and leads to the phone")
    func keyOfPhone() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        _ = try await signedIn(person, browser, server)
        func requireNone(_ name: String) async throws {
          let passkey = try await browser.first(.button, name)
          try #require(passkey == nil)
        }
        try await person.order(1500)
        try await browser.wait(
          forAlert: "Your passkey is in the app on your phone. Approve this there.")
        try await requireNone("Pay \(naira(1500)) with passkey")
        _ = try await browser.find(.button, "Approve on your phone")
        try await browser.press("Cancel")
        try await leave(browser)
        try await person.seeLoaded("Home")
        _ = try await Shop(person, server).askAndOpen(2500)
        try await browser.wait(
          forAlert: "It waits on your phone, too: approve it there with its PIN.")
        try await person.read("Passkey: Yours is in the app on your phone. Approve there.")
        try await requireNone("Approve \(naira(2500)) with passkey")
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await person.goToSecurity()
        try await browser.press("Set a number")
        try await person.see("Set a telephone number")
        try await browser.fill("Telephone number", "+2348012345678")
        try await browser.press("Continue")
        try await person.seeLoaded("Confirm it is you")
        try await browser.wait(
          forAlert: """
            Nothing that your account has can confirm this here. Do it in the app on your phone, \
            and confirm it there.
            """)
        try await requireNone("Confirm with passkey")
        _ = try await browser.find(.button, "I have lost my phone")
      }
    }

    /// Signs somebody in by a phone that has their PIN.
    private func signedIn(
      _ person: Person, _ browser: Browser, _ server: ClockedServer
    ) async throws -> HeldPhone {
      let phone = try await HeldPhone.enrolled(browser, server, for: person)
      try await person.open()
      try await browser.press("Sign in with your phone")
      try await phone.signIn()
      try await person.seeLoaded("Is that you?")
      try await browser.press("Yes, go on")
      try await person.seeLoaded("Home")
      return phone
    }

    /// Somebody without a passkey here, whose PIN is on a phone, asks it to approve ₦1,500.
    private func withHandedPayment(
      _ name: String = #function,
      _ test: (Browser, Person, HeldPhone) async throws -> Void
    ) async throws {
      try await withClockedServer(name) { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await signedIn(person, browser, server)
        try await person.order(1500)
        try await browser.press("Approve on your phone")
        try await person.seeLoaded("Approve on your phone")
        try await test(browser, person, phone)
      }
    }
  }
}

extension HeldPhone {
  /// A session of the phone, by its PIN.
  func session() async throws -> AuthenticatedSession {
    let options = try await server.service.signIn.options(
      SessionOptionsRequest(deviceID: phone.id)
    ).get()
    return try await server.harness.session(
      .pinProof(phone.pinProof(#require(options.pinChallenge))))
  }

  /// What waits for the phone's person.
  fileprivate func list() async throws -> [TransactionAnswer] {
    try await server.service.reviews.list(status: .pending, session: session()).transactions
  }

  /// The one transaction that waits.
  fileprivate func waiting() async throws -> TransactionAnswer {
    try await browser.wait(for: "a transaction on the phone") { try await list().first }
  }

  /// The PIN over what the phone shows.
  fileprivate func proof(of shown: TransactionAnswer) async throws -> Proof {
    let options = try await server.harness.reviewOptions(shown, session())
    return .pinProof(try phone.pinProof(#require(options.pinChallenge)))
  }

  fileprivate func approve(
    _ shown: TransactionAnswer, by kind: Proof.Kind = .pinProof
  ) async throws {
    let session = try await session()
    let options = try await server.harness.reviewOptions(shown, session)
    let proof: Proof =
      kind == .assertion
      ? .assertion(try phone.authenticator.assert(options.options))
      : .pinProof(try phone.pinProof(#require(options.pinChallenge)))
    _ = try await server.service.reviews.approve(
      shown.reviewID, ApprovalRequest(proof: proof), idempotencyKey: nil, session: session
    ).get()
  }

  fileprivate func decline(_ shown: TransactionAnswer) async throws {
    _ = try await server.service.reviews.deny(
      shown.reviewID, idempotencyKey: nil, session: session()
    ).get()
  }
}

extension Document {
  /// The minor units of its first amount.
  fileprivate var moneyMinorUnits: Int64? {
    for field in fields { if case .money(let money) = field.value { return money.minorUnits } }
    return nil
  }
}
