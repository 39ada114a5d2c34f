import BrowserTesting
import Foundation
import FoundationNetworking
import ProgramTesting
import Testing
import WebAuthnModel

extension BrowserApprovalTests {
  @Suite("a server that dies and comes back", .timeLimit(.minutes(10)))
  struct OutageTests {
    @Test("a payment whose answer was lost with the server is found again and not paid twice")
    func answerLost() async throws {
      try await withMortalServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        try await interception.holdAnswer(of: "/user/topup")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await interception.waitForHeldAnswer()
        server.end(by: SIGKILL)
        try await interception.loseAnswer()
        try await person.see("Checking your payment")
        try await browser.wait(forAlert: "The server does not answer.")
        let again = try DemoServer(BuiltProgram.airtime, folder: server.folder, port: server.port)
        try await person.see("Topup successful")
        let calls = try await interception.calls(of: "/user/topup")
        try #require(calls == 1)
        try await person.requirePaid(1, balance: naira(4500))
        again.end(by: SIGTERM)
      }
    }

    @Test("a payment that never reached the server was not paid, and its repetition is paid once")
    func neverArrived() async throws {
      try await withMortalServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        try await person.orderByPIN(500)
        server.end(by: SIGKILL)
        try await person.give(Person.pin, for: naira(500))
        try await person.see("Checking your payment")
        try await browser.wait(forAlert: "The server does not answer.")
        let again = try DemoServer(BuiltProgram.airtime, folder: server.folder, port: server.port)
        // While it may still be on its way nobody is told that nothing was paid, nor pays again.
        try await browser.wait(forAlert: "The server has not seen it so far.")
        try await browser.press("Buy", .link)
        try await browser.wait(forAlert: "The server has not seen it so far.")
        try await person.askLater()
        try await person.see("Nothing was paid")
        try await browser.press("Start again")
        try await person.seeLoaded("Buy airtime")
        try await browser.press("Continue")
        try await person.see("Approve this payment")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
        again.end(by: SIGTERM)
      }
    }

    @Test("a window closed in the middle asks for its payment's outcome when the page is opened")
    func reopened() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.enrol()
        let interception = try await Interception(browser)
        try await person.order(500)
        try await interception.holdAnswer(of: "/user/topup")
        try await browser.press("Pay \(naira(500)) with passkey")
        try await interception.waitForHeldAnswer()
        try await person.open()
        try await person.see("Topup successful")
        try await person.requirePaid(1, balance: naira(4500))
      }
    }

    @Test("a list of payments to approve is true again after the server was away")
    func followedAgain() async throws {
      try await withMortalServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await ask(person, 400, at: server)
        _ = try await browser.find(.button, "Review \(naira(400)) to Ikeja Books")
        server.end(by: SIGKILL)
        let again = try DemoServer(BuiltProgram.airtime, folder: server.folder, port: server.port)
        try await ask(person, 500, at: again)
        _ = try await browser.find(.button, "Review \(naira(500)) to Ikeja Books")
        _ = try await browser.find(.button, "Review \(naira(400)) to Ikeja Books")
        // And it is followed anew.
        try await ask(person, 600, at: again)
        _ = try await browser.find(.button, "Review \(naira(600)) to Ikeja Books")
        again.end(by: SIGTERM)
      }
    }

    @Test("a screen that cannot be loaded says so and can be tried again")
    func loadedAgain() async throws {
      try await withMortalServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        server.end(by: SIGKILL)
        try await browser.press("History", .link)
        try await browser.wait(forAlert: "The server does not answer.")
        let again = try DemoServer(BuiltProgram.airtime, folder: server.folder, port: server.port)
        try await browser.press("Try again")
        try await browser.wait(until: "document.querySelector(\"#main .empty\")")
        again.end(by: SIGTERM)
      }
    }

    /// Has a shop ask the person to approve a payment, by the demo's service key.
    private func ask(_ person: Person, _ amount: Int64, at server: DemoServer) async throws {
      let address = try #require(URL(string: server.address + "/service/transactions"))
      let key = try String(contentsOfFile: server.folder + "/service-key", encoding: .utf8)
      let body: JSONValue = [
        "userName": .string(person.email), "amount": .integer(amount), "currency": "NGN",
        "payee": "Ikeja Books",
      ]
      var request = URLRequest(url: address)
      request.httpMethod = "POST"
      request.httpBody = Data(body.serialized())
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.setValue(
        "Bearer " + key.trimmingCharacters(in: .whitespacesAndNewlines),
        forHTTPHeaderField: "Authorization")
      let (_, response) = try await URLSession.withoutCookies.data(for: request)
      try #require((response as? HTTPURLResponse)?.statusCode == 201)
    }
  }
}
