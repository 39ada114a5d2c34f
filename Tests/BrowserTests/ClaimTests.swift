import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserApprovalTests {
  @Suite("whose a phone is that a link has brought")
  struct ClaimTests {
    @Test("the question stands at the start and under Security, and outlives a sign-out")
    func untilAnswered() async throws {
      try await withClockedServer { browser, server in
        let (person, phone) = try await showLink(browser, server)
        try await phone.enrol(by: try await phone.scan())
        try await person.see(Self.whose)
        try await browser.run("history.back()")
        try await browser.wait(forAlert: Self.whose)
        for place in ["Home", "Security"] {
          try await browser.press(place, .link)
          try await person.seeLoaded(place)
          try await browser.wait(forAlert: Self.whose)
        }
        try await person.signOut()
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded(Self.whose)
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("Security")
        try await person.read("Your phone is added.")
        try await person.open()
        try await person.seeLoaded("Home")
        let text = try await browser.text()
        try #require(!text.contains(Self.whose))
        try await requireNothingKept(browser)
      }
    }

    @Test("the PIN that was set here goes on until the phone is said to be the person's")
    func pinBesidePhone() async throws {
      try await withClockedServer { browser, server in
        let (person, phone) = try await showLink(browser, server, withPIN: true)
        try await phone.enrol(by: try await phone.scan())
        try await person.see(Self.whose)
        try await person.read("the PIN that you set here goes on")
        try await person.goToSecurity()
        try await person.read("this PIN goes on; then the phone's PIN takes its place.")
        _ = try await browser.find(.button, "Change PIN")
        try await browser.press("Answer")
        try await person.seeLoaded(Self.whose)
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("Security")
        try await person.read("Its PIN has taken the place of the one that you set here.")
        try await person.read("On your phone. It approves payments there and signs you in.")
        let change = try await browser.first(.button, "Change PIN")
        try #require(change == nil)
      }
    }

    @Test("after a reload of the link's screen a phone can still use the link, and is asked for")
    func afterReload() async throws {
      try await withClockedServer { browser, server in
        let (person, phone) = try await showLink(browser, server)
        let id = try await phone.scan()
        try await person.reload()
        try await person.seeLoaded("Security")
        try await phone.enrol(by: id)
        try await browser.wait(forAlert: Self.whose)
        try await browser.press("Answer")
        try await person.seeLoaded(Self.whose)
        try await browser.press("No, remove it")
        try await person.seeLoaded("Security")
        try await person.read("That phone is removed again.")
        try await person.read("No phone yet.")
        try await requireNothingKept(browser)
      }
    }

    @Test("a screen that ends what it waits for itself logs no error, and none is left over")
    func noErrorOfItsOwn() async throws {
      try await withClockedServer { browser, server in
        let (person, phone) = try await showLink(browser, server)
        try await browser.run(
          """
          window.faults = [];
          addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
          addEventListener("error", ({ message }) => faults.push(message));
          """)
        // Confirmed, the stream of the link is ended by the page itself.
        try await phone.enrol(by: try await phone.scan())
        try await person.seeLoaded(Self.whose)
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("Security")
        // Left, it is ended as well.
        try await browser.press("Add a phone")
        try await person.seeLoaded("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Add a phone")
        _ = try await phone.scan()
        try await browser.press("Back")
        try await person.seeLoaded("Security")
        let faults = try await browser.run("return window.faults").texts
        try #require(faults == [])
      }
    }

    private static let whose = "A phone has your account now. Is it yours?"

    /// A person with a passkey, at the screen that shows the link for a phone.
    private func showLink(
      _ browser: Browser, _ server: ClockedServer, withPIN: Bool = false
    ) async throws -> (Person, HeldPhone) {
      let person = try Person(browser, at: server)
      try await person.enrol(withPIN: withPIN)
      try await person.goToSecurity()
      try await browser.press("Add a phone")
      try await person.seeLoaded("Confirm it is you")
      try await browser.press("Confirm with passkey")
      try await person.seeLoaded("Add a phone")
      return (person, try HeldPhone(browser, server))
    }

    private func requireNothingKept(_ browser: Browser) async throws {
      let kept = try await browser.run(
        "return localStorage.getItem(\"countersign.claims\") ?? \"nothing\""
      ).text
      try #require(kept == "nothing")
    }
  }
}
