import { listCredentials } from "../../calls/credentials.js";
import { readRecovery } from "../../calls/recovery.js";
import { listDevices, readSecondFactor } from "../../calls/secondFactor.js";
import { endOtherSessions, readSessions } from "../../calls/session.js";
import { button } from "../../core/controls.js";
import { element } from "../../core/element.js";
import { go } from "../../core/navigator.js";
import { explain, notice } from "../../core/notice.js";
import { once } from "../../core/once.js";
import { noteScreen, showLoaded } from "../../core/screen.js";
import { credentialList, deviceList } from "../../parts/factorLists.js";
import { pinWaitText } from "../../parts/newFactor.js";
import { hasPasskeys } from "../../passkeys/prompt.js";
import { texts } from "../../texts.js";
import { begin } from "../../timeline/record.js";

/** The account's factors and sessions. @param {string} [done] */
export function showSecurity(done) {
  begin("security");
  return showLoaded({ title: texts.security.title, place: "security", done }, load, draw);
}

async function load() {
  const [credentials, devices, factors, recovery, { sessions, account }] = await Promise.all([
    listCredentials(), listDevices(), readSecondFactor(), readRecovery(), readSessions(),
  ]);
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return { credentials, devices, factors, recovery, others, account };
}

function draw({ credentials, devices, factors, recovery, others, account }) {
  const { root, say } = notice();
  return {
    content: [
      root, recoveryNotice(recovery),
      group(
        texts.security.passkeys,
        credentialList(credentials, factors, say),
        hasPasskeys()
          ? button(texts.security.add, {
            icon: "passkey", onclick: () => go({ to: "addPasskey", factors }),
          })
          : element("p", { class: "hint" }, texts.security.cannotAdd),
      ),
      group(
        texts.security.phones,
        deviceList(devices, factors, say),
        button(texts.security.addPhone, {
          icon: "phone", onclick: () => go({ to: "addPhone", factors }),
        }),
      ),
      group(
        texts.security.pin,
        element("p", { class: "fact" }, factors.isBlocked ? texts.security.pinBlocked
          : factors.hasDevicePIN ? texts.security.pinOnPhone
            : factors.hasPIN ? texts.security.pinSet : texts.security.pinNone),
        factors.isPINWaiting && element("p", { class: "hint" }, pinWaitText(factors)),
        factors.isBlocked || factors.hasDevicePIN ? null : button(
          factors.hasPIN ? texts.security.changePIN : texts.security.setPIN,
          { icon: "pin", onclick: () => go({ to: "setPIN", factors }) },
        ),
      ),
      group(
        texts.security.sessions,
        account && element("p", { class: "fact" }, texts.signedInAs(account.displayName)),
        ...sessionRows(others, say),
      ),
    ].filter(Boolean),
  };
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

function sessionRows(others, say) {
  if (others === 0) return [element("p", { class: "fact" }, texts.security.sessionsOnly)];
  const end = button(texts.security.endOthers, {
    onclick: once(() => [end], async () => {
      const isHere = noteScreen();
      try {
        await endOtherSessions();
        if (isHere()) await showSecurity(texts.security.ended);
      } catch (error) {
        explain(error, say);
      }
    }),
  });
  return [element("p", { class: "fact" }, texts.security.sessionsOthers(others)), end];
}
