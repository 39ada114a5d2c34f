package dev.countersign;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a person answers to a screen. Printing it shows no PIN and no code. */
public final class ScreenAnswer {
  private final Map<String, @Nullable Object> crossing = new LinkedHashMap<>();

  private ScreenAnswer(String kind) {
    crossing.put("kind", kind);
  }

  private static ScreenAnswer factor(
      @Nullable String pin, boolean biometrics, @Nullable String code) {
    ScreenAnswer answer = new ScreenAnswer("FACTOR");
    answer.crossing.put("pin", pin);
    answer.crossing.put("biometrics", biometrics);
    answer.crossing.put("code", code);
    return answer;
  }

  /**
   * Gives the PIN.
   *
   * @param pin the PIN
   * @return the answer
   */
  public static ScreenAnswer pin(String pin) {
    return factor(pin, false, null);
  }

  /**
   * Gives a code.
   *
   * @param code the code
   * @return the answer
   */
  public static ScreenAnswer code(String code) {
    return factor(null, false, code);
  }

  /**
   * Wants biometrics: the platform asks.
   *
   * @return the answer
   */
  public static ScreenAnswer biometrics() {
    return factor(null, true, null);
  }

  /**
   * Wants a code: in place of biometrics, or once more.
   *
   * @return the answer
   */
  public static ScreenAnswer requestCode() {
    return new ScreenAnswer("REQUEST_CODE");
  }

  /**
   * Wants biometrics on this device.
   *
   * @return the answer
   */
  public static ScreenAnswer accept() {
    return new ScreenAnswer("ACCEPT");
  }

  /**
   * Wants none.
   *
   * @return the answer
   */
  public static ScreenAnswer reject() {
    return new ScreenAnswer("REJECT");
  }

  /**
   * Says yes to the transaction that is shown.
   *
   * @return the answer
   */
  public static ScreenAnswer authorize() {
    return new ScreenAnswer("AUTHORIZE");
  }

  /**
   * Says no to it.
   *
   * @return the answer
   */
  public static ScreenAnswer deny() {
    return new ScreenAnswer("DENY");
  }

  /**
   * Wants to leave; on the question whether to leave it is yes.
   *
   * @return the answer
   */
  public static ScreenAnswer leave() {
    return new ScreenAnswer("LEAVE");
  }

  /**
   * On the question whether to leave it is no.
   *
   * @return the answer
   */
  public static ScreenAnswer stay() {
    return new ScreenAnswer("STAY");
  }

  /**
   * Has seen the outcome.
   *
   * @return the answer
   */
  public static ScreenAnswer close() {
    return new ScreenAnswer("CLOSE");
  }

  Map<String, @Nullable Object> crossing() {
    return crossing;
  }

  @Override
  public String toString() {
    return String.valueOf(crossing.get("kind"));
  }
}
