import BrowserTesting
import CountersignCore
import Testing
import WebAuthnModel
import WireModel

extension BrowserApprovalTests {
  @Suite("signing in and adding a phone by a QR code")
  struct PhoneTests {
    @Test(
      "a phone signs the screen in: its number picked, its PIN or key proved",
      arguments: [Proof.Kind.pinProof, .assertion])
    func signsIn(_ kind: Proof.Kind) async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        try await person.seeLoaded("Sign in with your phone")
        let id = try await phone.scan()
        let number = try await phone.shownNumber()
        let shown = try await phone.open(id)
        try #require(shown.origin == server.address && shown.numbers.contains(number))
        try await browser.wait(
          until: "document.querySelector(\"[role=status].opened\")?.innerText.includes(\"Pick\")")
        _ = try await phone.confirm(id, number: number, by: kind).get()
        try await goOn(person)
        let balance = try await person.balance()
        try #require(balance == naira(5000))
        let stored = try await browser.run(
          "return document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"
        ).text
        try #require(stored?.contains(id.text) == false)
      }
    }

    @Test("a wrong number signs nobody in; the page says so, and a new code works")
    func wrongNumber() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        let id = try await phone.scan()
        let right = try await phone.shownNumber()
        let wrong = try #require(try await phone.open(id).numbers.first { $0 != right })
        let refused = try await phone.confirm(id, number: wrong, by: .pinProof)
        guard case .failure(let refusal) = refused else {
          Issue.record("a wrong number was taken")
          return
        }
        try #require(refusal.reason == .linkOver)
        try await person.see("Nobody was signed in")
        try await browser.press("Show a new code")
        try await person.seeLoaded("Sign in with your phone")
        let fresh = try await phone.scan()
        try #require(fresh != id)
        let number = try await phone.shownNumber()
        _ = try await phone.confirm(fresh, number: number, by: .pinProof).get()
        try await goOn(person)
      }
    }

    @Test("a screen whose answer was lost asks again, and is signed in")
    func lostAnswer() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        let id = try await phone.scan()
        let interception = try await Interception(browser)
        let path = "/sessions/links/\(id.text)/collect"
        try await interception.holdAnswer(of: path)
        _ = try await phone.confirm(id, number: try await phone.shownNumber(), by: .pinProof).get()
        try await interception.waitForHeldAnswer()
        try await interception.loseAnswer()
        try await browser.wait(forAlert: "no answer came here")
        try await goOn(person)
        let calls = try await interception.calls(of: path)
        try #require(calls == 2)
        let balance = try await person.balance()
        try #require(balance == naira(5000))
      }
    }

    @Test("a screen that is left while it asks again ends its link, and no session of anybody")
    func leftWhileAsking() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        let id = try await phone.scan()
        let interception = try await Interception(browser)
        try await interception.lose("/sessions/links/\(id.text)/collect")
        _ = try await phone.confirm(id, number: try await phone.shownNumber(), by: .pinProof).get()
        try await browser.wait(forAlert: "no answer came here")
        try await browser.press("Back")
        try await person.see("Your approval, on every payment")
        try await browser.wait(for: "the link's end") {
          try await interception.calls(of: "/sessions/links/\(id.text)") > 0 ? true : nil
        }
        let ended = try await interception.calls(of: "/sessions/current")
        try #require(ended == 0)
      }
    }

    @Test("a screen that no answer reaches while the code is good says what to do")
    func lostForGood() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        let id = try await phone.scan()
        let interception = try await Interception(browser)
        try await interception.lose("/sessions/links/\(id.text)/collect")
        _ = try await phone.confirm(id, number: try await phone.shownNumber(), by: .pinProof).get()
        try await browser.wait(forAlert: "no answer came here")
        server.turn(seconds: 121)
        try await interception.restore()
        try await person.see("You are not signed in")
        try await browser.press("Show a new code")
        let fresh = try await phone.scan()
        _ = try await phone.confirm(fresh, number: phone.shownNumber(), by: .pinProof).get()
        try await goOn(person)
      }
    }

    @Test("another browser that only saw the code can neither watch nor collect")
    func onlySaw() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        let id = try await phone.scan()
        try await withBrowser("onlySawOther") { other in
          try await other.open(server.address + "/")
          for (method, step) in [("GET", "events"), ("POST", "collect"), ("DELETE", "")] {
            let status = try await other.run(
              """
              const [method, path] = arguments;
              const page = method === "POST" ? { "X-Countersign-Page": "1" } : {};
              const headers = { "Countersign-Watch": "guessed", ...page };
              return fetch(path, { method, headers }).then((answer) => answer.status);
              """, .string(method),
              .string("/sessions/links/\(id.text)\(step.isEmpty ? "" : "/" + step)"))
            try #require(status == 404, "\(method) \(step)")
          }
          // The browser notes each refusal in its console; it was asked for.
          _ = try await other.console()
        }
        let number = try await phone.shownNumber()
        _ = try await phone.confirm(id, number: number, by: .pinProof).get()
        try await goOn(person)
      }
    }

    @Test("a code that is too old says so, and one that is left is ended")
    func overAndEnded() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        _ = try await phone.scan()
        server.turn(seconds: 121)
        try await person.see("This code is too old")
        try await browser.press("Show a new code")
        let id = try await phone.scan()
        try await browser.press("Back")
        try await person.see("Your approval, on every payment")
        try await browser.wait(for: "the link's end") {
          guard case .failure = try await server.service.links.describe(id) else {
            return nil as Bool?
          }
          return true
        }
      }
    }

    @Test("a phone is added: proved by the passkey, shown in the list, and removed again")
    func addsPhone() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        let phone = try HeldPhone(browser, server)
        try await browser.press("Security", .link)
        try await person.seeLoaded("Security")
        try await browser.press("Add a phone")
        try await person.see("Confirm it is you")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Add a phone")
        try await phone.enrol(by: try await phone.scan())
        try await person.see(Self.whose)
        // The question outlives a reload, and another screen in between, until it is answered.
        try await person.reload()
        try await person.see(Self.whose)
        try await person.goToSecurity()
        try await person.read("for small payments only for now")
        _ = try await Shop(person, server).askAndOpen(2500)
        try await person.read(
          "PIN: Yours is on your phone, which cannot approve this now. See under Security.")
        try await person.reload()
        try await person.see(Self.whose)
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("Security")
        try await browser.wait(
          until: "document.querySelector(\"main\").innerText.includes(\"Your phone is added.\")")
        try await person.reload()
        try await person.seeLoaded("Security")
        // A PIN that is set here would be refused: the one on the phone is the account's.
        try await browser.wait(
          until: "document.querySelector(\"main\").innerText.includes(\"On your phone.\")")
        try await browser.press("Remove Ada's phone")
        let question = try await browser.find(.dialog, "Remove this phone?")
        let asked = try await browser.run(
          "return arguments[0].innerText", question.reference
        ).text
        try #require(
          asked?.contains("“Ada's phone” can no longer approve payments or sign you in,") == true)
        try await browser.press("Remove phone")
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Ada's phone")
        try await browser.press("Confirm with passkey")
        try await browser.wait(
          until: "document.querySelector(\"main\").innerText.includes(\"The phone is removed.\")")
        try await browser.wait(
          until: "document.querySelector(\"main\").innerText.includes(\"No phone yet.\")")
        try await browser.wait(
          until: "document.querySelector(\"main\").innerText.includes(\"Not set.\")")
      }
    }

    @Test("where the browser copies nothing, the link is shown to be copied by hand")
    func byHand() async throws {
      try await withBrowser { browser in
        let person = try Person(browser)
        try await person.open()
        try await browser.press("Sign in with your phone")
        try await browser.wait(until: "document.querySelector(\".qr\")")
        try await browser.run("navigator.clipboard.writeText = () => Promise.reject(new Error());")
        try await browser.press("Copy the link instead")
        try await person.read("Copy it by hand:")
        try await browser.wait(until: "getSelection().toString().includes(\"/link#\")")
      }
    }

    /// Signs a person up, who has no factor, and has a code mailed for her first phone's link.
    private func beginFirstPhone(
      _ browser: Browser, _ server: ClockedServer
    ) async throws -> (Person, HeldPhone, SessionLinkID) {
      let person = try Person(browser, at: server)
      try await person.signUp()
      try await browser.press("Not now")
      try await person.seeLoaded("Home")
      let phone = try HeldPhone(browser, server)
      try await browser.press("Security", .link)
      try await person.seeLoaded("Security")
      try await browser.press("Add a phone")
      try await person.seeLoaded("Add a phone")
      let id = try await phone.scan()
      _ = try await server.service.links.requestCode(id).get()
      return (person, phone, id)
    }

    @Test("a list that is refused late brings nobody back from the next screen")
    func refusedLate() async throws {
      try await withClockedServer { browser, server in
        let (person, phone, id) = try await beginFirstPhone(browser, server)
        let waiting = "/transactions?status=pending"
        let interception = try await Interception(browser)
        try await interception.holdAnswer(of: waiting)
        try await phone.enrol(by: id, try await person.code(for: "register"))
        try await person.see(Self.whose)
        // The page asks what waits, as where somebody comes back to it.
        try await browser.run("document.dispatchEvent(new Event(\"visibilitychange\"))")
        try await interception.waitForHeldAnswer()
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("One more step")
        try await browser.press("Use your phone")
        try await browser.wait(until: "document.querySelector(\".qr\")")
        try await interception.deliverAnswer()
        try await interception.waitUntilTaken("GET \(waiting)")
        try await phone.signIn()
        try await person.seeLoaded("Security")
      }
    }

    @Test("an account without a factor adds its first phone with the code that is mailed")
    func firstPhone() async throws {
      try await withClockedServer { browser, server in
        let (person, phone, id) = try await beginFirstPhone(browser, server)
        try await phone.enrol(by: id, try await person.code(for: "register"), hasKey: false)
        try await person.see(Self.whose)
        try await browser.press("Yes, it is mine")
        // The mailed code that opened this session proves none of what the account has now.
        try await person.seeLoaded("One more step")
        try await browser.press("Use your phone")
        try await phone.signIn()
        try await person.seeLoaded("Security")
        try await browser.wait(
          until: "document.querySelector(\"main\").innerText.includes(\"Ada's phone\")")
        // What no PIN that is typed here approves, the phone's does.
        _ = try await Shop(person, server).askAndOpen(2500)
        try await person.read("It waits on your phone, too: approve it there with its PIN.")
        try await person.read("Yours is on your phone. Approve there.")
      }
    }

    @Test("where a phone's PIN approves and a way can be set up here, one sentence says both")
    func phoneOrHere() async throws {
      try await withClockedServer { browser, server in
        let (person, phone, id) = try await beginFirstPhone(browser, server)
        try await phone.enrol(by: id, try await person.code(for: "register"), hasKey: false)
        try await person.see(Self.whose)
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("One more step")
        try await browser.press("Use your phone")
        try await phone.signIn()
        try await person.seeLoaded("Security")
        let shop = Shop(person, server)
        try await shop.ask(2500)
        try await shop.goHome()
        try await browser.wait(until: "document.querySelector(\".waiting-row\")")
        // As after a recovery, where a mailed code adds what is set up next.
        let interception = try await Interception(browser)
        try await interception.answer(
          "/second-factor", status: 200, Interception.factorAddedByCode, times: 2)
        try await shop.open(naira(2500))
        let alert = try await browser.wait(forAlert: "Approve this on your phone with its PIN")
        try #require(alert.contains("or set up another way here"))
        try #require(!alert.contains("needs a passkey"))
        _ = try await browser.find(.button, "Set up a passkey")
      }
    }

    @Test("a purchase that the PIN of a phone approves is left to it, and no passkey is offered")
    func purchaseOnPhone() async throws {
      try await withClockedServer { browser, server in
        let (person, phone, id) = try await beginFirstPhone(browser, server)
        try await phone.enrol(by: id, try await person.code(for: "register"), hasKey: false)
        try await person.see(Self.whose)
        try await browser.press("Yes, it is mine")
        try await person.seeLoaded("One more step")
        try await browser.press("Use your phone")
        try await phone.signIn()
        try await person.seeLoaded("Security")
        try await person.order(500)
        try await browser.wait(forAlert: "Approve this on your phone with its PIN.")
        let setUp = try await browser.first(.button, "Set up a passkey")
        try #require(setUp == nil)
        _ = try await browser.find(.button, "Approve on your phone")
      }
    }

    @Test("a phone of somebody who was first with the code is removed by a No")
    func phoneOfAnother() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol(withPIN: true)
        let ending = """
          Until you say that the phone is yours, and its PIN counts in full, the PIN that you set \
          here goes on; then the phone's PIN takes its place.
          """
        try await person.read(ending)
        try await browser.press("Add a phone")
        try await person.seeLoaded("Confirm it is you")
        try await person.read("Add a device by a link")
        try await browser.press("Confirm with passkey")
        try await person.seeLoaded("Add a phone")
        try await person.read(ending)
        let phone = try HeldPhone(browser, server)
        try await phone.enrol(by: try await phone.scan())
        let walk = Walk(person)
        try await walk.look("whose phone", title: Self.whose)
        try #require(walk.problems == [])
        try await person.read("“Ada's phone” has used your code and is added to your account.")
        try await person.read(
          "It is yours if the app on your phone says that it is added. If it says nothing")
        let interception = try await Interception(browser)
        try await interception.lose("/sessions/links")
        try await browser.press("No, remove it")
        try await browser.wait(forAlert: "The server does not answer.")
        try await interception.restore()
        try await browser.press("No, remove it")
        try await person.seeLoaded("Security")
        try await person.read("That phone is removed again.")
        try await person.read("No phone yet.")
      }
    }

    @Test("Attack 27: whose account a code has opened is asked before anything of it is shown")
    func isThatYou() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await browser.press("Sign in with your phone")
        try await phone.signIn()
        try await person.seeLoaded("Is that you?")
        try await person.read("Signed in as Ada Obi")
        try await browser.wait(until: "document.querySelector(\"#navigation\").hidden")
        // Neither a reload nor an address leads past it.
        try await browser.open(person.address + "/?again#security")
        try await person.seeLoaded("Is that you?")
        try await browser.press("No, sign out")
        try await person.see("Your approval, on every payment")
        try await browser.wait(forAlert: "You are signed out.")
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await browser.press("Sign in with your phone")
        try await phone.signIn()
        try await goOn(person)
        try await person.goToSecurity()
        try await person.read("Signed in as Ada Obi")
        // It is asked once.
        try await person.open()
        try await person.seeLoaded("Home")
      }
    }

    @Test("a link that a browser opens says to use the app, and asks the server nothing of it")
    func openedByBrowser() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let link = try await server.service.linkIssuer.make(
          SessionLinkRequest(type: .login), session: nil, from: .local, origin: nil
        ).get()
        try await browser.open(link.url)
        try await person.see("Open this with the app")
        let watched = try await server.service.links.watch(
          SessionLinkID(link.id), secret: link.watchSecret)
        var feed = try watched.get()
        let event = try #require(try await feed.next().events.first)
        try #require(try LinkEvent(json: event.data).status == .waiting)
        let requests = try await browser.run(
          "return performance.getEntriesByType(\"resource\").map(({ name }) => name)"
        ).texts
        try #require(!requests.contains { $0.contains("sessions") || $0.contains(link.id) })
        try await browser.press("Go to the start", .link)
        try await person.see("Your approval, on every payment")
      }
    }

    @Test("the screens of a phone: names, roles, contrast, focus, changes that are announced")
    func screens() async throws {
      try await withClockedServer { browser, server in
        let person = try Person(browser, at: server)
        let walk = Walk(person)
        let phone = try await HeldPhone.enrolled(browser, server, for: person)
        try await person.open()
        try await person.see("Your approval, on every payment")
        try await browser.press("Sign in with your phone")
        try await person.seeLoaded("Sign in with your phone")
        try await walk.look("phone, waiting", title: "Sign in with your phone")
        let id = try await phone.scan()
        let right = try await phone.shownNumber()
        let wrong = try #require(try await phone.open(id).numbers.first { $0 != right })
        try await browser.wait(until: "document.querySelector(\"[role=status].opened\")")
        try await walk.look("phone, opened")
        _ = try await phone.confirm(id, number: wrong, by: .pinProof)
        try await walk.look("phone, wrong number", title: "Nobody was signed in")
        try await browser.press("Show a new code")
        try await phone.signIn()
        try await walk.look("phone, whose account", title: "Is that you?")
        try await browser.open(server.address + "/link#\(id.text)")
        try await person.see("Open this with the app")
        try await walk.look("link in a browser")
        try #require(walk.problems == [])
        try #require(walk.screens.count == 5)
      }
    }

    private static let whose = "A phone has your account now. Is it yours?"

    /// Says that the account is theirs.
    private func goOn(_ person: Person) async throws {
      try await person.seeLoaded("Is that you?")
      try await person.browser.press("Yes, go on")
      try await person.seeLoaded("Home")
    }
  }
}
