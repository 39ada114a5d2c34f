package dev.countersign.vectors.device;

/** Why an authenticator refuses by itself; mostly before anybody is asked. */
public enum SigningRefusal implements AuthenticatorFault {
  /** The challenge is not linked to what is shown. Nobody was asked, nothing was signed. */
  CHALLENGE_NOT_AS_SHOWN("challengeNotAsShown"),
  /** The authenticator holds a credential of the account already. */
  CREDENTIAL_EXISTS("credentialExists"),
  /** None of the algorithms asked for is known here. */
  ALGORITHM_NOT_SUPPORTED("algorithmNotSupported"),
  /** The keys could not be read or written. */
  STORAGE_FAILED("storageFailed");

  private final String code;

  SigningRefusal(String code) {
    this.code = code;
  }

  @Override
  public String code() {
    return code;
  }
}
