import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("whose page it is")
  struct AccountTests {
    @Test("a payment whose outcome is not known is its account's: nobody else is told of it")
    func paymentOfAnother() async throws {
      try await withBrowser { browser in
        let ada = try Person(browser)
        let authenticator = try await ada.enrol()
        try await ada.order(500)
        let interception = try await Interception(browser)
        try await interception.lose("/user/topup", "/operations")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await ada.see("Checking your payment")
        try await browser.press("Sign out")
        try await browser.wait(forAlert: "A payment is still being checked.")
        let other = try Person(browser)
        try await other.signUp()
        try await browser.press("Not now")
        try await other.seeLoaded("Home")
        try await other.requirePaid(0, balance: naira(5000))
        try await ada.signOut()
        try await browser.press("Sign in with a passkey")
        try await ada.see("Checking your payment")
        _ = authenticator
      }
    }

    @Test("where somebody else signs in through another window, nothing of the account stays here")
    func otherWindow() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        let first = try await browser.send("GET", "window")
        let second = try await browser.send("POST", "window/new", ["type": "tab"])
        try await browser.send("POST", "window", ["handle": second["handle"] ?? .null])
        try await person.open()
        try await person.seeLoaded("Home")
        try await person.signOut()
        let other = try Person(browser)
        try await other.signUp()
        try await browser.press("Not now")
        try await other.seeLoaded("Home")
        // The cookie opens a session, and the payment that stood here is not its account's.
        try await browser.send("POST", "window", ["handle": first])
        try await other.see("Your approval, on every payment")
      }
    }

    @Test("an address that names no place opens Home")
    func strangeAddress() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        for place in ["constructor", "__proto__", "none"] {
          try await browser.open(person.address + "/?\(place)#\(place)")
          try await person.seeLoaded("Home")
        }
      }
    }

    @Test("what is redrawn keeps the focus: the timeline, and the list of what waits")
    func focus() async throws {
      try await withShop { browser, server, person, shop in
        try await shop.ask()
        try await shop.goHome()
        for (selector, amount) in [
          ("#timeline .activity summary", Int64(500)), (".waiting-row button", 4250),
        ] {
          _ = try await browser.wait(until: "document.querySelector(\"\(selector)\")")
          try await browser.run(
            "window.focused = document.querySelector(arguments[0]); window.focused.focus();",
            .string(selector))
          try await shop.ask(amount)
          let shown = naira(Int(amount))
          _ = try await browser.find(.button, "Review \(shown) to Ikeja Books")
          let isKept = try await browser.run("return document.activeElement === window.focused")
          try #require(isKept == true, "\(selector)")
        }
      }
    }
  }
}
