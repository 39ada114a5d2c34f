import { readRegistrationOptions } from "../calls/readRegistrationOptions.js";
import { registerCredential } from "../calls/registerCredential.js";
import { Refusal, words } from "../calls/refusal.js";
import { announce } from "../core/announce.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { field } from "../core/field.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { isPIN, pinInput } from "../factors/pinRules.js";
import { provePasskey } from "../factors/proveFactor.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { makePasskey } from "../passkeys/makePasskey.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showOfferPasskey } from "./offerPasskey.js";

/**
 * Adds a passkey: an account that has a factor proves one first, another proves a mailed code.
 *
 * @param {{hasBiometrics: boolean, hasPIN: boolean}} factors
 */
export function showAddPasskey(factors) {
  if (!factors.hasBiometrics && !factors.hasPIN) return showOfferPasskey();
  const { root, say } = notice();
  const pin = field({ id: "pin", label: texts.pin.label, ...pinInput });
  const label = factors.hasBiometrics ? texts.security.confirmPasskey : texts.security.confirmPIN;
  const submit = button(label, { kind: "primary wide", type: "submit" });

  async function prove() {
    if (!factors.hasBiometrics && !isPIN(pin.input.value)) return pin.setError(texts.pin.form);
    begin("passkey");
    try {
      const proof = factors.hasBiometrics ? await provePasskey() : { pin: pin.input.value };
      showMake(await readRegistrationOptions({ proof }));
    } catch (error) {
      pin.input.value = "";
      if (error instanceof PromptFailed) say(texts.biometricFailed);
      else explain(error, say);
    }
  }

  show({
    title: texts.security.confirm,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.security.confirmText),
      root,
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], prove) },
        factors.hasBiometrics ? null : pin.root, submit,
      ),
      button(texts.back, { kind: "quiet wide", onclick: () => open("security") }),
    ],
  });
}

/** The new passkey comes on a screen of its own: two prompts in a row would look like one. */
function showMake(options) {
  const { root, say } = notice();
  const make = button(texts.passkey.setUp, {
    kind: "primary wide", icon: "passkey", onclick: once(() => [make], register),
  });

  async function register() {
    try {
      await registerCredential(await makePasskey(options));
      announce(texts.passkey.added);
      await open("security");
    } catch (error) {
      if (error instanceof PromptFailed) {
        say(error.kind === "exists" ? texts.passkey.exists : texts.passkey.cancelled);
      } else if (error instanceof Refusal && error.reason === "challenge_expired") {
        say(words(error));
        make.hidden = true;
      } else explain(error, say);
    }
  }

  show({
    title: texts.passkey.title,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.passkey.lead), root, make,
      button(texts.back, { kind: "quiet wide", onclick: () => open("security") }),
    ],
  });
}
