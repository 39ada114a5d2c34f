import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
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
        for part in ["Ikeja Books", "₦400", "card ending in 4242"] {
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
        try await shop.open("₦4,250")
        let before = try await record.shown()
        try #require(before == [])
        try await browser.press("Approve ₦4,250 with passkey")
        try await person.see("Approved")
        let shown = try await record.shown()
        try #require(shown.count == 1)
        for part in ["You pay\n₦4,250", "Ikeja Books", "ending in 4242", "Time left", id.text] {
          try #require(shown[0].contains(part), "\(shown[0])")
        }
        for (path, count) in [
          ("/biometric/auth/options", 1), ("/biometric/auth/verify", 0),
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
        try await browser.press("Approve ₦4,250 with passkey")
        try await browser.wait(forAlert: "Try the passkey again.")
        for name in ["Use a code instead", "Use PIN instead"] {
          let other = try await browser.first(.button, name)
          try #require(other == nil, "\(name)")
        }
      }
    }

    @Test("a denial is asked for once more, and is then told the host")
    func denies() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen()
        try await browser.press("Deny")
        _ = try await browser.find(.dialog, "Deny this payment?")
        try await browser.press("Go back")
        try await shop.require(id, .pending)
        try await shop.deny()
        try await person.see("Denied")
        try await shop.require(id, .denied, by: "none")
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
        try await shop.confirmDenial()
        try await person.see("Denied")
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
        let approve = try await browser.find(.button, "Approve ₦400 with passkey")
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
        try await shop.confirmDenial()
        try await person.see("Your approval, on every payment")
        try await shop.require(id, .denied, by: "none")
      }
    }

    @Test("where the server does not say which proofs may approve, nothing is offered")
    func termsUnknown() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.ask()
        _ = try await browser.develop(
          "Page.addScriptToEvaluateOnNewDocument",
          [
            "source": """
            const send = window.fetch;
            window.fetch = (path, settings) => path !== "/page/deployment.json"
              ? send(path, settings)
              : Promise.resolve(new Response(JSON.stringify({ mailbox: null })));
            """
          ])
        try await person.open()
        try await person.seeLoaded("Home")
        try await browser.press("Review ₦400 to Ikeja Books")
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
        try await browser.press("Approve ₦400 with passkey")
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

    @Test(
      "what the server names is not what is shown: refused before any prompt",
      arguments: ["listed", "asked", "renewed"])
    func mismatch(_ place: String) async throws {
      try await withShop { browser, server, person, shop in
        let interception = try await Interception(browser)
        let record = try await PromptRecord(browser)
        let id = try await shop.ask()
        let answer = try await server.service.reviews.show(id, host: server.harness.host()).get()
        let other = answer.json.replacing("payee", "Elsewhere Ltd")
        let options: JSONValue = [
          "challenge": "AAAA", "rpId": "localhost", "allowCredentials": [],
          "userVerification": "required", "timeout": 60_000,
          "transaction": other.without("status"),
        ]
        switch place {
        case "listed":
          try await interception.answer("/transactions/\(id.text)", status: 200, other)
          try await browser.press("Review ₦400 to Ikeja Books")
        case "asked":
          try await interception.answer("/biometric/auth/options", status: 200, options)
          try await browser.press("Review ₦400 to Ikeja Books")
        default:
          try await shop.open()
          try await browser.run(
            """
            const now = performance.now.bind(performance);
            performance.now = () => now() + 55_000;
            """)
          try await interception.answer("/biometric/auth/options", status: 200, options)
          try await browser.press("Approve ₦400 with passkey")
        }
        try await browser.wait(forAlert: "The server names another payment")
        let prompts = try await record.shown()
        try #require(prompts == [])
        try await shop.require(id, .pending)
      }
    }
  }
}

extension JSONValue {
  /// The same object with another text in a field.
  fileprivate func replacing(_ name: String, _ text: String) -> JSONValue {
    guard case .object(var object) = self else { return self }
    object[name] = .string(text)
    return .object(object)
  }

  /// The same object without a field.
  fileprivate func without(_ name: String) -> JSONValue {
    guard case .object(var object) = self else { return self }
    object[name] = nil
    return .object(object)
  }
}
