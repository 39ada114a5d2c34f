import { requestOwnCode } from "../calls/requestOwnCode.js";
import { storePIN } from "../calls/storePIN.js";
import { announce } from "../core/announce.js";
import { element } from "../core/element.js";
import { open } from "../core/places.js";
import { show } from "../core/screen.js";
import { texts } from "../texts.js";
import { codeForm } from "./codeForm.js";

/**
 * Sets the PIN as an account's first factor, with the code that was mailed for it.
 *
 * @param {string} pin
 * @param {object} request the answer to the request for a code
 */
export function showPINCode(pin, request) {
  const form = codeForm(request, () => requestOwnCode("set_pin"), async (validateCode) => {
    await storePIN(pin, { validateCode });
    announce(texts.setPIN.saved);
    await open("security");
  });
  show({
    title: texts.code.title,
    place: "security",
    content: [element("p", { class: "lead" }, texts.code.leadOwn), ...form.content],
    gone: form.gone,
  });
}
