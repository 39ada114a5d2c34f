import { watchLink } from "../calls/events.js";
import { listDevices } from "../calls/secondFactor.js";
import { button } from "../core/controls.js";
import { go } from "../core/navigator.js";
import { notice } from "../core/notice.js";
import { texts } from "../texts.js";
import { claims, forgetClaim, isGood } from "./claims.js";

/**
 * The phones that wait for the word of whoever made their link. One whose notice is not delivered
 * yet looks the same.
 *
 * @returns {Promise<object[]>}
 */
export const readUnclaimedPhones = async () =>
  (await listDevices()).filter(({ isWaiting, waitsUntil }) => isWaiting && !waitsUntil);

/**
 * The question whose a phone is that a link from here has brought, for as long as it is open;
 * nothing where none is.
 *
 * @returns {{root: HTMLElement, stop: () => void}}
 */
export function claimNotice() {
  const { root, say } = notice();
  const leaving = new AbortController();

  async function look() {
    const links = claims();
    if (links.length === 0) return;
    // Where the server does not say, it is asked with the next screen.
    const phones = await readUnclaimedPhones().catch(() => null);
    if (leaving.signal.aborted || phones === null) return;
    if (phones.length > 0) {
      return say(texts.addPhone.whose, "problem", button(texts.addPhone.answer, {
        icon: "phone", onclick: () => go({ to: "whosePhone" }),
      }));
    }
    for (const link of links) {
      if (!isGood(link)) forgetClaim(link.id);
    }
  }

  look();
  // A link whose screen was left or loaded again can still be used.
  for (const link of claims().filter((kept) => isGood(kept) && !kept.isUsed)) {
    watchLink(link, leaving.signal, ({ status }) => status === "confirmed" && look());
  }
  return { root, stop: () => leaving.abort() };
}
