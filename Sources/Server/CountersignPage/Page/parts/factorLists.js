import { revokeCredential } from "../calls/credentials.js";
import { isAddedByCode, revokeDevice } from "../calls/secondFactor.js";
import { readSessions } from "../calls/session.js";
import { button, confirm } from "../core/controls.js";
import { element, icon } from "../core/element.js";
import { date, moment } from "../core/formats.js";
import { go } from "../core/navigator.js";
import { explain, isSessionOver, leaveSession } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { waitText } from "./newFactor.js";

/**
 * The passkeys of the account. A passkey that came with a phone has the phone's name.
 *
 * @param {object[]} credentials
 * @param {object[]} devices
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export const credentialList = (credentials, devices, factors, say) => removableList(credentials, {
  symbol: "passkey",
  none: texts.security.noPasskeys,
  name: (passkey, index) => nameOfPasskey(passkey, phoneOf(passkey, devices), index),
  facts: factsOfPasskey,
  question: {
    title: texts.security.removeTitle,
    text: (name, passkey) => [
      texts.security.removeText(name),
      phoneOf(passkey, devices) && texts.security.phoneStays(phoneOf(passkey, devices).name),
      credentials.length === 1 && lastText(factors),
      passkey.openedSession && texts.security.removeSignsOut,
    ].filter(Boolean).join(" "),
    go: texts.security.removeGo,
  },
  activity: "remove",
  change: ({ id }) => ({ change: "removePasskey", id }),
  named: ({ createdAt }) => createdAt,
  called: (name) => name,
  revoke: revokeCredential,
  removed: texts.security.removed,
  removedWithSession: texts.security.removedWithSession,
}, factors, say);

/** The phone that a passkey came with; undefined for none. */
const phoneOf = ({ deviceId }, devices) => devices.find(({ id }) => id === deviceId);

function nameOfPasskey({ name }, phone, index) {
  return name ?? (phone ? texts.security.passkeyOf(phone.name) : texts.security.passkey(index + 1));
}

/** The account without its only passkey, in words. */
function lastText({ hasPIN, hasDevicePIN, isBlocked, isDevicePINBlocked }) {
  if (hasPIN && !isBlocked) return texts.security.removeLastText;
  if (hasDevicePIN && !isDevicePINBlocked) return texts.security.removeLastOnPhone;
  return hasPIN || hasDevicePIN
    ? texts.security.removeLastBlocked : texts.security.removeLastFactor;
}

function factsOfPasskey(passkey) {
  const { createdAt, lastUsedAt, transports, isBackedUp } = passkey;
  const kind = transports.map((name) => texts.security.thisKind[name]).find(Boolean);
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
    isBackedUp ? texts.security.synced : kind, waitText(passkey),
  ].filter(Boolean).join(" · ");
}

/**
 * The phones of the account.
 *
 * @param {object[]} devices
 * @param {object[]} credentials
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export const deviceList = (devices, credentials, factors, say) => removableList(devices, {
  symbol: "phone",
  none: texts.security.noPhones,
  name: ({ name }) => name,
  facts: factsOfPhone,
  question: {
    title: texts.security.removePhoneTitle,
    text: (name, { id }) => [
      texts.security.removePhoneText(name),
      ...credentials.map((passkey, index) => passkey.deviceId === id
        && texts.security.passkeyGoesToo(nameOfPasskey(passkey, { name }, index))),
    ].filter(Boolean).join(" "),
    go: texts.security.removePhoneGo,
  },
  activity: "removePhone",
  change: ({ id }) => ({ change: "removeDevice", id }),
  named: ({ name }) => name,
  revoke: revokeDevice,
  removed: texts.security.removedPhone,
  removedWithSession: texts.security.removedPhoneWithSession,
}, factors, say);

function factsOfPhone(phone) {
  const { createdAt, lastUsedAt } = phone;
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed, waitText(phone),
  ].filter(Boolean).join(" · ");
}

/**
 * The open sessions, this one first.
 *
 * @param {import("../calls/session.js").Session[]} sessions
 * @param {{id: string, name: string}[]} devices
 * @param {(id: string) => Promise<void>} end ends one that is not this one
 */
