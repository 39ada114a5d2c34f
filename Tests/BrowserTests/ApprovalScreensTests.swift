import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("screens of an approval for everybody")
  struct ApprovalScreensTests {
    @Test("with the passkey and the PIN: names, roles, contrast, focus, errors that are announced")
    func passkey() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        let authenticator = try await person.enrol(withPIN: true)
        let shop = Shop(person, server)
        try await shop.goHome()
        try await shop.ask(card: "4242", seconds: 280)
        try await walk.requireSaid("New payment to approve: \(naira(400)) to Ikeja Books")
        try await shop.ask(4250)
        try await browser.wait(until: "document.querySelectorAll(\".waiting-row\").length === 2")
        try await walk.look("home, two waiting")
        try await shop.open()
        try await walk.look("review", title: "Approve this payment?")
        try await authenticator.setUserVerified(false)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await browser.wait(forAlert: "Biometric failed")
        try await walk.look("review, passkey failed")
        try await person.read("neither a phone number")
        try await browser.press("Use PIN instead")
        try await walk.look("PIN", title: "Enter your PIN")
        try await browser.fill("PIN", "9753")
        try await browser.press("Approve \(naira(400))")
        try await browser.wait(forAlert: "Wrong PIN. 4 attempts left.")
        try await walk.look("PIN, wrong")
        try await browser.press("Decline")
        _ = try await browser.find(.dialog, "Decline this payment?")
        try await walk.look("denial")
        let safe = try await browser.focused()
        try #require(safe.text == "Go back")
        try await shop.confirmDenial()
        try await walk.look("denied", title: "Declined")
        try await walk.requireSaid("Declined. The payment is declined.")
        try await browser.press("1 more payment waits")
        try await person.seeLoaded("Home")
        try await shop.open(naira(4250))
        try await authenticator.setUserVerified(true)
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await walk.look("approved", title: "Approved")
        try await walk.requireSaid("Approved.")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 8)
      }
    }

    @Test("on a phone approval and denial are in sight as the review opens, with payee and amount")
    func phone() async throws {
      try await withShop { browser, server, person, shop in
        try await browser.develop(
          "Emulation.setDeviceMetricsOverride",
          ["width": 375, "height": 667, "deviceScaleFactor": 1, "mobile": false])
        try await shop.ask(1250, card: "4242", reference: "Order 1174")
        try await shop.goHome()
        try await shop.open(naira(1250))
        let hidden = try await browser.run(
          """
          const shown = [
            ".main-part button", ".main-part .refuse", ".slip-amount", ".slip .rows dd",
          ];
          return shown.filter((name) => {
            const part = document.querySelector(name);
            const { x, y, width, height } = part.getBoundingClientRect();
            return !part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
              || y + height > innerHeight;
          });
          """
        ).texts
        try #require(hidden == [])
        try await browser.press("Approve \(naira(1250)) with passkey")
        try await person.see("Approved")
      }
    }

    @Test("what is no payment is called none, and its outcome shows all that was approved")
    func noPayment() async throws {
      try await withClockedServer(scenarios: [.shipOrder]) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        let shop = Shop(person, server)
        let walk = Walk(person)
        for isApproved in [false, true] {
          let id = try await server.harness.review(
            NewTransactionRequest(
              userName: person.email, scenario: .shipOrder, payload: ServiceHarness.shipment)
          ).reviewID
          try await shop.goHome()
          try await browser.press("Review Send an order")
          try await walk.look("review of no payment", title: "Approve this request?")
          if isApproved {
            try await browser.press("Approve with passkey")
            try await walk.look("approved, no payment", title: "Approved")
            try await person.read("The request is approved")
            try await shop.require(id, .approved, by: "assertion+evidence")
          } else {
            try await browser.press("Decline")
            _ = try await browser.find(.dialog, "Decline this request?")
            try await browser.elements("dialog[open] .danger").first?.click()
            try await walk.look("denied, no payment", title: "Declined")
            try await person.read("The request is declined. Nothing is done.")
            try await shop.require(id, .denied, by: "none")
          }
          let text =
            try await browser.run("return document.querySelector(\"#main\").innerText").text ?? ""
          for part in ["Send an order", "4 Marina Road, Lagos", "Parcels"] {
            try #require(text.contains(part), "\(part): \(text)")
          }
          try #require(!text.contains("payment"), "\(text)")
        }
        try #require(walk.problems == [])
      }
    }

    @Test(
      "in a low window the navigation covers no button of an approval",
      arguments: [(1280, 600), (700, 600), (390, 560), (320, 480)])
    func lowWindow(width: Int, height: Int) async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        let shop = Shop(person, server)
        try await browser.develop(
          "Emulation.setDeviceMetricsOverride",
          [
            "width": .integer(Int64(width)), "height": .integer(Int64(height)),
            "deviceScaleFactor": 1, "mobile": false,
          ])
        _ = try await shop.askAndOpen()
        let covered = try await browser.run(
          """
          const found = [];
          for (let top = 0; top <= document.body.scrollHeight; top += 40) {
            window.scrollTo(0, top);
            for (const button of document.querySelectorAll("#main button:not([hidden])")) {
              const { left, right, top, bottom } = button.getBoundingClientRect();
              for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
                if (y < 0 || y >= window.innerHeight) continue;
                const there = document.elementFromPoint((left + right) / 2, y);
                if (there?.closest("#navigation")) found.push(button.innerText);
              }
            }
          }
          window.scrollTo(0, 0);
          return found;
          """
        ).texts
        try #require(covered == [], "\(covered)")
      }
    }

    @Test("with codes, and where it ends otherwise: names, roles, contrast, focus")
    func codes() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        try await person.signUp()
        try await browser.press("Not now")
        try await person.seeLoaded("Home")
        let shop = Shop(person, server)
        try await shop.givePhone()
        _ = try await shop.askAndOpen(seconds: 120)
        try await walk.look("review, no passkey", title: "Approve this payment?")
        try await browser.press("Approve with codes")
        try await walk.look("mailed code", title: "Enter the code")
        let code = try await person.code(for: "approve")
        let wrong = code == "000000" ? "111111" : "000000"
        try await browser.fill("Code from the e\u{2011}mail", wrong)
        try await browser.press("Continue")
        try await walk.requireFieldError("code", "That is not the code")
        try await walk.requireSaid("That is not the code")
        try await walk.look("mailed code, wrong")
        try await browser.fill("Code from the e\u{2011}mail", code)
        try await browser.press("Continue")
        try await walk.look("texted code", title: "Enter the texted code")
        server.turn(seconds: 121)
        try await walk.look("expired", title: "Expired")
        try await walk.requireSaid("Expired.")
        _ = try await server.harness.enrolApp(shop.session(), to: person.email)
        let id = try await shop.askAndOpen()
        try await browser.press("Approve with codes")
        try await walk.look("both codes", title: "Enter both codes")
        try await browser.press("Approve \(naira(400))")
        try await walk.requireFieldError("code", "The code has 6 digits.")
        try await walk.look("both codes, none entered")
        try await shop.decideElsewhere(id, .denied)
        try await walk.look("decided elsewhere", title: "Already declined")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 8)
      }
    }
  }
}
