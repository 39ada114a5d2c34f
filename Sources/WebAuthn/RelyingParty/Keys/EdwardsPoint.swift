/// Judges encoded points of edwards25519 (RFC 8032 section 5.1) that come as public keys.
///
/// The library below looks at a key only when a signature is verified, and never at its order.
struct EdwardsPoint {
  private let y: FieldElement

  /// Reads 32 bytes; nothing when they are not canonical, or a point of small order.
  init?(_ encoded: [UInt8]) {
    guard encoded.count == 32 else { return nil }
    var bytes = encoded
    bytes[31] &= 0x7F
    guard let y = FieldElement(canonical: bytes) else { return nil }
    self.y = y
    if hasSmallOrder { return nil }
  }

  /// Whether there is a point with this y on the curve.
  ///
  /// A key off the curve verifies no signature, but a registration without attestation has none
  /// to verify, so it asks here.
  var isOnCurve: Bool {
    // x² = (y² − 1) / (d·y² + 1). The quotient of two numbers is a square just when their product
    // is, and the denominator is never zero, since −1/d is no square.
    let ySquared = y * y
    let numerator = ySquared - .one
    let denominator = FieldElement.curveConstant * ySquared + .one
    return (numerator * denominator).isNonzeroSquare
  }

  private var hasSmallOrder: Bool {
    let ySquared = y * y
    // Orders one and two: y is 1 or −1. Order four: y is 0.
    if ySquared == .one || y.isZero { return true }
    // Order eight: doubling gives y = 0, so x² = −y², which put into the curve's equation leaves
    // d·y⁴ + 2·y² − 1 = 0.
    return (FieldElement.curveConstant * ySquared * ySquared + ySquared + ySquared) == .one
  }
}
