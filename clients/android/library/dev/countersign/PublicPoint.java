package dev.countersign;

import java.security.interfaces.ECPublicKey;

/** The public half of a key on P-256, uncompressed: 65 bytes. */
final class PublicPoint {
  private static final int BYTES = 32;

  private PublicPoint() {}

  static byte[] of(ECPublicKey key) {
    byte[] point = new byte[1 + 2 * BYTES];
    point[0] = 4;
    put(key.getW().getAffineX().toByteArray(), point, 1 + BYTES);
    put(key.getW().getAffineY().toByteArray(), point, 1 + 2 * BYTES);
    return point;
  }

  /** Writes a number's last 32 bytes, right before an end. */
  private static void put(byte[] number, byte[] point, int end) {
    int count = Math.min(number.length, BYTES);
    System.arraycopy(number, number.length - count, point, end - count, count);
  }
}
