import WireModel

/// A name that can be shown: 1 to 64 characters, none of which deceives a screen.
struct DisplayName: Sendable, Hashable {
  let text: String

  init(_ typed: String) throws(Refusal) {
    var form = CanonicalForm()
    guard (1...64).contains(typed.count), typed.utf8.count <= 256,
      (try? form.append(typed, field: "displayName")) != nil,
      typed.contains(where: { !$0.isWhitespace })
    else {
      throw Refusal(
        .unacceptableValue, "displayName must be 1 to 64 characters that a screen can show")
    }
    text = typed
  }
}
