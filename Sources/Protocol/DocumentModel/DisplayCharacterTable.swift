/// A character as the display rules see it.
struct DisplayCharacter: Sendable {
  let codePoint: UInt32
  let kind: Kind
  /// The place of its script among the table's.
  let script: UInt8
  /// The sets of scripts that it can stand in a word with, as bits.
  let sets: UInt32
  /// The first character of its range.
  let rangeStart: UInt32

  var isMark: Bool { kind == .nonspacingMark || kind == .spacingMark }

  /// Tells what continues a word: an apostrophe does, other punctuation does not.
  var isInWord: Bool {
    switch kind {
    case .letter, .nonspacingMark, .spacingMark, .digit, .joiner: true
    default: codePoint == 0x27 || codePoint == 0x2019
    }
  }

  /// The kinds by their letters in the table.
  enum Kind: Unicode.Scalar {
    case letter = "L"
    case nonspacingMark = "N"
    case spacingMark = "S"
    case digit = "D"
    case blank = "W"
    case control = "C"
    case bidiControl = "B"
    case ignorable = "G"
    case privateUse = "P"
    case noncharacter = "X"
    case joiner = "J"
    case emoji = "E"
    case keycap = "K"
    /// A sign that a selector makes an emoji.
    case sign = "T"
    case emojiSelector = "V"
    /// Punctuation and symbols: whatever is not in the table.
    case other = "-"

    var hasScript: Bool {
      switch self {
      case .letter, .nonspacingMark, .spacingMark: true
      default: false
      }
    }
  }
}

/// The table of characters, decoded once.
struct DisplayCharacterTable: Sendable {
  static let shared = DisplayCharacterTable()

  /// The sets of characters that stand in any word.
  static let allSets = UInt32.max

  /// The scripts that have a letter of one shape, as bits, by the letter.
  let lookAlikes: [UInt32: UInt8]

  private let ranges: [Range]
  private let joiningScripts: [Bool]

  private struct Range {
    let first: UInt32
    let last: UInt32
    let kind: DisplayCharacter.Kind
    let script: UInt8
    let sets: UInt32
  }

  private init() {
    let codes = Array(DisplayTable.scripts.unicodeScalars)
    joiningScripts = codes.map(DisplayTable.joiningScripts.unicodeScalars.contains)
    ranges = Self.ranges(of: DisplayTable.ranges, codes: codes)
    lookAlikes = Self.lookAlikes(of: DisplayTable.lookAlikes, codes: codes)
  }

  subscript(codePoint: UInt32) -> DisplayCharacter {
    // The last range that begins at or before the character.
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].first <= codePoint { low = middle + 1 } else { high = middle }
    }
    guard low > 0, ranges[low - 1].last >= codePoint else {
      return DisplayCharacter(
        codePoint: codePoint, kind: .other, script: 0, sets: Self.allSets, rangeStart: codePoint)
    }
    let range = ranges[low - 1]
    return DisplayCharacter(
      codePoint: codePoint, kind: range.kind, script: range.script, sets: range.sets,
      rangeStart: range.first)
  }

  func hasJoiners(_ script: UInt8) -> Bool { joiningScripts[Int(script)] }

  /// Reads entries of gap, length and kind: `7.19LL` are 26 Latin letters, seven code points behind
  /// the range before.
  private static func ranges(of text: String, codes: [Unicode.Scalar]) -> [Range] {
    var ranges: [Range] = []
    var first: UInt32 = 0
    var numbers: [UInt32] = [0]
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if let digit = hexadecimal(scalar) {
        numbers[numbers.count - 1] = numbers[numbers.count - 1] << 4 | digit
      } else if scalar == "." {
        numbers.append(0)
      } else if let kind = DisplayCharacter.Kind(rawValue: scalar) {
        let code = kind.hasScript ? scalars.next().flatMap(codes.firstIndex(of:)) ?? 0 : 0
        first += numbers[0]
        let last = first + (numbers.count > 1 ? numbers[1] : 0)
        let sets = kind.hasScript ? DisplayTable.sets[code] : allSets
        ranges.append(
          Range(first: first, last: last, kind: kind, script: UInt8(code), sets: sets))
        first = last + 1
        numbers = [0]
      }
    }
    return ranges
  }

  /// Reads letters, each with the codes of the scripts that it looks like.
  private static func lookAlikes(of text: String, codes: [Unicode.Scalar]) -> [UInt32: UInt8] {
    var lookAlikes: [UInt32: UInt8] = [:]
    var letter: UInt32 = 0
    var scripts: UInt8 = 0
    for scalar in text.unicodeScalars {
      if let digit = hexadecimal(scalar) {
        if scripts != 0 { (letter, scripts) = (0, 0) }
        letter = letter << 4 | digit
      } else if let code = codes.firstIndex(of: scalar) {
        scripts |= 1 << UInt8(code)
        lookAlikes[letter] = scripts
      }
    }
    return lookAlikes
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 0x30
    case "a"..."f": scalar.value - 0x61 + 10
    default: nil
    }
  }
}
