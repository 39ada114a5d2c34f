package android.security.keystore;

import java.security.InvalidKeyException;

/** The exception as Android declares it. */
public class KeyPermanentlyInvalidatedException extends InvalidKeyException {
  private static final long serialVersionUID = 1;

  public KeyPermanentlyInvalidatedException() {}
}
