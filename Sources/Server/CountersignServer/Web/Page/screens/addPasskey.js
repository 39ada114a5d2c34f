import { readRegistrationOptions } from "../calls/readRegistrationOptions.js";
import { registerCredential } from "../calls/registerCredential.js";
import { Refusal, words } from "../calls/refusal.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { explain } from "../core/explain.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { makePasskey } from "../passkeys/makePasskey.js";
import { texts } from "../texts.js";
import { showConfirmFactor } from "./confirmFactor.js";
import { showOfferPasskey } from "./offerPasskey.js";

/**
 * Adds a passkey: an account that has a factor proves one first, another proves a mailed code.
 *
 * @param {{hasBiometrics: boolean, hasPIN: boolean, isBlocked: boolean}} factors
 */
export function showAddPasskey(factors) {
  if (!factors.hasBiometrics && !factors.hasPIN) return showOfferPasskey();
  showConfirmFactor(factors, "passkey", async (proof) => {
    showMake(await readRegistrationOptions({ proof }));
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
      await open("security", texts.passkey.added);
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
