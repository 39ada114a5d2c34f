/// An encoded point of edwards25519 (RFC 8032 section 5.1) that comes as a public key.
///
/// The library below looks at a key only when a signature is verified, and never at its order.
struct EdwardsPoint {
  private let y: FieldElement

  /// Reads 32 bytes; nil if they are not canonical, or a point of small order.
  init?(_ encoded: [UInt8]) {
    guard encoded.count == 32 else { return nil }
    var bytes = encoded
    bytes[31] &= 0x7F
    guard let y = FieldElement(canonical: bytes) else { return nil }
    self.y = y
    if hasSmallOrder { return nil }
  }

  /// True if there is a point with this y on the curve.
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

/// A number modulo 2^255 − 19, in four 64-bit limbs, least significant first.
///
/// It computes on public keys alone, so its time may depend on the values.
private struct FieldElement: Equatable {
  private var limbs: (UInt64, UInt64, UInt64, UInt64)

  static let one = FieldElement(limbs: (1, 0, 0, 0))

  /// The constant d of the curve, −121665/121666 (RFC 8032 section 5.1).
  static let curveConstant = FieldElement(
    limbs: (
      0x75EB_4DCA_1359_78A3, 0x0070_0A4D_4141_D8AB, 0x8CC7_4079_7779_E898, 0x5203_6CEE_2B6F_FE73
    ))

  private static let modulus: [UInt64] = [
    0xFFFF_FFFF_FFFF_FFED, .max, .max, 0x7FFF_FFFF_FFFF_FFFF,
  ]

  private init(limbs: (UInt64, UInt64, UInt64, UInt64)) { self.limbs = limbs }

  /// Reads 32 little-endian bytes; a number not below the modulus is no canonical one.
  init?(canonical bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    let words = (0..<4).map { word in
      (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[word * 8 + $1]) }
    }
    guard Self.isBelowModulus(words) else { return nil }
    limbs = (words[0], words[1], words[2], words[3])
  }

  var isZero: Bool { limbs == (0, 0, 0, 0) }

  /// Euler's criterion: the power (p − 1)/2 = 2^254 − 10 is one.
  var isNonzeroSquare: Bool {
    var power = Self.one
    for bit in (0..<254).reversed() {
      power = power * power
      if Self.halfOrderBit(bit) { power = power * self }
    }
    return power == .one
  }

  static func == (left: FieldElement, right: FieldElement) -> Bool { left.limbs == right.limbs }

  static func + (left: FieldElement, right: FieldElement) -> FieldElement {
    var sum = [UInt64](repeating: 0, count: 5)
    var carry: UInt64 = 0
    for (index, pair) in zip(left.words, right.words).enumerated() {
      let (partial, first) = pair.0.addingReportingOverflow(pair.1)
      let (total, second) = partial.addingReportingOverflow(carry)
      sum[index] = total
      carry = (first ? 1 : 0) + (second ? 1 : 0)
    }
    sum[4] = carry
    return reduced(sum)
  }

  static func - (left: FieldElement, right: FieldElement) -> FieldElement {
    left + FieldElement(limbs: difference(modulus, right.words))
  }

  static func * (left: FieldElement, right: FieldElement) -> FieldElement {
    var product = [UInt64](repeating: 0, count: 8)
    for (i, a) in left.words.enumerated() {
      var carry: UInt64 = 0
      for (j, b) in right.words.enumerated() {
        let (high, low) = a.multipliedFullWidth(by: b)
        let (partial, first) = product[i + j].addingReportingOverflow(low)
        let (total, second) = partial.addingReportingOverflow(carry)
        product[i + j] = total
        carry = high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
      }
      product[i + 4] = carry
    }
    // 2^256 = 38 modulo p, so the upper half folds into the lower.
    var folded = [UInt64](repeating: 0, count: 5)
    var carry: UInt64 = 0
    for index in 0..<4 {
      let (high, low) = product[index + 4].multipliedFullWidth(by: 38)
      let (partial, first) = product[index].addingReportingOverflow(low)
      let (total, second) = partial.addingReportingOverflow(carry)
      folded[index] = total
      carry = high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
    }
    folded[4] = carry
    return reduced(folded)
  }

  private var words: [UInt64] { [limbs.0, limbs.1, limbs.2, limbs.3] }

  /// Brings five limbs, the fifth below 2^8, under the modulus.
  private static func reduced(_ value: [UInt64]) -> FieldElement {
    var words = Array(value[0..<4])
    var fold = (value[4] << 1 | words[3] >> 63) * 19
    words[3] &= 0x7FFF_FFFF_FFFF_FFFF
    for index in 0..<4 {
      let (total, overflow) = words[index].addingReportingOverflow(fold)
      words[index] = total
      fold = overflow ? 1 : 0
    }
    while !isBelowModulus(words) {
      let smaller = difference(words, modulus)
      words = [smaller.0, smaller.1, smaller.2, smaller.3]
    }
    return FieldElement(limbs: (words[0], words[1], words[2], words[3]))
  }

  private static func difference(
    _ left: [UInt64], _ right: [UInt64]
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    var words = left
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (partial, first) = left[index].subtractingReportingOverflow(right[index])
      let (total, second) = partial.subtractingReportingOverflow(borrow)
      words[index] = total
      borrow = (first ? 1 : 0) + (second ? 1 : 0)
    }
    return (words[0], words[1], words[2], words[3])
  }

  private static func isBelowModulus(_ words: [UInt64]) -> Bool {
    for (word, limit) in zip(words, modulus).reversed() where word != limit { return word < limit }
    return false
  }

  /// Bits of 2^254 − 10: all of 2^254 − 1 but 8 and 1.
  private static func halfOrderBit(_ bit: Int) -> Bool { bit != 0 && bit != 3 }
}
