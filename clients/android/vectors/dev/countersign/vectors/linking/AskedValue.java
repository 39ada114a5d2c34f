package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.JsonFlag;
import dev.countersign.vectors.encoding.JsonInteger;
import dev.countersign.vectors.encoding.JsonText;
import dev.countersign.vectors.encoding.JsonValue;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares a document's value with that of a payload, in any spelling that the server takes of a
 * declared scenario ({@code docs/scenarios-file.md}).
 */
final class AskedValue {
  // Up to 16 digits: as many as 2^53 has.
  private static final Pattern DECIMAL = Pattern.compile("(?:0|[1-9]\\d{0,15})(?:\\.(\\d{1,4}))?");
  private static final Pattern MOMENT = Pattern.compile(
      "(\\d{4}-\\d\\d-\\d\\d)[Tt](\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)?"
          + "(?:[Zz]|([+-])([01]\\d|2[0-3]):([0-5]\\d))");
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT);

  private AskedValue() {}

  /** Whether what is shown is what was asked for. */
  static boolean isShown(Value shown, JsonValue asked) {
    if (asked instanceof JsonText text) {
      return isSpelled(shown, text.text());
    }
    if (asked instanceof JsonInteger integer) {
      return shown instanceof Value.Money money
          ? isAmount(money, String.valueOf(integer.number()))
          : shown instanceof Value.Whole whole && whole.number() == integer.number();
    }
    return asked instanceof JsonFlag flag && shown.equals(new Value.Flag(flag.isTrue()));
  }

  private static boolean isSpelled(Value shown, String asked) {
    if (shown instanceof Value.Money money) {
      String[] parts = asked.split(" ", -1);
      boolean isOfCurrency =
          parts.length == 1 || parts.length == 2 && parts[1].equals(money.currency());
      return isOfCurrency && isAmount(money, parts[0]);
    }
    if (shown instanceof Value.Account account) {
      return account.scheme().equals(ValueLimits.IBAN)
          ? account.identifier().equals(asked.replace(" ", "").toUpperCase(Locale.ROOT))
          : isSame(account.identifier(), asked);
    }
    if (shown instanceof Value.Words words) {
      return isSame(words.text(), asked);
    }
    if (shown instanceof Value.Day day) {
      return day.text().equals(asked);
    }
    return shown instanceof Value.Moment moment
        && inUtc(asked).equals(Optional.of(moment.text()));
  }

  /** The same letters, composed or not. */
  private static boolean isSame(String shown, String asked) {
    return Normalizer.normalize(shown, Normalizer.Form.NFC)
        .equals(Normalizer.normalize(asked, Normalizer.Form.NFC));
  }

  /** Whether a decimal number of whole units, with no more decimals than the currency, is this. */
  private static boolean isAmount(Value.Money money, String decimal) {
    Matcher number = DECIMAL.matcher(decimal);
    return number.matches()
        && (number.group(1) == null || number.group(1).length() <= money.exponent())
        && BigDecimal.valueOf(money.minorUnits(), money.exponent())
            .compareTo(new BigDecimal(decimal)) == 0;
  }

  /** A moment of any offset in UTC, without fractions of a second; empty for what is none. */
  private static Optional<String> inUtc(String text) {
    Matcher parts = MOMENT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int minutes = 0;
    if (parts.group(3) != null) {
      minutes = Integer.parseInt(parts.group(4)) * 60 + Integer.parseInt(parts.group(5));
      minutes = parts.group(3).equals("-") ? -minutes : minutes;
    }
    try {
      LocalDateTime there = LocalDateTime.parse(parts.group(1) + "T" + parts.group(2));
      return Optional.of(there.minusMinutes(minutes).format(UTC));
    } catch (DateTimeException notOne) {
      return Optional.empty();
    }
  }
}
