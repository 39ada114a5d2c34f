package dev.countersign.vectors;

import dev.countersign.vectors.encoding.JsonException;
import dev.countersign.vectors.encoding.JsonObject;

/**
 * Why the server refuses (RFC 9457).
 *
 * @param status the status of HTTP
 * @param reason the stable code; {@code openapi.yaml} lists them
 * @param detail what the person can do
 */
public record Problem(long status, String reason, String detail) {
  static Problem of(JsonObject body) throws JsonException {
    String detail = body.optionalText("detail").orElse("");
    return new Problem(body.integer("status"), body.text("reason"), detail);
  }
}
