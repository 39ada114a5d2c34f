import { requestOwnCode } from "../calls/codes.js";
import { readRegistrationOptions } from "../calls/credentials.js";
import { Refusal, words } from "../calls/refusal.js";
import { button, codeField } from "../core/controls.js";
import { element } from "../core/element.js";
import { notice } from "../core/notice.js";
import { once } from "../core/once.js";
import { PromptFailed } from "../passkeys/prompt.js";
import { isOver, passkeyRegistration } from "../passkeys/registerPasskey.js";
import { texts } from "../texts.js";
import { begin } from "../timeline/record.js";
import { showDialog } from "./dialog.js";

/**
 * Adds the first passkey to an account in a dialog, by a code that the server sends to the person.
 *
 * @returns {Promise<{state: "added"} | {state: "left"} | {state: "refused", words: string}>}
 *   `refused` where no code was sent
 */
export async function setUpPasskey() {
  begin("passkey");
  try {
    await requestOwnCode("register");
  } catch (error) {
    return { state: "refused", words: words(error) };
  }
  let typed = null;
  // A code is spent only when a passkey is registered: the same one may be tried again with.
  const registration = passkeyRegistration(() => readRegistrationOptions({ validateCode: typed }));
  const outcome = await showDialog(texts.passkey.codeTitle, (close) => {
    const { root, say } = notice();
    const code = codeField("countersign-code", texts.code.label);
    const submit = element(
      "button", { type: "submit", class: "primary wide" }, texts.code.submit);

    async function add() {
      typed = code.read();
      code.setError(typed === null ? texts.code.form : null);
      if (typed === null) return;
      say(null);
      try {
        await registration.run(() => say(texts.passkey.lost, "plain"));
        close({ state: "added" });
      } catch (error) {
        if (registration.matter.signal().aborted) return;
        const isWrong = error instanceof Refusal && error.reason === "verification_failed";
        if (isWrong) code.setError(texts.code.wrong);
        else say(registrationWords(error));
      }
    }

    return [
      element("p", {}, texts.code.leadOwn), root,
      element(
        "form", { novalidate: true, onsubmit: once(() => [submit], add) }, code.root, submit),
      button(texts.cancel, { kind: "quiet wide", onclick: () => close(null) }),
    ];
  });
  registration.matter.leave();
  return outcome ?? { state: "left" };
}

function registrationWords(error) {
  if (error instanceof PromptFailed) return texts.passkey[error.kind];
  return isOver(error) ? texts.passkey.notAdded : words(error);
}
