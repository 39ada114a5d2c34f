package dev.countersign.vectors.linking;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** What a value may be, by its kind ({@code docs/challenge-and-canonical-form.md}). */
final class ValueLimits {
  /** The scheme whose identifiers are shown in groups. */
  static final String IBAN = "IBAN";

  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
  private static final Pattern SCHEME = Pattern.compile("[A-Z0-9_]{1,16}");
  private static final Pattern CLOCK =
      Pattern.compile("T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?Z");

  private ValueLimits() {}

  static void requireMoney(long minorUnits, String currency, int exponent) {
    if (exponent < 0 || exponent > 4 || !CURRENCY.matcher(currency).matches()) {
      throw new IllegalArgumentException("money must have a code of ISO 4217, 0 to 4 decimals");
    }
    requireWhole(minorUnits);
  }

  static void requireAccount(String scheme, String identifier) {
    boolean isSpaced = CanonicalForm.normalized(identifier).indexOf(' ') >= 0;
    if (!SCHEME.matcher(scheme).matches() || scheme.equals(IBAN) && isSpaced) {
      throw new IllegalArgumentException("account must have a scheme and an identifier of it");
    }
  }

  static void requireDay(String text) {
    try {
      if (text.length() == 10 && text.equals(LocalDate.parse(text).toString())) {
        return;
      }
    } catch (DateTimeParseException notOne) {
      // Refused below, like all others.
    }
    throw new IllegalArgumentException("a date must be a day, as in 2026-11-30");
  }

  static void requireMoment(String text) {
    requireDay(text.substring(0, Math.min(10, text.length())));
    if (!CLOCK.matcher(text.substring(10)).matches()) {
      throw new IllegalArgumentException("a time must be in UTC, as in 2026-11-30T14:05:09Z");
    }
  }

  static void requireWhole(long number) {
    if (number < -Value.MAXIMUM || number > Value.MAXIMUM) {
      throw new IllegalArgumentException("a number must be from -2^53 to 2^53");
    }
  }
}
