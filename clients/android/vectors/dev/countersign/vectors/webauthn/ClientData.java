package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;
import dev.countersign.vectors.encoding.JsonObject;

/** What a client says about a ceremony (section 5.8.1): the very bytes that are signed and sent. */
public final class ClientData {
  private ClientData() {}

  /**
   * Client data as clients write them (section 5.8.1.1): these members in this order.
   *
   * @param ceremony which ceremony
   * @param challenge what is answered
   * @param origin who answers
   * @return the JSON in UTF-8
   */
  public static ByteString of(Ceremony ceremony, ByteString challenge, Origin origin) {
    return JsonObject.EMPTY
        .with("type", ceremony.type())
        .with("challenge", challenge.base64Url())
        .with("origin", origin.text())
        .with("crossOrigin", false)
        .serialized();
  }
}
