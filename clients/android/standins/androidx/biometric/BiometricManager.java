package androidx.biometric;

/** What the example uses of the class of androidx.biometric 1.1.0. */
public class BiometricManager {
  BiometricManager() {}

  public interface Authenticators {
    int BIOMETRIC_STRONG = 0x000F;
  }
}
