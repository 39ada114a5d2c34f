import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("payments that a host wants approved")
  struct ApprovalTests {
    @Test("one that comes is listed without a reload, and goes when it is decided elsewhere")
    func listed() async throws {
      try await withShop { browser, server, person, shop in
        try await browser.run("window.isFirst = true")
        let before = try await browser.elements(".waiting-row")
        try #require(before.isEmpty)
        let id = try await shop.ask(card: "4242")
        try await browser.wait(until: "document.querySelector(\".waiting-row\")")
        let row =
          try await browser.run(
            "return document.querySelector(\".waiting-row\").innerText"
          ).text ?? ""
        for part in ["Ikeja Books", naira(400), "…4242"] {
          try #require(row.contains(part), "\(row)")
        }
        try #require(row.contains(/[78]:[0-9][0-9] left/), "\(row)")
        // Wherever the person is: the navigation counts them.
        try await browser.press("Buy", .link)
        try await person.seeLoaded("Buy airtime")
        _ = try await browser.find(.link, "Home 1 payment to approve")
        try await shop.ask(500)
        _ = try await browser.find(.link, "Home 2 payments to approve")
        try await shop.goHome()
        try await browser.wait(until: "document.querySelectorAll(\".waiting-row\").length === 2")
        try await shop.decideElsewhere(id, .denied)
        try await browser.wait(until: "document.querySelectorAll(\".waiting-row\").length === 1")
        let isSamePage = try await browser.run("return window.isFirst === true").isTruthy
        try #require(isSamePage)
      }
    }

    @Test("what is approved is shown before the prompt, and one call after the options approves it")
    func approves() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let record = try await PromptRecord(browser)
        let id = try await shop.ask(4250, card: "4242")
        try await shop.open(naira(4250))
        let before = try await record.shown()
        try #require(before == [])
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await person.see("Approved")
        let shown = try await record.shown()
        try #require(shown.count == 1)
        for part in [naira(4250), "Ikeja Books", "…4242", "Time left", id.text] {
          try #require(shown[0].contains(part), "\(shown[0])")
        }
        for (path, count) in [
          ("/actions/AUTHORIZE_TRANSACTION/options", 1), ("/biometric/auth/verify", 0),
          ("/transactions/\(id.text)/approve", 1),
        ] {
          let calls = try await interception.calls(of: path)
          try #require(calls == count, "\(path)")
        }
        try await shop.require(id, .approved, by: "assertion+evidence")
        try await shop.goHome()
        try await browser.wait(until: "document.querySelector(\".waiting\").hidden")
      }
    }

    @Test("a payment above the low-value limit offers neither codes nor the PIN")
    func aboveTheLimit() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let authenticator = try await person.enrol(withPIN: true)
        let shop = Shop(person, server)
        try await shop.givePhone()
        _ = try await shop.askAndOpen(4250)
        try await authenticator.setUserVerified(false)
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await browser.wait(forAlert: "Try the passkey again.")
        for name in ["Use codes instead", "Use PIN instead"] {
          let other = try await browser.first(.button, name)
          try #require(other == nil, "\(name)")
        }
      }
    }

    @Test("a payee in letters that look like others is warned of; one that mixes them is refused")
    func warnings() async throws {
      try await withShop { browser, server, person, shop in
        // The first letter is Cyrillic, the others are Latin.
        let refusal = try await #require(throws: Refusal.self) {
          try await shop.ask(payee: "\u{410}pple")
        }
        try #require(refusal.reason == .unacceptableValue)
        // Cyrillic letters that read "scope".
        let payee = "\u{455}\u{441}\u{43e}\u{440}\u{435}"
        let id = try await shop.ask(payee: payee, reference: "LG\u{96fb}\u{5b50} 24")
        try await shop.goHome()
        try await shop.open(payee: payee)
        // A screen reader reads a value with all that its element holds.
        let warned = try await browser.run(
          """
          const oneLine = ({ innerText }) => innerText.replaceAll(/\\n+/g, " ");
          return [...document.querySelectorAll("#main .slip .warned")]
            .map((row) => [...row.children].map(oneLine).join(": "));
          """
        ).texts
        let warning =
          "This name can be mistaken for another: "
          + "its letters look like those of a different alphabet. Check it."
        try #require(warned == ["To: \(payee) \(warning)"])
        let check = Accessibility(browser: browser)
        let problems =
          try await check.problems(on: "review, warned") + check.overflow(on: "review, warned")
        try #require(problems == [])
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "assertion+evidence")
      }
    }

    @Test("a declared action is read in the person's language, and approved with the passkey")
    func declared() async throws {
      try await withClockedServer(scenarios: [.payInvoice]) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: false)
        let shop = Shop(person, server)
        for (language, payee, slip) in [
          (
            "de", "Example Ltd",
            ["Rechnung bezahlen", "Betrag", "1\u{202f}250,50\u{a0}EUR", "Konto", "An", "Fällig am"]
          ),
          (
            "en", "Example Ltd",
            ["Pay an invoice", "Amount", "1\u{202f}250.50\u{a0}EUR", "Account", "To", "Due"]
          ),
        ] {
          try await browser.speak(language)
          let id = try await server.harness.review(
            NewTransactionRequest(
              userName: person.email, scenario: .payInvoice,
              payload: [
                "amount": "1250.50", "account": "DE89370400440532013000",
                "payee": .string(payee), "reference": "Invoice 17", "due": "2026-11-30",
              ])
          ).reviewID
          let (isGerman, amount) = (language == "de", slip[2])
          try await person.open()
          try await person.seeLoaded(isGerman ? "Start" : "Home")
          try await browser.press(
            isGerman ? "\(amount) an \(payee) prüfen" : "Review \(amount) to \(payee)")
          try await person.see(isGerman ? "Diese Zahlung freigeben?" : "Approve this payment?")
          let shown =
            try await browser.run(
              "return document.querySelector(\"#main .slip\").innerText"
            ).text ?? ""
          for part in slip.dropFirst() + ["2026-11-30", "Invoice 17", "DE89\u{a0}3704"] {
            try #require(shown.contains(part), "\(part): \(shown)")
          }
          try await browser.press(
            isGerman ? "\(amount) mit Passkey freigeben" : "Approve \(amount) with passkey")
          try await person.see(isGerman ? "Freigegeben" : "Approved")
          // A reference is the host's own, and never the transaction's id.
          let told =
            try await browser.run(
              "return document.querySelector(\"#main .slip\").innerText"
            ).text ?? ""
          try #require(told.contains("\n\(id)"), "\(told)")
          try await shop.require(id, .approved, by: "assertion+evidence")
        }
      }
    }

    @Test("a denial is asked for once more, and is then told the host")
    func denies() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Decline")
        _ = try await browser.find(.dialog, "Decline this payment?")
        try await browser.press("Go back")
        try await shop.require(id, .pending)
        try await shop.deny()
        try await person.see("Declined")
        try await shop.require(id, .denied, by: "none")
        // The outcome is said, and not any more once its screen is left.
        try await Walk(person).requireSaid("Declined. The payment is declined.")
        try await browser.press("Back to home")
        try await person.seeLoaded("Home")
        let said = try await browser.run(
          "return document.querySelector(\"#announcer\").textContent"
        ).text
        try #require(said == "")
      }
    }

    @Test("leaving asks and denies; deciding later, and leaving offline, deny nothing")
    func leaves() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Decide later")
        try await person.seeLoaded("Home")
        try await shop.open()
        try await browser.run(
          "Object.defineProperty(navigator, \"onLine\", { value: false, configurable: true })")
        try await browser.press("Security", .link)
        try await person.seeLoaded("Security")
        try await browser.run("delete navigator.onLine")
        try await shop.require(id, .pending)
        try await shop.goHome()
        try await shop.open()
        try await browser.press("Security", .link)
        try await shop.denyLeaving()
        try await person.see("Declined")
        try await shop.require(id, .denied, by: "none")
        // An outcome is left at once.
        try await browser.press("Security", .link)
        try await person.seeLoaded("Security")
      }
    }

    @Test("a double click asks for the passkey once and decides once")
    func doubleClick() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let record = try await PromptRecord(browser)
        let id = try await shop.askAndOpen()
        let approve = try await browser.find(.button, "Approve \(naira(400)) with passkey")
        try await browser.click(approve, times: 3)
        try await person.see("Approved")
        let prompts = try await record.shown()
        try #require(prompts.count == 1)
        let calls = try await interception.calls(of: "/transactions/\(id.text)/approve")
        try #require(calls == 1)
        try await shop.require(id, .approved, by: "assertion+evidence")
      }
    }

    @Test("signing out of one denies it after a question, and signs out")
    func signOut() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Sign out")
        try await shop.denyLeaving()
        try await person.see("Your approval, on every payment")
        try await shop.require(id, .denied, by: "none")
      }
    }

    @Test("where the server does not say which proofs may approve, nothing is offered")
    func waysUnknown() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let id = try await shop.ask()
        try await interception.lose("/actions/")
        try await browser.press("Review \(naira(400)) to Ikeja Books")
        try await browser.wait(forAlert: "The server does not answer.")
        try await shop.require(id, .pending)
      }
    }

    @Test("an answer that was lost is asked for again with the same key and proof: one decision")
    func lostAnswer() async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let record = try await PromptRecord(browser)
        let id = try await shop.askAndOpen()
        let path = "/transactions/\(id.text)/approve"
        try await interception.holdAnswer(of: path)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await interception.waitForHeldAnswer()
        // It was this screen that decided: what the stream tells meanwhile is no news.
        try await browser.wait(until: "!document.querySelector(\"#navigation .badge\")")
        try await interception.loseAnswer()
        try await person.see("Approved")
        let sent = try await interception.sent(to: path)
        try #require(sent.count == 2 && sent[0] == sent[1])
        let prompts = try await record.shown()
        try #require(prompts.count == 1)
        try await shop.require(id, .approved, by: "assertion+evidence")
      }
    }

    // Holds: RTS-5.2
    @Test(
      "what the server names is not what is shown, or not linked to it: refused before any prompt",
      arguments: ["listed", "asked", "renewed", "linked"])
    func mismatch(_ place: String) async throws {
      try await withShop { browser, server, person, shop in
        let record = try await PromptRecord(browser)
        let id = try await shop.ask()
        let options = "/actions/AUTHORIZE_TRANSACTION/options"
        switch place {
        case "listed":
          try await change(Self.payee, of: "/transactions/\(id.text)", browser)
          try await browser.press("Review \(naira(400)) to Ikeja Books")
        case "asked":
          try await change(Self.payee, of: options, browser)
          try await browser.press("Review \(naira(400)) to Ikeja Books")
        case "linked":
          try await change(Self.binding, of: options, browser)
          try await browser.press("Review \(naira(400)) to Ikeja Books")
        default:
          try await shop.open()
          try await browser.run(
            """
            const now = performance.now.bind(performance);
            performance.now = () => now() + 55_000;
            """)
          try await change(Self.payee, of: options, browser)
          try await browser.press("Approve \(naira(400)) with passkey")
        }
        try await browser.wait(forAlert: "The server names something else")
        let prompts = try await record.shown()
        try #require(prompts == [])
        try await shop.require(id, .pending)
      }
    }

    /// Changes what the page is answered from now on.
    private func change(_ steps: String, of path: String, _ browser: Browser) async throws {
      try await browser.run(
        """
        const real = window.fetch;
        const [changed] = arguments;
        window.fetch = async (path, settings) => {
          const answer = await real(path, settings);
          if (path !== changed) return answer;
          const body = await answer.json();
          \(steps)
          return Response.json(body);
        };
        """, .string(path))
    }

    private static let payee = """
      body.document.fields.find(({ kind }) => kind === "payee").value = "Elsewhere Ltd";
      """

    /// A character in the middle of the challenge is one of its binding.
    private static let binding = """
      const { challenge } = body;
      const other = challenge[60] === "A" ? "B" : "A";
      body.challenge = challenge.slice(0, 60) + other + challenge.slice(61);
      """
  }
}
