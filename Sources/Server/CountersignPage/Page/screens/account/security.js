import { listCredentials } from "../../calls/credentials.js";
import { readRecovery } from "../../calls/recovery.js";
import {
  hasFactor, listDevices, listHeldFactors, needsRecovery, readSecondFactor, removeApp,
} from "../../calls/secondFactor.js";
import { endOtherSessions, endSessionOf, readSessions } from "../../calls/session.js";
import { button, confirm } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, showLoaded } from "../../core/screen.js";
import { smallPayments } from "../../documents/smallPayments.js";
import { credentialList, deviceList, sessionList } from "../../parts/factorLists.js";
import { heldFactors } from "../../parts/heldFactors.js";
import { pinWaitText, waitText } from "../../parts/newFactor.js";
import { hasPasskeys } from "../../passkeys/prompt.js";
import { claimNotice } from "../../session/claimNotice.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** The account's factors and sessions. @param {string} [done] */
export function showSecurity(done) {
  begin("security");
  return showLoaded({ title: texts.security.title, place: "security", done }, load, draw);
}

async function load() {
  const [credentials, devices, factors, held, recovery, { sessions, account }] = await Promise.all([
    listCredentials(), listDevices(), readSecondFactor(), listHeldFactors(), readRecovery(),
    readSessions(),
  ]);
  return { credentials, devices, factors, held, recovery, sessions, account };
}

function draw({ credentials, devices, factors, held, recovery, sessions, account }) {
  const { root, say } = notice();
  const claim = claimNotice();
  return {
    gone: claim.stop,
    content: [
      root, claim.root, recoveryNotice(recovery),
      held.factors.length > 0 && group(texts.held.title, ...heldFactors(held, factors)),
      group(
        texts.security.passkeys,
        credentialList(credentials, devices, factors, say),
        hasPasskeys()
          ? button(texts.security.add, {
            icon: "passkey", onclick: () => go({ to: "addPasskey", factors }),
          })
          : element("p", { class: "hint" }, texts.security.cannotAdd),
      ),
      group(
        texts.security.phones,
        deviceList(devices, credentials, factors, say),
        // Beside the button: whoever presses it confirms the change next.
        factors.hasPIN && element("p", { class: "hint" },
          `${texts.addPhone.lead} ${texts.addPhone.endsPIN}`),
        button(texts.security.addPhone, {
          icon: "phone", onclick: () => go({ to: "addPhone", factors }),
        }),
      ),
      group(
        texts.security.pin,
        element("p", { class: "fact" }, wordsOfPIN(factors)),
        // The phone is not claimed yet, or its PIN is new.
        factors.hasPIN && factors.hasDevicePIN
          && element("p", { class: "hint" }, texts.security.pinForNow),
        factors.isPINWaiting && element("p", { class: "hint" }, pinWaitText(factors)),
        needsRecovery(factors) && recovery.status === "none" && button(texts.recovery.title, {
          icon: "warning",
          onclick: () => go({ to: "recovery", place: "security", back: { to: "security" } }),
        }),
        factors.isBlocked || (factors.hasDevicePIN && !factors.hasPIN) ? null : button(
          factors.hasPIN ? texts.security.changePIN : texts.security.setPIN,
          { icon: "pin", onclick: () => go({ to: "setPIN", factors }) },
        ),
      ),
      group(texts.security.number, ...numberRows(factors)),
      group(texts.security.app, ...appRows(factors)),
      hasFactor(factors) && group(
        texts.security.tryFactor,
        element("p", { class: "fact" }, texts.security.tryFactorText),
        button(texts.security.tryFactorGo, {
          icon: "check", onclick: () => go({ to: "tryFactor", factors }),
        }),
      ),
      group(
        texts.security.sessions,
        account && element("p", { class: "fact" }, texts.signedInAs(account.displayName)),
        sessionList(sessions, devices, (id) => endSessions(
          () => endSessionOf(id), texts.security.endedOne, say)),
        ...sessionRows(sessions.filter(({ isCurrent }) => !isCurrent).length, say),
      ),
    ].filter(Boolean),
  };
}

