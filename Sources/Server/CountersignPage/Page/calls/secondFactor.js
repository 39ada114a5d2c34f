import { firstFactorWaits } from "./deployment.js";
import { request } from "./request.js";

let told = () => {};

/** Tells what is told of each answer here. @param {(factors: object) => void} tell */
export function onSecondFactor(tell) {
  told = tell;
}

/**
 * The second factor as it stands.
 *
 * @param {{background?: boolean}} [settings] whether the page asks by itself
 * @returns {Promise<{isBlocked: boolean, failedAttempts: number, maxAttempts: number,
 *   penalisedFor: number, hasPIN: boolean, hasBiometrics: boolean, hasPasskey: boolean,
 *   hasDeviceKeysOnly?: true, hasTwoFactor: boolean, hasPhone: boolean, hasDevicePIN: boolean,
 *   isDevicePINBlocked?: true, needsFactor: boolean, isPINWaiting: boolean,
 *   pinWaitsUntil?: string, isTwoFactorWaiting: boolean, twoFactorWaitsUntil?: string,
 *   isOnHold?: true, onHoldUntil?: string, readAt: number}>}
 *   `hasPasskey` says that a browser may have a passkey of the account, and `hasDeviceKeysOnly` that
 *   only the apps on its phones have one; `needsFactor`
 *   says that a new factor takes a proof by one that is there: a mailed code alone adds none;
 *   `isOnHold` that what was there is on hold, and nothing that came since counts yet;
 *   `readAt` is by `performance.now()`: from then on `penalisedFor` counts
 */
export async function readSecondFactor(settings) {
  const answer = await request("GET", "/second-factor", settings);
  const hasPasskey = answer.hasBiometrics && answer.hasDeviceKeysOnly !== true;
  const factors = { ...answer, hasPasskey };
  told(factors);
  return { ...factors, readAt: performance.now() };
}

/**
 * True if a mailed code alone adds a factor: none has to be proved, and there is none to prove.
 *
 * @param {{needsFactor: boolean, hasBiometrics: boolean, hasPIN: boolean}} factors
 */
export const isAddedByCode = ({ needsFactor, hasBiometrics, hasPIN }) =>
  !needsFactor && !hasBiometrics && !hasPIN;

/**
 * True if the account has a factor now.
 *
 * @param {{hasBiometrics: boolean, hasPIN: boolean, hasDevicePIN: boolean, hasTwoFactor: boolean}}
 *   factors
 */
export const hasFactor = ({ hasBiometrics, hasPIN, hasDevicePIN, hasTwoFactor }) =>
  hasBiometrics || hasPIN || hasDevicePIN || hasTwoFactor;

/**
 * True if the account has what a new factor takes. A PIN that is on a phone is never given here,
 * and nor is a passkey that only the app there has.
 *
 * @param {{needsFactor: boolean, hasBiometrics: boolean, hasPasskey: boolean, hasPIN: boolean,
 *   isBlocked: boolean}} factors
 */
export const canAddFactor = (factors) =>
  factors.hasPasskey || (factors.hasPIN && !factors.isBlocked) || isAddedByCode(factors);

/**
 * True if the account has a phone whose PIN or passkey can be used, on that phone.
 *
 * @param {{hasDevicePIN: boolean, isDevicePINBlocked?: true, hasDeviceKeysOnly?: true}} factors
 */
export const hasUsablePhone = ({ hasDevicePIN, isDevicePINBlocked, hasDeviceKeysOnly }) =>
  (hasDevicePIN && !isDevicePINBlocked) || hasDeviceKeysOnly === true;

/**
 * Sets or changes the PIN.
 *
 * @param {string} pin
 * @param {{validateCode: string}|{oldPin: string}|{proof: object}} entitlement
 * @param {string} key the idempotency key: one a new PIN
 */
export async function storePIN(pin, entitlement, key) {
  await request("PUT", "/second-factor/pin", {
    body: { pin, ...entitlement }, headers: { "Idempotency-Key": key },
  });
  if ("validateCode" in entitlement) firstAt = performance.now();
}

/** When this session set a PIN by a mailed code, by `performance.now()`; null where it has not. */
let firstAt = null;
/** Milliseconds for which what such a PIN adds in this session counts at once. */
const firstTime = 3_600_000;

/** Forgets it: the session is another. */
export function forgetFirstFactor() {
  firstAt = null;
}

/**
 * True if a passkey that the PIN adds is for small payments only at first: any but one that is
 * added with the account's first factor, in the session that set that.
 *
 * @param {{isPINWaiting: boolean}} factors
 */
const isNewPasskeyWaiting = ({ isPINWaiting }) =>
  isPINWaiting || firstAt === null || performance.now() - firstAt > firstTime;

/**
 * True if a passkey that is set up now has to wait before it is worth its kind. A PIN adds such a
 * one, and beside factors on hold each is one.
 *
 * @param {Awaited<ReturnType<typeof readSecondFactor>>} factors
 */
