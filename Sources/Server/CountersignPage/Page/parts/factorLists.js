import { revokeCredential } from "../calls/credentials.js";
import { Refusal } from "../calls/refusal.js";
import { revokeDevice } from "../calls/secondFactor.js";
import { button, confirm } from "../core/controls.js";
import { element, icon } from "../core/element.js";
import { date } from "../core/formats.js";
import { go } from "../core/navigator.js";
import { explain } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";

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
  facts: factsOfPasskey,
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

function factsOfPasskey({ createdAt, lastUsedAt, transports, isBackedUp }) {
  const kind = transports.map((name) => texts.security.thisKind[name]).find(Boolean);
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
    isBackedUp ? texts.security.synced : kind,
  ].filter(Boolean).join(" · ");
}

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
  facts: factsOfPhone,
  question: {
    title: texts.security.removePhoneTitle, text: texts.security.removePhoneText,
    go: texts.security.removePhoneGo,
  },
  activity: "removePhone",
  revoke: revokeDevice,
  removed: texts.security.removedPhone,
}, factors, say);

function factsOfPhone({ createdAt, lastUsedAt }) {
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
  ].join(" · ");
}

/**
 * @typedef {object} Kind what the list is of
 * @property {string} symbol
 * @property {string} none what is said where there is none
 * @property {(item: object, index: number) => string} name
 * @property {(item: object) => string} facts
 * @property {{title: string, text: string, go: string}} question asked before one is removed
 * @property {string} activity as the timeline calls the removal
 * @property {(id: string, key: string, proof?: object) => Promise<void>} revoke
 * @property {string} removed what is said afterwards
 */

/**
 * What the account has of one kind, each with its removal. Where the session has proved no factor
 * lately, the person proves one first.
 *
 * @param {{id: string}[]} items
 * @param {Kind} kind
 * @param {object} factors
 * @param {(text: string) => void} say
 */
function removableList(items, kind, factors, say) {
  if (items.length === 0) return element("p", { class: "fact" }, kind.none);
  return element(
    "ul", { class: "credentials" },
    ...items.map((item, index) => {
      const name = kind.name(item, index);
      const remove = button(texts.security.remove, {
        kind: "quiet", "aria-label": texts.security.removeLabel(name),
        onclick: once(() => [remove], () => removeOne(item.id)),
      });
      return element(
        "li", {},
        icon(kind.symbol),
        element(
          "div", {}, element("p", {}, name), element("p", { class: "hint" }, kind.facts(item)),
        ),
        remove,
      );
    }),
  );

  async function removeOne(id) {
    if (!await confirm({ ...kind.question, stay: texts.security.keep })) return;
    begin(kind.activity);
    const key = crypto.randomUUID();
    const isHere = noteScreen();
    try {
      const next = await revoke(id, key);
      if (isHere()) await next();
    } catch (error) {
      const isUnproved = error instanceof Refusal
        && error.reason === "insufficient_user_authentication";
      if (!isUnproved) return explain(error, say);
      if (!isHere()) return;
      const { activity } = kind;
      go({ to: "confirmFactor", factors, activity, change: (proof) => revoke(id, key, proof) });
    }
  }

  async function revoke(id, key, proof) {
    await kind.revoke(id, key, proof);
    return () => go({ to: "security", done: kind.removed });
  }
}
