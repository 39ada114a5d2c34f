import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel
import WireModel

extension BrowserTests {
  @Suite("the history")
  struct HistoryTests {
    @Test("what was approved, declined and left stands in it, each with all that was decided on")
    func decided() async throws {
      try await withShop { browser, server, person, shop in
        let approved = try await shop.askAndOpen(4250)
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await person.see("Approved")
        server.turn(seconds: 1)
        let declined = try await shop.askAndOpen(400)
        try await shop.deny()
        try await person.see("Declined")
        server.turn(seconds: 1)
        try await shop.ask(300, seconds: 30)
        server.turn(seconds: 31)
        // One that waits is no history.
        try await shop.ask(200)
        let entries = try await person.payments()
        try #require(entries.count == 3, "\(entries)")
        for (entry, parts) in zip(
          entries,
          [
            [naira(300), "Expired, not decided"], [naira(400), "Declined"],
            [naira(4250), "Approved"],
          ])
        {
          for part in ["Ikeja Books"] + parts { try #require(entry.contains(part), "\(entry)") }
        }
        for (index, title, id) in [(2, "Approved", approved), (1, "Declined", declined)] {
          try await browser.elements("#main .payment")[index].click()
          try await person.see(title)
          for part in ["Ikeja Books", title, "Transaction", id.text] {
            try await person.read(part)
          }
          try await browser.press("Back to History")
          try await person.seeLoaded("History")
        }
        let check = Accessibility(browser: browser)
        let problems =
          try await check.problems(on: "history") + check.overflow(on: "history")
        try #require(problems == [])
      }
    }

    @Test("home shows the newest of it, whoever asked")
    func newest() async throws {
      try await withShop { browser, _, person, shop in
        _ = try await shop.askAndOpen(4250)
        try await browser.press("Approve \(naira(4250)) with passkey")
        try await person.see("Approved")
        let entries = try await person.payments(at: "Home")
        try #require(entries.count == 1, "\(entries)")
        for part in ["Ikeja Books", naira(4250), "Approved"] {
          try #require(entries[0].contains(part), "\(entries)")
        }
        try await browser.elements("#main .payment").first?.click()
        try await person.read("Transaction")
      }
    }

    @Test("what is decided elsewhere, or is over, while home is shown stands there at once")
    func whileShown() async throws {
      try await withShop { browser, _, person, shop in
        let id = try await shop.ask(400)
        try await browser.wait(until: "document.querySelector(\".waiting-row\")")
        let before = try await browser.elements("#main .payment")
        try #require(before.isEmpty)
        try await shop.decideElsewhere(id, .denied)
        try await browser.wait(
          until: "document.querySelector(\"#main .payment\")?.innerText.includes(\"Declined\")")
      }
    }

    @Test("purchases stand among what was approved, newest first, and open their details")
    func purchases() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        try await person.order(500)
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        let receipt = try await labels(browser)
        let entries = try await person.payments()
        try #require(entries.count == 1 && entries[0].contains(naira(500)), "\(entries)")
        try await browser.elements("#main .payment").first?.click()
        try await person.see("Completed")
        // The receipt has the balance besides, as it was then.
        let past = try await labels(browser)
        try #require(past == ["To", "Number", "Paid", "Approved at", "Reference"])
        try #require(receipt == ["To", "Number", "Paid", "Balance", "Approved at", "Reference"])
        for part in [naira(500), "MTN", Person.phone, "Approved at", "Reference"] {
          try await person.read(part)
        }
        try await browser.press("Back to History")
        try await person.seeLoaded("History")
      }
    }

    /// The labels of the receipt that is shown.
    private func labels(_ browser: Browser) async throws -> [String] {
      try await browser.run(
        "return [...document.querySelectorAll(\"#main .slip dt\")].map((term) => term.innerText)"
      ).texts
    }
  }
}
