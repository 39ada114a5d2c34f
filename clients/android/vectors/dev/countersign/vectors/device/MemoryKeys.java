package dev.countersign.vectors.device;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keys of a JVM that has no keystore of its own: they end with the process, and nothing but the
 * gate locks them. For tools and tests.
 */
public final class MemoryKeys implements SigningKeys {
  private static final String CURVE = "secp256r1";

  private final Map<String, KeyPair> pairs = new ConcurrentSkipListMap<>();

  /** No keys. */
  public MemoryKeys() {}

  @Override
  public ECPublicKey create(String name) throws AuthenticatorException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      KeyPair pair = generator.generateKeyPair();
      pairs.put(name, pair);
      return (ECPublicKey) pair.getPublic();
    } catch (GeneralSecurityException problem) {
      throw new AuthenticatorException(SigningRefusal.STORAGE_FAILED, problem);
    }
  }

  @Override
  public Signature signature(String name) throws AuthenticatorException {
    KeyPair pair = pairs.get(name);
    if (pair == null) {
      throw new AuthenticatorException(GateRefusal.KEY_GONE);
    }
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(pair.getPrivate());
      return signature;
    } catch (GeneralSecurityException problem) {
      throw new AuthenticatorException(SigningRefusal.STORAGE_FAILED, problem);
    }
  }

  @Override
  public List<String> names() {
    return List.copyOf(pairs.keySet());
  }

  @Override
  public void delete(String name) {
    pairs.remove(name);
  }
}
