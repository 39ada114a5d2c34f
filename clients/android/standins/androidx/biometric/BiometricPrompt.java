package androidx.biometric;

import androidx.fragment.app.FragmentActivity;
import java.security.Signature;
import java.util.concurrent.Executor;

/** What the example uses of the class of androidx.biometric 1.1.0; it does nothing. */
public class BiometricPrompt {
  public static final int ERROR_HW_UNAVAILABLE = 1;
  public static final int ERROR_UNABLE_TO_PROCESS = 2;
  public static final int ERROR_TIMEOUT = 3;
  public static final int ERROR_NO_SPACE = 4;
  public static final int ERROR_CANCELED = 5;
  public static final int ERROR_LOCKOUT = 7;
  public static final int ERROR_VENDOR = 8;
  public static final int ERROR_LOCKOUT_PERMANENT = 9;
  public static final int ERROR_USER_CANCELED = 10;
  public static final int ERROR_NO_BIOMETRICS = 11;
  public static final int ERROR_HW_NOT_PRESENT = 12;
  public static final int ERROR_NEGATIVE_BUTTON = 13;
  public static final int ERROR_NO_DEVICE_CREDENTIAL = 14;
  public static final int ERROR_SECURITY_UPDATE_REQUIRED = 15;

  public BiometricPrompt(
      FragmentActivity activity, Executor executor, AuthenticationCallback callback) {}

  public void authenticate(PromptInfo info, CryptoObject crypto) {}

  public void authenticate(PromptInfo info) {}

  public void cancelAuthentication() {}

  public abstract static class AuthenticationCallback {
    public void onAuthenticationError(int errorCode, CharSequence errString) {}

    public void onAuthenticationSucceeded(AuthenticationResult result) {}

    public void onAuthenticationFailed() {}
  }

  public static class AuthenticationResult {
    AuthenticationResult() {}

    public CryptoObject getCryptoObject() {
      return null;
    }
  }

  public static class CryptoObject {
    public CryptoObject(Signature signature) {}

    public Signature getSignature() {
      return null;
    }
  }

  public static class PromptInfo {
    PromptInfo() {}

    public static class Builder {
      public Builder() {}

      public Builder setTitle(CharSequence title) {
        return this;
      }

      public Builder setDescription(CharSequence description) {
        return this;
      }

      public Builder setNegativeButtonText(CharSequence text) {
        return this;
      }

      public Builder setAllowedAuthenticators(int allowedAuthenticators) {
        return this;
      }

      public PromptInfo build() {
        return new PromptInfo();
      }
    }
  }
}
