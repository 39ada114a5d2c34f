import BrowserTesting
import Testing
import WebAuthnModel

extension BrowserTests {
  @Suite("the page within a host's app")
  struct HostedPageTests {
    @Test(
      "somebody signs up under a prefix, registers a passkey, and is still there after a reload")
    func signUp() async throws {
      try await HostApp.run { app in
        try await withBrowser { browser in
          let person = try Person(browser, at: app.staff)
          _ = try await browser.addAuthenticator()
          try await person.signUp()
          try await person.registerPasskey()
          try await person.open()
          try await person.seeLoaded("Home")
          try await requireIcons(browser)
          try await person.signOut()
          try await browser.press("Sign in with a passkey")
          try await person.seeLoaded("Home")
        }
      }
    }

    @Test("two servers of one app are signed in to, and out of, each by itself")
    func independent() async throws {
      try await HostApp.run { app in
        try await withBrowser { browser in
          _ = try await browser.addAuthenticator()
          let people = try [app.staff, app.customers].map { try Person(browser, at: $0) }
          for person in people {
            try await person.signUp()
            try await person.registerPasskey()
          }
          for server in [app.staff, app.customers] {
            let cookie = try await browser.send("GET", "cookie/\(server.cookie)")
            try #require(cookie["path"] == "/" && cookie["httpOnly"] == true)
          }
          try await people[0].open()
          try await people[0].seeLoaded("Home")
          try await people[0].signOut()
          try await people[1].open()
          try await people[1].seeLoaded("Home")
          try await people[0].open()
          try await people[0].see("Your approval, on every payment")
        }
      }
    }

    @Test("an address without the slash leads to the page, and a link to the app's own screen")
    func addresses() async throws {
      try await HostApp.run { app in
        try await withBrowser { browser in
          let person = try Person(browser, at: app.staff)
          try await browser.open(app.staff.address)
          try await person.see("Your approval, on every payment")
          try await browser.open(app.staff.address + "/link#lnk_MTIzNDU2Nzg5MDEyMzQ1Ng")
          try await person.see("Open this with the app")
          let home = try await browser.run("return document.querySelector(\".brand\").href").text
          try #require(home == app.staff.address + "/")
        }
      }
    }

    /// Holds that the style sheets found their icons: what is missing is no error to a browser.
    private func requireIcons(_ browser: Browser) async throws {
      let statuses = try await browser.run(
        """
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        const icons = loaded.filter((name) => name.endsWith(".svg"));
        return Promise.all(icons.map(async (name) => (await fetch(name)).status));
        """)
      try #require(!statuses.elements.isEmpty)
      try #require(statuses.elements.allSatisfy { $0 == 200 })
    }
  }
}
