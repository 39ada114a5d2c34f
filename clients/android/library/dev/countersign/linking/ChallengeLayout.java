package dev.countersign.linking;

import dev.countersign.encoding.ByteString;
import java.util.Optional;

/**
 * The parts of a challenge that a device reads: version and key id (1 byte), issue time in ms (8),
 * nonce (16), binding (32), the server's code (32)
 * ({@code docs/challenge-and-canonical-form.md}, "Challenge").
 *
 * @param id issue time and nonce: the name of the operation that an action with it becomes
 * @param nonce 16 random bytes
 * @param binding what the challenge is linked to; 32 zeros for nothing
 */
public record ChallengeLayout(ByteString id, ByteString nonce, ByteString binding) {
  private static final int VERSION = 1;
  private static final int BYTES = 89;
  private static final String DOMAIN = "countersign/binding/v1";
  private static final ByteString UNLINKED = ByteString.of(new byte[32]);

  /**
   * Takes a challenge apart.
   *
   * @param challenge the challenge's bytes
   * @return its parts; empty where length or version is another
   */
  public static Optional<ChallengeLayout> of(ByteString challenge) {
    if (challenge.size() != BYTES || challenge.at(0) >> 4 != VERSION) {
      return Optional.empty();
    }
    return Optional.of(new ChallengeLayout(
        challenge.slice(1, 25), challenge.slice(9, 25), challenge.slice(25, 57)));
  }

  /**
   * Whether the challenge is linked to a transaction or a scenario at all.
   *
   * @return whether its binding is not zero
   */
  public boolean isLinked() {
    return !binding.equals(UNLINKED);
  }

  /**
   * Whether the challenge is linked to exactly this. Anybody can tell: it takes no key.
   *
   * @param scenario the scenario's name
   * @param canonicalTransaction the canonical form of what is shown; no bytes where a scenario has
   *     no transaction
   * @return whether the binding made anew is the one that stands in the challenge
   */
  public boolean isLinkedTo(String scenario, ByteString canonicalTransaction) {
    ByteString input = new CanonicalForm()
        .lengthed(ByteString.ofUtf8(DOMAIN))
        .lengthed(ByteString.ofUtf8(scenario))
        .lengthed(nonce)
        .lengthed(canonicalTransaction)
        .bytes();
    return binding.equals(input.sha256());
  }
}