export const wouldPasskeyWait = (factors) => factors.isOnHold === true
  || (isAddedByCode(factors) ? firstFactorWaits()
    : !factors.hasPasskey && isNewPasskeyWaiting(factors));

/**
 * True if nothing that the account has confirms a new factor, on no device: a recovery alone brings
 * one.
 *
 * @param {Awaited<ReturnType<typeof readSecondFactor>>} factors
 */
export const needsRecovery = (factors) => !canAddFactor(factors) && !factors.hasDevicePIN
  && factors.hasDeviceKeysOnly !== true && !factors.hasTwoFactor;

/**
 * The account's phones.
 *
 * @returns {Promise<object[]>} with `isWaiting` and `waitsUntil` as those of passkeys
 */
export const listDevices = async () => (await request("GET", "/devices")).devices;

/**
 * Revokes a phone, with its PIN, its keys and its sessions.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a removal
 * @param {object} [proof] of this very change; an account that never had a factor needs none
 */
export const revokeDevice = (id, key, proof) =>
  request("DELETE", `/devices/${encodeURIComponent(id)}`, {
    body: proof ? { proof } : undefined, headers: { "Idempotency-Key": key },
    shown: "/devices/{id}",
  });

/**
 * What the account had before its owner proved the address. It is good for nothing until it is kept.
 *
 * @returns {Promise<{factors: object[], isWaiting: boolean, waitsUntil?: string}>} each factor with
 *   `id`, `kind`, `name`, `addedAt` and `addedBy`; while it waits, the link in the notice brings all
 *   of them back, and none is kept or removed
 */
export const listHeldFactors = () => request("GET", "/factors/held");

/**
 * Keeps one of them.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a change
 * @param {object} proof of this very change
 */
export const keepHeldFactor = (id, key, proof) =>
  request("POST", `/factors/held/${encodeURIComponent(id)}/keep`, {
    body: { proof }, headers: { "Idempotency-Key": key }, shown: "/factors/held/{id}/keep",
  });

/**
 * Removes one of them for good.
 *
 * @param {string} id
 * @param {string} key the idempotency key: one a change
 * @param {object} proof of this very change
 */
export const removeHeldFactor = (id, key, proof) =>
  request("DELETE", `/factors/held/${encodeURIComponent(id)}`, {
    body: { proof }, headers: { "Idempotency-Key": key }, shown: "/factors/held/{id}",
  });

/**
 * Names a phone as its person calls it.
 *
 * @param {string} id
 * @param {string} name
 */
export const nameDevice = (id, name) =>
  request("PUT", `/devices/${encodeURIComponent(id)}/name`, {
    body: { name }, shown: "/devices/{id}/name",
  });

/**
 * Has a code texted to a new number, which holds once that is confirmed.
 *
 * @param {string} phone
 * @param {object} proof of this very change
 * @param {string} key the idempotency key: one a change
 * @returns {Promise<{codeRequest: string, resendAfter: number}>}
 */
export const setNumber = (phone, proof, key) =>
  request("PUT", "/account/phone", { body: { phone, proof }, headers: { "Idempotency-Key": key } });

/**
 * Confirms the new number by the code that was texted to it.
 *
 * @param {string} otp
 * @param {string} key the idempotency key
 */
export const confirmNumber = (otp, key) =>
  request("POST", "/account/phone/confirm", { body: { otp }, headers: { "Idempotency-Key": key } });

/**
 * The secret of a new authenticator app, which holds once a code of it is given.
 *
 * @param {object} proof of this very change
 * @param {string} key the idempotency key: one a change
 * @returns {Promise<{secret: string, uri: string, qrCode: string[]}>}
 */
export const enrolApp = (proof, key) =>
  request("POST", "/second-factor/totp", { body: { proof }, headers: { "Idempotency-Key": key } });

/**
 * Confirms the authenticator app by a code that it shows.
 *
 * @param {string} twoFactorCode
 * @param {string} key the idempotency key
 */
export const confirmApp = (twoFactorCode, key) =>
  request("POST", "/second-factor/totp/confirm", {
    body: { twoFactorCode }, headers: { "Idempotency-Key": key },
  });

/**
 * Removes the authenticator app.
 *
 * @param {object} proof of this very change
 * @param {string} key the idempotency key: one a removal
 */
export const removeApp = (proof, key) =>
  request("DELETE", "/second-factor/totp", {
    body: { proof }, headers: { "Idempotency-Key": key },
  });

/**
 * Has a factor proved, and nothing done.
 *
 * @param {object} proof of scenario TEST_BIOMETRICS
 * @param {string} key the idempotency key
 * @returns {Promise<{success?: true, reason?: "otp_required"}>} `reason` is `otp_required` where a
 *   second code was texted
 */
export const testFactor = (proof, key) =>
  request("POST", "/biometric/test", { body: proof, headers: { "Idempotency-Key": key } });
