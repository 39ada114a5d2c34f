package dev.countersign.example;

import androidx.biometric.BiometricManager.Authenticators;
import androidx.biometric.BiometricPrompt;
import androidx.fragment.app.FragmentActivity;
import androidx.lifecycle.Lifecycle;
import dev.countersign.vectors.device.BiometricGate;
import dev.countersign.vectors.device.GateOutcome;
import dev.countersign.vectors.device.GateRefusal;
import dev.countersign.vectors.device.Prompt;
import java.security.Signature;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A gate over {@code androidx.biometric.BiometricPrompt} (androidx.biometric 1.1.0), as an app
 * would write it.
 *
 * <p>The signature goes into the prompt as its {@code CryptoObject}. That is what makes the gate
 * more than a yes or no: the keystore unlocks the key for this one signature, and only after a
 * biometric check of class 3 ({@code BIOMETRIC_STRONG}).
 *
 * <p>A check that fails once is no outcome: the platform lets the person try again, and says
 * {@code ERROR_LOCKOUT} after five.
 */
public final class BiometricPromptGate implements BiometricGate {
  /** A challenge is good for 60 s, and 30 s more; a later answer would be of no use. */
  private static final long MAXIMUM_WAIT_SECONDS = 90;

  private final FragmentActivity activity;
  private final String registerTitle;
  private final String signTitle;
  private final String cancelText;

  /**
   * A gate over an activity's screen.
   *
   * @param activity the activity that is shown while the gate is asked
   * @param registerTitle the prompt's title for a new key, in the app's language
   * @param signTitle the prompt's title for a signature, in the app's language
   * @param cancelText the text of the button that dismisses, in the app's language
   */
  public BiometricPromptGate(
      FragmentActivity activity, String registerTitle, String signTitle, String cancelText) {
    this.activity = activity;
    this.registerTitle = registerTitle;
    this.signTitle = signTitle;
    this.cancelText = cancelText;
  }

  @Override
  public GateOutcome unlock(Prompt prompt, Signature signature) {
    CompletableFuture<GateOutcome> answer = new CompletableFuture<>();
    activity.runOnUiThread(() -> ask(prompt, signature, answer));
    try {
      return answer.get(MAXIMUM_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException problem) {
      return GateRefusal.FAILED;
    } catch (TimeoutException nobodyAnswered) {
      // Cancelling the answer closes the prompt.
      answer.cancel(false);
      return GateRefusal.FAILED;
    } catch (InterruptedException leaving) {
      answer.cancel(false);
      Thread.currentThread().interrupt();
      return GateRefusal.CANCELLED;
    }
  }

  /** Shows the prompt; on the main thread, as its documentation demands. */
  private void ask(Prompt prompt, Signature signature, CompletableFuture<GateOutcome> answer) {
    if (!activity.getLifecycle().getCurrentState().isAtLeast(Lifecycle.State.RESUMED)) {
      answer.complete(GateRefusal.NOT_IN_FOREGROUND);
      return;
    }
    boolean isRegistration = prompt.purpose() == Prompt.Purpose.REGISTER;
    BiometricPrompt.PromptInfo shown = new BiometricPrompt.PromptInfo.Builder()
        .setTitle(isRegistration ? registerTitle : signTitle)
        .setDescription(prompt.text())
        .setNegativeButtonText(cancelText)
        .setAllowedAuthenticators(Authenticators.BIOMETRIC_STRONG)
        .build();
    BiometricPrompt biometrics =
        new BiometricPrompt(activity, activity::runOnUiThread, new Answers(answer));
    biometrics.authenticate(shown, new BiometricPrompt.CryptoObject(signature));
    answer.whenComplete((outcome, problem) -> {
      if (answer.isCancelled()) {
        activity.runOnUiThread(biometrics::cancelAuthentication);
      }
    });
  }

  /** Hands the prompt's answer to the thread that waits for it. */
  private static final class Answers extends BiometricPrompt.AuthenticationCallback {
    private final CompletableFuture<GateOutcome> answer;

    Answers(CompletableFuture<GateOutcome> answer) {
      this.answer = answer;
    }

    @Override
    public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
      BiometricPrompt.CryptoObject unlocked = result.getCryptoObject();
      answer.complete(unlocked == null || unlocked.getSignature() == null
          ? GateRefusal.FAILED : new GateOutcome.Unlocked(unlocked.getSignature()));
    }

    @Override
    public void onAuthenticationError(int errorCode, CharSequence errString) {
      answer.complete(refusal(errorCode));
    }
  }

  /**
   * An error of the platform in this library's words.
   *
   * @param errorCode a constant of {@code BiometricPrompt}, or one that came after this was written
   * @return why the person was not verified
   */
  public static GateRefusal refusal(int errorCode) {
    return switch (errorCode) {
      case BiometricPrompt.ERROR_USER_CANCELED, BiometricPrompt.ERROR_NEGATIVE_BUTTON ->
          GateRefusal.CANCELLED;
      // The platform closed the prompt: another app came to the front, or the screen went dark.
      case BiometricPrompt.ERROR_CANCELED -> GateRefusal.NOT_IN_FOREGROUND;
      case BiometricPrompt.ERROR_HW_NOT_PRESENT, BiometricPrompt.ERROR_HW_UNAVAILABLE,
          BiometricPrompt.ERROR_SECURITY_UPDATE_REQUIRED -> GateRefusal.NOT_AVAILABLE;
      case BiometricPrompt.ERROR_NO_BIOMETRICS, BiometricPrompt.ERROR_NO_DEVICE_CREDENTIAL ->
          GateRefusal.NOTHING_ENROLLED;
      case BiometricPrompt.ERROR_LOCKOUT -> GateRefusal.LOCKOUT;
      case BiometricPrompt.ERROR_LOCKOUT_PERMANENT -> GateRefusal.PERMANENT_LOCKOUT;
      default -> GateRefusal.FAILED;
    };
  }
}
