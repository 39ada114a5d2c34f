package dev.countersign.conformance;

import dev.countersign.vectors.device.AuthenticatorException;
import dev.countersign.vectors.device.GateRefusal;
import dev.countersign.vectors.device.MemoryKeys;
import dev.countersign.vectors.device.SigningKeys;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keys that can be lost as those of a phone are on which another finger is enrolled. */
final class LosableKeys implements SigningKeys {
  private final MemoryKeys keys = new MemoryKeys();
  private final Set<String> lost = new HashSet<>();

  /** Destroys all keys; their names stay, as in the Android Keystore. */
  void lose() {
    lost.addAll(names());
  }

  @Override
  public ECPublicKey create(String name) throws AuthenticatorException {
    return keys.create(name);
  }

  @Override
  public Signature signature(String name) throws AuthenticatorException {
    if (lost.contains(name)) {
      throw new AuthenticatorException(GateRefusal.KEY_GONE);
    }
    return keys.signature(name);
  }

  @Override
  public List<String> names() {
    return keys.names();
  }

  @Override
  public void delete(String name) {
    keys.delete(name);
  }
}
