package dev.countersign.vectors.device;

import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.List;

/**
 * Where private keys live: on Android the provider {@code AndroidKeyStore}, from which none can be
 * taken out. A name stands for one key.
 */
public interface SigningKeys {
  /** The one algorithm: ECDSA with SHA-256, on the curve P-256, its signatures as ASN.1 DER. */
  String ALGORITHM = "SHA256withECDSA";

  /**
   * Makes a key on P-256 that signs only after its person was verified.
   *
   * @param name the key's name, which no other has
   * @return its public half
   * @throws AuthenticatorException {@link GateRefusal#NOTHING_ENROLLED} where nobody could unlock
   *     it, {@link SigningRefusal#STORAGE_FAILED} where the platform makes none
   */
  ECPublicKey create(String name) throws AuthenticatorException;

  /**
   * Prepares a signature; the gate is asked to unlock it then.
   *
   * @param name the key's name
   * @return a signature initialised for signing with the key
   * @throws AuthenticatorException {@link GateRefusal#KEY_GONE} where the platform has destroyed
   *     the key, {@link SigningRefusal#STORAGE_FAILED} where it cannot be read
   */
  Signature signature(String name) throws AuthenticatorException;

  /**
   * The names of the keys.
   *
   * @return the names, those of destroyed keys included
   * @throws AuthenticatorException {@link SigningRefusal#STORAGE_FAILED}
   */
  List<String> names() throws AuthenticatorException;

  /**
   * Destroys a key; none of that name is no error.
   *
   * @param name the key's name
   * @throws AuthenticatorException {@link SigningRefusal#STORAGE_FAILED}
   */
  void delete(String name) throws AuthenticatorException;
}
