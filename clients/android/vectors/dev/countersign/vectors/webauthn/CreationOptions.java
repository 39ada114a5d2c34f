package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * How a credential is to be made (section 5.4), as {@code POST /biometric/register/options}
 * answers.
 *
 * @param relyingPartyId the domain that it is bound to
 * @param relyingPartyName the relying party's name, to show
 * @param userName the account's name, to show
 * @param challenge what the registration answers
 * @param algorithms the algorithms that the server takes, as COSE numbers them
 * @param excluded the credentials that the account has already
 */
public record CreationOptions(
    String relyingPartyId, String relyingPartyName, String userName, ByteString challenge,
    List<Long> algorithms, List<CredentialId> excluded) {
  /**
   * Options with copies of the lists.
   *
   * @param relyingPartyId the domain that it is bound to
   * @param relyingPartyName the relying party's name, to show
   * @param userName the account's name, to show
   * @param challenge what the registration answers
   * @param algorithms the algorithms that the server takes, as COSE numbers them
   * @param excluded the credentials that the account has already
   */
  public CreationOptions {
    algorithms = List.copyOf(algorithms);
    excluded = List.copyOf(excluded);
  }

  /**
   * Reads a server's answer.
   *
   * @param json the answer
   * @return the options
   * @throws JsonException where a member is missing or something else
   */
  public static CreationOptions of(JsonObject json) throws JsonException {
    JsonObject relyingParty = json.object("rp");
    List<Long> algorithms = new ArrayList<>();
    for (JsonObject parameter : json.array("pubKeyCredParams").objects()) {
      algorithms.add(parameter.integer("alg"));
    }
    return new CreationOptions(
        relyingParty.text("id"), relyingParty.text("name"), json.object("user").text("name"),
        json.bytes("challenge"), algorithms,
        RequestOptions.credentials(json.array("excludeCredentials")));
  }
}
