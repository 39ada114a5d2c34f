package dev.countersign.checks;

import dev.countersign.SeamException;
import dev.countersign.SigningKeys;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keys in memory. */
final class MemoryKeys implements SigningKeys {
  private final Map<String, KeyPair> pairs = new ConcurrentHashMap<>();

  @Override
  public ECPublicKey create(String name) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    pairs.put(name, pair);
    return (ECPublicKey) pair.getPublic();
  }

  @Override
  public Signature signature(String name) throws Exception {
    KeyPair pair = pairs.get(name);
    if (pair == null) {
      throw new SeamException(SeamException.Reason.KEY_GONE, "no such key");
    }
    Signature signature = Signature.getInstance(ALGORITHM);
    signature.initSign(pair.getPrivate());
    return signature;
  }

  @Override
  public void delete(String name) {
    pairs.remove(name);
  }

  int count() {
    return pairs.size();
  }
}
