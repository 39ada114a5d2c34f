package androidx.biometric;

import android.content.Context;

/** What the example uses of the class of androidx.biometric 1.1.0. */
public class BiometricManager {
  public static final int BIOMETRIC_SUCCESS = 0;
  public static final int BIOMETRIC_ERROR_NONE_ENROLLED = 11;

  BiometricManager() {}

  public static BiometricManager from(Context context) {
    return new BiometricManager();
  }

  public int canAuthenticate(int authenticators) {
    return BIOMETRIC_SUCCESS;
  }

  public interface Authenticators {
    int BIOMETRIC_STRONG = 0x000F;
  }
}
