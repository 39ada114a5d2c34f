package dev.countersign.vectors.linking;

import dev.countersign.vectors.linking.DisplayCharacter.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of characters, decoded once. */
final class DisplayCharacterTable {
  /** The sets of what stands in any word. */
  static final int ALL_SETS = -1;

  /**
   * An entry of gap, length and kind: {@code 7.19LL} are 26 Latin letters, seven code points
   * behind the range before.
   */
  private static final Pattern ENTRY =
      Pattern.compile("([0-9a-f]*)(?:\\.([0-9a-f]+))?(?:([LNS])(.)|([A-Z]))");

  /** A letter with the codes of the scripts that it looks like. */
  private static final Pattern LOOK_ALIKE = Pattern.compile("([0-9a-f]+)([A-Z]+)");

  private static final List<Range> RANGES = ranges();
  private static final Map<Integer, Integer> LOOK_ALIKES = lookAlikes();

  private DisplayCharacterTable() {}

  private record Range(int first, int last, Kind kind, int script, int sets) {}

  static DisplayCharacter find(int codePoint) {
    // The last range that begins at or before the character.
    int low = 0;
    int high = RANGES.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (RANGES.get(middle).first <= codePoint) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0 || RANGES.get(low - 1).last < codePoint) {
      return new DisplayCharacter(codePoint, Kind.OTHER, 0, ALL_SETS, codePoint);
    }
    Range range = RANGES.get(low - 1);
    return new DisplayCharacter(codePoint, range.kind, range.script, range.sets, range.first);
  }

  /** Tells a script in which joiners choose between forms of a letter. */
  static boolean hasJoiners(int script) {
    return DisplayTable.JOINING_SCRIPTS.indexOf(DisplayTable.SCRIPTS.charAt(script)) >= 0;
  }

  /** The scripts that have a letter of one shape, as bits. */
  static int lookAlikes(int codePoint) {
    return LOOK_ALIKES.getOrDefault(codePoint, 0);
  }

  private static List<Range> ranges() {
    List<Range> ranges = new ArrayList<>();
    Matcher entry = ENTRY.matcher(DisplayTable.RANGES);
    int end = 0;
    while (entry.find()) {
      int first = end + number(entry.group(1));
      int last = first + number(entry.group(2));
      boolean hasScript = entry.group(3) != null;
      Kind kind = Kind.of(entry.group(hasScript ? 3 : 5));
      int script = hasScript ? DisplayTable.SCRIPTS.indexOf(entry.group(4)) : 0;
      int sets = hasScript ? DisplayTable.sets(script) : ALL_SETS;
      ranges.add(new Range(first, last, kind, script, sets));
      end = last + 1;
    }
    return ranges;
  }

  private static int number(String text) {
    return text == null || text.isEmpty() ? 0 : Integer.parseInt(text, 16);
  }

  private static Map<Integer, Integer> lookAlikes() {
    Map<Integer, Integer> lookAlikes = new HashMap<>();
    Matcher entry = LOOK_ALIKE.matcher(DisplayTable.LOOK_ALIKES);
    while (entry.find()) {
      int scripts = entry.group(2).chars()
          .map(code -> 1 << DisplayTable.SCRIPTS.indexOf(code))
          .reduce(0, (one, other) -> one | other);
      lookAlikes.put(Integer.parseInt(entry.group(1), 16), scripts);
    }
    return lookAlikes;
  }
}
