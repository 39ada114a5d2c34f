/// The numbers of a login by link: one stands on the screen that is logged in, and the device shows
/// it among two others.
struct LinkNumbers: Sendable {
  /// The right one.
  let right: String
  /// All three, in an order that tells nothing.
  let shown: [String]

  /// Draws three different numbers of two digits, and which of them is the right one.
  init(random: any RandomBytes) {
    var drawn: [String] = []
    while drawn.count < 3 {
      // A byte that would favour the low numbers is passed over (rejection sampling).
      guard let byte = random.bytes(1).first, byte < 180 else { continue }
      let number = String(10 + byte % 90)
      if !drawn.contains(number) { drawn.append(number) }
    }
    var place = random.bytes(1)[0]
    while place >= 255 { place = random.bytes(1)[0] }
    right = drawn[Int(place % 3)]
    shown = drawn
  }
}