/** The words for the PIN: the one that is given here, as long as it counts, before a phone's. */
function wordsOfPIN({ isBlocked, hasPIN, hasPasskey, hasDevicePIN, isDevicePINBlocked }) {
  const {
    pinBlocked, pinBlockedBesidePasskey, pinSet, pinBlockedOnPhone, pinOnPhone, pinNone,
  } = texts.security;
  if (isBlocked) return hasPasskey ? pinBlockedBesidePasskey : pinBlocked;
  if (hasPIN) return pinSet(smallPayments());
  if (isDevicePINBlocked) return pinBlockedOnPhone;
  return hasDevicePIN ? pinOnPhone : pinNone;
}

/** That a recovery is under way; somebody else may have begun it. */
function recoveryNotice({ status }) {
  if (status === "none") return null;
  const { root, say } = notice();
  say(texts.recovery.warning, "problem", button(texts.recovery.underWay, {
    icon: "clock",
    onclick: () => go({ to: "recovery", place: "security", back: { to: "security" } }),
  }));
  return root;
}

function group(title, ...content) {
  return element("section", { class: "group" }, element("h2", {}, title), ...content);
}

/** The telephone number that codes are texted to. */
function numberRows(factors) {
  if (!hasFactor(factors)) return [element("p", { class: "fact" }, texts.security.factorFirst)];
  return [
    element("p", { class: "fact" }, factors.hasPhone
      ? texts.security.numberSet : texts.security.numberNone),
    button(factors.hasPhone ? texts.security.changeNumber : texts.security.setNumber, {
      icon: "phone", onclick: () => go({ to: "setNumber", factors }),
    }),
  ];
}

/** The authenticator app, which is added once and removed. */
function appRows(factors) {
  if (!factors.hasTwoFactor) {
    if (!hasFactor(factors)) return [element("p", { class: "fact" }, texts.security.factorFirst)];
    return [
      element("p", { class: "fact" }, texts.security.appNone),
      button(texts.security.addApp, {
        icon: "clock", onclick: () => go({ to: "addApp", factors }),
      }),
    ];
  }
  const wait = waitText({
    isWaiting: factors.isTwoFactorWaiting, waitsUntil: factors.twoFactorWaitsUntil ?? null,
  });
  return [
    element("p", { class: "fact" }, texts.security.appSet),
    wait && element("p", { class: "hint" }, texts.security.appWaits(wait)),
    button(texts.security.removeApp, { onclick: () => askToRemoveApp(factors) }),
  ].filter(Boolean);
}

async function askToRemoveApp(factors) {
  const question = {
    title: texts.security.removeAppTitle, text: texts.security.removeAppText,
    go: texts.security.removeApp, stay: texts.security.keep,
  };
  if (!await confirm(question)) return;
  const key = crypto.randomUUID();
  await go({
    to: "confirmFactor", factors, activity: "removeApp",
    change: { change: "removeAuthenticatorApp" },
    make: async (proof) => {
      await removeApp(proof, key);
      return () => go({ to: "security", done: texts.security.removedApp });
    },
  });
}

function sessionRows(others, say) {
  if (others === 0) return [element("p", { class: "fact" }, texts.security.sessionsOnly)];
  const end = button(texts.security.endOthers, {
    onclick: once(() => [end], () => endSessions(endOtherSessions, texts.security.ended, say)),
  });
  return [element("p", { class: "fact" }, texts.security.sessionsOthers(others)), end];
}

/** Ends other sessions, and shows the list without them. */
async function endSessions(end, done, say) {
  const isHere = noteScreen();
  try {
    await end();
    if (isHere()) await showSecurity(done);
  } catch (error) {
    explain(error, say);
  }
}
