import BrowserTesting
import Testing
import WebAuthnModel

/// A walk over the page's screens that looks at each one and collects what is wrong.
final class Walk {
  let person: Person
  private(set) var problems: [String] = []
  private(set) var screens: [String] = []

  init(_ person: Person) { self.person = person }

  /// Looks at the screen that is shown.
  ///
  /// - Parameters:
  ///   - name: What to call it in a problem.
  ///   - title: Its title, where it is a new screen: the focus is to be there.
  /// - Throws: What the browser refuses; what is wrong with the screen is collected.
  func look(_ name: String, title: String? = nil) async throws {
    let browser = person.browser
    if let title {
      try await person.seeLoaded(title)
      let focused = try await browser.focused()
      if focused.tag != "h1" || focused.text != title {
        problems.append("\(name): the focus is on \(focused), not on the title")
      }
    }
    screens.append(name)
    let check = Accessibility(browser: browser)
    problems += try await check.problems(on: name)
    problems += try await check.overflow(on: name)
    problems += try await check.narrow(on: name)
    problems += try await check.squeezed(on: name)
    if let axe = Axe.wanted { problems += try await axe.problems(on: name, browser) }
  }

  /// Sees that an error at a field is tied to it, and that the focus went there.
  func requireFieldError(_ id: String, _ text: String) async throws {
    try await person.browser.wait(for: "the error of \(id): \(text)") {
      let state = try await person.browser.run(
        """
        const field = document.activeElement;
        const described = (field.getAttribute("aria-describedby") ?? "").split(" ")
          .map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
        return [field.id, field.getAttribute("aria-invalid") ?? "", described];
        """
      ).texts
      return state.count == 3 && state[0] == id && state[1] == "true" && state[2].contains(text)
        ? true : nil
    }
  }

  /// Waits until the live region says this to those who do not see the screen.
  func requireSaid(_ text: String) async throws {
    let browser = person.browser
    try await browser.wait(for: "the live region to say: \(text)") {
      let said = try await browser.run(
        "return document.querySelector(\"[role=status][aria-live=polite]\").textContent"
      ).text
      return said?.contains(text) == true ? true : nil
    }
  }
}
