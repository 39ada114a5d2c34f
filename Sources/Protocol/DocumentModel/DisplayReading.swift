/// A text as the display rules read it: character by character, each with its kind and script.
struct DisplayReading {
  private let characters: [DisplayCharacter]

  init(_ text: String) {
    let table = DisplayCharacterTable.shared
    characters = text.unicodeScalars.map { table[$0.value] }
  }

  /// The first character that breaks a rule.
  func fault(as use: TextUse) -> DisplayFault? {
    var marks = Marks()
    var digits = Digits()
    var word = Word()
    for index in characters.indices {
      let character = characters[index]
      let rule =
        ruleByKind(at: index, as: use) ?? marks.rule(at: character) ?? digits.rule(at: character)
        ?? (use == .payee ? word.rule(at: character) : nil)
      if let rule { return DisplayFault(rule, character.codePoint) }
    }
    guard let first = characters.first, characters.allSatisfy({ $0.kind == .blank }) else {
      return nil
    }
    return DisplayFault(.blank, first.codePoint)
  }

  var warnings: [DisplayWarning] {
    var found: [DisplayWarning] = []
    let sets = characters.reduce(DisplayCharacterTable.allSets) { $0 & $1.sets }
    if sets == 0 { found.append(.mixedScripts) }
    if hasLookAlikes { found.append(.lookAlike) }
    return found
  }

  /// Tells a text with a script whose letters all look like those of another.
  ///
  /// Latin is what a reader takes such letters for: the table has no Latin letter.
  private var hasLookAlikes: Bool {
    let table = DisplayCharacterTable.shared
    var alike: [UInt8: UInt8] = [:]
    for character in characters where character.kind == .letter {
      alike[character.script, default: .max] &= table.lookAlikes[character.codePoint] ?? 0
    }
    return alike.values.contains { $0 != 0 }
  }
}

// MARK: - Characters that are refused by their kind, and their exceptions

extension DisplayReading {
  private func ruleByKind(at index: Int, as use: TextUse) -> DisplayFault.Rule? {
    let mayHoldEmoji = use == .displayName
    switch characters[index].kind {
    case .control: return .control
    case .bidiControl: return .bidiControl
    case .ignorable: return .ignorable
    case .privateUse: return .privateUse
    case .noncharacter: return .noncharacter
    case .emoji: return mayHoldEmoji ? nil : .emoji
    case .keycap: return mayHoldEmoji && isOnKey(index) ? nil : .emoji
    case .emojiSelector: return mayHoldEmoji && isSelecting(index) ? nil : .ignorable
    case .joiner:
      if mayHoldEmoji && isBetweenEmoji(index) { return nil }
      return isBetweenLetters(index) ? nil : .joiner
    default: return nil
    }
  }

  private func kind(at index: Int) -> DisplayCharacter.Kind? {
    characters.indices.contains(index) ? characters[index].kind : nil
  }

  /// Tells a keycap on a digit, `#` or `*`, with or without a selector between.
  private func isOnKey(_ index: Int) -> Bool {
    isKey(kind(at: index - 1) == .emojiSelector ? index - 2 : index - 1)
  }

  private func isKey(_ index: Int) -> Bool {
    guard characters.indices.contains(index) else { return false }
    switch characters[index].codePoint {
    case 0x23, 0x2a, 0x30...0x39: return true
    default: return false
    }
  }

  /// Tells a selector behind what it makes an emoji.
  private func isSelecting(_ index: Int) -> Bool {
    switch kind(at: index - 1) {
    case .emoji, .sign: true
    default: isKey(index - 1) && kind(at: index + 1) == .keycap
    }
  }

  private func isBetweenEmoji(_ index: Int) -> Bool {
    let before = kind(at: index - 1) == .emojiSelector ? index - 2 : index - 1
    return kind(at: before) == .emoji && kind(at: index + 1) == .emoji
  }

  /// Tells a joiner between letters of one script that has joiners; marks may stand between.
  private func isBetweenLetters(_ index: Int) -> Bool {
    guard let before = characters[..<index].last(where: { !$0.isMark }),
      let after = characters[(index + 1)...].first(where: { !$0.isMark })
    else { return false }
    return before.kind == .letter && after.kind == .letter && before.script == after.script
      && DisplayCharacterTable.shared.hasJoiners(before.script)
  }
}

// MARK: - Rules with a memory

extension DisplayReading {
  /// The combining marks on the character before.
  private struct Marks {
    private var isOnCharacter = false
    private var count = 0

    mutating func rule(at character: DisplayCharacter) -> DisplayFault.Rule? {
      switch character.kind {
      case .nonspacingMark:
        if !isOnCharacter { return .leadingMark }
        count += 1
        return count > 3 ? .tooManyMarks : nil
      case .spacingMark: return isOnCharacter ? nil : .leadingMark
      // A joiner gives marks nothing new to stand on.
      case .joiner, .emojiSelector, .keycap: return nil
      default:
        isOnCharacter = character.kind != .blank
        count = 0
        return nil
      }
    }
  }

  /// The system of the digits before: a range of the table is one.
  private struct Digits {
    private var system: UInt32?

    mutating func rule(at character: DisplayCharacter) -> DisplayFault.Rule? {
      guard character.kind == .digit else { return nil }
      defer { system = system ?? character.rangeStart }
      return system == nil || system == character.rangeStart ? nil : .mixedDigits
    }
  }

  /// The scripts that the word until here can be of.
  private struct Word {
    private var sets = DisplayCharacterTable.allSets

    mutating func rule(at character: DisplayCharacter) -> DisplayFault.Rule? {
      guard character.isInWord else {
        sets = DisplayCharacterTable.allSets
        return nil
      }
      sets &= character.sets
      return sets == 0 ? .mixedScripts : nil
    }
  }
}
