import { Refusal, words } from "../calls/refusal.js";
import { canAddFactor, hasFactor, isAddedByCode } from "../calls/secondFactor.js";
import { element, icon } from "../core/element.js";
import { isByPhoneKey, isByPhonePIN, ofWait, wayOf } from "../documents/askDocument.js";
import { isSmallPayment } from "../documents/smallPayments.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { texts } from "../texts.js";

/** The kinds of proof that a person knows by a name, each with its icon. */
const kinds = { assertion: "passkey", pin: "pin", validateCode: "mail" };

/**
 * The ways that an action takes and that cannot approve it here and now: of each, why not, and what
 * would bring it.
 *
 * @param {import("../documents/askDocument.js").Way[]} ways
 * @param {import("../documents/readDocument.js").Document} document what is to be approved
 * @param {object|null} [factors] the second factor as it stands, where it is known
 * @returns {HTMLElement|null} null where each way can
 */
export function unusableWays(ways, document, factors = null) {
  const rows = Object.keys(kinds).map((kind) => [kind, whyNot(ways, kind, document, factors)])
    .filter(([, text]) => text !== null);
  if (rows.length === 0) return null;
  return element(
    "section", { class: "unusable", "aria-labelledby": "unusable-title" },
    element("h2", { id: "unusable-title" }, texts.ways.title),
    element(
      "ul", {},
      ...rows.map(([kind, text]) =>
        element(
          "li", {}, icon(kinds[kind]),
          element(
            "p", {}, element("strong", {}, texts.ways.kinds[kind]), " ", text),
        )),
    ),
  );
}

/**
 * The words for why a way cannot act.
 *
 * @param {import("../documents/askDocument.js").Way[]} ways
 * @param {keyof typeof kinds} kind
 * @param {import("../documents/readDocument.js").Document} document
 * @param {object|null} factors
 * @returns {string|null} null where it can, and where the action takes none of the kind
 */
function whyNot(ways, kind, document, factors) {
  const way = wayOf(ways, kind);
  if (way === undefined) return null;
  // A wait is said above, beside what it leaves.
  if (ofWait.has(way.reason)) return null;
  if (kind === "pin" && !way.canAct && factors?.isDevicePINBlocked && !factors.hasPIN) {
    return texts.ways.pin.blockedOnPhone;
  }
  // More than a PIN that is typed here.
  const isBlocked = way.reason === "second_factor_blocked";
  if (kind === "pin" && !way.canAct && !isBlocked && isByPhonePIN(ways)) {
    return texts.ways.pin.onPhone;
  }
  // A new phone, or one that its person has not confirmed yet.
  if (kind === "pin" && !way.canAct && factors?.hasDevicePIN && !factors.hasPIN) {
    return texts.ways.pin.pin_on_device;
  }
  if (way.canAct) return kind === "assertion" && !hasPasskeys() ? texts.ways.noPasskeys : null;
  if (kind === "assertion" && isByPhoneKey(ways)) return texts.ways.assertion.onPhone;
  if (way.reason === "linking_required" && isSmallPayment(document)) {
    return texts.ways[kind].fiveInARow;
  }
  // A block of codes outlives what they were sent to.
  const hasCodes = !factors || factors.hasTwoFactor || factors.hasPhone;
  if (kind === "validateCode" && way.reason === "second_factor_blocked" && !hasCodes) {
    const mayAddOne = hasFactor(factors) || isAddedByCode(factors);
    return texts.ways.validateCode[mayAddOne ? "channel_missing" : "none"];
  }
  // Nothing that the account has would confirm a new one.
  const isMissing = way.reason === "credential_missing" || way.reason === "pin_missing";
  const mayAdd = factors ? canAddFactor(factors) : !isByPhonePIN(ways);
  if (isMissing && !mayAdd) return texts.ways[kind].none;
  return texts.ways[kind][way.reason] ?? words(new Refusal(403, way, null));
}
