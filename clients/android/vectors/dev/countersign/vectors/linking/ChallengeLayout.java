package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;
import java.util.Optional;

/**
 * The parts of a challenge, layout 2, that a device reads: version and key id (1 byte), issue time
 * in ms (8), nonce (16), language (8), scenario tag (4), binding (32), the server's code (32)
 * ({@code docs/challenge-and-canonical-form.md}, "Challenge").
 *
 * @param id issue time and nonce: the name of the operation that an action with it becomes
 * @param nonce 16 random bytes
 * @param language the language of the document, zeros behind its tag; 8 zeros for no document
 * @param scenarioTag the first 4 bytes of the scenario's SHA-256
 * @param binding what the challenge is linked to; 32 zeros for nothing
 */
public record ChallengeLayout(
    ByteString id, ByteString nonce, ByteString language, ByteString scenarioTag,
    ByteString binding) {
  private static final int VERSION = 2;
  private static final int BYTES = 101;
  private static final int TAG_BYTES = 4;
  private static final String DOMAIN = "countersign/binding/v2";
  private static final ByteString UNLINKED = ByteString.of(new byte[32]);
  private static final ByteString NO_LANGUAGE = ByteString.of(new byte[Language.BYTES]);

  /**
   * Takes a challenge apart.
   *
   * @param challenge the challenge's bytes
   * @return its parts; empty if length or version is another, or if only one of language and
   *     binding is there
   */
  public static Optional<ChallengeLayout> of(ByteString challenge) {
    if (challenge.size() != BYTES || challenge.at(0) >> 4 != VERSION) {
      return Optional.empty();
    }
    ChallengeLayout layout = new ChallengeLayout(
        challenge.slice(1, 25), challenge.slice(9, 25), challenge.slice(25, 33),
        challenge.slice(33, 37), challenge.slice(37, 69));
    boolean isWhole = layout.isLinked() != layout.language.equals(NO_LANGUAGE);
    return isWhole ? Optional.of(layout) : Optional.empty();
  }

  /**
   * Tells a challenge that is linked to a document.
   *
   * @return whether its binding is not zero
   */
  public boolean isLinked() {
    return !binding.equals(UNLINKED);
  }

  /**
   * Tells a challenge that is linked to exactly this document. Anybody can tell: it takes no key.
   *
   * @param document the document
   * @return whether binding, language and scenario tag are the document's
   * @throws CanonicalFormException if a text of the document cannot be shown truthfully
   */
  public boolean isLinkedTo(Document document) throws CanonicalFormException {
    ByteString input = new CanonicalForm()
        .lengthed(DOMAIN)
        .lengthed(document.scenario())
        .lengthed(nonce)
        .lengthed(document.canonicalForm())
        .bytes();
    ByteString tag = ByteString.ofUtf8(document.scenario()).sha256().slice(0, TAG_BYTES);
    return binding.equals(input.sha256())
        && language.equals(document.language().padded())
        && scenarioTag.equals(tag);
  }
}
