import BrowserTesting
import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("coming back to what was not finished")
  struct ComeBackTests {
    @Test("a reload keeps what stands in the form of a purchase, for this window alone")
    func form() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await browser.press("Buy", .link)
        try await person.seeLoaded("Buy airtime")
        try await browser.press("Airtel", .radio)
        try await browser.fill("Phone number", Person.phone)
        try await browser.press(naira(200))
        try await person.reload()
        try await person.seeLoaded("Buy airtime")
        try await requireForm(browser, ["Airtel", Person.phone, "200"])
        // The place itself begins anew, and so does another window.
        try await browser.press("Buy", .link)
        try await person.seeLoaded("Buy airtime")
        try await requireForm(browser, ["", "", ""])
        try await browser.fill("Phone number", Person.phone)
        let first = try await browser.send("GET", "window")
        let second = try await browser.send("POST", "window/new", ["type": "tab"])
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await browser.open(person.address + "/#buy")
        try await person.seeLoaded("Buy airtime")
        try await requireForm(browser, ["", "", ""])
        try await browser.send("POST", "window", ["handle": first])
        try await requireForm(browser, ["", Person.phone, ""])
      }
    }

    @Test("a reload of a purchase's approval comes back to it, and it is paid once")
    func approval() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        for _ in 0..<2 {
          try await person.reload()
          try await person.see("Approve this payment")
        }
        // After a reload the title stands before the document is there.
        try await browser.wait(until: "document.querySelector(\".slip\")")
        let slip = try await browser.run("return document.querySelector(\".slip\").innerText").text
        for part in [naira(500), "MTN", Person.phone] {
          try #require(slip?.contains(part) == true, "\(slip ?? "")")
        }
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.reload()
        try await person.seeLoaded("Buy airtime")
        try await requireForm(browser, ["", "", ""])
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a purchase that was left, or signed out of, does not come back")
    func left() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        try await browser.press("Cancel")
        _ = try await browser.find(.dialog, "Leave this payment?")
        try await leave(browser)
        try await person.seeLoaded("Home")
        try await browser.run("history.back()")
        try await person.seeLoaded("Buy airtime")
        try await requireForm(browser, ["", "", ""])
        try await browser.fill("Phone number", Person.phone)
        try await person.signOut()
        let kept = try await browser.run("return sessionStorage.length")
        try #require(kept == 0)
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
      }
    }

    @Test("a purchase goes on after a session that ended in the middle of it")
    func purchaseOfEndedSession() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await person.order(500)
        try await endSession(person, at: server)
        try await browser.press("Sign in with a passkey")
        try await person.see("Approve this payment")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("an approval whose time was over before the person signed in again says so")
    func expiredMeanwhile() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.askAndOpen(400, seconds: 600)
        try await endSession(person, at: server)
        server.turn(seconds: 601)
        try await browser.press("Sign in with a passkey")
        try await person.see("Expired")
        try await shop.require(id, .expired)
        try await browser.elements("#main .primary").first?.click()
        try await person.seeLoaded("Home")
      }
    }

    @Test("whoever else signs in there comes to Home")
    func somebodyElse() async throws {
      try await withShop { browser, server, person, shop in
        _ = try await shop.askAndOpen(400, seconds: 900)
        try await endSession(person, at: server)
        let other = try Person(browser, at: server)
        try await other.signUp()
        try await browser.press("Not now")
        try await other.seeLoaded("Home")
      }
    }

    @Test("a link to a transaction opens it; one to none says so, with a way on")
    func link() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.ask()
        try await open(id.text + "?account=acct_1", person)
        try await person.see("Approve this payment?")
        let address = try await browser.run("return location.href").text
        try #require(address == "\(person.address)/#approve/\(id.text)")
        for (unknown, title) in [("trn_none", "No longer there"), ("", "Home")] {
          try await open(unknown, person)
          try await person.seeLoaded(title)
        }
        try await open("trn_none", person)
        try await person.see("No longer there")
        try await person.read("or is in another account")
        try await browser.elements("#main .primary").first?.click()
        try await person.seeLoaded("Home")
        try await shop.require(id, .pending)
      }
    }

    @Test("a link to a transaction opens it after the sign-in, by a passkey or a mailed code")
    func linkBeforeSignIn() async throws {
      try await withShop { browser, server, person, shop in
        let id = try await shop.ask()
        for isByCode in [false, true] {
          try await person.signOut()
          try await open(id.text, person)
          try await person.see("Your approval, on every payment")
          if isByCode {
            try await person.signInByMail()
            try await person.seeLoaded("One more step")
            try await browser.press("Use your passkey")
          } else {
            try await browser.press("Sign in with a passkey")
          }
          try await person.see("Approve this payment?")
          try await browser.press("Decide later")
          try await person.seeLoaded("Home")
        }
        try await shop.require(id, .pending)
      }
    }

    /// Opens a link to a transaction, as a message has it.
    private func open(_ id: String, _ person: Person) async throws {
      try await person.browser.open("\(person.address)/transaction#\(id)")
    }

    /// Leaves the page alone until its session is over.
    private func endSession(_ person: Person, at server: ClockedServer) async throws {
      let clocks = try await Clocks(person.browser, server)
      try await clocks.turn(seconds: 301)
      try await person.see("Your approval, on every payment")
    }

    /// Holds that these stand in the form of a purchase: network, number, amount.
    private func requireForm(_ browser: Browser, _ expected: [String]) async throws {
      let values = try await browser.run(
        """
        const chosen = document.querySelector("#main .option:has(:checked)");
        return [chosen?.innerText ?? "", document.getElementById("phone").value,
          document.getElementById("amount").value];
        """
      ).texts
      try #require(values == expected)
    }
  }
}