export function sessionList(sessions, devices, end) {
  const nameOf = ({ isCurrent, deviceId }) => {
    if (isCurrent) return texts.security.sessionHere;
    const device = devices.find(({ id }) => id === deviceId);
    if (device) return texts.security.sessionOfPhone(device.name);
    return deviceId ? texts.security.sessionOfApp : texts.security.sessionOfBrowser;
  };
  const sorted = [...sessions].sort((one, other) => other.isCurrent - one.isCurrent);
  return element(
    "ul", { class: "credentials" },
    ...sorted.map((session) => element(
      "li", {},
      icon(session.deviceId ? "phone" : "screen"),
      element(
        "div", {},
        element("p", {}, nameOf(session)),
        element(
          "p", { class: "hint" },
          [
            texts.security.sessionOpened(moment(session.createdAt)),
            texts.security.sessionUsed(moment(session.lastActiveAt)),
          ].join(" · ")),
      ),
      session.isCurrent ? null : endButton(session, nameOf(session), end),
    )),
  );
}

function endButton({ id, lastActiveAt }, name, end) {
  const ending = button(texts.security.endOne, {
    kind: "quiet", "aria-label": texts.security.endOneOf(name, moment(lastActiveAt)),
    onclick: once(() => [ending], () => end(id)),
  });
  return element("span", { class: "row-actions" }, ending);
}

/**
 * @typedef {object} Kind what the list is of
 * @property {string} symbol
 * @property {string} none what is said where there is none
 * @property {(item: object, index: number) => string} name
 * @property {(item: object) => string} facts
 * @property {{title: string, text: (name: string, item: object) => string, go: string}} question
 *   asked before one is removed
 * @property {string} activity as the timeline calls the removal
 * @property {(item: object) => import("../documents/factorChange.js").FactorChange} change
 * @property {(item: object) => string} named what its document calls one
 * @property {(name: string) => string} [called] the name that is shown beside that
 * @property {(id: string, key: string, proof?: object) => Promise<void>} revoke
 * @property {string} removed what is said afterwards
 * @property {string} removedWithSession what is said where this session ended with it
 */

/**
 * The account's items of one kind, each with its removal. That takes a proof of this very removal,
 * but on an account that never had a factor.
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
        onclick: once(() => [remove], () => removeOne(item, name)),
      });
      const rename = button(texts.security.rename, {
        kind: "quiet", "aria-label": texts.security.renameLabel(name),
        onclick: () => go({ to: "rename", kind: kind.symbol, id: item.id, name }),
      });
      return element(
        "li", {},
        icon(kind.symbol),
        element(
          "div", {}, element("p", {}, name), element("p", { class: "hint" }, kind.facts(item)),
        ),
        element("span", { class: "row-actions" }, rename, remove),
      );
    }),
  );

  async function removeOne(item, name) {
    const { title, text, go: yes } = kind.question;
    const question = { title, text: text(name, item), go: yes, stay: texts.security.keep };
    if (!await confirm(question)) return;
    const { activity } = kind;
    const key = crypto.randomUUID();
    const make = async (proof) => {
      await kind.revoke(item.id, key, proof);
      // What had opened this session, and confirmed its own removal, has taken it along.
      const isOver = await readSessions().then(() => false, isSessionOver);
      return () => (isOver ? leaveSession(kind.removedWithSession)
        : go({ to: "security", done: kind.removed }));
    };
    if (!isAddedByCode(factors)) {
      return go({
        to: "confirmFactor", factors, activity, change: kind.change(item),
        named: kind.named(item), called: kind.called?.(name), make,
      });
    }
    begin(activity);
    const isHere = noteScreen();
    try {
      const next = await make();
      if (isHere()) await next();
    } catch (error) {
      explain(error, say);
    }
  }
}
