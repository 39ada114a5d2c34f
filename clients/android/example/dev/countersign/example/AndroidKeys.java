package dev.countersign.example;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.KeyProperties;
import dev.countersign.SeamException;
import dev.countersign.SigningKeys;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;

/**
 * Keys in the Android Keystore, as an app would write it; for Android 8 (API level 26) and later.
 *
 * <p>A key signs only after the person was verified for that very signature ({@code
 * setUserAuthenticationRequired}), and dies when another finger or face is enrolled ({@code
 * setInvalidatedByBiometricEnrollment}): whoever knows the screen's PIN and enrols their own finger
 * cannot use it.
 *
 * <p>The keystore tells what fails on its side by {@link ProviderException}, which nothing has to
 * catch: here it is caught.
 */
public final class AndroidKeys implements SigningKeys {
  private static final String PROVIDER = "AndroidKeyStore";
  private static final String CURVE = "secp256r1";

  /** The keys of this app; the platform shows it no others. */
  public AndroidKeys() {}

  @Override
  public ECPublicKey create(String name) throws SeamException {
    KeyGenParameterSpec specification =
        new KeyGenParameterSpec.Builder(name, KeyProperties.PURPOSE_SIGN)
            .setAlgorithmParameterSpec(new ECGenParameterSpec(CURVE))
            .setDigests(KeyProperties.DIGEST_SHA256)
            .setUserAuthenticationRequired(true)
            .setInvalidatedByBiometricEnrollment(true)
            .build();
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, PROVIDER);
      generator.initialize(specification);
      return (ECPublicKey) generator.generateKeyPair().getPublic();
    } catch (InvalidAlgorithmParameterException nobodyCouldUnlockIt) {
      throw new SeamException(SeamException.Reason.NOTHING_ENROLLED, nobodyCouldUnlockIt);
    } catch (GeneralSecurityException | ProviderException problem) {
      throw new SeamException(SeamException.Reason.STORAGE_FAILED, problem);
    }
  }

  @Override
  public Signature signature(String name) throws SeamException {
    try {
      Key key = keyStore().getKey(name, null);
      if (!(key instanceof PrivateKey privateKey)) {
        throw new SeamException(SeamException.Reason.KEY_GONE, "no key of that name");
      }
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(privateKey);
      return signature;
    } catch (KeyPermanentlyInvalidatedException gone) {
      throw new SeamException(SeamException.Reason.KEY_GONE, gone);
    } catch (UnrecoverableKeyException problem) {
      // With a cause the keystore could not say, and may a moment later; without one the key is
      // invalid.
      throw new SeamException(
          problem.getCause() == null
              ? SeamException.Reason.KEY_GONE : SeamException.Reason.STORAGE_FAILED,
          problem);
    } catch (GeneralSecurityException | ProviderException problem) {
      throw new SeamException(SeamException.Reason.STORAGE_FAILED, problem);
    }
  }

  @Override
  public void delete(String name) throws SeamException {
    try {
      keyStore().deleteEntry(name);
    } catch (GeneralSecurityException | ProviderException problem) {
      throw new SeamException(SeamException.Reason.STORAGE_FAILED, problem);
    }
  }

  private static KeyStore keyStore() throws GeneralSecurityException {
    try {
      KeyStore keyStore = KeyStore.getInstance(PROVIDER);
      keyStore.load(null);
      return keyStore;
    } catch (IOException problem) {
      throw new GeneralSecurityException(problem);
    }
  }
}
