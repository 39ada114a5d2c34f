import { openSession } from "../calls/openSession.js";
import { element } from "../core/element.js";
import { show } from "../core/screen.js";
import { button } from "../core/button.js";
import { openInstead } from "../session/signOut.js";
import { texts } from "../texts.js";
import { codeForm } from "./codeForm.js";
import { enterAnew } from "./enter.js";
import { showWelcome } from "./welcome.js";

/**
 * Signs in with the code that was mailed.
 *
 * @param {string} lead what was sent where
 * @param {object} request the answer to the request for a code
 * @param {() => Promise<object>} resend
 */
export function showSignInCode(lead, request, resend) {
  const form = codeForm(request, resend, async (validateCode, { codeRequest }) => {
    await enterAnew(
      () => openInstead(() => openSession({ codeRequest, validateCode })),
      { offersPasskey: true });
  });
  show({
    title: texts.code.title,
    content: [
      element("p", { class: "lead" }, lead),
      ...form.content,
      element(
        "p", { class: "aside" },
        button(texts.back, { kind: "link", onclick: () => showWelcome() }),
      ),
    ],
    gone: form.gone,
  });
}
