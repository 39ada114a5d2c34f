package import WebAuthnModel

/// An element of the page.
package struct Element: Sendable {
  package let browser: Browser
  package let id: String

  /// The name under which WebDriver hands elements over.
  package static let key = "element-6066-11e4-a52e-4f735466cecf"

  package init(_ browser: Browser, _ id: String) {
    self.browser = browser
    self.id = id
  }

  /// Reads one from an answer.
  package init?(_ browser: Browser, _ value: JSONValue) {
    guard let id = value[Self.key]?.text else { return nil }
    self.init(browser, id)
  }

  /// The element as an argument of a script.
  package var reference: JSONValue { [Self.key: .string(id)] }

  /// Its name as the browser's accessibility tree has it.
  package var label: String {
    get async throws { try await ask("GET", "computedlabel").text ?? "" }
  }

  /// Clicks it as a person does: a click that something lies over is refused.
  package func click() async throws { try await ask("POST", "click", [:]) }

  /// Empties it and types.
  package func type(_ text: String) async throws {
    try await ask("POST", "clear", [:])
    try await ask("POST", "value", ["text": .string(text)])
  }

  @discardableResult
  private func ask(
    _ method: String, _ command: String, _ body: JSONValue? = nil
  ) async throws -> JSONValue {
    try await browser.send(method, "element/\(id)/\(command)", body)
  }
}

/// The role of an element for a person who cannot see it.
package enum Role: String, Sendable {
  case button, link, field, radio, dialog, alert, status, heading, term

  /// The selector of elements that can have the role; their name decides.
  package var selector: String {
    switch self {
    case .button: "button, summary, [role=button]"
    case .link: "a[href]"
    case .field: "input:not([type=radio]):not([type=checkbox]), textarea, select"
    case .radio: "input[type=radio]"
    case .dialog: "dialog[open]"
    case .alert: "[role=alert]"
    case .status: "[role=status]"
    case .heading: "h1, h2, h3"
    case .term: "dt"
    }
  }
}

extension Browser {
  /// The shown elements of a selector, in the page's order.
  package func elements(_ selector: String) async throws -> [Element] {
    let found = try await run(
      """
      return [...document.querySelectorAll(arguments[0])]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }));
      """, .string(selector))
    return found.elements.compactMap { Element(self, $0) }
  }

  /// The shown element of a role and a name; nil while there is none.
  ///
  /// The name is the accessibility tree's, so whatever is found here a screen reader finds too.
  package func first(_ role: Role, _ name: String) async throws -> Element? {
    for element in try await elements(role.selector) {
      // One that was replaced meanwhile is not looked for any more.
      do {
        if try await element.label == name { return element }
      } catch let error as DriverFailure where error.isPassing {}
    }
    return nil
  }

  /// Waits for the element of a role and a name.
  package func find(_ role: Role, _ name: String) async throws -> Element {
    try await wait(for: "the \(role) \(name)") { try await first(role, name) }
  }

  /// Presses the element of a role and a name once it can be pressed.
  package func press(_ name: String, _ role: Role = .button) async throws {
    try await wait(for: "the \(role) \(name), to press it") {
      guard let element = try await first(role, name) else { return nil as Bool? }
      // Also one that is disabled with what it stands in.
      let isEnabled = try await run(
        "return !arguments[0].matches(\":disabled\")", element.reference
      ).isTruthy
      guard isEnabled else { return nil }
      try await element.click()
      return true
    }
  }

  /// Types into the field of a label.
  package func fill(_ label: String, _ text: String) async throws {
    try await wait(for: "the field \(label), to type into it") {
      guard let field = try await first(.field, label) else { return nil as Bool? }
      try await field.type(text)
      return true
    }
  }

  /// The text of the alerts that say something.
  package func alert() async throws -> String {
    try await run(
      """
      return [...document.querySelectorAll("[role=alert]")]
        .map((element) => element.innerText.trim()).filter(Boolean).join("\\n");
      """
    ).text ?? ""
  }

  /// Waits for an alert that says something with this in it.
  @discardableResult
  package func wait(forAlert text: String, seconds: Double = 30) async throws -> String {
    try await wait(for: "an alert with: \(text)", seconds: seconds) {
      let alert = try await alert()
      return alert.contains(text) ? alert : nil
    }
  }
}
