/**
 * Whether a mailed code alone adds a factor: none has to be proved, and there is none to prove.
 *
 * @param {{needsFactor: boolean, hasBiometrics: boolean, hasPIN: boolean}} factors
 */
export const isAddedByCode = ({ needsFactor, hasBiometrics, hasPIN }) =>
  !needsFactor && !hasBiometrics && !hasPIN;

/**
 * Whether the account has what a new factor takes. A PIN that is on a phone is never given here.
 *
 * @param {{needsFactor: boolean, hasBiometrics: boolean, hasPIN: boolean}} factors
 */
export const canAddFactor = (factors) =>
  factors.hasBiometrics || factors.hasPIN || isAddedByCode(factors);
