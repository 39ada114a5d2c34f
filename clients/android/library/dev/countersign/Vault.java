package dev.countersign;

import java.util.List;

/** Keeps small values by account and name; after a crash each holds its old or its new value. */
public interface Vault {
  /**
   * Reads a value.
   *
   * @param account whose
   * @param name which one
   * @return the value, or null where there is none
   * @throws Exception where it cannot be read
   */
  byte @Nullable [] read(String account, String name) throws Exception;

  /**
   * Writes a value; durable when it returns.
   *
   * @param account whose
   * @param name which one
   * @param value the value, or null to remove it
   * @throws Exception where it cannot be written
   */
  void write(String account, String name, byte @Nullable [] value) throws Exception;

  /**
   * The names of an account's values.
   *
   * @param account whose
   * @return the names
   * @throws Exception where they cannot be read
   */
  List<String> names(String account) throws Exception;
}
