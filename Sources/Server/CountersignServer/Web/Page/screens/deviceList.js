import { Refusal } from "../calls/refusal.js";
import { revokeDevice } from "../calls/revokeDevice.js";
import { button } from "../core/button.js";
import { confirm } from "../core/confirm.js";
import { element, icon } from "../core/element.js";
import { explain } from "../core/explain.js";
import { date } from "../core/moments.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showConfirmFactor } from "./confirmFactor.js";

/**
 * The phones of the account, each with its removal. Where the session has proved no factor lately,
 * the person proves one first.
 *
 * @param {object[]} devices
 * @param {object} factors
 * @param {(text: string) => void} say
 */
export function deviceList(devices, factors, say) {
  if (devices.length === 0) return element("p", { class: "fact" }, texts.security.noPhones);
  return element(
    "ul", { class: "credentials" },
    ...devices.map((device) => {
      const remove = button(texts.security.remove, {
        kind: "quiet", "aria-label": texts.security.removeLabel(device.name),
        onclick: once(() => [remove], () => removeOne(device)),
      });
      return element(
        "li", {},
        icon("phone"),
        element(
          "div", {}, element("p", {}, device.name),
          element("p", { class: "hint" }, facts(device)),
        ),
        remove,
      );
    }),
  );

  async function removeOne({ id }) {
    const isSure = await confirm({
      title: texts.security.removePhoneTitle, text: texts.security.removePhoneText,
      stay: texts.security.keep, go: texts.security.removePhoneGo,
    });
    if (!isSure) return;
    begin("removePhone");
    try {
      await revoke(id);
    } catch (error) {
      const isUnproved = error instanceof Refusal
        && error.reason === "insufficient_user_authentication";
      if (!isUnproved) return explain(error, say);
      showConfirmFactor(factors, "removePhone", (proof) => revoke(id, proof));
    }
  }
}

async function revoke(id, proof) {
  await revokeDevice(id, proof);
  await open("security", texts.security.removedPhone);
}

function facts({ createdAt, lastUsedAt }) {
  return [
    texts.security.added(date(createdAt)),
    lastUsedAt ? texts.security.used(date(lastUsedAt)) : texts.security.neverUsed,
  ].join(" · ");
}
