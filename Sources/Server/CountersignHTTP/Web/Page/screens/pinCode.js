import { requestOwnCode } from "../calls/requestOwnCode.js";
import { storePIN } from "../calls/storePIN.js";
import { button } from "../core/button.js";
import { element } from "../core/element.js";
import { noteScreen, show } from "../core/screen.js";
import { texts } from "../texts.js";
import { codeForm } from "./codeForm.js";

/**
 * Sets the PIN as an account's first factor, with the code that was mailed for it.
 *
 * @param {string} pin
 * @param {object} request the answer to the request for a code
 * @param {(text: string) => Promise<void>} done
 * @param {() => void} back
 */
export function showPINCode(pin, request, done, back) {
  const key = crypto.randomUUID();
  const form = codeForm(request, () => requestOwnCode("set_pin"), async (validateCode) => {
    const isHere = noteScreen();
    await storePIN(pin, { validateCode }, key);
    if (isHere()) await done(texts.setPIN.saved);
  });
  show({
    title: texts.code.title,
    place: "security",
    content: [
      element("p", { class: "lead" }, texts.code.leadOwn), ...form.content,
      element("p", { class: "aside" }, button(texts.back, { kind: "link", onclick: back })),
    ],
    gone: form.gone,
  });
}
