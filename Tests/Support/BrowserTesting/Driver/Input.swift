import WebAuthnModel

/// Keys that have no character; the code points are the WebDriver specification's.
package enum Key {
  package static let tab = "\u{E004}"
  package static let enter = "\u{E007}"
  package static let escape = "\u{E00C}"
  package static let space = " "
}

extension Browser {
  /// Presses keys one after the other, wherever the focus is.
  package func strike(_ keys: String...) async throws {
    let actions = keys.joined().unicodeScalars.flatMap { key -> [JSONValue] in
      [
        ["type": "keyDown", "value": .string(String(key))],
        ["type": "keyUp", "value": .string(String(key))],
      ]
    }
    try await perform(["type": "key", "id": "keyboard", "actions": .array(actions)])
  }

  /// Clicks an element several times with nothing in between.
  package func click(_ element: Element, times: Int) async throws {
    let move: JSONValue = [
      "type": "pointerMove", "duration": 0, "origin": element.reference, "x": 0, "y": 0,
    ]
    let click: [JSONValue] = [
      ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
    ]
    let actions = [move] + Array(repeating: click, count: times).joined()
    try await perform([
      "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
      "actions": .array(actions),
    ])
  }

  private func perform(_ source: JSONValue) async throws {
    try await send("POST", "actions", ["actions": [source]])
  }

  /// The element that has the focus: its tag and its text.
  package func focused() async throws -> Focused {
    let value = try await run(
      """
      const element = document.activeElement;
      return [element.tagName.toLowerCase(), element.id, element.innerText ?? ""];
      """)
    let texts = value.texts
    guard texts.count == 3 else { return Focused(tag: "", id: "", text: "") }
    return Focused(tag: texts[0], id: texts[1], text: texts[2])
  }
}

/// The element with the focus.
package struct Focused: Sendable, Equatable {
  package let tag: String
  package let id: String
  package let text: String
}
