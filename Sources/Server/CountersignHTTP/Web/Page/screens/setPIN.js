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
import { noteScreen, show } from "../core/screen.js";
import { canAddFactor } from "../factors/newFactor.js";
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
 * @param {object} factors the second factor as it stands
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
    const isHere = noteScreen();
    try {
      if (!factors.hasPIN && !byPasskey) return await askForCode(pin, isHere);
      const entitlement = byPasskey
        ? { proof: await provePasskey() } : { oldPin: old.input.value };
      // Whoever has left while the prompt was open has set none.
      if (!isHere()) return;
      await storePIN(pin, entitlement, keyFor(pin));
      if (isHere()) await leave(factors.hasPIN ? texts.setPIN.changed : texts.setPIN.saved);
    } catch (error) {
      await settle(error);
    }
  }

  async function askForCode(pin, isHere) {
    const request = await requestOwnCode("set_pin");
    if (isHere()) showPINCode(pin, request, leave, () => showSetPIN(factors, leave));
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

  // Said before a code is mailed that would be asked for in vain.
  const isPossible = canAddFactor(factors);
  if (!isPossible) say(texts.security.unprovable, "plain");
  show({
    title: factors.hasPIN ? texts.setPIN.changeTitle : texts.setPIN.title,
    place: "security",
    gone: hold.stop,
    content: [
      element("p", { class: "lead" }, texts.setPIN.lead),
      root,
      element(
        "form",
        { novalidate: true, hidden: !isPossible, onsubmit: once(() => [submit], save) },
        factors.hasPIN ? old.root : null, fresh.root, again.root, submit,
      ),
      button(texts.back, { kind: "quiet wide", onclick: () => leave() }),
    ],
  });
}
