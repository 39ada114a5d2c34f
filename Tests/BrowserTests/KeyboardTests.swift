import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("by keyboard only")
  struct KeyboardTests {
    @Test("the whole way from the welcome to a payment takes no mouse")
    func purchase() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        _ = try await browser.addAuthenticator()
        try await person.open()
        try await person.see("Your approval, on every payment")
        let hand = Hand(browser)
        try await hand.go(to: "Create an account", Key.enter)
        try await person.see("Create an account")
        try await hand.type("Ada Obi", into: "name")
        try await hand.type(person.email, into: "email", then: Key.enter)
        try await person.see("Enter the code")
        try await hand.type(person.code(for: "sign_in"), into: "code", then: Key.enter)
        try await person.see("Approve with your device")
        try await hand.go(to: "Set up a passkey", Key.space)
        try await person.see("Set up a passkey")
        try await hand.type(person.code(for: "register"), into: "code", then: Key.enter)
        try await person.seeLoaded("Home")
        try await hand.go(to: "Buy airtime", Key.enter)
        try await person.seeLoaded("Buy airtime")
        try await hand.go(toElement: "document.activeElement.name === \"product\"")
        try await browser.strike(Key.space)
        try await hand.type(Person.phone, into: "phone")
        try await hand.type("500", into: "amount", then: Key.enter)
        try await person.see("Approve this payment")
        try await leaveAndStay(browser, hand)
        try await hand.go(to: "Pay \(naira(500)) with passkey", Key.enter)
        try await person.see("Topup successful")
        try await hand.go(to: "Back to home", Key.enter)
        try await person.seeLoaded("Home")
        let balance = try await person.balance()
        try #require(balance == naira(4500))
      }
    }

    @Test("a button whose press came to nothing has the focus still")
    func focusStays() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let authenticator = try await person.enrol()
        try await authenticator.setUserVerified(false)
        try await person.order(500)
        let label = "Pay \(naira(500)) with passkey"
        try await Hand(browser).go(to: label, Key.enter)
        try await browser.wait(forAlert: "Nothing was paid. Try the passkey again.")
        try await browser.wait(for: "the focus on \(label)") {
          try await browser.focused().text == label ? true : nil
        }
      }
    }

    @Test("a payment that waits is opened, denied and approved without a mouse")
    func approval() async throws {
      try await withShop { browser, server, person, shop in
        let hand = Hand(browser)
        let denied = try await shop.ask()
        try await browser.wait(until: "document.querySelector(\".waiting-row\")")
        try await hand.go(to: "Review", Key.enter)
        try await person.see("Approve this payment?")
        try await hand.go(to: "Decline", Key.enter)
        _ = try await browser.find(.dialog, "Decline this payment?")
        try await browser.strike(Key.tab, Key.enter)
        try await person.see("Declined")
        try await shop.require(denied, .denied, by: "none")
        let approved = try await shop.ask()
        try await browser.wait(until: "document.querySelector(\"#navigation .badge\")")
        try await hand.go(to: "Back to home", Key.enter)
        try await person.seeLoaded("Home")
        try await hand.go(to: "Review", Key.enter)
        try await person.see("Approve this payment?")
        try await hand.go(to: "Approve \(naira(400)) with passkey", Key.enter)
        try await person.see("Approved")
        try await shop.require(approved, .approved, by: "assertion+evidence")
      }
    }

    @Test("the first stop is a link past the navigation")
    func skipLink() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await browser.open(person.address + "/")
        try await person.seeLoaded("Home")
        try await browser.strike(Key.tab)
        let first = try await browser.focused()
        try #require(first.text == "Skip to the content")
        try await browser.strike(Key.enter)
        try await browser.wait(until: "document.activeElement.id === \"main\"")
        try await browser.strike(Key.tab)
        let next = try await browser.focused()
        try #require(next.text == "Buy airtime")
      }
    }

    /// A question takes the focus, Escape is its safe answer, and the way back is short.
    private func leaveAndStay(_ browser: Browser, _ hand: Hand) async throws {
      try await hand.go(to: "Cancel", Key.enter)
      _ = try await browser.find(.dialog, "Leave this payment?")
      let focused = try await browser.focused()
      try #require(focused.text == "Stay")
      try await browser.strike(Key.escape)
      try await browser.wait(until: "document.activeElement.innerText === \"Cancel\"")
      try await browser.run("document.querySelector(\"h1\").focus()")
    }
  }
}

/// Somebody with a keyboard and no mouse.
private struct Hand {
  let browser: Browser

  init(_ browser: Browser) { self.browser = browser }

  /// Goes on with the tabulator to what has this text, and presses a key there.
  func go(to text: String, _ key: String) async throws {
    let quoted = String(decoding: JSONValue.string(text).serialized(), as: UTF8.self)
    try await go(toElement: "document.activeElement.innerText.trim() === \(quoted)")
    // Whoever sees must see where the focus is (WCAG 2.2, 2.4.7).
    let outline = try await browser.run(
      "return getComputedStyle(document.activeElement).outlineStyle")
    try #require(outline != "none", "no outline around \(text)")
    try await browser.strike(key)
  }

  /// Goes on with the tabulator to a field and types.
  func type(_ text: String, into id: String, then key: String = "") async throws {
    try await go(toElement: "document.activeElement.id === \"\(id)\"")
    try await browser.strike(text, key)
  }

  /// Goes on with the tabulator until an expression is true.
  func go(toElement condition: String) async throws {
    for _ in 1...40 {
      if try await browser.run("return (\(condition))").isTruthy { return }
      try await browser.strike(Key.tab)
    }
    Issue.record("not reached by keyboard: \(condition)")
    throw WaitedInVain(what: condition, seconds: 0, page: try await browser.text(), last: nil)
  }
}
