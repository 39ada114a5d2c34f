package dev.countersign.vectors.linking;

import dev.countersign.vectors.linking.DisplayCharacter.Kind;
import dev.countersign.vectors.linking.DisplayFault.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A text as the display rules read it: character by character, each with its kind and script. */
final class DisplayReading {
  private final List<DisplayCharacter> characters;

  DisplayReading(String text) {
    characters = text.codePoints().mapToObj(DisplayCharacterTable::find)
        .collect(Collectors.toUnmodifiableList());
  }

  /** The first character that breaks a rule. */
  Optional<DisplayFault> fault(TextUse use) {
    Memory memory = new Memory();
    for (int index = 0; index < characters.size(); index += 1) {
      DisplayCharacter character = characters.get(index);
      Rule rule = byKind(index, use);
      if (rule == null) {
        rule = memory.rule(character, use);
      }
      if (rule != null) {
        return Optional.of(new DisplayFault(rule, character.codePoint()));
      }
    }
    boolean isBlank = characters.stream().allMatch(one -> one.kind() == Kind.BLANK);
    return isBlank && !characters.isEmpty()
        ? Optional.of(new DisplayFault(Rule.BLANK, characters.get(0).codePoint()))
        : Optional.empty();
  }

  boolean mixesScripts() {
    int sets = DisplayCharacterTable.ALL_SETS;
    for (DisplayCharacter character : characters) {
      sets &= character.sets();
    }
    return sets == 0;
  }

  /**
   * Tells a text with a script whose letters all look like those of another. Latin is what a reader
   * takes such letters for: the table has no Latin letter.
   */
  boolean hasLookAlikes() {
    Map<Integer, Integer> alike = new HashMap<>();
    for (DisplayCharacter character : characters) {
      if (character.kind() == Kind.LETTER) {
        int scripts = DisplayCharacterTable.lookAlikes(character.codePoint());
        alike.merge(character.script(), scripts, (one, other) -> one & other);
      }
    }
    return alike.values().stream().anyMatch(scripts -> scripts != 0);
  }

  // Characters that are refused by their kind, and their exceptions

  private Rule byKind(int index, TextUse use) {
    boolean mayHoldEmoji = use == TextUse.DISPLAY_NAME;
    return switch (characters.get(index).kind()) {
      case CONTROL -> Rule.CONTROL;
      case BIDI_CONTROL -> Rule.BIDI_CONTROL;
      case IGNORABLE -> Rule.IGNORABLE;
      case PRIVATE_USE -> Rule.PRIVATE_USE;
      case NONCHARACTER -> Rule.NONCHARACTER;
      case EMOJI -> mayHoldEmoji ? null : Rule.EMOJI;
      case KEYCAP -> mayHoldEmoji && isOnKey(index) ? null : Rule.EMOJI;
      case EMOJI_SELECTOR -> mayHoldEmoji && isSelecting(index) ? null : Rule.IGNORABLE;
      case JOINER -> mayHoldEmoji && isBetweenEmoji(index) || isBetweenLetters(index)
          ? null : Rule.JOINER;
      default -> null;
    };
  }

  private boolean isKind(int index, Kind kind) {
    return index >= 0 && index < characters.size() && characters.get(index).kind() == kind;
  }

  /** The place before a character, past a selector. */
  private int before(int index) {
    return isKind(index - 1, Kind.EMOJI_SELECTOR) ? index - 2 : index - 1;
  }

  /** Tells a digit, {@code #} or {@code *}. */
  private boolean isKey(int index) {
    if (index < 0) {
      return false;
    }
    int codePoint = characters.get(index).codePoint();
    return codePoint == '#' || codePoint == '*' || codePoint >= '0' && codePoint <= '9';
  }

  /** Tells a keycap on a key, with or without a selector between. */
  private boolean isOnKey(int index) {
    return isKey(before(index));
  }

  /** Tells a selector behind what it makes an emoji. */
  private boolean isSelecting(int index) {
    return isKind(index - 1, Kind.EMOJI) || isKind(index - 1, Kind.SIGN)
        || isKey(index - 1) && isKind(index + 1, Kind.KEYCAP);
  }

  private boolean isBetweenEmoji(int index) {
    return isKind(before(index), Kind.EMOJI) && isKind(index + 1, Kind.EMOJI);
  }

  /** Tells a joiner between letters of one script that has joiners; marks may stand between. */
  private boolean isBetweenLetters(int index) {
    int first = index - 1;
    while (first >= 0 && characters.get(first).isMark()) {
      first -= 1;
    }
    int last = index + 1;
    while (last < characters.size() && characters.get(last).isMark()) {
      last += 1;
    }
    if (!isKind(first, Kind.LETTER) || !isKind(last, Kind.LETTER)) {
      return false;
    }
    int script = characters.get(first).script();
    return script == characters.get(last).script() && DisplayCharacterTable.hasJoiners(script);
  }

  /** What the rules remember of the characters before. */
  private static final class Memory {
    private boolean isOnCharacter = false;
    private int marks = 0;
    private int digitSystem = -1;
    private int word = DisplayCharacterTable.ALL_SETS;

    Rule rule(DisplayCharacter character, TextUse use) {
      Rule rule = ruleOfMarks(character.kind());
      if (rule == null) {
        rule = ruleOfDigits(character);
      }
      return rule == null && use == TextUse.PAYEE ? ruleOfWords(character) : rule;
    }

    private Rule ruleOfMarks(Kind kind) {
      switch (kind) {
        case NONSPACING_MARK:
          marks += 1;
          if (isOnCharacter) {
            return marks > 3 ? Rule.TOO_MANY_MARKS : null;
          }
          return Rule.LEADING_MARK;
        case SPACING_MARK:
          return isOnCharacter ? null : Rule.LEADING_MARK;
        // A joiner gives marks nothing new to stand on.
        case JOINER, EMOJI_SELECTOR, KEYCAP:
          return null;
        default:
          isOnCharacter = kind != Kind.BLANK;
          marks = 0;
          return null;
      }
    }

    /** A range of the table is a system of digits. */
    private Rule ruleOfDigits(DisplayCharacter character) {
      if (character.kind() != Kind.DIGIT) {
        return null;
      }
      if (digitSystem < 0) {
        digitSystem = character.rangeStart();
      }
      return digitSystem == character.rangeStart() ? null : Rule.MIXED_DIGITS;
    }

    private Rule ruleOfWords(DisplayCharacter character) {
      word = character.isInWord() ? word & character.sets() : DisplayCharacterTable.ALL_SETS;
      return word == 0 ? Rule.MIXED_SCRIPTS : null;
    }
  }
}
