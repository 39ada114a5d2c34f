package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonObject;
import dev.countersign.vectors.encoding.SecretText;
import dev.countersign.vectors.webauthn.AssertionResponse;

/** What entitles to an action; exactly one stands beside its payload. */
public sealed interface Proof {
  /**
   * The proof's members.
   *
   * @return the members
   */
  JsonObject json();

  /**
   * What the server gave for a signed challenge: three calls in all.
   *
   * @param token the token
   */
  record VerificationToken(SecretText token) implements Proof {
    @Override
    public JsonObject json() {
      return JsonObject.EMPTY.with("verificationToken", token.exposed());
    }
  }

  /**
   * The signed challenge itself: two calls in all.
   *
   * @param response the signed challenge
   */
  record Assertion(AssertionResponse response) implements Proof {
    @Override
    public JsonObject json() {
      return JsonObject.EMPTY.with("assertion", response.json());
    }
  }
}
