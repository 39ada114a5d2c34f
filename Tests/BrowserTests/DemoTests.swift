import BrowserTesting
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("what the demo adds")
  struct DemoTests {
    @Test("its inbox shows the codes to this browser's addresses alone, and a click fills one in")
    func inbox() async throws {
      try await withBrowser { other in
        try await Person(other).askForCode()
        try await withBrowser { browser in
          let person = try Person(browser)
          let walk = Walk(person)
          try await person.askForCode()
          let code = try await person.code(for: "sign_in")
          let use = try await browser.find(.button, "Use the code \(code)")
          let codes = try await browser.elements(".demo li")
          try #require(codes.count == 1)
          try await person.read("Demo inbox")
          try await walk.look("code in a demo")
          try await use.click()
          let entered = try await browser.run(
            "return [document.querySelector(\"#code\").value, document.activeElement.innerText]"
          ).texts
          try #require(entered == [code, "Continue"])
          try await browser.press("Continue")
          try await person.see("Approve with your device")
          // One that was used is offered no more.
          try await person.askForPasskey()
          let next = try await person.code(for: "register")
          _ = try await browser.find(.button, "Use the code \(next)")
          let left = try await browser.elements(".demo li")
          try #require(left.count == 1)
          try #require(walk.problems == [])
          // Nor is one for something else: signing in anew shows the code of that alone.
          try await browser.press("Not now")
          try await person.seeLoaded("Home")
          try await person.signOut()
          try await browser.fill("E\u{2011}mail address", person.email)
          try await browser.press("E\u{2011}mail me a code")
          try await person.see("Enter the code")
          try await browser.wait(until: "document.querySelector(\".demo li\")")
          let offered = try await browser.run(
            "return [...document.querySelectorAll(\".demo li strong\")].map((one) => one.innerText)"
          ).texts
          let newest = try await person.code(for: "sign_in")
          try #require(offered == [newest] && newest != next)
        }
      }
    }

    @Test("a shop whose payments were declined is held back in words that say so")
    func declined() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        for _ in 1...2 {
          try await browser.press("Let a shop ask me")
          try await browser.press("Review \(naira(1250)) to Ikeja Books")
          try await person.see("Approve this payment?")
          try await browser.press("Decline")
          _ = try await browser.find(.dialog, "Decline this payment?")
          try await browser.elements("dialog[open] .danger").first?.click()
          try await person.see("Declined")
          try await browser.press("Home", .link)
          try await person.seeLoaded("Home")
        }
        try await browser.press("Let a shop ask me")
        try await browser.wait(
          forAlert: """
            You declined this shop's last payments, so that it may not ask now. It may again in 10 \
            minutes.
            """)
      }
    }

    @Test("a shop asks at a press, and what it asks for is approved at once")
    func shop() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        let walk = Walk(person)
        try await person.enrol()
        try await browser.press("Let a shop ask me")
        try await walk.requireSaid("New payment to approve: \(naira(1250)) to Ikeja Books")
        try await browser.press("Review \(naira(1250)) to Ikeja Books")
        try await person.see("Approve this payment?")
        try await browser.press("Approve \(naira(1250)) with passkey")
        try await person.see("Approved")
        try await browser.press("Home", .link)
        try await walk.look("home of a demo", title: "Home")
        let recent = try await person.payments(at: "Home")
        try #require(recent.count == 1, "\(recent)")
        for part in ["Ikeja Books", naira(1250), "Approved"] {
          try #require(recent[0].contains(part), "\(recent)")
        }
        try #require(walk.problems == [])
      }
    }
  }
}
