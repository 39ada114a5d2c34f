import { requestOwnCode } from "../calls/requestOwnCode.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { registerPasskey } from "../passkeys/registerPasskey.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { texts } from "../texts.js";
import { codeForm } from "./codeForm.js";
import { showPasskeyFailed } from "./passkeyFailed.js";

/**
 * Registers an account's first passkey: a code mailed for it stands in for the factor that the
 * account does not have yet.
 *
 * @param {object} request the answer to the request for a code
 */
export function showRegisterCode(request) {
  const form = codeForm(request, () => requestOwnCode("register"), async (validateCode) => {
    try {
      await registerPasskey({ validateCode });
      await open("home", texts.passkey.added);
    } catch (error) {
      if (!(error instanceof PromptFailed)) throw error;
      showPasskeyFailed(error.kind, { validateCode });
    }
  });
  show({
    title: texts.passkey.codeTitle,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.code.leadOwn), ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.passkey.later, { kind: "link", onclick: () => open("home") }),
      ),
    ],
    gone: form.gone,
  });
}
