import WireModel

/// What a host may have shown on a device: short lines that deceive no screen.
enum AnnouncementRules {
  /// Refuses what is too long, or what a screen could show otherwise than it is.
  static func require(_ announcement: Announcement) throws(Refusal) {
    guard announcement.entries.count <= mostEntries else {
      throw refused("entries", "at most \(mostEntries)")
    }
    for entry in announcement.entries {
      guard isShowable(entry.key, atMost: 64), isShowable(entry.value, atMost: 256) else {
        throw refused("entries", "keys of 1 to 64 and values of 1 to 256 characters to show")
      }
    }
    if let logo = announcement.logo {
      guard logo.hasPrefix("https://"), logo.utf8.count <= 1024,
        logo.utf8.allSatisfy({ 0x21...0x7e ~= $0 })
      else { throw refused("logo", "an https address of at most 1024 characters") }
    }
  }

  private static func isShowable(_ text: String, atMost count: Int) -> Bool {
    var form = CanonicalForm()
    return (1...count).contains(text.count) && text.utf8.count <= 4 * count
      && (try? form.append(text, field: "text", as: .text)) != nil
      && DisplayRule.unassigned(in: text) == nil
  }

  private static func refused(_ field: String, _ allowed: String) -> Refusal {
    Refusal(.unacceptableValue, "announceInfo.\(field): must be \(allowed)")
  }

  private static let mostEntries = 16
}
