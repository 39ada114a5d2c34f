import { button } from "../../core/controls.js";
import { element, icon } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { announce } from "../../core/notice.js";
import { show } from "../../core/screen.js";
import { fieldOf, matterOf } from "../../documents/fields.js";
import { readableDocument } from "../../documents/readDocument.js";
import { rowList, shownTime, slip } from "../../documents/slip.js";
import { settle, waitingNow } from "../../reviews/waiting.js";
import { texts } from "../../texts.js";

/** The look of each ending. */
const looks = {
  approved: { kind: "completed", symbol: "check" },
  alreadyApproved: { kind: "completed", symbol: "check" },
  denied: { kind: "denied", symbol: "deny" },
  alreadyDenied: { kind: "denied", symbol: "deny" },
  approvedElsewhere: { kind: "failed", symbol: "warning" },
  deniedElsewhere: { kind: "failed", symbol: "warning" },
  expired: { kind: "pending", symbol: "clock" },
  gone: { kind: "pending", symbol: "info" },
  triesUsedUp: { kind: "failed", symbol: "warning" },
  blocked: { kind: "failed", symbol: "warning" },
  refused: { kind: "failed", symbol: "warning" },
};

/** The words for a transaction that was decided on elsewhere, or whose time is over. */
const elsewhere = { approved: "alreadyApproved", denied: "alreadyDenied", expired: "expired" };

/** Says that a transaction waits no more, and why. @param {object} transaction as it stands */
export function showOver(transaction) {
  showDecided(transaction, elsewhere[transaction.status] ?? "gone");
}

/**
 * Shows the end of a review. It is left at once, and nothing of it is kept.
 *
 * @param {object} transaction
 * @param {keyof typeof looks} ending
 */
export function showDecided(transaction, ending) {
  const { kind, symbol } = looks[ending];
  const document = readableDocument(transaction.document);
  const { title, text: textOf } = texts.decided[ending];
  const text = textOf(document ? matterOf(document) : texts.matters.request);
  settle(transaction.transactionID);
  const others = waitingNow().length;
  const { decidedAt, transactionID } = transaction;
  const more = decidedAt ? [[texts.history.when[transaction.status], shownTime(decidedAt)]] : [];
  // Most documents name it themselves.
  const ids = document && fieldOf(document, "transactionID")
    ? [] : [[texts.decided.transaction, transactionID]];
  show({
    title,
    place: "home",
    symbol: element("span", { class: `symbol ${kind}` }, icon(symbol)),
    content: [
      element("p", { class: "lead" }, text),
      // Its outcome is said also where it cannot be shown.
      document ? slip(document, { more, ids, isDecided: true })
        : element("section", { class: "slip" }, rowList([...more, ...ids])),
      button(others > 0 ? texts.decided.more(others) : texts.decided.home, {
        kind: "primary wide", onclick: () => go({ to: "home" }),
      }),
    ],
  });
  announce(`${title}. ${text}`);
}
