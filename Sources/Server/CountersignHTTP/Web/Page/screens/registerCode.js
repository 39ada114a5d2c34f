import { readRegistrationOptions } from "../calls/readRegistrationOptions.js";
import { requestOwnCode } from "../calls/requestOwnCode.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { notice } from "../core/notice.js";
import { open } from "../core/places.js";
import { noteScreen, show } from "../core/screen.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { isOver, passkeyRegistration } from "../passkeys/registerPasskey.js";
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
  const shown = notice();
  let code = null;
  // A code is spent only when a passkey is registered: the same one may be tried again with.
  const registration = passkeyRegistration(() => readRegistrationOptions({ validateCode: code }));

  async function makeAndRegister(validateCode) {
    code = validateCode;
    const isHere = noteScreen();
    try {
      await registration.run(() => shown.say(texts.passkey.lost, "plain"));
      if (isHere()) await open("home", texts.passkey.added);
    } catch (error) {
      if (!isHere()) return;
      if (error instanceof PromptFailed) showPasskeyFailed(error.kind, registration);
      else if (isOver(error)) shown.say(texts.passkey.notAdded);
      else throw error;
    }
  }

  const form = codeForm(
    request, () => requestOwnCode("register"), makeAndRegister, { notice: shown });
  show({
    title: texts.passkey.codeTitle,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.code.leadOwn), shown.root, ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.passkey.later, { kind: "link", onclick: () => open("home") }),
      ),
    ],
    matter: registration,
    gone: form.gone,
  });
}
