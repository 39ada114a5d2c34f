import { endOtherSessions } from "../calls/endOtherSessions.js";
import { listCredentials } from "../calls/listCredentials.js";
import { listDevices } from "../calls/listDevices.js";
import { listSessions } from "../calls/listSessions.js";
import { readSecondFactor } from "../calls/readSecondFactor.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { showLoaded } from "../core/loading.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { noteScreen } from "../core/screen.js";
import { hasPasskeys } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showAddPasskey } from "./addPasskey.js";
import { showAddPhone } from "./addPhone.js";
import { credentialList } from "./credentialList.js";
import { deviceList } from "./deviceList.js";
import { showSetPIN } from "./setPIN.js";

/** The account's factors and sessions. @param {string} [done] */
export function showSecurity(done) {
  begin("security");
  return showLoaded({ title: texts.security.title, place: "security", done }, load, draw);
}

async function load() {
  const [credentials, devices, factors, sessions] = await Promise.all([
    listCredentials(), listDevices(), readSecondFactor(), listSessions(),
  ]);
  return { credentials, devices, factors, others: sessions.filter(({ isCurrent }) => !isCurrent).length };
}

function draw({ credentials, devices, factors, others }) {
  const { root, say } = notice();
  return {
    content: [
      root,
      group(
        texts.security.passkeys,
        credentialList(credentials, factors, say),
        hasPasskeys()
          ? button(texts.security.add, { icon: "passkey", onclick: () => showAddPasskey(factors) })
          : element("p", { class: "hint" }, texts.security.cannotAdd),
      ),
      group(
        texts.security.phones,
        deviceList(devices, factors, say),
        button(texts.security.addPhone, { icon: "phone", onclick: () => showAddPhone(factors) }),
      ),
      group(
        texts.security.pin,
        element("p", { class: "fact" }, factors.isBlocked ? texts.security.pinBlocked
          : factors.hasDevicePIN ? texts.security.pinOnPhone
            : factors.hasPIN ? texts.security.pinSet : texts.security.pinNone),
        factors.isBlocked || factors.hasDevicePIN ? null : button(
          factors.hasPIN ? texts.security.changePIN : texts.security.setPIN,
          { icon: "pin", onclick: () => showSetPIN(factors) },
        ),
      ),
      group(texts.security.sessions, ...sessionRows(others, say)),
    ],
  };
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
