package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;

/** The value of a document's field, by its kind. */
public sealed interface Value {
  /** The largest number that every reader of JSON keeps exactly. */
  long MAXIMUM = 1L << 53;

  /**
   * The kind's name, as it stands in JSON and in the canonical form.
   *
   * @return the name
   */
  String kind();

  /**
   * The value as a screen shows it, the same in all clients.
   *
   * @param language the document's language
   * @return one line
   */
  default String shown(Language language) {
    return ShownValue.of(this, language);
  }

  /**
   * Appends the value to a canonical form.
   *
   * @param form the form
   * @param field the field's name, for the refusal
   * @throws CanonicalFormException if a text cannot be shown truthfully
   */
  void append(CanonicalForm form, String field) throws CanonicalFormException;

  /**
   * Reads the {@code value} of a field by its {@code kind}.
   *
   * @param field the field
   * @return the value
   * @throws JsonException if the kind is unknown or the value has another shape than its kind
   */
  static Value of(JsonObject field) throws JsonException {
    return ValueReader.read(field);
  }

  /**
   * An amount of money.
   *
   * @param minorUnits the amount in the smallest unit of the currency, from -2^53 to 2^53
   * @param currency the currency's code (ISO 4217)
   * @param exponent the number of decimals of an amount, 0 to 4
   */
  record Money(long minorUnits, String currency, int exponent) implements Value {
    /**
     * An amount of money.
     *
     * @param minorUnits the amount in the smallest unit of the currency
     * @param currency the currency's code
     * @param exponent the number of decimals
     * @throws IllegalArgumentException if a part is outside its limits
     */
    public Money {
      ValueLimits.requireMoney(minorUnits, currency, exponent);
    }

    @Override
    public String kind() {
      return "money";
    }

    @Override
    public void append(CanonicalForm form, String field) {
      form.integer(minorUnits).lengthed(currency).unlengthed(ByteString.of(
          new byte[] {(byte) exponent}));
    }
  }

  /** A value that is words alone. */
  sealed interface Words extends Value {
    /**
     * The words.
     *
     * @return a text as it was read
     */
    String text();

    /**
     * Their place on the screen, which decides on the display rules.
     *
     * @return the use
     */
    TextUse use();

    @Override
    default void append(CanonicalForm form, String field) throws CanonicalFormException {
      form.text(field, text(), use());
    }
  }

  /**
   * The name of who is paid.
   *
   * @param text the name
   */
  record Payee(String text) implements Words {
    @Override
    public String kind() {
      return "payee";
    }

    @Override
    public TextUse use() {
      return TextUse.PAYEE;
    }
  }

  /**
   * A reference by which payer and payee know the payment again.
   *
   * @param text the reference
   */
  record Reference(String text) implements Words {
    @Override
    public String kind() {
      return "reference";
    }

    @Override
    public TextUse use() {
      return TextUse.REFERENCE;
    }
  }

  /**
   * Any other text.
   *
   * @param text the text
   */
  record Text(String text) implements Words {
    @Override
    public String kind() {
      return "text";
    }

    @Override
    public TextUse use() {
      return TextUse.TEXT;
    }
  }

  /**
   * An account of who is paid.
   *
   * @param scheme what gives the identifier its form: {@code IBAN}, or another by its name
   * @param identifier the identifier; of an IBAN without spaces
   */
  record Account(String scheme, String identifier) implements Value {
    /**
     * An account.
     *
     * @param scheme what gives the identifier its form
     * @param identifier the identifier
     * @throws IllegalArgumentException if the scheme is not a name, or an IBAN holds spaces
     */
    public Account {
      ValueLimits.requireAccount(scheme, identifier);
    }

    @Override
    public String kind() {
      return "account";
    }

    @Override
    public void append(CanonicalForm form, String field) throws CanonicalFormException {
      form.lengthed(scheme).text(field, identifier, TextUse.REFERENCE);
    }
  }

  /**
   * A day of the calendar.
   *
   * @param text the day, {@code 2026-11-30}
   */
  record Day(String text) implements Value {
    /**
     * A day.
     *
     * @param text the day
     * @throws IllegalArgumentException if it has another form, or no month has the day
     */
    public Day {
      ValueLimits.requireDay(text);
    }

    @Override
    public String kind() {
      return "date";
    }

    @Override
    public void append(CanonicalForm form, String field) {
      form.lengthed(text);
    }
  }

  /**
   * A moment.
   *
   * @param text the moment (RFC 3339) in UTC, {@code 2026-11-30T14:05:09Z}
   */
  record Moment(String text) implements Value {
    /**
     * A moment.
     *
     * @param text the moment
     * @throws IllegalArgumentException if it has another form, or is not in UTC
     */
    public Moment {
      ValueLimits.requireMoment(text);
    }

    @Override
    public String kind() {
      return "time";
    }

    @Override
    public void append(CanonicalForm form, String field) throws CanonicalFormException {
      form.text(field, text, TextUse.TEXT);
    }
  }

  /**
   * A whole number.
   *
   * @param number the number, from -2^53 to 2^53
   */
  record Whole(long number) implements Value {
    /**
     * A whole number.
     *
     * @param number the number
     * @throws IllegalArgumentException if it is outside its limits
     */
    public Whole {
      ValueLimits.requireWhole(number);
    }

    @Override
    public String kind() {
      return "integer";
    }

    @Override
    public void append(CanonicalForm form, String field) {
      form.integer(number);
    }
  }

  /**
   * Yes or no.
   *
   * @param isTrue yes
   */
  record Flag(boolean isTrue) implements Value {
    @Override
    public String kind() {
      return "flag";
    }

    @Override
    public void append(CanonicalForm form, String field) {
      form.flag(isTrue);
    }
  }
}
