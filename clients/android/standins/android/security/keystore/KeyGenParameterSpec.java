package android.security.keystore;

import java.security.spec.AlgorithmParameterSpec;

/** What the example uses of the class; it keeps nothing. */
public final class KeyGenParameterSpec implements AlgorithmParameterSpec {
  KeyGenParameterSpec() {}

  public static final class Builder {
    public Builder(String keystoreAlias, int purposes) {}

    public Builder setAlgorithmParameterSpec(AlgorithmParameterSpec spec) {
      return this;
    }

    public Builder setDigests(String... digests) {
      return this;
    }

    public Builder setUserAuthenticationRequired(boolean required) {
      return this;
    }

    public Builder setInvalidatedByBiometricEnrollment(boolean invalidateKey) {
      return this;
    }

    public KeyGenParameterSpec build() {
      return new KeyGenParameterSpec();
    }
  }
}
