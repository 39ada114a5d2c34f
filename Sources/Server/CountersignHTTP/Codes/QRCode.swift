import CQREncode

/// A QR code: a square of dark and light modules that a camera reads a text from.
package struct QRCode: Sendable, Hashable {
  /// The number of modules on each side, without the quiet zone around them.
  package let side: Int
  /// Row by row from the top, each from the left; true for a dark module.
  private let modules: [Bool]

  /// The code of a text; nil where none holds it: it is empty, or longer than 2331 bytes.
  ///
  /// Error correction is of level M: a screen has no dirt on it, and fewer modules are larger ones.
  ///
  /// - Parameter text: What a camera is to read.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty,
      let encoded = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(encoded) }
    side = Int(encoded.pointee.width)
    // The lowest bit of each byte is the module; the others say what it is there for.
    modules = (0..<side * side).map { encoded.pointee.data[$0] & 1 == 1 }
  }

  /// True if a module is dark; those around the code, its quiet zone, are light.
  package subscript(row: Int, column: Int) -> Bool {
    guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
    return modules[row * side + column]
  }

  /// One text for each row, `1` for a dark module and `0` for a light one.
  package var rows: [String] {
    (0..<side).map { row in
      String((0..<side).map { column in self[row, column] ? "1" : "0" as Character })
    }
  }

  /// The code for a terminal, black on white whatever the terminal's colours are, its quiet zone
  /// included.
  ///
  /// One character shows two modules, one above the other. The two colours are the picture and no
  /// decoration, so that they are set in a file and under NO_COLOR too: a camera reads no code that
  /// has its colours from the ground.
  ///
  /// - Returns: The lines, all of the same length.
  package func terminalLines() -> [String] {
    stride(from: -Self.quietZone, to: side + Self.quietZone, by: 2).map { row in
      let blocks = (-Self.quietZone..<side + Self.quietZone).map { column in
        Self.block(upper: self[row, column], lower: self[row + 1, column])
      }
      return Self.blackOnWhite + String(blocks) + Self.ownColours
    }
  }

  /// The modules around a code that the standard asks for.
  private static let quietZone = 4
  /// Numbers of the palette of 256 colours, which no theme changes.
  private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
  private static let ownColours = "\u{1B}[0m"

  private static func block(upper: Bool, lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "\u{2588}"
    case (true, false): "\u{2580}"
    case (false, true): "\u{2584}"
    case (false, false): " "
    }
  }
}
