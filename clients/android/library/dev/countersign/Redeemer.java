package dev.countersign;

import java.util.Map;

/**
 * The app's own backend, as the SDK sees it: it redeems a token for exactly the payload that the
 * person proved ({@code POST /service/redeem}), and acts.
 */
public interface Redeemer {
  /**
   * Has the backend act.
   *
   * <p>It is called again with the very same token where an answer was lost. A failure counts as
   * perhaps done, unless it is a {@link SeamException} with {@link SeamException.Reason#NOT_SENT}.
   *
   * @param payload what the scenario is run for; bytes are base64url there
   * @param token the token; it is secret
   * @param answer takes what the backend answered, within a minute
   */
  void redeem(Map<String, ?> payload, String token, Answer<HostAnswer> answer);

  /**
   * The answer of a backend.
   *
   * @param refusal the host's own reason; null where it is done
   */
  record HostAnswer(@Nullable String refusal) {
    /**
     * It is done.
     *
     * @return the answer
     */
    public static HostAnswer done() {
      return new HostAnswer(null);
    }

    /**
     * It was refused.
     *
     * @param reason the host's own reason: a code
     * @return the answer
     */
    public static HostAnswer refused(String reason) {
      return new HostAnswer(Countersign.given(reason, "reason"));
    }
  }
}
