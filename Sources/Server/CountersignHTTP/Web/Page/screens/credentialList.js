import { revokeCredential } from "../calls/revokeCredential.js";
import { date } from "../core/moments.js";
import { texts } from "../texts.js";
import { removableList } from "./removableList.js";

/**
 * The passkeys of the account.
 *
 * @param {object[]} credentials
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export const credentialList = (credentials, factors, say) => removableList(credentials, {
  symbol: "passkey",
  none: texts.security.noPasskeys,
  name: (_, index) => texts.security.passkey(index + 1),
  facts,
  question: {
    title: texts.security.removeTitle,
    text: credentials.length === 1
      ? `${texts.security.removeText} ${lastText(factors)}` : texts.security.removeText,
    go: texts.security.removeGo,
  },
  activity: "remove",
  revoke: revokeCredential,
  removed: texts.security.removed,
}, factors, say);

/** What the account is without its only passkey. */
function lastText({ hasPIN, hasDevicePIN }) {
  if (hasPIN) return texts.security.removeLastText;
  return hasDevicePIN ? texts.security.removeLastOnPhone : texts.security.removeLastFactor;
}

function facts({ createdAt, lastUsedAt, transports, isBackedUp }) {
  const kind = transports.map((name) => texts.security.thisKind[name]).find(Boolean);
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
    isBackedUp ? texts.security.synced : kind,
  ].filter(Boolean).join(" · ");
}
