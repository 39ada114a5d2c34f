package dev.countersign.vectors.webauthn;

import dev.countersign.vectors.encoding.ByteString;

/**
 * Who a client says that it is, inside every client data.
 *
 * <p>A native app names itself, so its origin is no protection against phishing; which apps a
 * server takes is its configuration. A credential keeps the class of the origin that it was made at
 * and is refused at another.
 *
 * @param text the origin as the server has to know it, byte by byte
 */
public record Origin(String text) {
  private static final String ANDROID_PREFIX = "android:apk-key-hash:";

  /**
   * The origin of an Android app.
   *
   * @param signingCertificate the DER of the certificate that the app is signed with, as
   *     {@code PackageManager} gives it ({@code SigningInfo.getApkContentsSigners()})
   * @return {@code android:apk-key-hash:} and the certificate's SHA-256 as base64url
   */
  public static Origin ofAndroidApp(ByteString signingCertificate) {
    return new Origin(ANDROID_PREFIX + signingCertificate.sha256().base64Url());
  }
}
