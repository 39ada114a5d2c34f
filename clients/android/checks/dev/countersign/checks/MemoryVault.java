package dev.countersign.checks;

import dev.countersign.Nullable;
import dev.countersign.Vault;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A vault in memory, which can be told to fail. */
final class MemoryVault implements Vault {
  private final Map<String, Map<String, byte[]>> values = new TreeMap<>();
  volatile boolean isBroken;

  @Override
  public synchronized byte @Nullable [] read(String account, String name) {
    check();
    return values.getOrDefault(account, Map.of()).get(name);
  }

  @Override
  public synchronized void write(String account, String name, byte @Nullable [] value) {
    check();
    Map<String, byte[]> ofAccount = values.computeIfAbsent(account, made -> new TreeMap<>());
    if (value == null) {
      ofAccount.remove(name);
    } else {
      ofAccount.put(name, value);
    }
  }

  @Override
  public synchronized List<String> names(String account) {
    check();
    return List.copyOf(values.getOrDefault(account, Map.of()).keySet());
  }

  private void check() {
    if (isBroken) {
      throw new IllegalStateException("the vault is broken");
    }
  }
}
