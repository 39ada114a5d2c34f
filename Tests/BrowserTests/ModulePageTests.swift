import AirtimeServer
import BrowserTesting
import CountersignPage
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("modules on the page")
  struct ModulePageTests {
    @Test("without any module somebody signs up, adds factors, approves a payment and signs in")
    func alone() async throws {
      try await withClockedServer(modules: []) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await requirePlaces(browser, ["Home", "History", "Security"])
        try await person.setPIN()
        try await browser.press("Home", .link)
        try await person.seeLoaded("Home")
        let text = try await browser.run("return document.querySelector(\".empty\").innerText").text
        try #require(text == "A payment that needs your approval is shown here as it comes.")
        let shop = Shop(person, server)
        let id = try await shop.askAndOpen(400)
        try await browser.press("Approve \(naira(400)) with passkey")
        try await person.see("Approved")
        try await shop.require(id, .approved, by: "assertion+evidence")
        try await person.signOut()
        try await browser.press("Sign in with a passkey")
        try await person.seeLoaded("Home")
      }
    }

    @Test("a module's places, texts and home tiles stand among the page's own, each at its place")
    func added() async throws {
      try await withClockedServer(modules: [AirtimeShop(), Gate()]) { browser, server in
        let person = try Person(browser, at: server)
        try await person.enrol()
        try await requirePlaces(browser, ["Home", "Buy", "Gate", "History", "Security"])
        let home = try await browser.run("return document.querySelector(\"#main\").innerText").text
        let parts = ["Balance", "The gate is shut", "Opened by nobody", "Set a PIN", "Recent"]
        var rest = try #require(home)[...]
        for part in parts {
          let range = try #require(rest.firstRange(of: part), "\(part) in \(home ?? "")")
          rest = rest[range.upperBound...]
        }
        try await browser.press("Gate", .link)
        try await person.see("The gate")
        try #require(try await browser.run("return location.hash").text == "#gate")
      }
    }

    @Test("no module takes another's screen")
    func clash() async throws {
      try await withClockedServer(modules: [Gate()]) { browser, server in
        let person = try Person(browser, at: server)
        try await person.open()
        try await person.see("Your approval, on every payment")
        let answers = try await browser.run(
          """
          return import("/page/page.js").then(({ register }) => ["gate", "other"].map((name) => {
            try { register({ screens: { [name]: () => {} } }); return "taken in"; }
            catch (error) { return error.message; }
          }));
          """
        ).texts
        try #require(answers == ["two modules have the screen gate", "taken in"])
      }
    }

    private func requirePlaces(_ browser: Browser, _ expected: [String]) async throws {
      let places = try await browser.run(
        """
        return [...document.querySelectorAll("#navigation a span:last-child")]
          .map((place) => place.innerText);
        """)
      try #require(places.texts == expected)
    }
  }
}

/// A module that has a page and nothing else.
private struct Gate: PagedModule {
  let name = "gate"
  let schema = Schema(owner: "gate", steps: [])
  let scenarios: [ScenarioPolicy] = []
  let page = ModulePage(
    script: "gate/main.js", files: [PageFile("gate/main.js", Array(Self.script.utf8))])

  func parts(on ground: ModuleGround) -> any ModuleParts { NoParts() }

  private static let script = """
    import { element, register, show } from "../page.js";

    register({
      screens: { gate: () => show({ title: "The gate", place: "gate", content: [] }) },
      places: ["gate"],
      home: {
        load: async () => "nobody",
        draw: (who) => ({
          content: [
            element("p", {}, "The gate is shut"), element("p", {}, `Opened by ${who}`),
          ],
        }),
      },
      texts: { navigation: { gate: "Gate" } },
    });
    """
}

private struct NoParts: ModuleParts {
  let actions: [any ScenarioAction] = []
  let jobs: [any JobKind] = []
}
