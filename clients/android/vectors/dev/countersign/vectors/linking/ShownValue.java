package dev.countersign.vectors.linking;

/** Values as a screen shows them, the same in all clients ({@code docs/clients.md}). */
final class ShownValue {
  private static final String NARROW_SPACE = "\u202f";
  private static final String FIXED_SPACE = "\u00a0";

  private ShownValue() {}

  /** One line for a value, in the document's language. */
  static String of(Value value, Language language) {
    if (value instanceof Value.Money money) {
      return money(money, language);
    }
    if (value instanceof Value.Words words) {
      return CanonicalForm.normalized(words.text());
    }
    if (value instanceof Value.Account account) {
      return account(account);
    }
    if (value instanceof Value.Day day) {
      return day.text();
    }
    if (value instanceof Value.Moment moment) {
      return moment.text().substring(0, 10) + " " + moment.text().substring(11, 16) + " UTC";
    }
    if (value instanceof Value.Whole whole) {
      return sign(whole.number()) + grouped(Long.toString(Math.abs(whole.number())));
    }
    if (value instanceof Value.Flag flag) {
      return language.word(flag.isTrue());
    }
    throw new IllegalArgumentException("no screen shows a value of kind " + value.kind());
  }

  private static String money(Value.Money money, Language language) {
    int exponent = money.exponent();
    String digits = Long.toString(Math.abs(money.minorUnits()));
    String padded = "0".repeat(Math.max(0, exponent + 1 - digits.length())) + digits;
    int whole = padded.length() - exponent;
    String mark = exponent == 0 ? "" : language.decimalMark();
    return sign(money.minorUnits()) + grouped(padded.substring(0, whole)) + mark
        + padded.substring(whole) + FIXED_SPACE + money.currency();
  }

  private static String account(Value.Account account) {
    String text = CanonicalForm.normalized(account.identifier());
    return account.scheme().equals(ValueLimits.IBAN)
        ? text.replaceAll("(.{4})(?=.)", "$1" + FIXED_SPACE) : account.scheme() + " " + text;
  }

  private static String sign(long number) {
    return number < 0 ? "-" : "";
  }

  /** Groups of three digits from the right. */
  private static String grouped(String digits) {
    return digits.replaceAll("(?<=\\d)(?=(\\d{3})+$)", NARROW_SPACE);
  }
}
