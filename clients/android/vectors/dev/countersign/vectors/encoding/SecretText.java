package dev.countersign.vectors.encoding;

/**
 * A secret as a text: a code, a token. It does not print, so that none reaches a log.
 *
 * @param exposed the secret itself; the name says at each use that it leaves its cover
 */
public record SecretText(String exposed) {
  @Override
  public String toString() {
    return "<secret>";
  }
}
