package dev.countersign.linking;

import dev.countersign.encoding.ByteString;

/**
 * A transaction as it is on the screen: only a challenge that is linked to it is signed.
 *
 * @param scenario the scenario's name
 * @param canonicalTransaction the canonical form of what is shown
 * @param prompt what the platform's prompt says of it
 */
public record ShownTransaction(String scenario, ByteString canonicalTransaction, String prompt)
    implements SigningSubject {
  @Override
  public boolean covers(ByteString challenge) {
    return ChallengeLayout.of(challenge)
        .filter(layout -> layout.isLinkedTo(scenario, canonicalTransaction))
        .isPresent();
  }
}
