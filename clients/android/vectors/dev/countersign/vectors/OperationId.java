package dev.countersign.vectors;

import dev.countersign.vectors.encoding.ByteString;

/**
 * The name of one action, by which the server knows a repetition of it: the id of its challenge, or
 * random bytes.
 *
 * @param bytes the name
 */
public record OperationId(ByteString bytes) {
  /**
   * The name as it travels.
   *
   * @return base64url without padding
   */
  public String text() {
    return bytes.base64Url();
  }
}
