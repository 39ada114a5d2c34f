import { listCredentials } from "../calls/credentials.js";
import { endOfFactorWait } from "../calls/deployment.js";
import { field } from "../core/controls.js";
import { date, moment } from "../core/formats.js";
import { texts } from "../texts.js";

/**
 * The words for a passkey or phone that is new, and good for small payments only for now.
 *
 * @param {{isWaiting?: boolean, waitsUntil?: string|null}} item
 * @returns {string|null} null for any other
 */
export function waitText({ isWaiting = false, waitsUntil = null }) {
  if (!isWaiting) return null;
  return waitsUntil ? texts.newFactor.until(moment(waitsUntil)) : texts.newFactor.forNow;
}

/**
 * The words for a PIN that is new, and that the link in its notice removes.
 *
 * @param {{pinWaitsUntil?: string}} factors
 */
export const pinWaitText = ({ pinWaitsUntil }) => (pinWaitsUntil
  ? texts.newFactor.pinUntil(moment(pinWaitsUntil)) : texts.newFactor.pinForNow);

/**
 * Until when the passkeys of the account are new, where all that a browser may have are: before that
 * none of them is worth its kind.
 *
 * @param {{isWaiting?: boolean, waitsUntil?: string|null, deviceId?: string}[]} credentials
 * @returns {string|null} the words; null where one of them is not new, and where there is none
 */
function passkeysWaitText(credentials) {
  // Those of phones are in their apps.
  const here = credentials.filter(({ deviceId }) => !deviceId);
  if (here.length === 0 || !here.every(({ isWaiting }) => isWaiting)) return null;
  const ends = here.map(({ waitsUntil }) => waitsUntil ?? null);
  const { passkeyUntil, passkeyForNow } = texts.newFactor;
  return ends.includes(null) ? passkeyForNow : passkeyUntil(moment(ends.sort()[0]));
}

/** The words of {@link passkeysWaitText} as of now; null also where the server does not say. */
export const readPasskeysWait = async () =>
  passkeysWaitText(await listCredentials().catch(() => []));

/** The words for a passkey that is set up now, and for small payments only at first. */
export function wordsOfNewWait() {
  const end = endOfFactorWait();
  return texts.newFactor.atFirst(end && date(end));
}

/** A field for what the person calls a new passkey; it may stay empty. */
export function passkeyName() {
  const { root, input } = field({
    id: "passkey-name", label: texts.passkey.name, hint: texts.rename.hint, type: "text",
    maxlength: 64, autocomplete: "off", autocapitalize: "sentences",
  });
  return { root, read: () => input.value.trim() };
}

/** The words for the passkey that was just added, as far as they are known already. */
export function saidOfPasskey({ limit = null, isNamed }) {
  const added = limit === null ? texts.passkey.added : `${texts.passkey.added}: ${limit}`;
  return isNamed ? added : `${added}. ${texts.passkey.unnamed}`;
}

/**
 * The words for the passkey that was just added, also until when it is for small payments only.
 *
 * @param {object} [settings]
 * @param {boolean} [settings.isRecovery] whether it completed a recovery: then it always is
 * @param {boolean} [settings.isNamed] whether the name that was given for it is kept
 */
export async function saidOfNewPasskey({ isRecovery = false, isNamed = true } = {}) {
  const newest = (await listCredentials().catch(() => [])).at(-1);
  const limit = (newest && waitText(newest)) ?? (isRecovery ? texts.newFactor.recovered : null);
  return saidOfPasskey({ limit, isNamed });
}
