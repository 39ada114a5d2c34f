import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserApprovalTests {
  @Suite("buying with a passkey")
  struct PurchaseTests {
    @Test("sign up, register a passkey and buy: what will be paid is shown before the prompt")
    func buys() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol()
        let credentials = try await authenticator.credentials()
        try #require(credentials.count == 1)
        try #require(credentials.first?["isResidentCredential"] == true)
        let record = try await PromptRecord(browser)
        try await person.order(500)
        let before = try await record.shown()
        try #require(before == [])
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        let shown = try await record.shown()
        try #require(shown.count == 1)
        for part in [naira(500), "MTN", Person.phone, "Balance after\n\(naira(4500))"] {
          try #require(shown[0].contains(part), "\(shown[0])")
        }
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("more than the balance is said at its field, before a challenge is asked for")
    func moreThanTheBalance() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await fillIn(person, "40,000")
        let problem = "document.getElementById(\"amount-error\").textContent"
        let said = "Your balance covers up to \(naira(5000))."
        try await browser.wait(until: "\(problem).startsWith(\"\(said)\")")
        let asked = try await interception.calls(of: "/actions/TOP_UP/options")
        try #require(asked == 0)
        try await browser.fill("Amount", "5000")
        try await browser.press("Continue")
        _ = try await browser.find(.button, "Pay \(naira(5000)) with passkey")
      }
    }

    @Test("what the server's own look at the wallet refuses is said in the form, before a prompt")
    func refusedBeforeThePrompt() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let record = try await PromptRecord(browser)
        let interception = try await Interception(browser)
        for _ in 1...2 {
          try await interception.answer("/user/wallet", status: 200, Self.wallet(9000))
        }
        try await fillIn(person, "6000")
        try await Walk(person).requireFieldError("amount", "Your balance does not cover this.")
        try await person.see("Buy airtime")
        let prompts = try await record.shown()
        try #require(prompts == [])
      }
    }

    @Test(
      "a balance that fell is said before any prompt, or by the server, and another amount pays",
      arguments: [true, false])
    func balanceFell(_ isSeen: Bool) async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        let record = try await PromptRecord(browser)
        let interception = try await Interception(browser)
        if isSeen {
          // The form sees the first, the review the second.
          for balance in [5000, 100] {
            try await interception.answer(
              "/user/wallet", status: 200, Self.wallet(Int64(balance)))
          }
          try await person.order(500)
        } else {
          try await person.order(500)
          try await interception.answer(
            "/user/topup", status: 422, ["status": 422, "reason": "insufficient_funds"])
          try await browser.press("Pay \(naira(500)) with passkey")
        }
        try await browser.wait(forAlert: "Your balance does not cover this.")
        for name in ["Pay \(naira(500)) with passkey", "Use PIN instead"] {
          let way = try await browser.first(.button, name)
          try #require(way == nil, "\(name)")
        }
        let prompts = try await record.shown()
        try #require(prompts.count == (isSeen ? 0 : 1))
        try await browser.elements("#main .notice button").first?.click()
        try await person.seeLoaded("Buy airtime")
        try await browser.fill("Amount", "300")
        try await browser.press("Continue")
        try await browser.press("Pay \(naira(300)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4700))
      }
    }

    @Test("a challenge that the server finds expired is fetched anew once, without a question")
    func expiredChallenge() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        // As while a prompt stands open: the page cannot know that the time is over.
        server.turn(seconds: 91)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        let challenges = try await interception.calls(of: "/actions/TOP_UP/options")
        try #require(challenges == 2)
        let verifications = try await interception.calls(of: "/biometric/auth/verify")
        try #require(verifications == 2)
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a challenge that expires twice is asked for no third time, and the PIN is offered")
    func expiredTwice() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol(withPIN: true)
        let interception = try await Interception(browser)
        try await person.order(500)
        try await interception.answer(
          "/biometric/auth/verify", status: 401, Interception.expiredChallenge, times: 2)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await browser.wait(forAlert: "Verification failed. Try again or use PIN")
        _ = try await browser.find(.button, "Use PIN instead")
        let challenges = try await interception.calls(of: "/actions/TOP_UP/options")
        try #require(challenges == 2)
      }
    }

    @Test("a challenge whose time is nearly over is fetched anew before the prompt")
    func nearlyExpired() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        // The page's clock goes on by 55 of the challenge's 60 seconds.
        try await browser.run(
          """
          const now = performance.now.bind(performance);
          performance.now = () => now() + 55_000;
          """)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        let challenges = try await interception.calls(of: "/actions/TOP_UP/options")
        try #require(challenges == 2)
      }
    }

    @Test("a comma stands between groups of three, or the amount is none")
    func commas() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await fillIn(person, "500,00")
        let problem = "document.getElementById(\"amount-error\").textContent"
        try await browser.wait(until: "\(problem).startsWith(\"Enter a whole amount\")")
        let asked = try await interception.calls(of: "/actions/TOP_UP/options")
        try #require(asked == 0)
        try await browser.fill("Amount", "1,500")
        try await browser.press("Continue")
        _ = try await browser.find(.button, "Pay \(naira(1500)) with passkey")
      }
    }

    @Test(
      "an amount is taken as the page shows it, in each language",
      arguments: [
        ("en-NG", "1500.00", true), ("en-NG", "1,500.00", true),
        ("en-NG", "1\u{202f}500.00", true), ("en-NG", "1\u{a0}500.00", true),
        ("en-NG", "1500.50", false), ("en-NG", "1500.0", false), ("en-NG", "15.00.00", false),
        ("de-DE", "1500,00", true), ("de-DE", "1\u{202f}500,00", true),
        ("de-DE", "1.500,00", true), ("de-DE", "1500.00", false),
      ])
    func shownAmounts(_ language: String, _ typed: String, _ isTaken: Bool) async throws {
      try await withBrowser(languages: language) { browser in
        let person = try Person(browser)
        try await person.open()
        try await browser.wait(until: "document.querySelector(\"h1\")")
        let read = try await browser.run(
          """
          return import("/page/airtime/parts/buyFields.js").then(({ buyFields }) => {
            const products = [{ productCode: "A", name: "A", minimumAmount: 50,
              maximumAmount: 50_000, currency: "NGN" }];
            const wallet = { balance: 5000, cashback: 0, currency: "NGN" };
            const { content, read } = buyFields(products, wallet,
              { productCode: "A", recipientPhone: "08012345678", amount: arguments[0] });
            document.body.append(...content);
            return String(read()?.amount ?? "none");
          });
          """, .string(typed)
        ).text
        try #require(read == (isTaken ? "1500" : "none"))
      }
    }

    @Test("cashback that was ticked and is not offered any more is not asked for")
    func cashbackGone() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await interception.answer(
          "/user/wallet", status: 200, Self.wallet(5000, cashback: 200))
        try await fillIn(person, "500") {
          try await browser.elements("#cashback").first?.click()
        }
        try await person.see("Approve this payment")
        try await browser.press("Change the payment")
        try await person.seeLoaded("Buy airtime")
        try await browser.press("Continue")
        try await person.see("Approve this payment")
        let asked = try await interception.sent(to: "/actions/TOP_UP/options")
        try #require(asked.count == 2)
        try #require(asked[0].contains("\"useCashback\":true"))
        try #require(asked[1].contains("\"useCashback\":false"))
      }
    }

    @Test("what a payment leaves is counted from the wallet as it is when the payment is shown")
    func balanceAfter() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await interception.answer("/user/wallet", status: 200, Self.wallet(9000))
        try await person.order(500)
        let slip = "document.querySelector(\"#main .slip\").innerText"
        let shown = try await browser.run("return \(slip)").text
        try #require(shown?.contains(naira(4500)) == true, "\(shown ?? "")")
      }
    }

    @Test("home shows a payment that failed together with the money that came back")
    func returnedMoney() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await interception.answer("/user/wallet", status: 200, Self.wallet(4500))
        for status in ["pending", "failed"] {
          try await interception.answer("/user/topups", status: 200, Self.topUps(status))
        }
        let before = try await person.balance()
        try #require(before == naira(4500))
        try await browser.wait(until: "document.querySelector(\"#main .payment.failed\")")
        let after = try await browser.run(
          "return document.querySelector(\".balance-amount\").innerText"
        ).text
        try #require(after == naira(5000))
      }
    }

    @Test("a double click asks for the passkey once and pays once")
    func doubleClick() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        let record = try await PromptRecord(browser)
        let pay = try await browser.find(.button, "Pay \(naira(500)) with passkey")
        try await browser.click(pay, times: 3)
        try await person.see("Topup successful")
        let prompts = try await record.shown()
        try #require(prompts.count == 1)
        let calls = try await interception.calls(of: "/user/topup")
        try #require(calls == 1)
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test(
      "a request sent again is answered as before and pays nothing; its proof pays nothing else")
    func replay() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        let first = try await interception.repeatCall(of: "/user/topup")
        let key: JSONValue = ["Idempotency-Key": "another-purchase-0001"]
        let second = try await interception.repeatCall(of: "/user/topup", headers: key)
        for (status, body) in [first, second] {
          try #require(status == 200)
          try #require(body["data"]?["balance"] == 4500)
        }
        try #require(first.body["data"]?["transactionId"] == second.body["data"]?["transactionId"])
        let other = try await interception.repeatCall(
          of: "/user/topup", headers: key, body: ["amount": 600])
        try #require(other.status == 409, "\(other)")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    /// Fills a purchase in, does something more, and goes on.
    private func fillIn(
      _ person: Person, _ amount: String, _ more: () async throws -> Void = {}
    ) async throws {
      let browser = person.browser
      try await browser.press("Buy", .link)
      try await person.seeLoaded("Buy airtime")
      try await browser.press("MTN", .radio)
      try await browser.fill("Phone number", Person.phone)
      try await browser.fill("Amount", amount)
      try await more()
      try await browser.press("Continue")
    }

    /// What the server says of a wallet.
    private static func wallet(_ balance: Int64, cashback: Int64 = 0) -> JSONValue {
      ["balance": .integer(balance), "cashback": .integer(cashback), "currency": "NGN"]
    }

    /// What the server says of the payments where there is one.
    private static func topUps(_ status: String) -> JSONValue {
      [
        "topups": [
          [
            "transactionId": "tx_planted", "status": .string(status),
            "timestamp": "2026-01-01T00:00:00Z",
            "transaction": [
              "amount": 500, "currency": "NGN", "payee": "MTN",
              "recipientPhone": .string(Person.phone),
            ],
          ]
        ]
      ]
    }
  }
}
