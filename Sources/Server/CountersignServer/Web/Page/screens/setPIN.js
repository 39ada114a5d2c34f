import { requestOwnCode } from "../calls/requestOwnCode.js";
import { Refusal } from "../calls/refusal.js";
import { readSecondFactor } from "../calls/readSecondFactor.js";
import { storePIN } from "../calls/storePIN.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { field } from "../core/field.js";
import { keyPerEntry } from "../core/keyPerEntry.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { isPIN, pinInput } from "../factors/pinRules.js";
import { provePasskey } from "../factors/proveFactor.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { penalty } from "./penalty.js";
import { showPINCode } from "./pinCode.js";

/**
 * Sets the PIN, or changes it: a change takes the old one, a first one the passkey, and the first
 * factor of an account a mailed code.
 *
 * @param {{hasBiometrics: boolean, hasPIN: boolean}} factors
 * @param {(text?: string) => Promise<void>} [leave] where to go then: to Security unless told
 */
export function showSetPIN(factors, leave = (text) => open("security", text)) {
  const { root, say } = notice();
  const old = field({ id: "old-pin", label: texts.setPIN.old, ...pinInput });
  const fresh = field({ id: "new-pin", label: texts.setPIN.fresh, hint: texts.setPIN.hint, ...pinInput });
  const again = field({ id: "pin-again", label: texts.setPIN.again, ...pinInput });
  const byPasskey = !factors.hasPIN && factors.hasBiometrics;
  const submit = button(byPasskey ? texts.setPIN.submitWithPasskey : texts.setPIN.submit, {
    kind: "primary wide", type: "submit", icon: byPasskey ? "passkey" : "pin",
  });
  const hold = penalty(submit, say);
  const keyFor = keyPerEntry();

  function read() {
    const isFresh = isPIN(fresh.input.value);
    const isSame = again.input.value === fresh.input.value;
    const isOld = !factors.hasPIN || isPIN(old.input.value);
    again.setError(isFresh && !isSame ? texts.setPIN.mismatch : null);
    fresh.setError(isFresh ? null : texts.pin.form);
    old.setError(isOld ? null : texts.pin.form);
    return isFresh && isSame && isOld ? fresh.input.value : null;
  }

  async function save() {
    const pin = read();
    if (pin === null) return;
    say(null);
    begin("pin");
    try {
      if (factors.hasPIN) await storePIN(pin, { oldPin: old.input.value }, keyFor(pin));
      else if (byPasskey) await storePIN(pin, { proof: await provePasskey() }, keyFor(pin));
      else return await askForCode(pin);
      await leave(factors.hasPIN ? texts.setPIN.changed : texts.setPIN.saved);
    } catch (error) {
      await settle(error);
    }
  }

  async function askForCode(pin) {
    const request = await requestOwnCode("set_pin");
    showPINCode(pin, request, leave, () => showSetPIN(factors, leave));
  }

  async function settle(error) {
    if (error instanceof PromptFailed) {
      return say(error.kind === "unavailable" ? texts.biometricUnavailable : texts.biometricFailed);
    }
    const concernsOld = factors.hasPIN && error instanceof Refusal
      && ["verification_failed", "penalised", "attempt_in_progress"].includes(error.reason);
    if (!concernsOld) return explain(error, say);
    old.input.value = "";
    hold.begin(error, await readSecondFactor().catch(() => null));
  }

  show({
    title: factors.hasPIN ? texts.setPIN.changeTitle : texts.setPIN.title,
    place: "security",
    gone: hold.stop,
    content: [
      element("p", { class: "lead" }, texts.setPIN.lead),
      root,
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], save) },
        factors.hasPIN ? old.root : null, fresh.root, again.root, submit,
      ),
      button(texts.back, { kind: "quiet wide", onclick: () => leave() }),
    ],
  });
}
