package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonArray;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be signed, and with which credentials (section 5.5).
 *
 * @param challenge what the assertion answers
 * @param relyingPartyId the domain that the credentials are bound to
 * @param allowed the credentials that may sign
 * @param timeout how long the challenge is good
 */
public record RequestOptions(
    ByteString challenge, String relyingPartyId, List<CredentialId> allowed, Duration timeout) {
  /**
   * Options with a copy of the list.
   *
   * @param challenge what the assertion answers
   * @param relyingPartyId the domain that the credentials are bound to
   * @param allowed the credentials that may sign
   * @param timeout how long the challenge is good
   */
  public RequestOptions {
    allowed = List.copyOf(allowed);
  }

  /**
   * Reads a server's answer.
   *
   * @param json the answer
   * @return the options
   * @throws JsonException where a member is missing or something else
   */
  public static RequestOptions of(JsonObject json) throws JsonException {
    return new RequestOptions(
        json.bytes("challenge"), json.text("rpId"), credentials(json.array("allowCredentials")),
        Duration.ofMillis(json.integer("timeout")));
  }

  static List<CredentialId> credentials(JsonArray descriptors) throws JsonException {
    List<CredentialId> ids = new ArrayList<>();
    for (JsonObject descriptor : descriptors.objects()) {
      ids.add(CredentialId.of(descriptor.text("id")));
    }
    return ids;
  }
}
