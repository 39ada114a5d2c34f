import { revokeDevice } from "../calls/revokeDevice.js";
import { date } from "../core/moments.js";
import { texts } from "../texts.js";
import { removableList } from "./removableList.js";

/**
 * The phones of the account.
 *
 * @param {object[]} devices
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export const deviceList = (devices, factors, say) => removableList(devices, {
  symbol: "phone",
  none: texts.security.noPhones,
  name: ({ name }) => name,
  facts,
  question: {
    title: texts.security.removePhoneTitle, text: texts.security.removePhoneText,
    go: texts.security.removePhoneGo,
  },
  activity: "removePhone",
  revoke: revokeDevice,
  removed: texts.security.removedPhone,
}, factors, say);

function facts({ createdAt, lastUsedAt }) {
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
  ].join(" · ");
}
