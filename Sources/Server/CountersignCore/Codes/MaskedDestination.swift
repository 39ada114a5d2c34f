/// Where a code was sent, as it may be shown to whoever holds the session: enough to know it again,
/// and too little to learn it.
enum MaskedDestination {
  /// `a•••@example.org`.
  static func ofMail(_ address: String) -> String {
    let parts = address.split(separator: "@", maxSplits: 1)
    return "\(parts.first?.prefix(1) ?? "")•••@\(parts.last ?? "")"
  }

  /// `+234•••••78`.
  static func ofPhone(_ number: String) -> String {
    "\(number.prefix(4))•••••\(number.suffix(2))"
  }
}
