package dev.countersign.example;

import androidx.biometric.BiometricManager;
import androidx.biometric.BiometricManager.Authenticators;
import androidx.biometric.BiometricPrompt;
import androidx.fragment.app.FragmentActivity;
import androidx.lifecycle.Lifecycle;
import dev.countersign.Answer;
import dev.countersign.BiometricGate;
import dev.countersign.Nullable;
import dev.countersign.SeamException;
import java.security.Signature;
import java.util.concurrent.Executor;

/**
 * A gate over {@code androidx.biometric.BiometricPrompt} (androidx.biometric 1.1.0), as an app
 * would write it.
 *
 * <p>The signature goes into the prompt as its {@code CryptoObject}. That is what makes the gate
 * more than a yes or no: the keystore unlocks the key for this one signature, and only after a
 * biometric check of class 3 ({@code BIOMETRIC_STRONG}).
 *
 * <p>It holds an activity only while that is there: an activity that is made anew, as when the
 * device is turned, takes the prompt with it, and the question is answered as cancelled. Call
 * {@link #attach} in {@code onCreate} and {@link #detach} in {@code onDestroy}.
 *
 * <p>A check that fails once is no outcome: the platform lets the person try again, and says
 * {@code ERROR_LOCKOUT} after five.
 */
public final class BiometricPromptGate implements BiometricGate {
  private final Executor mainThread;
  private final Titles titles;
  private @Nullable FragmentActivity activity;
  private @Nullable Asked<?> asked;

  /**
   * The words of the prompts, in the app's language.
   *
   * @param register the title for a new key
   * @param sign the title for a signature
   * @param unlock the title for opening the app
   * @param cancel the text of the button that dismisses
   */
  public record Titles(String register, String sign, String unlock, String cancel) {
    String of(Purpose purpose) {
      return switch (purpose) {
        case REGISTER -> register;
        case SIGN -> sign;
        case UNLOCK -> unlock;
      };
    }
  }

  /**
   * A gate over whichever activity is there.
   *
   * @param mainThread runs on the main thread, as {@code Context.getMainExecutor}
   * @param titles the words of the prompts
   */
  public BiometricPromptGate(Executor mainThread, Titles titles) {
    this.mainThread = mainThread;
    this.titles = titles;
  }

  /**
   * An activity is there; on the main thread.
   *
   * @param shown the activity
   */
  public void attach(FragmentActivity shown) {
    synchronized (this) {
      activity = shown;
    }
  }

  /**
   * An activity is destroyed, and its prompt with it; on the main thread.
   *
   * @param destroyed the activity
   */
  public void detach(FragmentActivity destroyed) {
    Asked<?> open;
    synchronized (this) {
      if (activity != destroyed) {
        return;
      }
      activity = null;
      open = asked;
      asked = null;
    }
    if (open != null) {
      open.end();
    }
  }

  @Override
  public Readiness readiness() {
    FragmentActivity present = present();
    if (present == null) {
      return Readiness.NOT_SUPPORTED;
    }
    return switch (BiometricManager.from(present)
        .canAuthenticate(Authenticators.BIOMETRIC_STRONG)) {
      case BiometricManager.BIOMETRIC_SUCCESS -> Readiness.READY;
      case BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED -> Readiness.NOTHING_ENROLLED;
      default -> Readiness.NOT_SUPPORTED;
    };
  }

  @Override
  public void unlock(Prompt prompt, Signature signature, Answer<Signature> answer) {
    BiometricPrompt.CryptoObject crypto = new BiometricPrompt.CryptoObject(signature);
    mainThread.execute(() -> ask(prompt, crypto, new Asked<>(answer) {
      @Override
      public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
        BiometricPrompt.CryptoObject unlocked = result.getCryptoObject();
        if (unlocked == null || unlocked.getSignature() == null) {
          refuse(SeamException.Reason.FAILED);
        } else {
          answer.give(unlocked.getSignature());
        }
      }
    }));
  }

  @Override
  public void verify(Prompt prompt, Answer<Boolean> answer) {
    mainThread.execute(() -> ask(prompt, null, new Asked<>(answer) {
      @Override
      public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
        answer.give(true);
      }
    }));
  }

  private synchronized @Nullable FragmentActivity present() {
    return activity;
  }

  /** Shows the prompt; on the main thread, as its documentation demands. */
  private void ask(
      Prompt prompt, BiometricPrompt.@Nullable CryptoObject crypto, Asked<?> question) {
    FragmentActivity present = present();
    if (present == null
        || !present.getLifecycle().getCurrentState().isAtLeast(Lifecycle.State.RESUMED)) {
      question.refuse(SeamException.Reason.NOT_IN_FOREGROUND);
      return;
    }
    BiometricPrompt.PromptInfo shown = new BiometricPrompt.PromptInfo.Builder()
        .setTitle(titles.of(prompt.purpose()))
        .setDescription(prompt.text())
        .setNegativeButtonText(titles.cancel())
        .setAllowedAuthenticators(Authenticators.BIOMETRIC_STRONG)
        .build();
    BiometricPrompt biometrics = new BiometricPrompt(present, mainThread, question);
    question.prompt = biometrics;
    synchronized (this) {
      asked = question;
    }
    if (crypto == null) {
      biometrics.authenticate(shown);
    } else {
      biometrics.authenticate(shown, crypto);
    }
  }

  /** A question that the platform answers; the SDK drops a second answer. */
  private abstract static class Asked<T> extends BiometricPrompt.AuthenticationCallback {
    private final Answer<T> answer;
    private @Nullable BiometricPrompt prompt;

    Asked(Answer<T> answer) {
      this.answer = answer;
    }

    void refuse(SeamException.Reason reason) {
      answer.fail(new SeamException(reason, "BiometricPrompt"));
    }

    void end() {
      refuse(SeamException.Reason.CANCELLED);
      if (prompt != null) {
        prompt.cancelAuthentication();
      }
    }

    @Override
    public void onAuthenticationError(int errorCode, CharSequence errString) {
      refuse(refusal(errorCode));
    }
  }

  /**
   * An error of the platform in this library's words.
   *
   * @param errorCode a constant of {@code BiometricPrompt}, or one that came after this was written
   * @return why the person was not verified
   */
  public static SeamException.Reason refusal(int errorCode) {
    return switch (errorCode) {
      case BiometricPrompt.ERROR_USER_CANCELED, BiometricPrompt.ERROR_NEGATIVE_BUTTON ->
          SeamException.Reason.CANCELLED;
      // The platform closed the prompt: another app came to the front, or the screen went dark.
      case BiometricPrompt.ERROR_CANCELED -> SeamException.Reason.NOT_IN_FOREGROUND;
      case BiometricPrompt.ERROR_HW_NOT_PRESENT, BiometricPrompt.ERROR_HW_UNAVAILABLE,
          BiometricPrompt.ERROR_SECURITY_UPDATE_REQUIRED -> SeamException.Reason.NOT_AVAILABLE;
      case BiometricPrompt.ERROR_NO_BIOMETRICS, BiometricPrompt.ERROR_NO_DEVICE_CREDENTIAL ->
          SeamException.Reason.NOTHING_ENROLLED;
      case BiometricPrompt.ERROR_LOCKOUT -> SeamException.Reason.LOCKOUT;
      case BiometricPrompt.ERROR_LOCKOUT_PERMANENT -> SeamException.Reason.PERMANENT_LOCKOUT;
      default -> SeamException.Reason.FAILED;
    };
  }
}
