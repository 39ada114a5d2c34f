package dev.countersign.vectors.linking;

import dev.countersign.vectors.encoding.ByteString;

/**
 * The simple form, {@code GET /biometric/auth/options}: a challenge that is linked to nothing.
 *
 * <p>A signature over it says nothing of what the person saw, so the server takes it for low
 * amounts only, and a few times. A challenge that is linked to something is not signed as one.
 *
 * @param prompt what the platform's prompt says
 */
public record NothingLinked(String prompt) implements SigningSubject {
  @Override
  public boolean covers(ByteString challenge) {
    return ChallengeLayout.of(challenge).filter(layout -> !layout.isLinked()).isPresent();
  }
}
