package dev.countersign.vectors.linking;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rules by which a screen shows a text truthfully, the same on each server and client
 * ({@code docs/display.md}).
 */
public final class DisplayRule {
  /** The version of the table. */
  public static final int TABLE_VERSION = DisplayTable.VERSION;

  /** The Unicode version that the table was made from. */
  public static final String UNICODE_VERSION = DisplayTable.UNICODE_VERSION;

  /** The version of the look-alikes in the table. */
  public static final int LOOK_ALIKES_VERSION = DisplayTable.LOOK_ALIKES_VERSION;

  private DisplayRule() {}

  /**
   * Finds the first character that breaks a rule. An empty text breaks none: the fields that need a
   * text say so themselves.
   *
   * @param text the text
   * @param use its place on the screen
   * @return the fault; empty for a text that may be shown
   */
  public static Optional<DisplayFault> fault(String text, TextUse use) {
    return isPlain(text) ? Optional.empty() : new DisplayReading(text).fault(use);
  }

  /**
   * Finds what a person should be told beside a text.
   *
   * @param text the text
   * @return the warnings, in the order of the constants
   */
  public static List<DisplayWarning> warnings(String text) {
    if (isPlain(text)) {
      return List.of();
    }
    DisplayReading reading = new DisplayReading(text);
    List<DisplayWarning> found = new ArrayList<>();
    if (reading.mixesScripts()) {
      found.add(DisplayWarning.MIXED_SCRIPTS);
    }
    if (reading.hasLookAlikes()) {
      found.add(DisplayWarning.LOOK_ALIKE);
    }
    return List.copyOf(found);
  }

  /**
   * Tells ASCII without controls and not blank, which breaks no rule. Nearly all texts are that;
   * they take no table.
   */
  private static boolean isPlain(String text) {
    boolean isBlank = true;
    for (int index = 0; index < text.length(); index += 1) {
      char unit = text.charAt(index);
      if (unit < 0x20 || unit > 0x7e) {
        return false;
      }
      isBlank &= unit == ' ';
    }
    return !isBlank;
  }
}
