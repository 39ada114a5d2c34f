package dev.countersign;

import java.security.Signature;
import java.security.interfaces.ECPublicKey;

/** Where an account's keys live: Android's Keystore. They leave it never. */
public interface SigningKeys {
  /** The one algorithm: ECDSA with SHA-256, on the curve P-256, its signatures as ASN.1 DER. */
  String ALGORITHM = "SHA256withECDSA";

  /**
   * Makes a key on P-256 that signs only after its person was verified.
   *
   * @param name the key's name, which no other has
   * @return its public half
   * @throws Exception {@link SeamException.Reason#NOTHING_ENROLLED} where nobody could unlock it
   */
  ECPublicKey create(String name) throws Exception;

  /**
   * Prepares a signature; the gate is asked to unlock it then.
   *
   * @param name the key's name
   * @return a signature initialised for signing with the key
   * @throws Exception {@link SeamException.Reason#KEY_GONE} where the platform has destroyed it
   */
  Signature signature(String name) throws Exception;

  /**
   * Destroys a key; none of that name is no error.
   *
   * @param name the key's name
   * @throws Exception where it cannot be destroyed
   */
  void delete(String name) throws Exception;
}
